/** Reading of single arguments: boxes, points, rays, filters, ids and counts. */
import { expected, SapwoodError } from './errors.js';
import {
  type ItemPredicate,
  type Reader,
  type Registers,
  readWith,
  registers,
  unreadable,
} from './foreign.js';
import type { Dimensions } from './options.js';
import { isGone, type NumberView, trueLength, viewKind } from './views.js';

/** A point: 2 or 3 numbers, or an object with x, y (and z). Extra coordinates are an error in arrays only. */
export type PointLike = ArrayLike<number> | PointObject;
/** A point with named coordinates in world units, as `Vector3` of three.js has them. */
export interface PointObject {
  /** World units. */
  readonly x: number;
  /** World units. */
  readonly y: number;
  /** World units; asked for in 3D, not looked at in 2D. */
  readonly z?: number;
}

/** A box: minimum corner then maximum corner (4 or 6 numbers), or an object with both points. */
export type BoxLike = ArrayLike<number> | BoxObject;
/**
 * A box with named corners, as `Box3` of three.js has them. `invalid-box` when a minimum is above
 * its maximum.
 */
export interface BoxObject {
  /** The corner of the least coordinates. */
  readonly min: PointLike;
  /** The corner of the greatest coordinates; equal to `min` for a point. */
  readonly max: PointLike;
}

/** A ball around a point, in 2D a disc; a `Sphere` of three.js is one. */
export interface SphereLike {
  /** World units; `dimensions` numbers or an object. */
  readonly center: PointLike;
  /** World units, >= 0. */
  readonly radius: number;
}

/** A half line; a `Ray` of three.js is one. */
export interface RayLike {
  /** Where it starts, in world units; on or in a box it hits at distance 0. */
  readonly origin: PointLike;
  /** Any length but 0; distances are world units all the same. */
  readonly direction: PointLike;
}

/** Collision bits of an item: it meets another when each one's category is in the other's mask. */
export interface ItemFilter {
  /** Bits of what it is: 1 when left out (all bits for a query). */
  category?: number;
  /** Bits of what it meets: all when left out. */
  mask?: number;
}

/**
 * What a body of a `World` is: it moves, it never meets another static one, or it meets what a
 * dynamic one meets and queries may leave it out.
 */
export type Layer = 'dynamic' | 'static' | 'sensor';

/** The layers by their number in the core; a set of them has bit 2 ^ number. */
export const LAYERS: readonly Layer[] = ['dynamic', 'static', 'sensor'];

/** The filter of a query. */
export interface QueryFilter extends ItemFilter {
  /** Bodies of these layers only, all when left out; `invalid-argument` where there are none. */
  layer?: Layer | readonly Layer[];
  /**
   * Asked about each item that the bits let pass: whether it counts. For queries that report many;
   * what finds one closest item has `hit` and `distance`. It is called when all items have been
   * found. Queries inside are allowed, changes of this index are `reentrant` errors; what it throws
   * comes through unchanged.
   */
  accept?: ItemPredicate;
}

/**
 * Which items a query takes: those whose category is in its mask, and whose mask has its category.
 * A number is a mask, a function is `accept`; all categories and all items when left out.
 */
export type FilterLike = number | ItemPredicate | QueryFilter;

/** Largest |coordinate|, as float32. */
export const LIMIT = Math.fround(1e18);
const FINITE = `finite, |v| <= 1e18`;

/** Whether a finite number is infinite as float32, which would say something else of a side. */
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

/** Into `box`. */
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

/** Also of boxes in bulk arrays; their `name` holds the position. */
export function boxValueError(got: unknown, name: string): SapwoodError {
  return expected('invalid-box', name, 'min <= max, |v| <= 1e18 or infinite', got);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Stores `count` numbers of an array from `at` on; false when it is no such array, undefined when
 * it is none at all (a method may be called `length`, as vectors have it).
 * From property to register at once: a number that passes between functions may cost an allocation.
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

/** Stores the coordinates of a point from `at` on; false when it is no point. */
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

/** Into `point`: a position, checked for the range of coordinates. */
export function readPoint(point: PointLike, dimensions: Dimensions, name: string): Registers {
  return readWith(pointReader, point, dimensions, name);
}

const eyeReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ eye: out }, eye, dimensions, name) {
    storePosition(out, eye, dimensions, name);
  },
};

/** Into `eye`: a position in 3D. */
export function readEye(eye: PointLike, name: string): Registers {
  return readWith(eyeReader, eye, 3, name);
}

/** Into `eye`: the other end of a segment. */
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

/** Into `direction`: any finite length but 0. */
export function readDirection(
  direction: PointLike,
  dimensions: Dimensions,
  name: string,
): Registers {
  return readWith(directionReader, direction, dimensions, name);
}

