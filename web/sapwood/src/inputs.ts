/**
 * Reads boxes, points, rays, ids and counts. Getters, proxies and array-like objects may run code
 * of the caller. Exceptions of this code become the `cause` of errors. If this code calls the
 * package, the nested calls use their own registers.
 */
import { type ErrorCode, expected, isSapwoodError, SapwoodError } from './errors.js';
import { isDetached, type NumberView, trueLength, viewKind } from './views.js';

/** Number of dimensions. A point has `dimensions` numbers, and a box has `2 * dimensions`. */
export type Dimensions = 2 | 3;

/**
 * Point: `dimensions` numbers, or an object with `x`, `y` (and `z`), such as `Vector3` of three.js.
 * Coordinates are finite, in world units, with |v| <= 1e18.
 */
export type PointLike = ArrayLike<number> | PointObject;
/** Point as an object. */
export interface PointObject {
  /** First coordinate in world units. */
  readonly x: number;
  /** Second coordinate in world units. */
  readonly y: number;
  /** Third coordinate in world units. Required in 3D, ignored in 2D. */
  readonly z?: number;
}

/**
 * Axis-aligned box: `2 * dimensions` numbers, minimum corner first, or an object with both corners,
 * such as `Box3` of three.js. A minimum may be -Infinity, and a maximum may be Infinity.
 */
export type BoxLike = ArrayLike<number> | BoxObject;
/** Axis-aligned box as an object. Each minimum is at most its maximum. */
export interface BoxObject {
  /** Corner with the smallest coordinates. */
  readonly min: PointLike;
  /** Corner with the largest coordinates. */
  readonly max: PointLike;
}

/** Sphere (a circle in 2D), such as `Sphere` of three.js. */
export interface SphereLike {
  /** Center in world units. */
  readonly center: PointLike;
  /** Radius in world units, finite and >= 0. */
  readonly radius: number;
}

/** Ray, such as `Ray` of three.js. */
export interface RayLike {
  /** Start in world units. */
  readonly origin: PointLike;
  /** Direction: finite, not zero, of any length. */
  readonly direction: PointLike;
}

/**
 * Memory into which arguments are read, so that frequent calls do not allocate. Checks test the
 * values after rounding to float32, which the core receives.
 */
export class Registers {
  readonly box: Float32Array = new Float32Array(6);
  readonly point: Float32Array = new Float32Array(3);
  readonly direction: Float32Array = new Float32Array(3);
  /**
   * Category, mask and set of layers of a world (0 for all layers). The words are signed, because
   * V8 passes signed words without allocation.
   */
  readonly filter: Int32Array = new Int32Array(3);
  accept: ItemPredicate | undefined = undefined;
  /** Eye point of an ordered query, or second end of a segment or a capsule. */
  readonly eye: Float32Array = new Float32Array(3);
  /** Normal x, y, z and constant of each plane of a frustum. */
  readonly planes: Float32Array = new Float32Array(24);
  /** Order of a frustum query, and its limit as a signed word. */
  readonly search: Int32Array = new Int32Array(2);
  /** Point in double precision. */
  readonly exact: Float64Array = new Float64Array(3);
  #nested: Registers | undefined;

  /** Registers for calls made while an argument is read. */
  get nested(): Registers {
    this.#nested ??= new Registers();
    return this.#nested;
  }
}

/**
 * Function that returns whether an item is a result; see `QueryFilter.accept`.
 * @param id - Id of a live item.
 * @returns True if the item is a result.
 */
export type ItemPredicate = (id: number) => boolean;

let current = new Registers();

export const registers = (): Registers => current;

/** Reads one kind of argument into registers. */
export interface Reader<T> {
  readonly code: ErrorCode;
  fill(target: Registers, value: T, dimensions: Dimensions, name: string): void;
}

/**
 * Reads an argument into the registers and returns the registers. Frequent calls use faster,
 * specialized functions.
 */
export function readWith<T>(
  reader: Reader<T>,
  value: T,
  dimensions: Dimensions,
  name: string,
): Registers {
  const target = current;
  current = target.nested;
  try {
    reader.fill(target, value, dimensions, name);
    return target;
  } catch (cause) {
    throw unreadable(reader.code, name, cause);
  } finally {
    current = target;
  }
}

/**
 * Calls `read` and converts its exceptions to errors of this package. Frequent calls use
 * `readWith`, which needs no closure.
 */
