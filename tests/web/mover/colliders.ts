/** Colliders in double precision, by definitions and without the formulas of the package. */

import type { ContactBuffer, MoverCollider } from 'sapwood/all';

export type Numbers = ArrayLike<number>;

export const dot = (a: Numbers, b: Numbers) =>
  Array.from(a).reduce((sum, value, axis) => sum + value * b[axis], 0);
const along = (a: Numbers, way: Numbers, part: number) =>
  Array.from(a, (value, axis) => value + part * way[axis]);
export const minus = (a: Numbers, b: Numbers) => Array.from(a, (value, axis) => value - b[axis]);
export const lengthOf = (a: Numbers) => Math.sqrt(dot(a, a));
const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
const cross = (a: Numbers, b: Numbers) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Two nearest points. */
interface Nearest {
  readonly on: number[];
  readonly from: number[];
}

function nearestOnSegments(a: Numbers, b: Numbers, c: Numbers, d: Numbers): Nearest {
  const [u, v, w] = [minus(b, a), minus(d, c), minus(a, c)];
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  let s = det > 1e-12 * uu * vv ? clamp((uv * vw - vv * uw) / det) : 0;
  const t = clamp(vv > 0 ? (uv * s + vw) / vv : 0);
  s = clamp(uu > 0 ? (uv * t - uw) / uu : 0);
  return { from: along(a, u, s), on: along(c, v, t) };
}

export type Triangle = readonly [Numbers, Numbers, Numbers];

function isInside(point: Numbers, [p, q, r]: Triangle, normal: Numbers): boolean {
  const sides: (readonly [Numbers, Numbers])[] = [
    [p, q],
    [q, r],
    [r, p],
  ];
  return sides.every(([from, to]) => dot(cross(minus(to, from), minus(point, from)), normal) >= 0);
}

/** Nearest points of a segment and a triangle. */
function nearestOnTriangle(a: Numbers, b: Numbers, triangle: Triangle): Nearest {
  const [p, q, r] = triangle;
  const normal = cross(minus(q, p), minus(r, p));
  const candidates = [
    nearestOnSegments(a, b, p, q),
    nearestOnSegments(a, b, q, r),
    nearestOnSegments(a, b, r, p),
  ];
  const square = dot(normal, normal);
  for (const end of [a, b]) {
    const on = along(end, normal, -dot(minus(end, p), normal) / square);
    if (isInside(on, triangle, normal)) candidates.push({ from: Array.from(end), on });
  }
  const way = minus(b, a);
  const slope = dot(way, normal);
  const part = slope === 0 ? -1 : dot(minus(p, a), normal) / slope;
  const on = along(a, way, part);
  if (part >= 0 && part <= 1 && isInside(on, triangle, normal)) return { from: on, on };
  const distance = ({ from, on: at }: Nearest) => lengthOf(minus(from, at));
  return candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** Distance of a segment from a triangle; 0 if they intersect. */
export function distanceToTriangle(a: Numbers, b: Numbers, triangle: Triangle): number {
  const { from, on } = nearestOnTriangle(a, b, triangle);
  return lengthOf(minus(from, on));
}

interface Contact {
  readonly distance: number;
  readonly normal: Numbers;
  readonly point: Numbers;
}

/** Collider of convex items, each by its contact with a segment. */
abstract class ConvexItems implements MoverCollider {
  abstract readonly dimensions: 2 | 3;
  abstract readonly size: number;
  abstract contact(id: number, a: Numbers, b: Numbers): Contact;

  collideCapsuleInto(a: Numbers, b: Numbers, radius: number, out: ContactBuffer): number {
    let found = 0;
    for (let id = 0; id < this.size; id += 1) {
      const contact = this.contact(id, a, b);
      if (contact.distance > radius) continue;
      if (found < out.capacity) this.#write(out, found, id, contact, radius - contact.distance);
      found += 1;
    }
    return found;
  }

  castCapsuleInto(
    a: Numbers,
    b: Numbers,
    radius: number,
    way: Numbers,
    out: ContactBuffer,
  ): number {
    let best = Infinity;
    const length = lengthOf(way);
    for (let id = 0; id < this.size; id += 1) {
      let part = 0;
      for (let round = 0; round < 200 && part < Math.min(best, 1 + 1e-9); round += 1) {
        const contact = this.contact(id, along(a, way, part), along(b, way, part));
        const gap = contact.distance - radius;
        const approach = -dot(contact.normal, way);
        if (gap <= 1e-7 * radius && (part > 0 || gap <= 0)) {
          best = part;
          this.#write(out, 0, id, contact, 0);
          break;
        }
        if (approach <= 1e-12 * length) break;
        part += Math.max(gap / approach, 1e-9 / length);
      }
    }
    return best <= 1 ? best : Infinity;
  }

  #write(out: ContactBuffer, i: number, id: number, contact: Contact, depth: number): void {
    const { dimensions } = this;
    out.ids[i] = id;
    out.normals.set(Array.from(contact.normal), i * dimensions);
    out.points.set(Array.from(contact.point), i * dimensions);
    out.depths[i] = depth;
  }
}

/** Solid half spaces: normal · p <= constant. */
export class HalfSpaces extends ConvexItems {
  readonly dimensions: 2 | 3;
  readonly size: number;
  readonly #planes: readonly (readonly [Numbers, number])[];

  constructor(...planes: readonly (readonly [normal: Numbers, constant: number])[]) {
    super();
    this.#planes = planes;
    this.size = planes.length;
    this.dimensions = planes[0][0].length as 2 | 3;
  }

  contact(id: number, a: Numbers, b: Numbers): Contact {
    const [normal, constant] = this.#planes[id];
    const lower = dot(a, normal) < dot(b, normal) ? a : b;
    const distance = dot(lower, normal) - constant;
    return { distance, normal, point: along(lower, normal, -distance) };
  }
}

/** Triangles, in the form of a mesh with a list of vertices. */
export class Triangles extends ConvexItems {
  readonly dimensions = 3;
  readonly size: number;
  readonly triangles: readonly Triangle[];

  constructor(triangles: readonly Triangle[]) {
    super();
    this.triangles = triangles;
    this.size = triangles.length;
  }

  contact(id: number, a: Numbers, b: Numbers): Contact {
    const triangle = this.triangles[id];
    const { from, on } = nearestOnTriangle(a, b, triangle);
    const apart = minus(from, on);
    const distance = lengthOf(apart);
    if (distance > 0) return { distance, normal: apart.map((x) => x / distance), point: on };
    const face = cross(minus(triangle[1], triangle[0]), minus(triangle[2], triangle[0]));
    const unit = face.map((x) => x / lengthOf(face));
    const lower = Math.min(dot(minus(a, on), unit), dot(minus(b, on), unit));
    return { distance: lower, normal: unit, point: on };
  }
}

/** Distance of the axis of an upright capsule from a box; 0 if they intersect. */
export function distanceToBox(position: Numbers, length: number, box: Numbers): number {
  const dimensions = position.length;
  let square = 0;
  for (let axis = 0; axis < dimensions; axis += 1) {
    const high = position[axis] + (axis === 1 ? length : 0);
    const gap = Math.max(box[axis] - high, position[axis] - box[dimensions + axis], 0);
    square += gap * gap;
  }
  return Math.sqrt(square);
}
