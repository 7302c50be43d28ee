/** Reading of bulk arguments: flat arrays of boxes, rays, points and ids, copied into WASM memory. */
import { expected, SapwoodError } from './errors.js';
import { boxValueError, readId } from './inputs.js';
import { blockWord, f32, onHeap, refresh, scratch, u32 } from './memory.js';
import { BLOCK } from './raw.js';

/** Numbers that one `set` copies: no code of the caller's runs meanwhile. */
type NumberView =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** Flat records of some stride. */
export interface Records {
  /** What the caller gave, for messages. */
  readonly given: ArrayLike<unknown>;
  readonly numbers: NumberView;
  readonly count: number;
}

// not `view.length`, which a caller may shadow: how much `set` copies is decided by this one
const trueLength = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  'length',
)?.get as () => number;

/** Reads flat records; without `count` the whole array, which must then hold whole records. */
export function readRecords(
  given: ArrayLike<number>,
  stride: number,
  name: string,
  count?: number,
): Records {
  const numbers = readNumbers(given, name);
  const length = trueLength.call(numbers);
  if (count === undefined) {
    if (length % stride === 0) return { given, numbers, count: length / stride };
    throw lengthError(name, `a length divisible by ${stride}`, length);
  }
  if (length >= count * stride) return { given, numbers, count };
  throw lengthError(name, `at least ${count * stride} numbers for ${count} entries`, length);
}

export function lengthError(name: string, what: string, length: number): SapwoodError {
  const got = length === 1 ? '1 number' : `${length} numbers`;
  return new SapwoodError('invalid-argument', `${name}: expected ${what}; got ${got}`);
}

function readNumbers(values: ArrayLike<number>, name: string): NumberView {
  if (isNumberView(values)) {
    if (trueLength.call(values) === 0 && isDetached(values)) {
      throw new SapwoodError(
        'invalid-argument',
        `${name}: expected numbers; got a detached view (memory has grown: call staging() again)`,
      );
    }
    // raw calls may move or free what a view on WASM memory looks at
    return onHeap(values) ? values.slice() : values;
  }
  if (!isArrayLike(values)) {
    throw expected('invalid-argument', name, 'a flat array of numbers', values);
  }
  return convert(values);
}

function isNumberView(values: unknown): values is NumberView {
  return (
    ArrayBuffer.isView(values) &&
    !(values instanceof DataView) &&
    !(values instanceof BigInt64Array) &&
    !(values instanceof BigUint64Array)
  );
}

function isArrayLike(values: unknown): values is ArrayLike<unknown> {
  if (typeof values !== 'object' || values === null || ArrayBuffer.isView(values)) return false;
  const { length } = values as ArrayLike<unknown>;
  return Number.isInteger(length) && length >= 0 && length < MOST_NUMBERS;
}

// what 32-bit addresses can hold
const MOST_NUMBERS = 2 ** 30;

function isDetached(view: ArrayBufferView): boolean {
  try {
    new Uint8Array(view.buffer);
    return false;
  } catch {
    return true;
  }
}

// what is no number becomes NaN, which the core refuses with the position of its record
function convert(values: ArrayLike<unknown>): Float32Array {
  const numbers = new Float32Array(values.length);
  for (let i = 0; i < numbers.length; i += 1) {
    const value = values[i];
    numbers[i] = typeof value === 'number' ? value : Number.NaN;
  }
  return numbers;
}

/** Copies records to an address as float32, rounded to nearest. */
export function copyRecords({ numbers, count }: Records, stride: number, address: number): void {
  refresh();
  const start = address >>> 2;
  const used = count * stride;
  if (trueLength.call(numbers) === used) {
    f32.set(numbers, start);
    return;
  }
  // the caller's class may answer anything for a part of it: the target's own length is the limit
  f32.subarray(start, start + used).set(numbers.subarray(0, used));
}

/** Copies records to the scratch buffer. */
export function stageRecords(verb: string, records: Records, stride: number): void {
  copyRecords(records, stride, scratch(verb, records.count * stride * 4));
}

/** The record that the core found fault with: its position and its numbers as they came. */
export function faultyRecord({ given }: Records, stride: number): [number, unknown[]] {
  const position = blockWord(BLOCK.fault);
  const start = position * stride;
  return [position, Array.from({ length: stride }, (_, i) => given[start + i])];
}

/** The error for the box of a bulk argument that the core refused. */
export function bulkBoxError(records: Records, stride: number): SapwoodError {
  const [position, numbers] = faultyRecord(records, stride);
  return boxValueError(numbers, `boxes[${position}]`);
}

/** Reads ids, each one sane; whether they are live is for the core to say. */
export function readIds(ids: ArrayLike<number>): Uint32Array {
  if (ids instanceof Uint32Array) return onHeap(ids) ? ids.slice() : ids;
  if (!isNumberView(ids) && !isArrayLike(ids)) {
    throw expected('invalid-argument', 'ids', 'an array of ids', ids);
  }
  return Uint32Array.from(ids, (id, i) => readId(id, `ids[${i}]`));
}

/** Copies `count` ids to an address. */
export function copyIds(ids: Uint32Array, count: number, address: number): void {
  const start = address >>> 2;
  if (trueLength.call(ids) === count) u32.set(ids, start);
  else u32.subarray(start, start + count).set(ids);
}
