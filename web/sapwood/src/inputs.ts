/** Reads single arguments: boxes, points, rays, ids and counts. */
import { expected, SapwoodError } from './errors.js';
import { type Reader, type Registers, readWith, unreadable } from './foreign.js';
import type { Dimensions } from './options.js';
import { isGone, type NumberView, trueLength, viewKind } from './views.js';

/**
 * Point: `dimensions` numbers in an array, or an object with `x`, `y` (and `z`), such as `Vector3`
 * of three.js. Coordinates are finite, in world units, with |v| <= 1e18.
 */
export type PointLike = ArrayLike<number> | PointObject;
/** Point as an object, such as `Vector3` of three.js. */
export interface PointObject {
  /** First coordinate in world units. */
  readonly x: number;
  /** Second coordinate in world units. */
  readonly y: number;
  /** Third coordinate in world units. Required in 3D, ignored in 2D. */
  readonly z?: number;
}

/**
 * Axis-aligned box: `2 * dimensions` numbers, minimum corner first, or an object with both
 * corners, such as `Box3` of three.js. Minima may be -Infinity and maxima Infinity.
 */
export type BoxLike = ArrayLike<number> | BoxObject;
/**
 * Axis-aligned box as an object, such as `Box3` of three.js. Each minimum is at most its maximum.
 */
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
  /** Start of the ray in world units. */
  readonly origin: PointLike;
  /** Direction: finite, not zero, of any length. */
  readonly direction: PointLike;
}

/** Maximum absolute coordinate, in float32. */
export const LIMIT = Math.fround(1e18);
/** Text for messages about a shift of the origin. */
export const KEEPS_RANGE: string = 'a vector that moves no box out of -1e18 .. 1e18';

/**
 * Returns whether a finite number rounds to infinity in float32, which would mean an unbounded
 * side.
 */
export const overflows = (value: number): boolean =>
  Number.isFinite(value) && !Number.isFinite(Math.fround(value));

const sound = (value: number): boolean => Math.abs(value) <= LIMIT;

export const boxReader: Reader<BoxLike> = {
  code: 'invalid-box',
  fill({ box: out }, box, dimensions, name) {
    if (!isObject(box)) throw boxShapeError(box, dimensions, name);
    const whole = storeNumbers(box as ArrayLike<number>, 2 * dimensions, out, 0);
    if (!(whole ?? storeCorners(box as BoxObject, dimensions, out))) {
      throw boxShapeError(box, dimensions, name);
    }
    for (let axis = 0; axis < dimensions; axis += 1) {
      // where infinite sides lie
      if (out[axis] === -Infinity) out[axis] = -LIMIT;
      if (out[dimensions + axis] === Infinity) out[dimensions + axis] = LIMIT;
      const low = out[axis];
      const high = out[dimensions + axis];
      if (!(low >= -LIMIT && high <= LIMIT && low <= high)) throw boxValueError(box, name);
    }
  },
};

/** Reads a box into `box`. */
export function readBox(box: BoxLike, dimensions: Dimensions, name: string): Registers {
  return readWith(boxReader, box, dimensions, name);
}

function storeCorners({ min, max }: BoxObject, dimensions: Dimensions, out: Float32Array): boolean {
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
  const lack = lackOf(min, dimensions, 'min.') || lackOf(max, dimensions, 'max.');
  return expected('invalid-box', name, form, got, lack);
}

/** Returns the error for an invalid box. For boxes in flat arrays, `name` includes the position. */
export function boxValueError(got: unknown, name: string): SapwoodError {
  return expected('invalid-box', name, 'min <= max and numbers in -1e18 .. 1e18 or infinite', got);
}

/** Returns whether a value is an object of options; arrays are not. */
export function isOptions(value: unknown): value is object {
  return isObject(value) && !hasPart(value, 'length');
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Stores `count` numbers of an array from `at` on. Returns false if the array has another length or
 * other elements, and undefined if the value is not an array (vectors may have a method `length`).
 * Copies directly from property to register, because passing a number between functions may
 * allocate.
 */
function storeNumbers(
  values: ArrayLike<number>,
  count: number,
  out: Float32Array,
  at: number,
): boolean | undefined {
  const { length } = values;
  if (typeof length !== 'number') return undefined;
  if (length !== count) return false;
  for (let i = 0; i < count; i += 1) {
    const value = values[i];
    if (typeof value !== 'number') return false;
    out[at + i] = overflows(value) ? Number.NaN : value;
  }
  return true;
}

/** Stores the coordinates of a point from `at` on. Returns false if the value is not a point. */
export function storePoint(
  point: PointLike,
  dimensions: Dimensions,
  out: Float32Array,
  at: number,
): boolean {
  const whole = storeNumbers(point as ArrayLike<number>, dimensions, out, at);
  if (whole !== undefined) return whole;
  const { x, y } = point as PointObject;
  if (typeof x !== 'number' || typeof y !== 'number') return false;
  out[at] = overflows(x) ? Number.NaN : x;
  out[at + 1] = overflows(y) ? Number.NaN : y;
  if (dimensions === 2) return true;
  const { z } = point as PointObject;
  if (typeof z !== 'number') return false;
  out[at + 2] = overflows(z) ? Number.NaN : z;
  return true;
}

export const pointReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ point: out }, point, dimensions, name) {
    storePosition(out, point, dimensions, name);
  },
};

/** Checks a position and writes it to the register `point`. */
export function readPoint(point: PointLike, dimensions: Dimensions, name: string): Registers {
  return readWith(pointReader, point, dimensions, name);
}

const eyeReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ eye: out }, eye, dimensions, name) {
    storePosition(out, eye, dimensions, name);
  },
};

/** Checks a position in 3D and writes it to the register `eye`. */
export function readEye(eye: PointLike, name: string): Registers {
  return readWith(eyeReader, eye, 3, name);
}

/** Checks the second end of a segment and writes it to the register `eye`. */
export function readEnd(end: PointLike, dimensions: Dimensions, name: string): Registers {
  return readWith(eyeReader, end, dimensions, name);
}

function storePosition(
  out: Float32Array,
  point: PointLike,
  dimensions: Dimensions,
  name: string,
): void {
  storeCoordinates(out, point, dimensions, name);
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (!sound(out[axis])) throw pointError(point, dimensions, name);
  }
}

const directionReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ direction: out }, direction, dimensions, name) {
    storeCoordinates(out, direction, dimensions, name);
    let moves = false;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const value = out[axis];
      if (!Number.isFinite(value)) throw directionError(direction, name);
      moves ||= value !== 0;
    }
    if (!moves) throw directionError(direction, name);
  },
};

/** Reads a direction of any finite length except 0 into `direction`. */
export function readDirection(
  direction: PointLike,
  dimensions: Dimensions,
  name: string,
): Registers {
  return readWith(directionReader, direction, dimensions, name);
}

function directionError(direction: unknown, name: string): SapwoodError {
  return expected(
    'invalid-argument',
    name,
    'numbers that are finite in float32, not all 0',
    direction,
  );
}

const displacementReader: Reader<PointLike | undefined> = {
  code: 'invalid-argument',
  fill({ direction: out }, by, dimensions, name) {
    if (by === undefined) {
      out[0] = out[1] = out[2] = 0;
    } else {
      storePosition(out, by, dimensions, name);
    }
  },
};

/** Reads the displacement of an item into `direction`. Default: zero. */
export function readDisplacement(by: PointLike | undefined, dimensions: Dimensions): Registers {
  return readWith(displacementReader, by, dimensions, 'displacement');
}

function storeCoordinates(
  out: Float32Array,
  point: PointLike,
  dimensions: Dimensions,
  name: string,
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
  return expected('invalid-argument', name, form, got, lackOf(got, dimensions));
}

/**
 * Returns a suffix for a message that states which coordinate of an object is missing or not a
 * number. May be empty.
 */
function lackOf(point: unknown, dimensions: Dimensions, prefix = ''): string {
  if (!isObject(point) || !('x' in point)) return '';
  const coordinates = point as Record<string, unknown>;
  const bad = ['x', 'y', 'z']
    .slice(0, dimensions)
    .find((axis) => typeof coordinates[axis] !== 'number');
  if (bad === undefined) return '';
  const lack = coordinates[bad] === undefined ? 'is missing' : 'is not a number';
  return ` (${prefix}${bad} ${lack})`;
}

/** Returns a radius after checking that it is finite in float32 and >= 0. */
export function readRadius(radius: number): number {
  if (typeof radius === 'number' && radius >= 0 && Number.isFinite(Math.fround(radius))) {
    return radius;
  }
  throw expected('invalid-argument', 'radius', 'a finite number >= 0', radius);
}

/** Returns a maximum distance, >= 0. Default: unlimited. */
export function readMaxDistance(distance: unknown): number {
  if (distance === undefined) return Infinity;
  if (typeof distance === 'number' && distance >= 0) return distance;
  throw expected('invalid-argument', 'maxDistance', 'a number >= 0', distance);
}

/**
 * Returns a count or limit after checking that it is an integer >= 0. Values beyond 32 bits are
 * clamped.
 */
export function readCount(count: number, name: string): number {
  if (Number.isInteger(count) && count >= 0) return Math.min(count, MOST);
  throw expected('invalid-argument', name, 'an integer >= 0', count);
}

/** Like `readCount`, but also accepts Infinity. */
export function readLimit(count: number, name: string): number {
  return count === Infinity ? MOST : readCount(count, name);
}

const MOST = 0xffffffff;

export function isId(id: unknown): id is number {
  return typeof id === 'number' && id >>> 0 === id && id !== MOST;
}

/** Returns an id after checking that it is an integer in 0 .. 2^32 - 2. */
export function readId(id: number, name: string): number {
  if (isId(id)) return id;
  throw expected('invalid-id', name, 'an integer in 0 .. 2^32 - 2', id);
}

/** Checks the output array of an `…Into` method. */
export function readOut<View extends NumberView>(
  out: View,
  name = 'out',
  kind = 'Uint32Array',
): View {
  if (viewKind(out) !== kind) throw expected('invalid-argument', name, `a ${kind}`, out);
  if (trueLength(out) === 0 && isGone(out)) throw goneOut(name, kind);
  return out;
}

export function goneOut(name = 'out', kind = 'Uint32Array'): SapwoodError {
  return new SapwoodError(
    'invalid-argument',
    `${name}: this ${kind} is detached; pass an array that is not detached`,
  );
}

/**
 * Returns whether the first argument of a method is an object with this property, such as a sphere
 * or a ray.
 */
export function hasPart(value: unknown, part: string): boolean {
  try {
    return isObject(value) && part in value;
  } catch (cause) {
    throw unreadable('invalid-argument', 'argument', cause);
  }
}

/** Reads a property of such an object. */
export function partOf<T, Key extends keyof T & string>(value: T, part: Key): T[Key] {
  try {
    return value[part];
  } catch (cause) {
    throw unreadable('invalid-argument', part, cause);
  }
}
