/**
 * The 3D level of Play: the player climbs stairs, ramps and curbs, and is stopped by steep ramps
 * and low beams.
 */

import { init, Mover, TriangleMesh } from 'sapwood/3d/mesh';
import { beforeAll, expect, test } from 'vitest';
import { makeLevel, START_3D } from '../../../web/playground/src/play/level-3d.js';
import { Walker } from '../../../web/playground/src/play/walker.js';

const STEP = 1 / 60;

beforeAll(async () => {
  await init();
});

type Triple = readonly [number, number, number];

/** Walks in a direction for some seconds and returns the position of the lower sphere. */
function walk(from: Triple, direction: Triple, seconds: number): Float64Array {
  const mesh = new TriangleMesh({ geometry: makeLevel() });
  const mover = new Mover({ radius: 0.4, height: 1.8, stepHeight: 0.35 });
  const walker = new Walker(mover);
  walker.place(from);
  const wish = { direction: Float64Array.from(direction), jump: false };
  for (let i = 0; i < seconds / STEP; i += 1) walker.step(STEP, wish, mesh);
  mesh.dispose();
  return mover.position;
}

test('the player stands still at the start', () => {
  const [x, y, z] = walk(START_3D, [0, 0, 0], 2);
  expect(Math.hypot(x - START_3D[0], z - START_3D[2])).toBeLessThan(0.05);
  expect(y).toBeCloseTo(0.4, 1);
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

test('a beam that is too low stops the player, a higher one does not', () => {
  expect(walk([2, 0.5, -14], [0, 0, -1], 0.7)[2]).toBeLessThan(-17);
  expect(walk([2, 0.5, -18], [0, 0, -1], 1)[2]).toBeGreaterThan(-19.5);
});
