/** Solves for the motion that satisfies contact planes. */
import { expected } from '../errors.js';
import {
  type Dimensions,
  isObject,
  type PointLike,
  type PointObject,
  reading,
  storePosition,
} from '../inputs.js';
import type { Contacts } from '../verbs/contacts.js';

const MAX_ROUNDS = 32;

/** The correction of the plane is along its normal. */
export const ALONG_NORMAL = 0;
/** The correction of the plane is along the up direction, so that it does not move sideways. */
export const ALONG_UP = 1;

/** Half spaces `normal · motion >= depth`, with `dimensions` numbers per normal. */
export class Planes {
  readonly dimensions: Dimensions;
  count = 0;
  normals: Float64Array;
  depths: Float64Array;
  /** Length by which each plane has pushed the motion, >= 0. */
  pushes: Float64Array;
  /** `ALONG_NORMAL` or `ALONG_UP`. */
  directions: Uint8Array;
  /** Unit vector; not used if all corrections are along normals. */
  up: Float64Array = new Float64Array(3);

  constructor(dimensions: Dimensions, capacity: number) {
    this.dimensions = dimensions;
    this.normals = new Float64Array(capacity * dimensions);
    this.depths = new Float64Array(capacity);
    this.pushes = new Float64Array(capacity);
    this.directions = new Uint8Array(capacity);
  }

  /**
   * Changes a motion as little as the planes require. Projected Gauss-Seidel iteration: each plane
   * pushes the motion, and takes back what later planes make unnecessary.
   */
  solve(motion: Float64Array, tolerance: Float64Array): void {
    const { count, dimensions, normals, depths, pushes, directions, up } = this;
    pushes.fill(0, 0, count);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      let change = 0;
      for (let i = 0; i < count; i += 1) {
        const at = i * dimensions;
        let inside = depths[i];
        let climb = 0;
        for (let axis = 0; axis < dimensions; axis += 1) {
          inside -= normals[at + axis] * motion[axis];
          climb += normals[at + axis] * up[axis];
        }
        const isUp = directions[i] === ALONG_UP;
        if (isUp) inside /= climb;
        const push = pushes[i] + inside > 0 ? inside : -pushes[i];
        pushes[i] += push;
        for (let axis = 0; axis < dimensions; axis += 1) {
          motion[axis] += push * (isUp ? up[axis] : normals[at + axis]);
        }
        change = Math.max(change, Math.abs(push));
      }
      if (change <= tolerance[0]) return;
    }
  }
}

/** Returns the planes of contacts, and copies the vector. */
function read(
  name: string,
  vector: PointLike,
  contacts: Contacts,
  isDeep: boolean,
): [Planes, Float64Array] {
  return reading('invalid-argument', name, () => {
    const given = vector as Partial<ArrayLike<number> & PointObject>;
    const isPlane = isObject(vector) && (given.length === 2 || given.z === undefined);
    const dimensions = given?.length === 3 || !isPlane ? 3 : 2;
    const motion = new Float64Array(dimensions);
    const full = new Float64Array(3);
    storePosition(vector, dimensions, name, full);
    motion.set(full.subarray(0, dimensions));
    const { count, normals, depths } = isObject(contacts) ? contacts : ({} as Partial<Contacts>);
    const length = Number.isInteger(count) && (count as number) >= 0 ? (count as number) : Infinity;
    const isFull = isObject(normals) && isObject(depths) && normals.length >= length * dimensions;
    if (!isFull || !(depths.length >= length)) {
      const form = `contacts in ${dimensions}D, with count, normals and depths`;
      throw expected('invalid-argument', 'contacts', form, contacts);
    }
    const planes = new Planes(dimensions, length);
    planes.count = length;
    for (let i = 0; i < length * dimensions; i += 1) planes.normals[i] = normals[i];
    for (let i = 0; isDeep && i < length; i += 1) planes.depths[i] = depths[i];
    return [planes, motion];
  });
}

function solved(planes: Planes, motion: Float64Array): Float64Array {
  let length = 0;
  for (const value of motion) length += Math.abs(value);
  for (const depth of planes.depths) length += depth;
  planes.solve(motion, Float64Array.of(1e-9 * length));
  return motion;
}

/**
 * Returns the displacement closest to the given one that separates a shape from all its contacts:
 * normal · displacement >= depth for each contact. If no displacement does, for example between two
 * walls, the result is a compromise.
 * @param displacement - Wanted displacement in world units: 2 or 3 numbers, or `{ x, y, z }`.
 * @param contacts - Contacts with as many dimensions, as `collideCapsule` returns them.
 * @returns Displacement, 2 or 3 numbers in a new array.
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
  return solved(...read('displacement', displacement, contacts, true));
}

/**
 * Returns the velocity closest to the given one that does not point into any contact. The depths of
 * the contacts have no effect.
 * @param velocity - Velocity in any unit: 2 or 3 numbers, or `{ x, y, z }`.
 * @param contacts - Contacts with as many dimensions, for example `contacts` of a `MoveResult`.
 * @returns Velocity, 2 or 3 numbers in a new array.
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
  return solved(...read('velocity', velocity, contacts, false));
}
