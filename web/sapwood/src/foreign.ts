/**
 * Runs code that reads arguments. Getters, proxies and array-like objects may run code of the
 * caller, which may throw anything and may call this package. Exceptions become errors of this
 * package with the original as `cause`. Nested calls use their own set of registers: each reading
 * that may run such code counts as one level.
 */
import { type ErrorCode, isSapwoodError, SapwoodError } from './errors.js';
import type { Dimensions } from './options.js';

/**
 * Registers into which readers store numbers for the core, because frequent calls must not
 * allocate. Storing rounds to float32, and checks test the rounded values, which the core receives.
 */
export class Registers {
  readonly box: Float32Array = new Float32Array(6);
  readonly point: Float32Array = new Float32Array(3);
  readonly direction: Float32Array = new Float32Array(3);
  /**
   * Category and mask as signed words, which V8 passes without allocation; then the layers of a
   * world, 0 for all.
   */
  readonly filter: Int32Array = new Int32Array(3);
  /** Function in the filter of a query. */
  accept: ItemPredicate | undefined = undefined;
  /** Eye point of an ordered query; also the second point of a segment or displacement. */
  readonly eye: Float32Array = new Float32Array(3);
  /** Planes of a frustum: normal x, y, z and constant of each. */
  readonly planes: Float32Array = new Float32Array(24);
  /** Number of the order of a frustum query, and its limit as a signed word. */
  readonly search: Int32Array = new Int32Array(2);
}

/**
 * Function that returns whether an item is a result; see `accept` of `QueryFilter`.
 * @param id - Id of a live item.
 * @returns True if the item is a result.
 */
export type ItemPredicate = (id: number) => boolean;

const levels = [new Registers()];
let level = 0;

/** Returns the registers of the current call. */
export function registers(): Registers {
  return levels[level] ?? addLevel();
}

function addLevel(): Registers {
  const added = new Registers();
  levels.push(added);
  return added;
}

/** Reads one kind of argument into registers. */
export interface Reader<T> {
  /** Code of the errors for values that cannot be read. */
  readonly code: ErrorCode;
  fill(target: Registers, value: T, dimensions: Dimensions, name: string): void;
}

/** Reads an argument into the registers and returns them. */
export function readWith<T>(
  reader: Reader<T>,
  value: T,
  dimensions: Dimensions,
  name: string,
): Registers {
  const outer = level;
  try {
    const target = registers();
    level = outer + 1;
    reader.fill(target, value, dimensions, name);
    return target;
  } catch (cause) {
    throw unreadable(reader.code, name, cause);
  } finally {
    level = outer;
  }
}

/**
 * Calls `read`, which reads an argument, and converts what it throws. It takes a function, so hot
 * calls use `readWith` instead.
 */
export function reading<T>(code: ErrorCode, name: string, read: () => T): T {
  const outer = level;
  try {
    level = outer + 1;
    return read();
  } catch (cause) {
    throw unreadable(code, name, cause);
  } finally {
    level = outer;
  }
}

/** Converts an exception thrown while reading an argument to an error of this package. */
export function unreadable(code: ErrorCode, name: string, cause: unknown): SapwoodError {
  if (isSapwoodError(cause)) return cause;
  return new SapwoodError(code, `${name}: reading the value threw an error (see cause)`, { cause });
}
