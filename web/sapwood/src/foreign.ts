/**
 * Arguments may run the caller's code while they are read: getters, proxies, lengths that lie.
 *
 * Such code may throw anything, and may call this package. What it throws becomes an error of this
 * package with the original as its cause. What it calls reads into registers of its own: each
 * reading that may run it counts as one level, and each level has its registers.
 */
import { type ErrorCode, isSapwoodError, SapwoodError } from './errors.js';
import type { Dimensions } from './options.js';

/**
 * Where readers leave numbers for the core: hot calls must not allocate. Storing rounds to
 * float32, and the checks judge the rounded values, which are what the core sees.
 */
export class Registers {
  readonly box: Float32Array = new Float32Array(6);
  readonly point: Float32Array = new Float32Array(3);
  readonly direction: Float32Array = new Float32Array(3);
  /**
   * Category and mask, as the signed words that reach the core without a heap number; then the
   * layers of a world, 0 for all.
   */
  readonly filter: Int32Array = new Int32Array(3);
  /** Function in the filter of a query. */
  accept: ItemPredicate | undefined = undefined;
  /** Where an ordered query looks from. */
  readonly eye: Float32Array = new Float32Array(3);
  /** Planes of a frustum: normal x, y, z and constant of each. */
  readonly planes: Float32Array = new Float32Array(24);
  /** Number of the order of a frustum query, and its limit as a signed word. */
  readonly search: Int32Array = new Int32Array(2);
}

/**
 * Function that returns whether an item counts; see `accept` of `QueryFilter`.
 * @param id - Id of a live item.
 * @returns True if the item counts.
 */
export type ItemPredicate = (id: number) => boolean;

const levels = [new Registers()];
let level = 0;

/** The registers of the call that is being made. */
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

/** Reads an argument and returns the registers with it. */
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

/** Returns an exception from reading an argument as an error of this package. */
export function unreadable(code: ErrorCode, name: string, cause: unknown): SapwoodError {
  if (isSapwoodError(cause)) return cause;
  return new SapwoodError(code, `${name}: reading the value threw an error (see cause)`, { cause });
}
