/** Convex solids: hulls, volumes, cuts by slabs, and whether two of them meet. */

import { Vector3 } from 'three';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import type { Answer } from './polygons.js';

export type Vec = readonly [x: number, y: number, z: number];

export const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const sum = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Vec, by: number): Vec => [by * a[0], by * a[1], by * a[2]];
export const minus = (a: Vec, b: Vec): Vec => sum(a, scaled(b, -1));

export interface Solid {
  readonly corners: readonly Vec[];
  /** Directions of length 1 across the faces: one for faces that are parallel. */
  readonly normals: readonly Vec[];
  /** Directions of length 1 along the edges: one for edges that are parallel. */
  readonly alongs: readonly Vec[];
  /** Both ends of every edge, for drawing. */
  readonly edges: readonly (readonly [Vec, Vec])[];
  readonly volume: number;
}

const PARALLEL = 1 - 1e-9;

function addDirection(directions: Vec[], direction: Vec): void {
  const known = directions.some((one) => Math.abs(dot(one, direction)) > PARALLEL);
  if (!known) directions.push(direction);
}

const vec = ({ x, y, z }: Vector3): Vec => [x, y, z];

/** The convex hull of points that lie in no plane. */
export function solidOf(points: readonly Vec[]): Solid {
  const hull = new ConvexHull().setFromPoints(points.map((point) => new Vector3(...point)));
  const corners = new Set<Vector3>();
  const [normals, alongs]: [Vec[], Vec[]] = [[], []];
  const edges: [Vec, Vec][] = [];
  const drawn = new Set<object>();
  let volume = 0;
  for (const { normal, edge } of hull.faces) {
    addDirection(normals, vec(normal));
    // the faces are triangles, also where several lie in one plane
    const sides = [edge, edge.next, edge.next.next];
    const [a, b, c] = sides.map((side) => vec(side.head().point));
    volume += dot(a, cross(b, c)) / 6;
    for (const side of sides) {
      corners.add(side.head().point);
      // each edge is a side of two faces
      const isKnown = drawn.has(side.twin) || normal.dot(side.twin.face.normal) > PARALLEL;
      drawn.add(side);
      if (isKnown) continue;
      const [from, to] = [side.tail()!.point, side.head().point];
      addDirection(alongs, vec(to.clone().sub(from).normalize()));
      edges.push([vec(from), vec(to)]);
    }
  }
  return { corners: [...corners].map(vec), normals, alongs, edges, volume };
}

/** Rows of a rotation. */
export type Rotation = readonly [Vec, Vec, Vec];

/** About an axis of length 1, by Rodrigues. */
export function rotationAbout(axis: Vec, angle: number): Rotation {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const row = (unit: Vec): Vec =>
    sum(
      sum(scaled(unit, c), scaled(cross(unit, axis), s)),
      scaled(axis, (1 - c) * dot(axis, unit)),
    );
  return [row([1, 0, 0]), row([0, 1, 0]), row([0, 0, 1])];
}

export const rotated = ([x, y, z]: Rotation, point: Vec): Vec => [
  dot(x, point),
  dot(y, point),
  dot(z, point),
];

/** Turned about the origin, then moved. */
export function placed(solid: Solid, rotation: Rotation, by: Vec): Solid {
  const turn = (direction: Vec) => rotated(rotation, direction);
  const place = (point: Vec) => sum(turn(point), by);
  return {
    corners: solid.corners.map(place),
    normals: solid.normals.map(turn),
    alongs: solid.alongs.map(turn),
    edges: solid.edges.map(([from, to]) => [place(from), place(to)] as const),
    volume: solid.volume,
  };
}

/** The point on three planes, `normal . p = limit`; none where two of them are parallel. */
function meetingPoint(planes: readonly (readonly [Vec, number])[]): Vec[] {
  const [[a, p], [b, q], [c, r]] = planes;
  const determinant = dot(a, cross(b, c));
  if (Math.abs(determinant) < 1e-9) return [];
  const whole = sum(sum(scaled(cross(b, c), p), scaled(cross(c, a), q)), scaled(cross(a, b), r));
  return [scaled(whole, 1 / determinant)];
}

/** What slabs along some directions have in common. */
export function withinSlabs(
  slabs: readonly (readonly [number, number])[],
  directions: readonly Vec[],
): Solid {
  const planes = slabs.flatMap(([low, high], i) => [
    [directions[i], high] as const,
    [scaled(directions[i], -1), -low] as const,
  ]);
  const corners = planes.flatMap((one, i) =>
    planes
      .slice(i + 1)
      .flatMap((two, j) =>
        planes.slice(i + j + 2).flatMap((three) => meetingPoint([one, two, three])),
      ),
  );
  const within = (point: Vec) =>
    planes.every(([normal, limit]) => dot(normal, point) <= limit + 1e-9);
  return solidOf(corners.filter(within));
}

/**
 * The separating axis theorem: two convex solids are apart where the normal of a face tells them apart, or a direction
 * across an edge of each.
 */
export function solidsMeet(a: Solid, b: Solid): Answer {
  // three products and two comparisons a corner, and two comparisons of the ends
  const costOfAxis = 5 * (a.corners.length + b.corners.length) + 2;
  let cost = 0;
  for (const { normals } of [a, b]) {
    for (const normal of normals) {
      cost += costOfAxis;
      if (areApart(a, b, normal)) return { meets: false, cost };
    }
  }
  for (const along of a.alongs) {
    for (const other of b.alongs) {
      const across = cross(along, other);
      cost += 6;
      // parallel edges have no direction across both
      if (dot(across, across) < 1e-12) continue;
      cost += costOfAxis;
      if (areApart(a, b, across)) return { meets: false, cost };
    }
  }
  return { meets: true, cost };
}

const ends = new Float64Array(4);

function areApart(a: Solid, b: Solid, axis: Vec): boolean {
  measure(a, axis, 0);
  measure(b, axis, 2);
  return ends[1] < ends[2] || ends[3] < ends[0];
}

/** Leaves the least and the greatest place along an axis in `ends`. */
function measure({ corners }: Solid, axis: Vec, at: number): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const corner of corners) {
    const place = dot(corner, axis);
    if (place < low) low = place;
    if (place > high) high = place;
  }
  ends[at] = low;
  ends[at + 1] = high;
}
