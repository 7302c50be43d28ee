/** The same in space: each volume holds the body, none misses a neighbor, and the library's hull is measured. */

import { describe, expect, test } from 'vitest';
import {
  ballAround,
  fitSolid,
  type SolidVolume,
  smallestBox,
  solidBodies,
  solidVolumesAt,
} from '../../../web/playground/src/features/lab/solid-volumes.js';
import {
  dot,
  minus,
  placed,
  rotationAbout,
  type Solid,
  solidOf,
  solidsMeet,
  type Vec,
  withinSlabs,
} from '../../../web/playground/src/features/lab/solids.js';
import { SpaceSetting } from '../../../web/playground/src/features/lab/space-setting.js';
import { VolumeTrial } from '../../../web/playground/src/features/lab/volume-trial.js';
import { volumeKinds } from '../../../web/playground/src/features/lab/volumes.js';

const angles = [0, 0.3, 0.9, 2, 4.4];
const tilted: Vec = [0.6, 0, 0.8];

/** How far a point lies outside of a solid, across its faces. */
function outsideSolid({ corners, normals }: Solid, point: Vec): number {
  const over = normals.flatMap((normal) => {
    const places = corners.map((corner) => dot(corner, normal));
    const at = dot(point, normal);
    return [at - Math.max(...places), Math.min(...places) - at];
  });
  return Math.max(...over);
}

const outside = ({ ball, solid }: SolidVolume, point: Vec) =>
  ball ? Math.hypot(...minus(point, ball.center)) - ball.radius : outsideSolid(solid!, point);

describe.each(solidBodies.map((body) => [body.id, body] as const))(
  '[BV2] around the %s in space',
  (id, body) => {
    const trial = new VolumeTrial(new SpaceSetting(body));

    test('every volume holds the body at every angle', () => {
      const fitted = fitSolid(body);
      for (const angle of angles) {
        const rotation = rotationAbout(tilted, angle);
        const pieces = body.pieces.map((piece) => placed(piece, rotation, [3, -2, 1]));
        for (const volume of solidVolumesAt(fitted, rotation, [3, -2, 1])) {
          const worst = pieces
            .flatMap(({ corners }) => corners)
            .map((corner) => outside(volume, corner));
          expect(Math.max(...worst), volume.kind).toBeLessThan(1e-9);
          expect(volume.size, volume.kind).toBeGreaterThanOrEqual(body.size - 1e-9);
        }
      }
    });

    test('no volume misses a neighbor, and tighter ones take fewer in vain', () => {
      for (const angle of angles) {
        const found = trial.outcomesAt(angle);
        const truth = trial.setting.truthAt(angle);
        expect(truth).toContain(true);
        for (const { states } of found) {
          expect(Array.from(states, (state) => state === 2)).toEqual(truth);
        }
        const [, box, oriented, dop, hull] = found;
        expect(dop.falsePositives).toBeLessThanOrEqual(box.falsePositives);
        for (const other of [box, oriented, dop]) {
          expect(hull.falsePositives).toBeLessThanOrEqual(other.falsePositives);
          expect(hull.volume.size).toBeLessThanOrEqual(other.volume.size + 1e-9);
        }
      }
    });

    test('what fits tightly is dear to test', () => {
      const [ball, box, oriented, dop, hull] = trial.turn;
      expect(trial.turn.map(({ kind }) => kind)).toEqual(volumeKinds);
      expect([ball.cost, box.cost < 6, dop.cost < 14]).toEqual([5, true, true]);
      expect(oriented.cost).toBeGreaterThan(5 * dop.cost);
      expect(hull.cost).toBeGreaterThanOrEqual(oriented.cost);
      expect(dop.size).toBeLessThan(box.size);
      if (id === 'plank') expect(box.size).toBeLessThan(ball.size);
    });
  },
);

describe('in space', () => {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((i): Vec => [2 * (i & 1), i & 2, (i & 4) / 2]);
  const cube = solidOf(points);

  test('a hull has the corners, directions and edges of a cube, and its volume', () => {
    const inner: Vec[] = [
      [1, 1, 1],
      [1, 0, 1],
    ];
    for (const solid of [cube, solidOf([...points, ...inner])]) {
      expect([solid.corners.length, solid.normals.length, solid.alongs.length]).toEqual([8, 3, 3]);
      expect(solid.edges).toHaveLength(12);
      expect(solid.volume).toBeCloseTo(8, 12);
    }
  });

  test('the smallest ball and box are those, however the cube is turned', () => {
    const turned = placed(cube, rotationAbout(tilted, 0.4), [5, 6, 7]);
    expect(ballAround(turned.corners).radius).toBeCloseTo(Math.sqrt(3), 12);
    expect(ballAround(points.slice(0, 2)).radius).toBeCloseTo(1, 12);
    expect(smallestBox(turned).volume).toBeCloseTo(8, 9);
  });

  test('slabs cut the corners off a cube', () => {
    const axes: Vec[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const sides = axes.map((): [number, number] => [0, 2]);
    expect(withinSlabs(sides, axes).volume).toBeCloseTo(8, 12);
    const third = Math.sqrt(1 / 3);
    const cut = withinSlabs([...sides, [0, 5 * third]], [...axes, [third, third, third]]);
    // a corner of side 1 is a sixth of a unit cube
    expect(cut.volume).toBeCloseTo(8 - 1 / 6, 9);
    expect(cut.corners).toHaveLength(10);
  });

  test('solids that touch meet; a gap parts them, also between two edges', () => {
    const still = rotationAbout(tilted, 0);
    const beside = (gap: number) => solidsMeet(cube, placed(cube, still, [2 + gap, 0, 0])).meets;
    expect([beside(0), beside(1e-6), beside(-1)]).toEqual([true, false, true]);
    // both stand on an edge, across each other: no face parts them
    const [one, other] = [
      rotationAbout([1, 0, 0], Math.PI / 4),
      rotationAbout([0, 1, 0], Math.PI / 4),
    ];
    const centered = placed(cube, still, [-1, -1, -1]);
    const crossing = (gap: number) =>
      solidsMeet(
        placed(centered, one, [0, 0, 0]),
        placed(centered, other, [0, 0, 2 * Math.SQRT2 + gap]),
      ).meets;
    expect([crossing(-1e-6), crossing(1e-6)]).toEqual([true, false]);
  });
});
