/**
 * Five kinds of 2D bounding volumes: circle, box, oriented box, 8-DOP and convex hull. Circle,
 * oriented box and hull are computed once and rotate with the shape. Box and 8-DOP are recomputed
 * at each angle.
 */

import { areaOf, cut, hullOf, type Point, polygonsMeet, type Test, turned } from './polygons.js';

/** Shape composed of convex polygons near the origin. */
export interface Shape {
  readonly pieces: readonly (readonly Point[])[];
  /** Total area of the polygons, which do not overlap. */
  readonly size: number;
}

const rectangle = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

function shapeOf(...pieces: readonly (readonly Point[])[]): Shape {
  return { pieces, size: pieces.reduce((sum, piece) => sum + areaOf(piece), 0) };
}

const disc: Point[] = Array.from({ length: 16 }, (_, i) => {
  const angle = (Math.PI * i) / 8;
  return [0.8 * Math.cos(angle), 0.8 * Math.sin(angle)];
});

export const shapes = {
  bracket: shapeOf(rectangle(-0.7, -0.7, -0.25, 0.9), rectangle(-0.25, -0.7, 0.8, -0.25)),
  plank: shapeOf(rectangle(-1.1, -0.16, 1.1, 0.16)),
  disc: shapeOf(disc),
} as const;

export const volumeKinds = ['circle', 'box', 'oriented', 'dop', 'hull'] as const;
export type VolumeKind = (typeof volumeKinds)[number];

/** Interval covered by a box or an 8-DOP along each of its directions. */
type Slabs = readonly (readonly [low: number, high: number])[];

export interface Volume {
  readonly kind: VolumeKind;
  readonly size: number;
  /** Corners of the volume; empty for a circle. */
  readonly outline: readonly Point[];
  readonly circle: { readonly center: Point; readonly radius: number } | null;
  readonly slabs: Slabs;
}

const half = Math.SQRT1_2;
/** Directions in which an 8-DOP is bounded. A box uses only the first two directions. */
const directions: readonly Point[] = [
  [1, 0],
  [0, 1],
  [half, half],
  [half, -half],
];

/** Returns the smallest circle around points. It passes through two or three of the points. */
export function circleAround(points: readonly Point[]): { center: Point; radius: number } {
  const candidates: Point[] = [];
  points.forEach((a, i) => {
    points.slice(i + 1).forEach((b, j) => {
      candidates.push([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      for (const c of points.slice(i + j + 2)) candidates.push(...circumcenter(a, b, c));
    });
  });
  const reach = (center: Point) =>
    Math.max(...points.map(([x, y]) => Math.hypot(x - center[0], y - center[1])));
  const best = candidates.reduce((a, b) => (reach(b) < reach(a) ? b : a));
  return { center: best, radius: reach(best) };
}

function circumcenter(a: Point, b: Point, c: Point): Point[] {
  const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
  const d = 2 * (bx * cy - by * cx);
  if (Math.abs(d) < 1e-12) return [];
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
  return [[a[0] + (cy * bb - by * cc) / d, a[1] + (bx * cc - cx * bb) / d]];
}

function slabsOf(points: readonly Point[], along: readonly Point[]): [number, number][] {
  return along.map(([x, y]) => {
    const places = points.map(([px, py]) => px * x + py * y);
    return [Math.min(...places), Math.max(...places)];
  });
}

function withinSlabs(slabs: readonly (readonly [number, number])[]): Point[] {
  const far = 1e3;
  let polygon: Point[] = rectangle(-far, -far, far, far);
  slabs.forEach(([low, high], i) => {
    const [x, y] = directions[i];
    polygon = cut(cut(polygon, [x, y], high), [-x, -y], -low);
  });
  return polygon;
}

/** Returns the smallest rectangle around a hull. One of its sides contains an edge of the hull. */
export function smallestRectangle(hull: readonly Point[]): Point[] {
  const all = hull.map((from, i) => {
    const to = hull[(i + 1) % hull.length];
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const [[x0, x1], [y0, y1]] = slabsOf(turned(hull, -angle), directions.slice(0, 2));
    return turned(rectangle(x0, y0, x1, y1), angle);
  });
  return all.reduce((a, b) => (areaOf(b) < areaOf(a) ? b : a));
}

export interface Fitted {
  readonly hull: readonly Point[];
  readonly oriented: readonly Point[];
  readonly circle: { readonly center: Point; readonly radius: number };
}

export function fitTo({ pieces }: Shape): Fitted {
  const hull = hullOf(pieces.flat());
  return { hull, oriented: smallestRectangle(hull), circle: circleAround(hull) };
}

function upright(kind: VolumeKind, points: readonly Point[], sides: number): Volume {
  const slabs = slabsOf(points, directions.slice(0, sides / 2));
  const outline = withinSlabs(slabs);
  return { kind, outline, slabs, size: areaOf(outline), circle: null };
}

export function volumesAt({ hull, oriented, circle }: Fitted, angle: number, by: Point): Volume[] {
  const here = turned(hull, angle, by);
  const box = turned(oriented, angle, by);
  const [center] = turned([circle.center], angle, by);
  const round = { center, radius: circle.radius };
  const plain = { outline: [], slabs: [], circle: null };
  return [
    { ...plain, kind: 'circle', size: Math.PI * circle.radius ** 2, circle: round },
    upright('box', here, 4),
    { ...plain, kind: 'oriented', size: areaOf(box), outline: box },
    upright('dop', here, 8),
    { ...plain, kind: 'hull', size: areaOf(here), outline: here },
  ];
}

export function volumesMeet(a: Volume, b: Volume): Test {
  if (a.circle && b.circle) {
    const [dx, dy] = [
      a.circle.center[0] - b.circle.center[0],
      a.circle.center[1] - b.circle.center[1],
    ];
    // three multiplications and a comparison
    return { meets: dx * dx + dy * dy <= (a.circle.radius + b.circle.radius) ** 2, cost: 4 };
  }
  return a.slabs.length === 0 ? polygonsMeet(a.outline, b.outline) : slabsMeet(a.slabs, b.slabs);
}

function slabsMeet(a: Slabs, b: Slabs): Test {
  let cost = 0;
  for (let i = 0; i < a.length; i++) {
    cost++;
    if (a[i][1] < b[i][0]) return { meets: false, cost };
    cost++;
    if (b[i][1] < a[i][0]) return { meets: false, cost };
  }
  return { meets: true, cost };
}
