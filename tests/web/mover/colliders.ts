/** Colliders for movers, and distances in double precision, without the formulas of the package. */

import type { ContactBuffer, MoverCollider } from 'sapwood/all';

export type Numbers = ArrayLike<number>;

export const dot = (a: Numbers, b: Numbers) =>
  Array.from(a).reduce((sum, value, axis) => sum + value * b[axis], 0);
const along = (a: Numbers, displacement: Numbers, part: number) =>
  Array.from(a, (value, axis) => value + part * displacement[axis]);
export const minus = (a: Numbers, b: Numbers) => Array.from(a, (value, axis) => value - b[axis]);
export const lengthOf = (a: Numbers) => Math.sqrt(dot(a, a));

/** Collider that consists of solid half spaces, normal · p <= constant. */
export class HalfSpaces implements MoverCollider {
  readonly dimensions: 2 | 3;
  readonly #planes: readonly (readonly [Numbers, number])[];

  constructor(...planes: readonly (readonly [normal: Numbers, constant: number])[]) {
    this.#planes = planes;
    this.dimensions = planes[0][0].length as 2 | 3;
  }

  collideCapsuleInto(a: Numbers, b: Numbers, radius: number, out: ContactBuffer): number {
    let found = 0;
    for (const id of this.#planes.keys()) {
      const depth = this.#depth(id, a, b, radius);
      if (depth < 0) continue;
      if (found < out.capacity) this.#write(out, found, id, a, b, depth);
      found += 1;
    }
    return found;
  }

  castCapsuleInto(
    a: Numbers,
    b: Numbers,
    radius: number,
    displacement: Numbers,
    out: ContactBuffer,
  ): number {
    let best = Infinity;
    for (const [id, [normal]] of this.#planes.entries()) {
      const depth = this.#depth(id, a, b, radius);
      const approach = -dot(normal, displacement);
      const part = depth >= 0 ? 0 : -depth / approach;
      if (!(part >= 0 && part <= 1 && part < best)) continue;
      best = part;
      this.#write(out, 0, id, along(a, displacement, part), along(b, displacement, part), 0);
    }
    return best;
  }

  #depth(id: number, a: Numbers, b: Numbers, radius: number): number {
    const [normal, constant] = this.#planes[id];
    return radius - (Math.min(dot(a, normal), dot(b, normal)) - constant);
  }

  #write(out: ContactBuffer, i: number, id: number, a: Numbers, b: Numbers, depth: number): void {
    const [normal, constant] = this.#planes[id];
    const lower = dot(a, normal) < dot(b, normal) ? a : b;
    out.ids[i] = id;
    out.normals.set(Array.from(normal), i * this.dimensions);
    out.points.set(along(lower, normal, constant - dot(lower, normal)), i * this.dimensions);
    out.depths[i] = depth;
  }
}

/** Returns the distance from the axis of an upright capsule to a box, or 0 if they intersect. */
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