export function reading<T>(code: ErrorCode, name: string, read: () => T): T {
  const target = current;
  current = target.nested;
  try {
    return read();
  } catch (cause) {
    throw unreadable(code, name, cause);
  } finally {
    current = target;
  }
}

/** Converts an exception thrown while reading an argument to an error of this package. */
export function unreadable(code: ErrorCode, name: string, cause: unknown): SapwoodError {
  if (isSapwoodError(cause)) return cause;
  return new SapwoodError(code, `${name}: reading the value threw an error (see cause)`, { cause });
}

/**
 * Array that receives the numbers of an argument: a float32 register, or a float64 array for exact
 * values.
 */
export type Numbers = Float32Array | Float64Array;

/** Maximum absolute coordinate. */
export const LIMIT = Math.fround(1e18);
/** Expected value in error messages about a shift of the origin. */
export const VALID_SHIFT: string = 'a vector that moves no box out of -1e18 .. 1e18';

/**
 * Returns whether a finite number rounds to Infinity in float32, which the core treats as
 * unbounded.
 */
export const overflows = (value: number): boolean =>
  Number.isFinite(value) && !Number.isFinite(Math.fround(value));

export function readBox(box: BoxLike, dimensions: Dimensions, name: string): Registers {
  const target = current;
  current = target.nested;
  try {
    storeBox(box, dimensions, name, target.box);
    return target;
  } catch (cause) {
    throw unreadable('invalid-box', name, cause);
  } finally {
    current = target;
  }
}

/**
 * Checks a box and stores it in `out`. Infinite coordinates are replaced by the limits -1e18 and
 * 1e18.
 */
export function storeBox(box: BoxLike, dimensions: Dimensions, name: string, out: Numbers): void {
  const stored =
    isObject(box) &&
    (storeNumbers(box as ArrayLike<number>, 2 * dimensions, out, 0) ??
      storeCorners(box as BoxObject, dimensions, out));
  if (!stored) throw boxShapeError(box, dimensions, name);
  for (let axis = 0; axis < dimensions; axis += 1) {
    const low = out[axis];
    const high = out[dimensions + axis];
    if (low >= -LIMIT && high <= LIMIT && low <= high) continue;
    if (!limitSides(out, axis, dimensions + axis)) throw boxValueError(box, name);
  }
}

/** Replaces an infinite minimum or maximum by the limit. Returns whether both numbers are valid. */
function limitSides(out: Numbers, low: number, high: number): boolean {
  if (out[low] === -Infinity) out[low] = -LIMIT;
  if (out[high] === Infinity) out[high] = LIMIT;
  return out[low] >= -LIMIT && out[high] <= LIMIT && out[low] <= out[high];
}

function storeCorners({ min, max }: BoxObject, dimensions: Dimensions, out: Numbers): boolean {
  return (
    isObject(min) &&
    isObject(max) &&
    storePoint(min, dimensions, out, 0) &&
    storePoint(max, dimensions, out, dimensions)
  );
}

function boxShapeError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  const form = `${2 * dimensions} numbers (${dimensions}D) or an object with min and max points`;
  const { min, max } = isObject(got) ? (got as Partial<BoxObject>) : {};
  const fault =
    coordinateFault(min, dimensions, 'min.') || coordinateFault(max, dimensions, 'max.');
  return expected('invalid-box', name, form, got, fault);
}

/** Returns the error for an invalid box. In flat arrays, `name` includes the position. */
export function boxValueError(got: unknown, name: string): SapwoodError {
  return expected('invalid-box', name, 'min <= max and numbers in -1e18 .. 1e18 or infinite', got);
}

