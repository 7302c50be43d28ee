/** Finds the closest motion that satisfies contact planes. */
import { expected } from '../errors.js';
import {
  type Dimensions,
  isObject,
  LIMIT,
  type PointLike,
  type PointObject,
  reading,
  storePosition,
} from '../inputs.js';
import type { Contacts } from '../methods/contacts.js';

/** Returns the dot product of a vector and the numbers of `values` that begin at position `at`. */
export function dot(
  values: Float64Array,
  at: number,
  vector: Float64Array,
  dimensions: Dimensions,
): number {
  let sum = 0;
  for (let axis = 0; axis < dimensions; axis += 1) sum += values[at + axis] * vector[axis];
  return sum;
}

export function add(out: Float64Array, part: number, vector: Float64Array): void {
  for (let axis = 0; axis < out.length; axis += 1) out[axis] += part * vector[axis];
}

/** Set of half-spaces `normal · motion >= depth`, with `dimensions` numbers per normal. */
export class Planes {
  readonly dimensions: Dimensions;
  count = 0;
  normals: Float64Array = new Float64Array(0);
  depths: Float64Array = new Float64Array(0);
  /**
   * Direction in which each plane corrects the motion: the normal, or another vector such as up.
   */
  directions: Float64Array = new Float64Array(0);
  /** Square of the sine of the angle below which normals count as parallel. */
  readonly #parallel: number;
  /** Reduction of all depths, and tolerance for rounding. */
  readonly #relief: Float64Array = new Float64Array(2);
  /**
   * Each level of the recursion has an active plane, on which the motion must lie. `#corrections`
   * are the vectors that move the motion onto the active planes, and `#pivots` are the components
   * of these vectors along the normals.
   */
  readonly #active: Int32Array = new Int32Array(3);
  readonly #corrections: readonly Float64Array[];
  readonly #pivots: Float64Array = new Float64Array(3);
  /** The given motion at index 0, then the closest motion on the active planes of each level. */
  readonly #bases: readonly Float64Array[];

  /**
   * Creates an empty set.
   * @param parallel - Square of the sine of the angle below which normals count as parallel. A
   * narrow wedge between two planes would cause a long motion.
   */
  constructor(dimensions: Dimensions, parallel: number) {
    const vectors = () => [0, 1, 2, 3].map(() => new Float64Array(dimensions));
    this.dimensions = dimensions;
    this.#parallel = parallel;
    this.#corrections = vectors();
    this.#bases = vectors();
  }

  /** Reserves memory for planes. May discard existing planes. */
  reserve(count: number): void {
    if (count <= this.depths.length) return;
    this.normals = new Float64Array(count * this.dimensions);
    this.depths = new Float64Array(count);
    this.directions = new Float64Array(count * this.dimensions);
  }

