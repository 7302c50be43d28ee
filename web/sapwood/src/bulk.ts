/** Reads flat arrays of boxes, rays, points and ids, and copies them to WASM memory. */

import * as BLOCK from './block.js';
import { type Core, type IndexState, onHeap } from './core.js';
import { type ErrorCode, expected, SapwoodError } from './errors.js';
import { boxValueError, isId, isObject, overflows, reading } from './inputs.js';
import { STATUS_CODES } from './raw.js';
import { checkedResult } from './state.js';
import {
  copyInto,
  isDetached,
  isNumberView,
  type NumberView,
  plainView,
  trueBuffer,
  trueLength,
  viewKind,
} from './views.js';

/** Kind of the records in a flat array, for error messages. */
export interface RecordKind {
  readonly name: string;
  /**
   * True if numbers may be infinite, as in boxes. Finite doubles that overflow float32 are
   * rejected.
   */
  readonly allowsInfinite?: boolean;
  /** Code of the error for an element that is not a number. Default: `invalid-argument`. */
  readonly code?: ErrorCode;
  fault(got: unknown, name: string): SapwoodError;
}

export const BOXES: RecordKind = {
  name: 'boxes',
  allowsInfinite: true,
  code: 'invalid-box',
  fault: boxValueError,
};
export const NEXT_BOXES: RecordKind = { ...BOXES, name: 'next' };
export const RAYS: RecordKind = {
  name: 'rays',
  fault: (got, name) => expected('invalid-argument', name, RAY, got),
};
export const POINTS: RecordKind = {
  name: 'points',
  fault: (got, name) => expected('invalid-argument', name, 'numbers in -1e18 .. 1e18', got),
};
const RAY = 'a finite origin, a finite direction that is not 0, and maxDistance >= 0';

export interface Records {
  readonly kind: RecordKind;
  /** Argument of the caller, for error messages. */
  readonly given: ArrayLike<unknown>;
  readonly numbers: NumberView;
  readonly stride: number;
  readonly count: number;
}

/**
 * Reads the first `count` records. Without `count`, reads all records, and the length of the array
 * must be a multiple of `stride`.
 */
export function readRecords(
  given: ArrayLike<number>,
  stride: number,
  kind: RecordKind,
  count?: number,
): Records {
  const numbers = readNumbers(given, stride, kind, Float32Array);
  const length = trueLength(numbers);
  if (kind.allowsInfinite && viewKind(numbers) === 'Float64Array') {
    const far = plainView(numbers).findIndex(overflows);
    if (far >= 0) throw recordFault({ kind, given, numbers, stride }, Math.floor(far / stride));
  }
  if (count === undefined) {
    return { kind, given, numbers, stride, count: wholeRecords(length, stride, kind) };
  }
  if (length >= count * stride) return { kind, given, numbers, stride, count };
  const what = `at least ${count * stride} numbers for ${count} entries`;
  throw lengthError(kind.name, what, length);
}

export function readDoubles(
  given: ArrayLike<number>,
  stride: number,
  kind: RecordKind,
): Float64Array {
  const numbers = readNumbers(given, stride, kind, Float64Array);
  wholeRecords(trueLength(numbers), stride, kind);
  return new Float64Array(numbers);
}

function wholeRecords(length: number, stride: number, { name }: RecordKind): number {
  if (length % stride === 0) return length / stride;
  throw lengthError(name, `a length divisible by ${stride}`, length);
}

export function lengthError(name: string, what: string, length: number): SapwoodError {
  const got = length === 1 ? '1 number' : `${length} numbers`;
  return new SapwoodError('invalid-argument', `${name}: expected ${what}, got ${got}`);
}

type ArrayType<T> = new (from: ArrayLike<number> | number) => T;