/** Returns whether a value is an object but not an array. */
export function isOptions(value: unknown): value is object {
  return isObject(value) && !ArrayBuffer.isView(value) && !hasPart(value, 'length');
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Copies `count` numbers of an array to `out`, beginning at position `at`. Returns false if the
 * length differs or an element is not a number. Returns undefined if the value is not an array; a
 * vector may have a method `length`. Copies directly to the register, because passing numbers
 * between functions may allocate.
 */
function storeNumbers(
  values: ArrayLike<number>,
  count: number,
  out: Numbers,
  at: number,
): boolean | undefined {
  // This loop is separate, because engines optimize a loop that reads only one kind of array.
  // `isView` excludes objects that only inherit from Float32Array, whose elements can have any
  // type.
  if (values instanceof Float32Array && ArrayBuffer.isView(values) && values.length === count) {
    for (let i = 0; i < count; i += 1) out[at + i] = values[i];
    return true;
  }
  const { length } = values;
  if (typeof length !== 'number') return undefined;
  if (length !== count) return false;
  for (let i = 0; i < count; i += 1) {
    const value = values[i];
    if (typeof value !== 'number') return false;
    out[at + i] = value >= -LIMIT && value <= LIMIT ? value : storable(value);
  }
  return true;
}

/** Returns a number. A number that overflows float32 becomes NaN, which is rejected later. */
const storable = (value: number): number => (overflows(value) ? Number.NaN : value);

/**
 * Copies the coordinates of a point to `out`, beginning at `at`. Returns false if `point` is not a
 * point.
 */
export function storePoint(
  point: PointLike,
  dimensions: Dimensions,
  out: Numbers,
  at: number,
): boolean {
  const whole = storeNumbers(point as ArrayLike<number>, dimensions, out, at);
  if (whole !== undefined) return whole;
  const { x, y } = point as PointObject;
  if (typeof x !== 'number' || typeof y !== 'number') return false;
  out[at] = storable(x);
  out[at + 1] = storable(y);
  if (dimensions === 2) return true;
  const { z } = point as PointObject;
  if (typeof z !== 'number') return false;
  out[at + 2] = storable(z);
  return true;
}

/** Reads a position into the register `point`. */
export function readPoint(point: PointLike, dimensions: Dimensions, name: string): Registers {
  const target = current;
  current = target.nested;
  try {
    storePosition(point, dimensions, name, target.point);
    return target;
  } catch (cause) {
    throw unreadable('invalid-argument', name, cause);
  } finally {
    current = target;
  }
}

const secondReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ eye }, point, dimensions, name) {
    storePosition(point, dimensions, name, eye);
  },
};

/** Reads an eye point or the second end of a segment into the register `eye`. */
export function readSecond(point: PointLike, dimensions: Dimensions, name: string): Registers {
  return readWith(secondReader, point, dimensions, name);
}

const displacementReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ direction }, by, dimensions, name) {
    storePosition(by, dimensions, name, direction);
  },
};

/** Reads a displacement into the register `direction`. */
export function readDisplacement(by: PointLike, dimensions: Dimensions): Registers {
  return readWith(displacementReader, by, dimensions, 'displacement');
}

export function storePosition(
  point: PointLike,
  dimensions: Dimensions,
  name: string,
  out: Numbers,
): void {
  storeCoordinates(point, dimensions, name, out);
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (Math.abs(out[axis]) <= LIMIT) continue;
    // a double above the limit, such as 1e18, may round to the limit
    out[axis] = Math.fround(out[axis]);
    if (!(Math.abs(out[axis]) <= LIMIT)) throw pointError(point, dimensions, name);
  }
}

const RAY_NAMES = ['origin', 'direction'] as const;

/**
 * Reads a ray into the registers `point` and `direction`. The direction may have any finite length
 * except 0.
 */
export function readRay(
  origin: PointLike,
  direction: PointLike,
  dimensions: Dimensions,
  names: readonly [string, string] = RAY_NAMES,
): Registers {
  const target = current;
  let name = names[0];
  current = target.nested;
  try {
    storePosition(origin, dimensions, name, target.point);
    name = names[1];
    storeDirection(direction, dimensions, name, target.direction);
    return target;
  } catch (cause) {
    throw unreadable('invalid-argument', name, cause);
  } finally {
    current = target;
  }
}

/** Checks that a direction is finite and not 0, and stores it. */
export function storeDirection(
  direction: PointLike,
  dimensions: Dimensions,
  name: string,
  out: Numbers,
): void {
  storeCoordinates(direction, dimensions, name, out);
  let moves = false;
  for (let axis = 0; axis < dimensions; axis += 1) {
    const value = out[axis];
    if (!Number.isFinite(value)) throw directionError(direction, name);
    moves ||= value !== 0;
  }
  if (!moves) throw directionError(direction, name);
}

function directionError(direction: unknown, name: string): SapwoodError {
  const what = 'numbers that are finite in float32, not all 0';
  return expected('invalid-argument', name, what, direction);
}

