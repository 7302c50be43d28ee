/**
 * What went wrong, for programs. The message says the same in words.
 *
 * - `not-initialised`: no `init()` has finished yet, or the module could not be fetched or read
 * - `disposed`: the index was disposed
 * - `invalid-box`: NaN, infinite, inverted, beyond 1e18, or not a box at all
 * - `invalid-id`: not an integer in 0 .. 2^32 - 2, unknown or removed
 * - `invalid-argument`: any other argument: wrong length, negative k, zero direction, unknown option
 * - `unsupported`: the structure, the dimension or the host lacks it
 * - `out-of-memory`: WASM memory could not grow
 * - `reentrant`: the index was changed inside one of its own callbacks
 * - `bad-data`: bytes that `serialize()` did not write, or that are not this package's module
 */
export type ErrorCode =
  | 'not-initialised'
  | 'disposed'
  | 'invalid-box'
  | 'invalid-id'
  | 'invalid-argument'
  | 'unsupported'
  | 'out-of-memory'
  | 'reentrant'
  | 'bad-data';

/** The only error that this package throws by itself. After it an index is as it was before the call. */
export class SapwoodError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  override get name(): string {
    return 'SapwoodError';
  }
}

/** `name: expected …; got …`: the form of every message about an argument. */
export function expected(
  code: ErrorCode,
  name: string,
  what: string,
  got: unknown,
  options?: ErrorOptions,
): SapwoodError {
  return new SapwoodError(code, `${name}: expected ${what}; got ${show(got)}`, options);
}

const MOST_ELEMENTS = 8;
const MOST_LETTERS = 60;

/** A value as it is worth printing in a message: short, with NaN and Infinity visible. */
export function show(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || isNumberArray(value)) return showElements(value);
  if (depth > 1) return '{…}';
  const entries = Object.entries(value).slice(0, MOST_ELEMENTS);
  if (entries.length === 0) return `an object of type ${value.constructor?.name ?? 'unknown'}`;
  return `{ ${entries.map(([key, inner]) => `${key}: ${show(inner, depth + 1)}`).join(', ')} }`;
}

function isNumberArray(value: object): value is ArrayLike<unknown> & object {
  return ArrayBuffer.isView(value) && 'length' in value;
}

function showElements(values: ArrayLike<unknown>): string {
  const shown = Array.from({ length: Math.min(values.length, MOST_ELEMENTS) }, (_, i) =>
    show(values[i], 2),
  ).join(', ');
  return values.length <= MOST_ELEMENTS ? `[${shown}]` : `[${shown}, …] of length ${values.length}`;
}

function shorten(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}…`;
}