  /**
   * Replaces a motion by the closest motion that satisfies all planes. If no motion satisfies them,
   * first reduces all depths by approximately the smallest distance that is sufficient.
   */
  solve(motion: Float64Array): void {
    const relief = this.#relief;
    const given = this.#bases[0];
    // begins above 0, so that `1e-9 * size` does not round to 0 and the loop below ends
    let size = 1e-290;
    for (let axis = 0; axis < this.dimensions; axis += 1) {
      given[axis] = motion[axis];
      size += Math.abs(motion[axis]);
    }
    for (let i = 0; i < this.count; i += 1) size = Math.max(size, this.depths[i]);
    relief[0] = 0;
    relief[1] = 1e-12 * size;
    while (!this.#solveLevel(motion, 0, this.count)) relief[0] = 1.25 * relief[0] + 1e-9 * size;
  }

  /**
   * Finds the closest motion that lies on the active planes of lower levels and satisfies the first
   * `count` planes. If the solution for the previous planes violates a plane, the new solution lies
   * on this plane. Returns false if there is no solution. Source: R. Seidel, "Small-dimensional
   * linear programming and convex hulls made easy" (1991).
   */
  #solveLevel(motion: Float64Array, level: number, count: number): boolean {
    motion.set(this.#bases[level]);
    for (let i = 0; i < count; i += 1) {
      // skips planes that the motion satisfies, and planes whose distance is NaN
      if (!(this.#inside(i, motion) > this.#relief[1])) continue;
      if (level === this.dimensions || !this.#activate(i, level)) return false;
      if (!this.#solveLevel(motion, level + 1, i)) return false;
    }
    return true;
  }

  /** Returns the distance by which a motion violates a plane; <= 0 if it satisfies the plane. */
  #inside(i: number, motion: Float64Array): number {
    const { dimensions, normals, depths } = this;
    return depths[i] - this.#relief[0] - dot(normals, i * dimensions, motion, dimensions);
  }

  /**
   * Makes plane `i` active: moves the motion of a level onto this plane, along the active planes of
   * lower levels. Returns false if plane `i` is parallel to these planes.
   */
  #activate(i: number, level: number): boolean {
    const { dimensions, normals, directions } = this;
    const active = this.#active;
    const pivots = this.#pivots;
    const corrections = this.#corrections;
    const correction = corrections[level];
    for (let axis = 0; axis < dimensions; axis += 1) {
      correction[axis] = directions[i * dimensions + axis];
    }
    // corrects twice for each active plane, because the first pass leaves rounding errors
    for (let turn = 0; turn < 2 * level; turn += 1) {
      const k = turn % level;
      add(
        correction,
        -dot(normals, active[k] * dimensions, correction, dimensions) / pivots[k],
        corrections[k],
      );
    }
    const pivot = dot(normals, i * dimensions, correction, dimensions);
    if (!(Math.abs(pivot) > this.#parallel)) return false;
    active[level] = i;
    pivots[level] = pivot;
    const next = this.#bases[level + 1];
    next.set(this.#bases[level]);
    add(next, this.#inside(i, next) / pivot, correction);
    return true;
  }
}

/** Square of the sine of an angle. A smaller angle between float32 normals is a rounding error. */
const PARALLEL = 1e-12;

/** Copies numbers of contacts. Throws if a number is too large, infinite or NaN. */
function copied(values: ArrayLike<number>, count: number, name: string): Float64Array {
  // the array grows while it is filled, because `count` may be wrong
  const numbers: number[] = [];
  for (let i = 0; i < count; i += 1) {
    if (!Number.isFinite(values[i]) || Math.abs(values[i]) > LIMIT) {
      const what = 'a number in -1e18 .. 1e18';
      throw expected('invalid-argument', `contacts.${name}[${i}]`, what, values[i]);
    }
    numbers.push(values[i]);
  }
  return Float64Array.from(numbers);
}

/** Returns the vector closest to a given vector that satisfies the planes of contacts. */
function solved(
  name: string,
  vector: PointLike,
  contacts: Contacts,
  isDeep: boolean,
): Float64Array {
  return reading('invalid-argument', name, () => {
    const given = vector as Partial<ArrayLike<number> & PointObject>;
    const isFlat = given?.x !== undefined && given.z === undefined;
    const dimensions = given?.length === 2 || isFlat ? 2 : 3;
    const motion = new Float64Array(3);
    storePosition(vector, dimensions, name, motion);
    const { count, normals, depths } = isObject(contacts) ? contacts : ({} as Partial<Contacts>);
    const length = count as number;
    if (!(isObject(normals) && isObject(depths) && Number.isInteger(length) && length >= 0)) {
      const form = `contacts in ${dimensions}D, with count, normals and depths`;
      throw expected('invalid-argument', 'contacts', form, contacts);
    }
    const planes = new Planes(dimensions, PARALLEL);
    planes.count = length;
    planes.normals = copied(normals, length * dimensions, 'normals');
    planes.directions = planes.normals;
    planes.depths = copied(depths, length, 'depths');
    if (!isDeep) planes.depths.fill(0);
    planes.solve(motion);
    return motion.slice(0, dimensions);
  });
}

/**
 * Returns the displacement closest to the given displacement that separates a shape from its
 * contacts: normal · displacement >= depth for each contact. If no displacement does, for example
 * between two walls, reduces all depths by approximately the smallest distance that is sufficient.
 * Normals at an angle below 1e-6 radians count as parallel.
 * @param displacement - Requested motion in world units: 2 or 3 numbers, or `{ x, y, z }`.
 * @param contacts - Contacts in the same dimensions, as from `collideCapsule`.
 * @returns 2 or 3 numbers in a new array.
 * @throws SapwoodError `invalid-argument`
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * index.build([0, 0, 9, 1]);
 * const contacts = index.collideSphere([4, 1.75], 1); // depth 0.25
 * console.log(solvePlanes([2, -3], contacts)); // Float64Array [2, 0.25]
 * ```
 */
export function solvePlanes(displacement: PointLike, contacts: Contacts): Float64Array {
  return solved('displacement', displacement, contacts, true);
}

/**
 * Returns the velocity closest to the given velocity that does not point into any contact. Depths
 * have no effect.
 * @param velocity - In any unit: 2 or 3 numbers, or `{ x, y, z }`.
 * @param contacts - Contacts in the same dimensions, such as `MoveResult.contacts`.
 * @returns 2 or 3 numbers in a new array.
 * @throws SapwoodError `invalid-argument`
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * index.build([0, 0, 9, 1]);
 * const contacts = index.collideSphere([4, 1.75], 1);
 * console.log(clipVector([2, -3], contacts)); // Float64Array [2, 0]
 * ```
 */
export function clipVector(velocity: PointLike, contacts: Contacts): Float64Array {
  return solved('velocity', velocity, contacts, false);
}
