/**
 * Compares boxes and circles as bounding volumes of rotating shapes: false positives, and the cost
 * of an overlap test.
 *
 * The shapes are rectangles at random positions and angles. The separating axis theorem decides
 * whether two shapes touch: two convex polygons are disjoint if and only if their projections on
 * the normal of some side are disjoint.
 */

import { Mulberry32 } from 'scenes';
import type { VolumeCell } from './record';

/** Rotated rectangle: its center, half its side lengths, and the direction of its length. */
export interface RotatedRectangle {
  readonly x: number;
  readonly y: number;
  readonly halfLength: number;
  readonly halfWidth: number;
  readonly cos: number;
  readonly sin: number;
}

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export type Point = readonly [x: number, y: number];

export const corners = ({ x, y, halfLength, halfWidth, cos, sin }: RotatedRectangle): Point[] =>
  [-1, 1].flatMap((a) =>
    [-1, 1].map((b): Point => {
      const [along, across] = [a * halfLength, b * halfWidth];
      return [x + along * cos - across * sin, y + along * sin + across * cos];
    }),
  );

export function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return { minX, minY, maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

/**
 * Returns the smallest circle that contains the points and is centered at their mean. A circle with
 * another center can be smaller.
 */
export function circleAround(points: readonly Point[]): Circle {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  const radius = Math.max(...points.map((point) => Math.hypot(point[0] - x, point[1] - y)));
  return { x, y, radius };
}

export function boxesOverlap(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Discs that only touch overlap if they are closed, but not if they are open. */
export function circlesOverlap(a: Circle, b: Circle, discs: 'closed' | 'open' = 'closed'): boolean {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const radii = a.radius + b.radius;
  const squared = dx * dx + dy * dy;
  return discs === 'closed' ? squared <= radii * radii : squared < radii * radii;
}

function apartAlong(x: number, y: number, a: readonly Point[], b: readonly Point[]): boolean {
  const span = (points: readonly Point[]) => {
    const places = points.map((point) => point[0] * x + point[1] * y);
    return [Math.min(...places), Math.max(...places)] as const;
  };
  const [one, other] = [span(a), span(b)];
  return one[1] < other[0] || other[1] < one[0];
}

export function shapesTouch(a: RotatedRectangle, b: RotatedRectangle): boolean {
  const [cornersA, cornersB] = [corners(a), corners(b)];
  return [a, b].every(
    ({ cos, sin }) =>
      !apartAlong(cos, sin, cornersA, cornersB) && !apartAlong(-sin, cos, cornersA, cornersB),
  );
}

const COUNT = 1000;
const SEED = 7;
const WORLD = 100;

/** Returns rectangles of equal area; `ratio` is length divided by width. */
export function rotatedRectangles(ratio: number): RotatedRectangle[] {
  const random = new Mulberry32(SEED);
  const halfWidth = Math.sqrt(1 / ratio);
  return Array.from({ length: COUNT }, () => {
    const angle = 2 * Math.PI * random.unit();
    const [x, y] = [WORLD * random.unit(), WORLD * random.unit()];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x, y, halfLength: ratio * halfWidth, halfWidth, cos, sin };
  });
}

function countPairs<Value>(values: readonly Value[], test: (a: Value, b: Value) => boolean) {
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = i + 1; j < values.length; j++) if (test(values[i], values[j])) count++;
  }
  return count;
}

const ROUNDS = 15;

/** Returns nanoseconds per test: the median over several rounds, each of which tests all pairs. */
function timeTests<Value>(
  values: readonly Value[],
  test: (a: Value, b: Value) => boolean,
  rounds: number,
): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    countPairs(values, test);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const pairs = (values.length * (values.length - 1)) / 2;
  return Number(((times[rounds >> 1] * 1e6) / pairs).toPrecision(3));
}

const shapeKinds = [
  { name: 'squares', ratio: 1 },
  { name: 'sticks, 10 : 1', ratio: 10 },
] as const;

export function compareVolumes(rounds = ROUNDS): VolumeCell[] {
  return shapeKinds.flatMap(({ name, ratio }) => {
    const shapes = rotatedRectangles(ratio);
    const boxes = shapes.map((shape) => boxAround(corners(shape)));
    const circles = shapes.map((shape) => circleAround(corners(shape)));
    const touching = countPairs(shapes, shapesTouch);
    const cellOf = <Value>(
      volume: 'box' | 'circle',
      values: readonly Value[],
      overlap: (a: Value, b: Value) => boolean,
    ): VolumeCell => ({
      shapes: name,
      volume,
      touching,
      candidates: countPairs(values, overlap),
      nsPerTest: timeTests(values, overlap, rounds),
    });
    return [cellOf('box', boxes, boxesOverlap), cellOf('circle', circles, circlesOverlap)];
  });
}
