/**
 * Queries by brute force in double precision. The methods differ from those of the library.
 * Distances are minima over candidate points, and casts repeatedly advance by the distance to the
 * triangle. Queries of regions clip polygons, and containment tests add solid angles. A 2D segment
 * is a triangle whose last two vertices are equal.
 */

export type Vec = readonly number[];
export type Triangle = readonly [Vec, Vec, Vec];

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const along = (a: Vec, d: Vec, t: number): Vec => [
  a[0] + d[0] * t,
  a[1] + d[1] * t,
  a[2] + d[2] * t,
];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
const clamp = (t: number): number => Math.min(1, Math.max(0, t));

export interface Nearest {
  readonly point: Vec;
  readonly distance: number;
}

const nearer = (a: Nearest, b: Nearest): Nearest => (b.distance < a.distance ? b : a);

export function onSegment(p: Vec, a: Vec, b: Vec): Nearest {
  const d = sub(b, a);
  const squared = dot(d, d);
  const point = squared > 0 ? along(a, d, clamp(dot(sub(p, a), d) / squared)) : a;
  return { point, distance: length(sub(p, point)) };
}

const edgesOf = ([a, b, c]: Triangle): [Vec, Vec][] => [
  [a, b],
  [b, c],
  [c, a],
];

/**
 * Returns the barycentric coordinates of the projection of a point; undefined for a triangle
 * without area.
 */
function weightsAt(p: Vec, [a, b, c]: Triangle): Vec | undefined {
  const normal = cross(sub(b, a), sub(c, a));
  const squared = dot(normal, normal);
  if (squared === 0) return undefined;
  const at = (from: Vec, to: Vec) => dot(cross(sub(to, from), sub(p, from)), normal) / squared;
  return [at(b, c), at(c, a), at(a, b)];
}

export function onTriangle(p: Vec, triangle: Triangle): Nearest {
  const edges = edgesOf(triangle).map(([a, b]) => onSegment(p, a, b));
  const best = edges.reduce(nearer);
  const weights = weightsAt(p, triangle);
  if (weights === undefined || weights.some((weight) => weight < 0)) return best;
  const point = [0, 1, 2].map((axis) =>
    weights.reduce((sum, weight, i) => sum + weight * triangle[i][axis], 0),
  );
  return nearer(best, { point, distance: length(sub(p, point)) });
}

/** Returns the distance between two segments, and the nearest point of the second segment. */
function betweenSegments(p: Vec, q: Vec, a: Vec, b: Vec): Nearest {
  let best = nearer(onSegment(p, a, b), onSegment(q, a, b));
  for (const end of [a, b]) {
    const { distance } = onSegment(end, p, q);
    best = nearer(best, { point: end, distance });
  }
  const [u, v, w] = [sub(q, p), sub(b, a), sub(p, a)];
  const normal = cross(u, v);
  const squared = dot(normal, normal);
  if (squared === 0) return best;
  const s = dot(cross(v, w), normal) / squared;
  const t = dot(cross(u, w), normal) / squared;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  const point = along(a, v, t);
  return nearer(best, { point, distance: length(sub(along(p, u, s), point)) });
}

/** Returns the fraction of the segment from p to q at which it crosses a triangle. */
export function crossing(p: Vec, q: Vec, triangle: Triangle): number | undefined {
  const normal = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
  const from = dot(normal, sub(p, triangle[0]));
  const to = dot(normal, sub(q, triangle[0]));
  if (from * to > 0 || from === to) return undefined;
  const t = from / (from - to);
  const weights = weightsAt(along(p, sub(q, p), t), triangle);
  return weights?.every((weight) => weight >= 0) ? t : undefined;
}

/** Returns the distance between a segment and a triangle, and the nearest point of the triangle. */
export function fromSegment(p: Vec, q: Vec, triangle: Triangle): Nearest {
  const t = crossing(p, q, triangle);
  if (t !== undefined) return { point: along(p, sub(q, p), t), distance: 0 };
  const edges = edgesOf(triangle).map(([a, b]) => betweenSegments(p, q, a, b));
  return [onTriangle(p, triangle), onTriangle(q, triangle), ...edges].reduce(nearer);
}

