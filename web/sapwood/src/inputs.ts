/**
 * Reading of single arguments: boxes, points, rays, frusta, filters, ids and counts.
 *
 * Hot calls must not allocate, so readers write into the registers below; the caller passes them
 * on as numbers. Storing rounds to float32, and the checks judge the rounded values: those are
 * what the core sees.
 */
import { expected, type SapwoodError } from './errors.js';
import type { Dimensions } from './options.js';

/** A point: 2 or 3 numbers, or an object with x, y (and z). Extra coordinates are an error in arrays only. */
export type PointLike = ArrayLike<number> | PointObject;
export interface PointObject {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}

/** A box: minimum corner then maximum corner (4 or 6 numbers), or an object with both points. */
export type BoxLike = ArrayLike<number> | BoxObject;
export interface BoxObject {
  readonly min: PointLike;
  readonly max: PointLike;
}

export interface SphereLike {
  readonly center: PointLike;
  /** >= 0, in world units. */
  readonly radius: number;
}

export interface RayLike {
  readonly origin: PointLike;
  /** Any length but 0. */
  readonly direction: PointLike;
}

/** Collision bits of an item: it meets another when each one's category is in the other's mask. */
export interface ItemFilter {
  /** Bits of what it is: 1 when left out (all bits for a query). */
  readonly category?: number;
  /** Bits of what it meets: all when left out. */
  readonly mask?: number;
}

/** Filter of a query; a number is a mask. */
export type FilterLike = number | ItemFilter;

/** Largest |coordinate|, as float32. */
export const LIMIT = Math.fround(1e18);
const FINITE = `finite, |v| <= 1e18`;

export const boxIn = new Float32Array(6);
export const pointIn = new Float32Array(3);
export const directionIn = new Float32Array(3);
/** Category and mask, as the signed words that reach the core without a heap number. */
export const filterIn = new Int32Array(2);

const sound = (value: number): boolean => Math.abs(value) <= LIMIT;

/** Into `boxIn`. */
export function readBox(box: BoxLike, dimensions: Dimensions, name: string): void {
  if (!isObject(box)) throw boxShapeError(box, dimensions, name);
  if ((box as ArrayLike<number>).length === undefined) {
    readBoxObject(box as BoxObject, dimensions, name);
  } else {
    readBoxArray(box as ArrayLike<number>, dimensions, name);
  }
  for (let axis = 0; axis < dimensions; axis += 1) {
    const low = boxIn[axis];
    const high = boxIn[dimensions + axis];
    if (!(low >= -LIMIT && high <= LIMIT && low <= high)) throw boxValueError(box, name);
  }
}

function readBoxArray(box: ArrayLike<number>, dimensions: Dimensions, name: string): void {
  const count = 2 * dimensions;
  if (box.length !== count) throw boxShapeError(box, dimensions, name);
  for (let i = 0; i < count; i += 1) {
    const value = box[i];
    if (typeof value !== 'number') throw boxShapeError(box, dimensions, name);
    boxIn[i] = value;
  }
}

function readBoxObject(box: BoxObject, dimensions: Dimensions, name: string): void {
  const { min, max } = box;
  if (!isObject(min) || !isObject(max)) throw boxShapeError(box, dimensions, name);
  const whole =
    storePoint(min, dimensions, boxIn, 0) && storePoint(max, dimensions, boxIn, dimensions);
  if (!whole) throw boxShapeError(box, dimensions, name);
}

function boxShapeError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  const form = `${2 * dimensions} numbers (${dimensions}D) or an object with min and max points`;
  return expected('invalid-box', name, form, got);
}

/** Also of boxes in bulk arrays; their `name` holds the position. */
export function boxValueError(got: unknown, name: string): SapwoodError {
  return expected('invalid-box', name, `min <= max, ${FINITE}`, got);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Stores the coordinates of a point from `at` on; false when it is no point.
 * From property to register at once: a number that passes between functions may cost an allocation.
 */
function storePoint(
  point: PointLike,
  dimensions: Dimensions,
  out: Float32Array,
  at: number,
): boolean {
  const { length } = point as ArrayLike<number>;
  if (length !== undefined) {
    if (length !== dimensions) return false;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const value = (point as ArrayLike<number>)[axis];
      if (typeof value !== 'number') return false;
      out[at + axis] = value;
    }
    return true;
  }
  const { x, y, z } = point as PointObject;
  if (typeof x !== 'number' || typeof y !== 'number') return false;
  out[at] = x;
  out[at + 1] = y;
  if (dimensions === 2) return true;
  if (typeof z !== 'number') return false;
  out[at + 2] = z;
  return true;
}

