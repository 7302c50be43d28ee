/**
 * Bounding volumes of convex polygons: circle, box, ellipse, oriented box, intervals along four
 * fixed directions (8-DOP), and the polygon itself. They are in ascending order of the cost of an
 * overlap test.
 */

import { Mulberry32 } from 'scenes';
import {
  boxAround,
  boxesOverlap,
  circleAround,
  circlesOverlap,
  type Point,
} from './bounding-volumes';
import { ellipseAround, ellipsesOverlap } from './ellipse';

/** Corners in counterclockwise order. */
export type Polygon = readonly Point[];

/**
 * Intervals of a volume along fixed directions. Two volumes are disjoint if their intervals along
 * one direction are disjoint.
 */
type Spans = readonly (readonly [min: number, max: number])[];

function spanAlong([x, y]: Point, points: Polygon): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const point of points) {
    const place = point[0] * x + point[1] * y;
    min = Math.min(min, place);
    max = Math.max(max, place);
  }
  return [min, max];
}

/**
 * Returns the normals of all sides. They need not be unit vectors, because only intervals along the
 * same normal are compared.
 */
function normalsOf(polygon: Polygon): Point[] {
  return polygon.map(([x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    return [nextY - y, x - nextX];
  });
}

/**
 * Returns whether two convex polygons overlap or touch, by a separating axis test with the normals
 * of all sides.
 */
export function polygonsTouch(a: Polygon, b: Polygon): boolean {
  return [...normalsOf(a), ...normalsOf(b)].every((normal) => {
    const [one, other] = [spanAlong(normal, a), spanAlong(normal, b)];
    return one[0] <= other[1] && other[0] <= one[1];
  });
}

const DIRECTIONS: readonly Point[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

function spansMeet(a: Spans, b: Spans): boolean {
  return a.every(([min, max], i) => min <= b[i][1] && b[i][0] <= max);
}

/**
 * Returns the smallest rectangle around the polygon that has a side parallel to the first side of
 * the polygon.
 */
function orientedBox(polygon: Polygon): Polygon {
  const [[nx, ny]] = normalsOf(polygon);
  const [outMin, outMax] = spanAlong([nx, ny], polygon);
  const [alongMin, alongMax] = spanAlong([-ny, nx], polygon);
  const scale = 1 / (nx * nx + ny * ny);
  const at = (out: number, along: number): Point => [
    (out * nx - along * ny) * scale,
    (out * ny + along * nx) * scale,
  ];
  return [at(outMin, alongMin), at(outMax, alongMin), at(outMax, alongMax), at(outMin, alongMax)];
}

export interface Volume {
  readonly name: string;
  /** Returns whether the volumes around two polygons overlap or touch. */
  overlaps(a: Polygon, b: Polygon): boolean;
}

/** The volume of each polygon is computed once and cached. */
function volume<Fitted extends object>(
  name: string,
  enclose: (polygon: Polygon) => Fitted,
  meet: (a: Fitted, b: Fitted) => boolean,
): Volume {
  const known = new WeakMap<Polygon, Fitted>();
  const around = (polygon: Polygon) => {
    const fitted = known.get(polygon) ?? enclose(polygon);
    known.set(polygon, fitted);
    return fitted;
  };
  return { name, overlaps: (a, b) => meet(around(a), around(b)) };
}

export const volumes: readonly Volume[] = [
  volume('circle', circleAround, circlesOverlap),
  volume('box', boxAround, boxesOverlap),
  volume('ellipse', ellipseAround, ellipsesOverlap),
  volume('oriented box', orientedBox, polygonsTouch),
  volume(
    '8-DOP',
    (polygon): Spans => DIRECTIONS.map((direction) => spanAlong(direction, polygon)),
    spansMeet,
  ),
  volume('convex hull', (polygon) => polygon, polygonsTouch),
];

/**
 * Regular polygon with `corners` corners, which is stretched to the aspect ratio `ratio` and
 * rotated.
 */
export interface Figure {
  readonly name: string;
  readonly corners: number;
  readonly ratio: number;
}

export const figures: readonly Figure[] = [
  { name: 'squares', corners: 4, ratio: 1 },
  { name: 'triangles', corners: 3, ratio: 1 },
  { name: 'flat triangles', corners: 3, ratio: 6 },
  { name: 'hexagons', corners: 6, ratio: 1 },
  { name: 'sticks', corners: 4, ratio: 10 },
  { name: 'discs of 24 sides', corners: 24, ratio: 1 },
  { name: 'ellipses of 24 sides', corners: 24, ratio: 4 },
];

export function scattered({ corners, ratio }: Figure, count: number, seed: number): Polygon[] {
  const random = new Mulberry32(seed);
  return Array.from({ length: count }, () => {
    const [x, y] = [24 * random.unit(), 24 * random.unit()];
    const turn = 2 * Math.PI * random.unit();
    return Array.from({ length: corners }, (_, i): Point => {
      const angle = (2 * Math.PI * (i + 0.5)) / corners;
      const [along, across] = [
        Math.cos(angle) * Math.sqrt(ratio),
        Math.sin(angle) / Math.sqrt(ratio),
      ];
      return [
        x + along * Math.cos(turn) - across * Math.sin(turn),
        y + along * Math.sin(turn) + across * Math.cos(turn),
      ];
    });
  });
}
