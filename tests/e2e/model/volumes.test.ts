/**
 * Bounding volumes of a rotating body contain the body and miss no neighbor, and their costs are
 * counted.
 */

import { describe, expect, test } from 'vitest';
import {
  areaOf,
  cut,
  hullOf,
  type Point,
  polygonsMeet,
  turned,
} from '../../../web/playground/src/learn/volumes/polygons.js';
import { RotatingShape } from '../../../web/playground/src/learn/volumes/rotating-shape.js';
import {
  circleAround,
  fitTo,
  shapes,
  smallestRectangle,
  type Volume,
  volumeKinds,
  volumesAt,
} from '../../../web/playground/src/learn/volumes/volumes.js';

const angles = [0, 0.3, 0.9, Math.PI / 4, 2, 4.4];

function outside({ circle, outline }: Volume, [x, y]: Point): number {
  if (circle) return Math.hypot(x - circle.center[0], y - circle.center[1]) - circle.radius;
  return Math.max(
    ...outline.map(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length];
      return ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / Math.hypot(bx - ax, by - ay);
    }),
  );
}

/**
 * Returns whether two convex polygons overlap: clips one polygon by the sides of the other. Corners
 * are counterclockwise.
 */
function overlap(one: readonly Point[], other: readonly Point[]): boolean {
  let left = [...one];
  other.forEach(([x, y], i) => {
    const [u, v] = other[(i + 1) % other.length];
    const outwards: Point = [v - y, x - u];
    left = cut(left, outwards, outwards[0] * x + outwards[1] * y);
  });
  return left.length > 0;
}

describe.each(Object.entries(shapes))('[BV2] around the %s', (id, body) => {
  const rotatingShape = new RotatingShape(body);

  test('every volume contains the body at every angle', () => {
    const fitted = fitTo(body);
    for (const angle of angles) {
      const corners = body.pieces.flatMap((piece) => turned(piece, angle, [3, -2]));
      for (const volume of volumesAt(fitted, angle, [3, -2])) {
        for (const corner of corners)
          expect(outside(volume, corner), volume.kind).toBeLessThan(1e-9);
        expect(volume.size, volume.kind).toBeGreaterThanOrEqual(body.size - 1e-9);
      }
    }
  });

  test('the body overlaps another shape if any of their pieces overlap', () => {
    for (const angle of angles) {
      const own = rotatingShape.piecesAt(angle);
      const expected = rotatingShape.neighbors.map(({ pieces }) =>
        own.some((piece) => pieces.some((other) => overlap(piece, other))),
      );
      expect(new Set(expected)).toEqual(new Set([true, false]));
      expect(rotatingShape.truthAt(angle)).toEqual(expected);
    }
  });

  test('no volume misses a neighbor, and tighter volumes have fewer false positives', () => {
    for (const angle of angles) {
      const found = rotatingShape.outcomesAt(angle);
      const real = found.map(({ states }) => states.map((state) => (state === 2 ? 1 : 0)));
      for (const hits of real) expect(hits).toEqual(real[0]);
      expect(real[0].some((hit) => hit === 1)).toBe(true);
      const [, box, oriented, dop, hull] = found;
      // a volume that is inside another volume has at most as many false positives
      expect(dop.falsePositives).toBeLessThanOrEqual(box.falsePositives);
      for (const other of [box, oriented, dop]) {
        expect(hull.falsePositives).toBeLessThanOrEqual(other.falsePositives);
      }
      for (const { candidates, falsePositives, states } of found) {
        expect(candidates).toBe(states.filter((state) => state > 0).length);
        expect(falsePositives).toBe(states.filter((state) => state === 1).length);
      }
    }
  });

  test('tight volumes are expensive to test', () => {
    const turn = rotatingShape.fullTurn();
    const [ball, box, oriented, dop, hull] = turn;
    expect(turn.map(({ kind }) => kind)).toEqual(volumeKinds);
    expect([ball.cost, box.cost < 4, dop.cost < 8]).toEqual([4, true, true]);
    expect(oriented.cost).toBeGreaterThan(5 * dop.cost);
    expect(hull.cost).toBeGreaterThanOrEqual(oriented.cost);
    expect(hull.size).toBeLessThanOrEqual(oriented.size + 1e-9);
    if (id === 'disc') expect(ball.size).toBeLessThan(box.size);
    if (id === 'plank') expect(box.size).toBeLessThan(ball.size);
  });
});

describe('in 2D', () => {
  const square: Point[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ];

  test('a convex hull contains only the corner points and has the expected area', () => {
    const hull = hullOf([...square, [1, 1], [1, 0], [2, 1]]);
    expect(hull).toEqual(square);
    expect(areaOf(hull)).toBe(4);
  });

  test('the smallest circle and rectangle are found', () => {
    const { center, radius } = circleAround(square);
    expect([...center, radius]).toEqual([1, 1, expect.closeTo(Math.SQRT2, 12)]);
    expect(areaOf(smallestRectangle(turned(square, 0.4)))).toBeCloseTo(4, 12);
  });

  test('touching polygons overlap, and polygons with a gap do not', () => {
    const beside = (gap: number) => polygonsMeet(square, turned(square, 0, [2 + gap, 0])).meets;
    expect([beside(0), beside(1e-6), beside(-1)]).toEqual([true, false, true]);
  });
});