function directionError(direction: unknown, name: string): SapwoodError {
  return expected('invalid-argument', name, 'finite numbers in float32, not all 0', direction);
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

/** Into `direction`: how far an item moved, zero when left out. */
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
    const message = 'origin: expected a point or a ray; got an object with a ray: pass its `ray`';
    return new SapwoodError('invalid-argument', message);
  }
  const form = `${dimensions} numbers or an object with x, y${dimensions === 3 ? ', z' : ''}`;
  return expected('invalid-argument', name, `${form}, ${FINITE}`, got, lackOf(got, dimensions));
}

/** What is wrong with a coordinate of a point that names them, in words behind the point. */
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

export function isId(id: unknown): id is number {
  return typeof id === 'number' && id >>> 0 === id && id !== MOST;
}

/** An id that may reach the core: an integer in 0 .. 2^32 - 2. */
export function readId(id: number, name: string): number {
  if (isId(id)) return id;
  throw expected('invalid-id', name, 'an integer in 0 .. 2^32 - 2', id);
}

const queryFilterReader: Reader<FilterLike | undefined> = {
  code: 'invalid-argument',
  fill(target, filter) {
    target.accept = readAccept(filter);
    storeFilter(target.filter, typeof filter === 'function' ? undefined : filter, -1);
  },
};

function readAccept(filter: FilterLike | undefined): ItemPredicate | undefined {
  if (typeof filter === 'function') return filter;
  const accept = isObject(filter) ? filter.accept : undefined;
  if (accept === undefined || typeof accept === 'function') return accept;
  throw expected('invalid-argument', 'accept', 'a function', accept);
}

/**
 * Into `filter` and `accept`: the filter of a query, which starts with all categories and accepts
 * all.
 */
export function readQueryFilter(filter: FilterLike | undefined): Registers {
  if (filter !== undefined) return readWith(queryFilterReader, filter, 3, 'filter');
  const target = registers();
  target.filter[0] = -1;
  target.filter[1] = -1;
  target.filter[2] = 0;
  target.accept = undefined;
  return target;
}

/** Into `filter`, of a verb whose options have a callback of their own for single items. */
export function readBitFilter(filter: FilterLike | undefined, callback: string): Registers {
  const target = readQueryFilter(filter);
  if (target.accept === undefined) return target;
  target.accept = undefined;
  const wanted = `category, mask, layer; \`${callback}\` of the options asks about items`;
  throw expected('invalid-argument', 'filter', wanted, filter);
}

const itemFilterReader: Reader<ItemFilter | undefined> = {
  code: 'invalid-argument',
  fill({ filter: out }, filter) {
    storeFilter(out, filter, 1);
  },
};

/** Into `filter`: the filter of an item, which starts in category 1 and accepts all. */
export function readItemFilter(filter: ItemFilter | undefined): Registers {
  return readWith(itemFilterReader, filter, 3, 'filter');
}

const MASK_FORM = 'a mask or { category?, mask? }';

function storeFilter(
  out: Int32Array,
  filter: number | QueryFilter | undefined,
  usual: number,
): void {
  out[0] = usual;
  out[1] = -1;
  out[2] = 0;
  if (filter === undefined) return;
  if (typeof filter === 'number') {
    out[1] = readBits(filter, 'filter');
    return;
  }
  if (!isObject(filter)) {
    const form = usual < 0 ? 'a mask, a function or { category?, mask?, accept? }' : MASK_FORM;
    throw expected('invalid-argument', 'filter', form, filter);
  }
  const { category, mask, layer } = filter;
  if (layer !== undefined) out[2] = readLayers(layer, usual);
  if (category !== undefined) out[0] = readBits(category, 'category');
  if (mask !== undefined) out[1] = readBits(mask, 'mask');
}

// a query takes several, an item is of one
function readLayers(given: unknown, usual: number): number {
  let layers = 1 << LAYERS.indexOf(given as Layer);
  if (usual < 0 && Array.isArray(given)) {
    layers = 0;
    for (const layer of given) layers |= 1 << LAYERS.indexOf(layer);
  }
  // what is no layer has bit 31; of none there is nothing to find
  if (layers > 0) return layers;
  throw expected('invalid-argument', 'layer', LAYERS.join(', '), given);
}

// both readings of 32 bits pass, so that ~0 and 0xffffffff mean the same
function readBits(bits: number, name: string): number {
  const whole = typeof bits === 'number' && ((bits | 0) === bits || bits >>> 0 === bits);
  if (whole) return bits | 0;
  throw expected('invalid-argument', name, '32 bits as an integer', bits);
}

/** The caller's array of a `…Into` verb. */
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
  return new SapwoodError('invalid-argument', `${name}: expected a ${kind}; got a detached one`);
}

/** Whether the first argument of a verb is the object that has this part: a sphere, a ray. */
export function hasPart(value: unknown, part: string): boolean {
  try {
    return isObject(value) && part in value;
  } catch (cause) {
    throw unreadable('invalid-argument', 'argument', cause);
  }
}

/** A part of such an object. */
export function partOf<T, Key extends keyof T & string>(value: T, part: Key): T[Key] {
  try {
    return value[part];
  } catch (cause) {
    throw unreadable('invalid-argument', part, cause);
  }
}