export interface RayCrossing {
  readonly distance: number;
  readonly front: boolean;
  readonly u: number;
  readonly v: number;
}

/** Returns where a ray crosses a triangle (Möller and Trumbore, 1997). */
export function rayCrossing(
  origin: Vec,
  direction: Vec,
  [a, b, c]: Triangle,
): RayCrossing | undefined {
  const [e, f] = [sub(b, a), sub(c, a)];
  const p = cross(direction, f);
  const determinant = dot(e, p);
  if (determinant === 0) return undefined;
  const s = sub(origin, a);
  const u = dot(s, p) / determinant;
  const q = cross(s, e);
  const v = dot(direction, q) / determinant;
  if (u < 0 || v < 0 || u + v > 1) return undefined;
  const distance = (dot(f, q) / determinant) * length(direction);
  return distance < 0 ? undefined : { distance, front: determinant > 0, u, v };
}

/** Returns the fraction of its displacement at which a capsule touches a triangle, or undefined. */
export function firstTouch(
  p: Vec,
  q: Vec,
  radius: number,
  displacement: Vec,
  triangle: Triangle,
): number | undefined {
  const speed = length(displacement);
  let t = 0;
  for (let i = 0; i < 100_000; i += 1) {
    const gap =
      fromSegment(along(p, displacement, t), along(q, displacement, t), triangle).distance - radius;
    if (gap <= 1e-12) return t;
    if (speed === 0) return undefined;
    t += gap / speed;
    if (t > 1) return undefined;
  }
  return t;
}

/** Half space of the points with normal · p + constant >= 0. */
export interface Plane {
  readonly normal: Vec;
  readonly constant: number;
}

/**
 * Returns whether any part of a triangle is inside all planes. The planes are moved outward by the
 * margin.
 */
export function insideOf(triangle: Triangle, planes: readonly Plane[], margin: number): boolean {
  let polygon: readonly Vec[] = triangle;
  for (const { normal, constant } of planes) {
    const height = (p: Vec) => dot(normal, p) + constant + margin * length(normal);
    polygon = polygon.flatMap((p, i) => {
      const q = polygon[(i + 1) % polygon.length];
      const [from, to] = [height(p), height(q)];
      const kept = from >= 0 ? [p] : [];
      return from < 0 !== to < 0 ? [...kept, along(p, sub(q, p), from / (from - to))] : kept;
    });
    if (polygon.length === 0) return false;
  }
  return true;
}

export function planesOfBox(box: readonly number[]): Plane[] {
  return [0, 1, 2].flatMap((axis) => {
    const unit = [0, 0, 0].map((_, i) => (i === axis ? 1 : 0));
    return [
      { normal: unit, constant: -box[axis] },
      { normal: unit.map((value) => -value), constant: box[3 + axis] },
    ];
  });
}

/** Returns how many times a closed surface surrounds a point (Van Oosterom and Strackee, 1983). */
export function windings(p: Vec, triangles: readonly Triangle[]): number {
  let sum = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((vertex) => sub(vertex, p));
    const [x, y, z] = [length(a), length(b), length(c)];
    const volume = dot(a, cross(b, c));
    sum += 2 * Math.atan2(volume, x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
  }
  return Math.round(sum / (4 * Math.PI));
}

/**
 * Returns whether two triangles intersect. They must be in general position (not coplanar, not
 * merely touching).
 */
export function trianglesMeet(a: Triangle, b: Triangle): boolean {
  return (
    edgesOf(a).some(([p, q]) => crossing(p, q, b) !== undefined) ||
    edgesOf(b).some(([p, q]) => crossing(p, q, a) !== undefined)
  );
}

/** Returns the point transformed by a column-major matrix of 16 numbers. */
export const moved = (matrix: readonly number[], p: Vec): Vec =>
  [0, 1, 2].map(
    (row) =>
      matrix[row] * p[0] + matrix[4 + row] * p[1] + matrix[8 + row] * p[2] + matrix[12 + row],
  );
