/**
 * The levels of the games on the page Play: the player climbs stairs and ramps, and stops at steep
 * ramps, walls and low beams.
 */

import { init as initWorlds, World } from 'sapwood/2d';
import { init as initSegments, Mover as Mover2, SegmentMesh } from 'sapwood/2d/mesh';
import { init as initTriangles, Mover, TriangleMesh } from 'sapwood/3d/mesh';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  makeOutline,
  ONE_WAY,
  PLAYER_2D,
  START_2D,
} from '../../../web/playground/src/play/level-2d.js';
import { makeLevel, PLAYER_3D, START_3D } from '../../../web/playground/src/play/level-3d.js';
import { Walker } from '../../../web/playground/src/play/walker.js';

const STEP = 1 / 60;
/** Time in seconds for which the jump key is pressed. */
const PRESS = 0.1;

beforeAll(async () => {
  await Promise.all([initTriangles(), initSegments(), initWorlds()]);
});

/**
 * Returns the centers of both spheres of a player's capsule. `start` is the center of the lower
 * sphere.
 */
function ends(start: readonly number[], { height, radius }: { height: number; radius: number }) {
  const upper = start.map((value, axis) => value + (axis === 1 ? height - 2 * radius : 0));
  return [start, upper];
}

describe('the 3D level', () => {
  type Triple = readonly [number, number, number];

  /**
   * Moves the player in a direction for some seconds. Returns the center of the lower sphere of the
   * player's capsule.
   */
  function walk(from: Triple, direction: Triple, seconds: number): Float64Array {
    const mesh = new TriangleMesh({ geometry: makeLevel() });
    const mover = new Mover(PLAYER_3D);
    const walker = new Walker(mover);
    walker.place(from);
    const wish = { direction: Float64Array.from(direction), jump: false };
    for (let i = 0; i < seconds / STEP; i += 1) walker.step(STEP, wish, mesh);
    mesh.dispose();
    return mover.position;
  }

  test('the player starts without a contact', () => {
    const mesh = new TriangleMesh({ geometry: makeLevel() });
    const [lower, upper] = ends(START_3D, PLAYER_3D);
    expect(mesh.overlapsCapsule(lower, upper, PLAYER_3D.radius)).toBe(false);
    mesh.dispose();
  });

  test('the player stands still at the start', () => {
    const [x, y, z] = walk(START_3D, [0, 0, 0], 2);
    expect(Math.hypot(x - START_3D[0], z - START_3D[2])).toBeLessThan(0.05);
    expect(y).toBeCloseTo(PLAYER_3D.radius, 1);
  });

  test('stairs lead to the platform', () => {
    const [, y, z] = walk([-12, 0.5, -2], [0, 0, -1], 2);
    expect(z).toBeLessThan(-9);
    expect(y).toBeCloseTo(3.4, 1);
  });

  test.each([
    [20, 0, true],
    [35, 1, true],
    [50, 2, false],
    [65, 3, false],
  ])('a ramp of %i degrees is walkable only below 45 degrees', (_, place, isWalkable) => {
    const [, y] = walk([8, 0.5, -10 + 3.5 * place], [1, 0, 0], 1.2);
    if (isWalkable) expect(y).toBeGreaterThan(1.5);
    else expect(y).toBeLessThan(1.2);
  });

  test('curbs up to the height of a step are climbed', () => {
    expect(walk([2, 0.5, -1], [0, 0, -1], 0.75)[2]).toBeLessThan(-4.5);
    expect(walk([2, 0.5, -6.2], [0, 0, -1], 1)[2]).toBeGreaterThan(-7.1);
  });

  test('a low beam stops the player, a higher beam does not', () => {
    expect(walk([2, 0.5, -14], [0, 0, -1], 0.7)[2]).toBeLessThan(-17);
    expect(walk([2, 0.5, -18], [0, 0, -1], 1)[2]).toBeGreaterThan(-19.5);
  });
});

describe('the 2D level', () => {
  type Pair = readonly [number, number];
  const { radius } = PLAYER_2D;

  interface Walk {
    readonly x: number;
    readonly y: number;
    /** Maximum y coordinate of the center of the lower circle of the player's capsule. */
    readonly top: number;
    readonly grounded: boolean;
  }

  /**
   * Moves the player for some seconds. `direction` is from -1 (left) to 1 (right), and `jumpAt` is
   * the time of a jump in seconds.
   */
  function walk(from: Pair, direction: number, seconds: number, jumpAt = seconds): Walk {
    const mesh = new SegmentMesh(makeOutline());
    const world = new World();
    for (const box of ONE_WAY) world.add(box);
    const oneWay = (_: number, collider: unknown) => collider === world;
    const mover = new Mover2({ ...PLAYER_2D, oneWay });
    const walker = new Walker(mover);
    walker.place(from);
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < seconds / STEP; i += 1) {
      const jump = i * STEP >= jumpAt && i * STEP < jumpAt + PRESS;
      walker.step(STEP, { direction: Float64Array.of(direction, 0), jump }, [mesh, world]);
      top = Math.max(top, mover.position[1]);
    }
    mesh.dispose();
    world.dispose();
    const [x, y] = mover.position;
    return { x, y, top, grounded: mover.grounded };
  }

  test('the player starts without a contact', () => {
    const mesh = new SegmentMesh(makeOutline());
    const [lower, upper] = ends(START_2D, PLAYER_2D);
    expect(mesh.overlapsCapsule(lower, upper, radius)).toBe(false);
    mesh.dispose();
  });

  test('the player stands still at the start', () => {
    const { grounded, x, y } = walk(START_2D, 0, 2);
    expect(x).toBeCloseTo(START_2D[0], 2);
    expect(y).toBeCloseTo(radius, 1);
    expect(grounded).toBe(true);
  });

  test('stairs are climbed', () => {
    expect(walk([-13, 0.5], 1, 1).y).toBeCloseTo(0.9 + radius, 1);
  });

  test('a slope below 45 degrees is walkable, a steeper slope is not', () => {
    expect(walk([-5, 0.5], 1, 1.2).y).toBeCloseTo(2.5 + radius, 1);
    expect(walk([14, 0.5], 1, 1).y).toBeLessThan(0.6);
  });

  test('the wall on the left stops the player', () => {
    expect(walk([-20, 0.5], -1, 1).x).toBeCloseTo(-22 + radius, 1);
  });

  test('a jump from the stairs leads to the platform above them', () => {
    const { grounded, x, y } = walk([-7.6, 1.4], -1, 0.7, 0.05);
    expect(x).toBeLessThan(-9.5);
    expect(y).toBeCloseTo(2.4 + radius, 1);
    expect(grounded).toBe(true);
  });

  test('a platform does not stop a jump from below', () => {
    const free = walk([-16, 0.5], 0, 1, 0.2);
    const below = walk([13, 0.5], 0, 1, 0.2);
    expect(free.top).toBeGreaterThan(1.5);
    expect(below.top).toBeCloseTo(free.top, 2);
  });
});
