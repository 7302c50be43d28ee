import { isNumberView, type NumberView, trueLength } from './views.js';

/**
 * Cause of a `SapwoodError`.
 *
 * - `not-initialized`: `init()` has not finished, or the module could not be fetched or read
 * - `disposed`: the index or world was disposed
 * - `invalid-box`: a box contains NaN, a minimum above its maximum, or a finite coordinate beyond
 *   1e18, or the value is not a box
 * - `invalid-id`: an id is not an integer in 0 .. 2^32 - 2, or no live item has this id
 * - `invalid-argument`: another argument is invalid, for example an unknown option or a negative
 *   radius
 * - `unsupported`: the structure, the dimension, the entry point or the host does not support the
 *   call
 * - `out-of-memory`: memory could not be allocated
 * - `reentrant`: an index was changed inside its own callback, or more than 64 calls were nested
 * - `bad-data`: bytes were not written by `serialize()` or `snapshot()`, are damaged, or are not a
 *   module of this package
 */
export type ErrorCode =
  | 'not-initialized'
  | 'disposed'
  | 'invalid-box'
  | 'invalid-id'
  | 'invalid-argument'
  | 'unsupported'
  | 'out-of-memory'
  | 'reentrant'
  | 'bad-data';

/** Same as `value instanceof SapwoodError`, but never runs code of the caller. */
export let isSapwoodError: (value: unknown) => value is SapwoodError;

/**
 * Error that this package throws. The failed call leaves the index or world unchanged. `cause` is
 * the exception of the host, or of a getter or proxy in an argument, if any.
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * try {
 *   index.build([1, 0, 0, 1]);
 * } catch (error) {
 *   if (error instanceof SapwoodError) console.log(error.code); // invalid-box
 * }
 * ```
 */
export class SapwoodError extends Error {
  /** Cause of the error. `message` describes it. */
  readonly code: ErrorCode;
  readonly #brand = true;

  /**
   * Creates an error.
   * @param code - Cause of the error.
   * @param message - Human-readable description.
   * @param options - `cause`: exception that led to this error.
   */
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  static {
    isSapwoodError = (value): value is SapwoodError =>
      typeof value === 'object' && value !== null && #brand in value;
  }

  /** Always `'SapwoodError'`, even if a minifier renames the class. */
  override get name(): string {
    return 'SapwoodError';
  }
}

/** Returns an error with the message `name: expected …, got …`, followed by `more`. */
export function expected(
  code: ErrorCode,
  name: string,
  what: string,
  got: unknown,
  more = '',
): SapwoodError {
  return new SapwoodError(code, `${name}: expected ${what}, got ${formatValue(got)}${more}`);
}

const MAX_ELEMENTS = 8;
const MAX_LETTERS = 60;

let isFormatting = false;

/**
 * Formats a value for an error message, including NaN and Infinity. Reading a proxy may run code of
 * the caller. If this code throws or calls this function, the result is a placeholder.
 */
export function formatValue(value: unknown): string {
  if (isFormatting) return '…';
  try {
    isFormatting = true;
    return formatNested(value, 0);
  } catch {
    return 'an object that cannot be read';
  } finally {
    isFormatting = false;
  }
}

function formatNested(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'bigint') return formatBigInt(value);
  if (typeof value === 'symbol') return shorten(String(value));
  if (typeof value === 'function') return 'a function';
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || isNumberView(value)) return formatElements(value);
  if (depth > 1) return '{…}';
  const names = Object.keys(value).slice(0, MAX_ELEMENTS);
  if (names.length === 0) return `an object of type ${typeName(value)}`;
  const entries = names.map((name) => `${shorten(name)}: ${formatProperty(value, name, depth)}`);
  return `{ ${entries.join(', ')} }`;
}

// formatting a bigint of more than 64 bits may take long
function formatBigInt(value: bigint): string {
  return BigInt.asIntN(64, value) === value ? `${value}n` : 'a long bigint';
}

function formatProperty(object: object, name: string, depth: number): string {
  const property = Object.getOwnPropertyDescriptor(object, name);
  return property?.get === undefined ? formatNested(property?.value, depth + 1) : 'a getter';
}

function typeName(value: object): string {
  const { name } = (value.constructor ?? {}) as { name?: unknown };
  return typeof name === 'string' ? shorten(name) : 'unknown';
}

function formatElements(values: readonly unknown[] | NumberView): string {
  const length = Array.isArray(values) ? values.length : trueLength(values as NumberView);
  const shown = Array.from({ length: Math.min(length, MAX_ELEMENTS) }, (_, i) =>
    formatProperty(values, String(i), 1),
  ).join(', ');
  return length <= MAX_ELEMENTS ? `[${shown}]` : `[${shown}, …] of length ${length}`;
}

export function shorten(text: string): string {
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS)}…`;
}