function storeCoordinates(
  point: PointLike,
  dimensions: Dimensions,
  name: string,
  out: Numbers,
): void {
  out[2] = 0;
  if (isObject(point) && storePoint(point, dimensions, out, 0)) return;
  throw pointError(point, dimensions, name);
}

export function pointError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  if (name === 'origin' && isObject(got) && 'ray' in got) {
    const message =
      'origin: expected a point or a ray, got an object with a property ray; pass that property';
    return new SapwoodError('invalid-argument', message);
  }
  const names = dimensions === 3 ? 'x, y, z' : 'x, y';
  const form = `${dimensions} numbers or { ${names} }, each in -1e18 .. 1e18`;
  return expected('invalid-argument', name, form, got, coordinateFault(got, dimensions));
}

/** Returns the part of an error message that names a missing or invalid coordinate, or ''. */
function coordinateFault(point: unknown, dimensions: Dimensions, prefix = ''): string {
  if (!isObject(point) || !('x' in point)) return '';
  const coordinates = point as Record<string, unknown>;
  const bad = ['x', 'y', 'z']
    .slice(0, dimensions)
    .find((axis) => typeof coordinates[axis] !== 'number');
  if (bad === undefined) return '';
  const fault = coordinates[bad] === undefined ? 'is missing' : 'is not a number';
  return ` (${prefix}${bad} ${fault})`;
}

/** Returns a radius. Throws if the radius is negative or not finite in float32. */
export function readRadius(radius: number): number {
  if (typeof radius === 'number' && radius >= 0 && Number.isFinite(Math.fround(radius))) {
    return radius;
  }
  throw expected('invalid-argument', 'radius', 'a finite number >= 0', radius);
}

/** Returns a maximum distance. Default: Infinity. Throws if the distance is not >= 0. */
export function readMaxDistance(distance: unknown): number {
  if (distance === undefined) return Infinity;
  if (typeof distance === 'number' && distance >= 0) return distance;
  throw expected('invalid-argument', 'maxDistance', 'a number >= 0', distance);
}

/** Returns a count, clamped to 2^32 - 1. Throws if the count is not an integer >= 0. */
export function readCount(count: number, name: string): number {
  if (Number.isInteger(count) && count >= 0) return Math.min(count, MAX_UINT32);
  throw expected('invalid-argument', name, 'an integer >= 0', count);
}

/** Same as `readCount`, but also accepts Infinity. */
export function readLimit(count: number, name: string): number {
  return count === Infinity ? MAX_UINT32 : readCount(count, name);
}

const MAX_UINT32 = 0xffffffff;

export function isId(id: unknown): id is number {
  return typeof id === 'number' && id >>> 0 === id && id !== MAX_UINT32;
}

/** Returns an id. Throws if the id is not an integer in 0 .. 2^32 - 2. */
export function readId(id: number, name: string): number {
  if (isId(id)) return id;
  throw expected('invalid-id', name, 'an integer in 0 .. 2^32 - 2', id);
}

/** Returns the output array of an `…Into` method. Throws if it is detached or not a Uint32Array. */
export function readOut(out: Uint32Array): Uint32Array {
  if (viewKind(out) !== 'Uint32Array' || trueLength(out) === 0) requireOutput(out, 'out');
  return out;
}

/** Throws if an output array does not have the class `kind` or is detached. */
export function requireOutput(out: NumberView, name: string, kind = 'Uint32Array'): void {
  if (viewKind(out) !== kind) throw expected('invalid-argument', name, `a ${kind}`, out);
  if (trueLength(out) === 0 && isDetached(out)) throw detachedOutput(name, kind);
}

export function detachedOutput(name = 'out', kind = 'Uint32Array'): SapwoodError {
  return new SapwoodError(
    'invalid-argument',
    `${name}: this ${kind} is detached; pass an array that is not detached`,
  );
}

/**
 * Returns whether an argument is an object with the property `part`, for example a ray with
 * `origin`.
 */
export function hasPart(value: unknown, part: string): boolean {
  try {
    return isObject(value) && part in value;
  } catch (cause) {
    throw unreadable('invalid-argument', 'argument', cause);
  }
}

export function partOf<T, Key extends keyof T & string>(value: T, part: Key): T[Key] {
  try {
    return value[part];
  } catch (cause) {
    throw unreadable('invalid-argument', part, cause);
  }
}