/** Into `pointIn`: a position, checked for the range of coordinates. */
export function readPoint(point: PointLike, dimensions: Dimensions, name: string): void {
  readCoordinates(point, dimensions, name, pointIn);
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (!sound(pointIn[axis])) throw pointError(point, dimensions, name);
  }
}

/** Into `directionIn`: any finite length but 0. */
export function readDirection(direction: PointLike, dimensions: Dimensions, name: string): void {
  readCoordinates(direction, dimensions, name, directionIn);
  let moves = false;
  for (let axis = 0; axis < dimensions; axis += 1) {
    const value = directionIn[axis];
    if (!Number.isFinite(value)) throw directionError(direction, name);
    moves ||= value !== 0;
  }
  if (!moves) throw directionError(direction, name);
}

function directionError(direction: unknown, name: string): SapwoodError {
  return expected('invalid-argument', name, 'finite numbers in float32, not all 0', direction);
}

/** Into `directionIn`: how far an item moved, zero when left out. */
export function readDisplacement(by: PointLike | undefined, dimensions: Dimensions): void {
  if (by === undefined) {
    directionIn.fill(0);
    return;
  }
  readCoordinates(by, dimensions, 'displacement', directionIn);
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (!sound(directionIn[axis])) throw pointError(by, dimensions, 'displacement');
  }
}

function readCoordinates(
  point: PointLike,
  dimensions: Dimensions,
  name: string,
  out: Float32Array,
): void {
  out[2] = 0;
  if (isObject(point) && storePoint(point, dimensions, out, 0)) return;
  throw pointError(point, dimensions, name);
}

function pointError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  const form = `${dimensions} numbers or an object with x, y${dimensions === 3 ? ', z' : ''}`;
  return expected('invalid-argument', name, `${form}, ${FINITE}`, got);
}

/** A radius: finite in float32 and >= 0. */
export function readRadius(radius: number): number {
  if (typeof radius === 'number' && radius >= 0 && Number.isFinite(Math.fround(radius))) {
    return radius;
  }
  throw expected('invalid-argument', 'radius', 'a finite number >= 0', radius);
}

/** A largest distance: >= 0, unlimited when left out. */
export function readMaxDistance(distance: number | undefined): number {
  if (distance === undefined) return Infinity;
  if (typeof distance === 'number' && distance >= 0) return distance;
  throw expected('invalid-argument', 'maxDistance', 'a number >= 0', distance);
}

/** A count or limit: an integer >= 0; more than fits 32 bits means as many as there are. */
export function readCount(count: number, name: string): number {
  if (Number.isInteger(count) && count >= 0) return Math.min(count, MOST);
  throw expected('invalid-argument', name, 'an integer >= 0', count);
}

const MOST = 0xffffffff;

/** An id that may reach the core: an integer in 0 .. 2^32 - 2. */
export function readId(id: number, name: string): number {
  if (typeof id === 'number' && id >>> 0 === id && id !== MOST) return id;
  throw expected('invalid-id', name, 'an integer in 0 .. 2^32 - 2', id);
}

/** Into `filterIn`: the filter of a query, which starts with all categories and accepts all. */
export function readQueryFilter(filter: FilterLike | undefined): void {
  filterIn[0] = -1;
  filterIn[1] = -1;
  if (filter !== undefined) readFilter(filter);
}

/** Into `filterIn`: the filter of an item, which starts in category 1 and accepts all. */
export function readItemFilter(filter: ItemFilter | undefined): void {
  filterIn[0] = 1;
  filterIn[1] = -1;
  if (filter !== undefined) readFilter(filter);
}

function readFilter(filter: FilterLike): void {
  if (typeof filter === 'number') {
    filterIn[1] = readBits(filter, 'filter');
    return;
  }
  if (!isObject(filter)) {
    throw expected('invalid-argument', 'filter', 'a mask or { category?, mask? }', filter);
  }
  const { category, mask } = filter;
  if (category !== undefined) filterIn[0] = readBits(category, 'category');
  if (mask !== undefined) filterIn[1] = readBits(mask, 'mask');
}

// both readings of 32 bits pass, so that ~0 and 0xffffffff mean the same
function readBits(bits: number, name: string): number {
  const whole = typeof bits === 'number' && ((bits | 0) === bits || bits >>> 0 === bits);
  if (whole) return bits | 0;
  throw expected('invalid-argument', name, '32 bits as an integer', bits);
}

/** The caller's array of a `…Into` verb. */
export function readOut(out: Uint32Array): Uint32Array {
  if (out instanceof Uint32Array) return out;
  throw expected('invalid-argument', 'out', 'a Uint32Array', out);
}