function readNumbers(
  values: ArrayLike<number>,
  stride: number,
  kind: RecordKind,
  Target: ArrayType<Float32Array | Float64Array>,
): NumberView {
  // reading a typed array runs no code of the caller, so `reading` is not needed
  if (isNumberView(values)) return readView(values, kind.name, Target);
  return reading('invalid-argument', kind.name, () => {
    const length = readLength(values, kind.name);
    const errorFor = (i: number) => {
      const record = Math.floor(i / stride);
      const name = `${kind.name}[${record}]`;
      const got = values[i];
      if (isNumber(got)) return kind.fault(elements(values, record * stride, stride), name);
      const where = ` at position ${i}, in ${name}`;
      return expected(kind.code ?? 'invalid-argument', kind.name, FLAT, got, where);
    };
    const accepts = kind.allowsInfinite ? isSide : isNumber;
    return convert(values, length, { Target, accepts, errorFor });
  });
}

const STAGING = '; if it came from staging(), call staging() again';

/**
 * Returns the view. Throws if the view is detached. Copies a view of WASM memory, because raw calls
 * may move or free this memory. `advice` is appended to the error message.
 */
export function readView<T extends NumberView>(
  view: T,
  name: string,
  Copy: ArrayType<T>,
  advice: string = STAGING,
): T {
  if (trueLength(view) === 0 && isDetached(view)) {
    throw new SapwoodError('invalid-argument', `${name}: this view is detached${advice}`);
  }
  return onHeap(view) ? new Copy(plainView(view)) : view;
}

/**
 * Returns the length of an array-like object. Reads `length` only once, because it may be a getter.
 * `form` describes the expected value in error messages.
 */
export function readLength(values: ArrayLike<unknown>, name: string, form: string = FLAT): number {
  if (typeof values === 'object' && values !== null && !ArrayBuffer.isView(values)) {
    const { length } = values;
    if (Number.isInteger(length) && length >= 0 && length <= MAX_NUMBERS) return length;
  }
  throw expected('invalid-argument', name, form, values);
}

const FLAT = 'a flat array of numbers';

/** Maximum length of one array of the core: 1 GiB of float32. */
export const MAX_NUMBERS: number = 2 ** 28;

export const isNumber = (value: unknown): value is number => typeof value === 'number';
const isSide = (value: unknown): value is number => isNumber(value) && !overflows(value);

interface Conversion<T> {
  readonly Target: ArrayType<T>;
  readonly accepts: (value: unknown) => value is number;
  readonly errorFor: (position: number) => SapwoodError;
}

/** Copies elements one by one. Reading an element may run a getter or proxy of the caller. */
export function convert<T extends NumberView>(
  values: ArrayLike<unknown>,
  length: number,
  { Target, accepts, errorFor }: Conversion<T>,
): T {
  // allocates only if the last element is valid, because a wrong `length` may be much too large
  const filled = length === 0 || accepts(values[length - 1]);
  const numbers = allocate(Target, filled ? length : 0);
  for (let i = 0; i < length; i += 1) {
    const value = values[i];
    if (!accepts(value)) throw errorFor(i);
    numbers[i] = value;
  }
  if (!filled) throw errorFor(length - 1);
  return numbers;
}

function allocate<T>(Target: ArrayType<T>, length: number): T {
  try {
    return new Target(length);
  } catch (cause) {
    const message = `out of memory; cannot allocate a copy of ${length} numbers`;
    throw new SapwoodError('out-of-memory', message, { cause });
  }
}

/** Copies records to an address as float32, rounded to nearest. */
export function copyRecords(
  core: Core,
  { numbers, count, stride }: Records,
  address: number,
): void {
  core.refresh();
  const start = address >>> 2;
  const used = count * stride;
  if (trueLength(numbers) === used && trueBuffer(numbers) instanceof ArrayBuffer) {
    core.f32.set(numbers, start);
    return;
  }
  // a shared or resizable buffer may have changed its length, so both views are limited to `used`
  // numbers
  core.f32.subarray(start, start + used).set(plainView(numbers, used));
}

export function stageRecords(core: Core, method: string, records: Records): void {
  copyRecords(core, records, core.scratch(method, records.count * records.stride * 4));
}

/** Writes a box of size 0 for each point. `boxes` and `points` are word offsets in WASM memory. */
export function spreadPoints(
  core: Core,
  boxes: number,
  points: number,
  count: number,
  dimensions: number,
): void {
  core.refresh();
  const { f32 } = core;
  let box = boxes;
  let point = points;
  for (let i = 0; i < count; i += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      f32[box + axis] = f32[point];
      f32[box + dimensions + axis] = f32[point];
      point += 1;
    }
    box += 2 * dimensions;
  }
}

/** Returns the error for the rejected record. The message shows the numbers of the caller. */
export function recordError(core: Core, records: Records): SapwoodError {
  return recordFault(records, core.word(BLOCK.fault));
}

/**
 * Returns the error for the record at a position in `given`. In the message, `first` is added to
 * the position.
 */
export function recordFault(
  { kind, given, numbers, stride }: Omit<Records, 'count'>,
  position: number,
  first = 0,
): SapwoodError {
  const start = position * stride;
  const name = `${kind.name}[${first + position}]`;
  try {
    return kind.fault(elements(given, start, stride), name);
  } catch {
    return kind.fault(elements(numbers, start, stride), name);
  }
}

function elements(values: ArrayLike<unknown>, start: number, count: number): unknown[] {
  return Array.from({ length: count }, (_, i) => values[start + i]);
}

/**
 * Reads ids. Checks that they are integers in 0 .. 2^32 - 2, except in a Uint32Array, which the
 * core checks. With `count`, only the first `count` ids are checked, and the result may be longer.
 */
export function readIds(ids: ArrayLike<number>, count?: number): Uint32Array {
  if (viewKind(ids) === 'Uint32Array') {
    const view = readView(ids as Uint32Array, 'ids', Uint32Array);
    requireIds(trueLength(view), count);
    return view;
  }
  const plain = isNumberView(ids) ? Array.from(plainView(readView(ids, 'ids', Float64Array))) : ids;
  return reading('invalid-argument', 'ids', () => {
    const length = readLength(plain, 'ids');
    requireIds(length, count);
    const errorFor = (i: number) => badId(plain[i], i);
    return convert(plain, count ?? length, { Target: Uint32Array, accepts: isId, errorFor });
  });
}

function requireIds(length: number, count = 0): void {
  if (count <= length) return;
  throw expected('invalid-argument', 'count', `at most ${length}, the number of ids`, count);
}

function badId(id: unknown, position: number): SapwoodError {
  const what = 'an integer in 0 .. 2^32 - 2';
  const form = isNumber(id) ? what : `${what} in ${FLAT}`;
  return expected('invalid-id', `ids[${position}]`, form, id);
}

export function copyIds(core: Core, ids: Uint32Array, count: number, address: number): void {
  const start = address >>> 2;
  if (trueLength(ids) === count && trueBuffer(ids) instanceof ArrayBuffer) {
    copyInto(core.u32, ids, start);
    return;
  }
  // A loop avoids allocating a view in each frame. If a resizable buffer has shrunk, missing ids
  // become 0.
  const { u32 } = core;
  for (let i = 0; i < count; i += 1) u32[start + i] = ids[i];
}

/** Returns the result of the core. Throws if the core rejected a record. */
export function checkedRecords(
  { core }: IndexState,
  method: string,
  result: number,
  records: Records,
  fault: ErrorCode = 'invalid-argument',
): number {
  if (STATUS_CODES[-result] === fault) throw recordError(core, records);
  return checkedResult(method, result);
}

/**
 * Copies an array-like list of objects. Reading an element may run a getter or proxy of the caller.
 */
export function readList<T>(list: ArrayLike<T>, name: string, what: string): T[] {
  return reading('invalid-argument', name, () => {
    const length = isObject(list) && !ArrayBuffer.isView(list) ? list.length : -1;
    const whole = Number.isInteger(length) && length >= 0 && length <= MAX_NUMBERS;
    // copies only if the last element is an object, because a wrong `length` may be much too large
    if (whole && (length === 0 || isObject(list[length - 1]))) {
      return Array.from({ length }, (_, i) => list[i]);
    }
    throw expected('invalid-argument', name, what, list);
  });
}
