/**
 * Encoding of results in a link.
 *
 * A median has a logarithmic scale of 4000 steps over ten decades, exact to 0.3 %. The distance of
 * its quartiles is rounded up, so ties with the fastest are preserved. Numbers below those of
 * medians stand for results without a median.
 */

import type { Cell, Result, Spread, Status } from './model.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Smaller numbers stand for results without a median. */
const FIRST_MEDIAN = 16;
const STEPS_A_DECADE = 400;
const MIN_MS = 1e-5;
const MAX_STEPS = DIGITS.length ** 2 - 1 - FIRST_MEDIAN;
/** Ratios of a quartile to the median that can be encoded; larger spreads are clamped. */
const SPREADS = [1.005, 1.01, 1.02, 1.04, 1.08, 1.16, 1.4, 4];
/** Maximum rounding error of a median. */
const ROUNDING = 1.003;
/** Characters of a result: two for the median, one for its quartiles. */
export const WIDTH = 3;

/** Codes of statuses; 0 is a missing result. */
const statusCodes: readonly (Status | null)[] = [null, 'wrong', 'failed', 'unsupported', 'skipped'];

function codeOf(result: Result | undefined): number {
  if (!result) return 0;
  const value = result.phase === 'memory' ? bytesAsMs(result.bytes) : result.ms?.median;
  if (result.status !== 'ok' || value === undefined) {
    return Math.max(0, statusCodes.indexOf(result.status === 'ok' ? 'skipped' : result.status));
  }
  const step = Math.round(STEPS_A_DECADE * Math.log10(value / MIN_MS));
  return FIRST_MEDIAN + Math.min(MAX_STEPS, Math.max(0, step));
}

/** Bytes use the same scale: a kilobyte is a millisecond. */
const BYTES_A_MS = 1000;
const bytesAsMs = (bytes: number | null) => (bytes ? bytes / BYTES_A_MS : undefined);

const medianOf = (code: number) =>
  Number((MIN_MS * 10 ** ((code - FIRST_MEDIAN) / STEPS_A_DECADE)).toPrecision(4));

/** Returns the index of the smallest encodable ratio not below `ratio`. */
function spreadStep(ratio: number): number {
  const step = SPREADS.findIndex((known) => ratio <= known);
  return step < 0 ? SPREADS.length - 1 : step;
}

/** Encodes the distance of the quartiles below and above the median. */
function spreadCodeOf(result: Result | undefined): number {
  if (!result?.ms) return 0;
  const { p25, median, p75 } = result.ms;
  const [below, above] = [median / p25, p75 / median].map((ratio) => spreadStep(ROUNDING * ratio));
  return SPREADS.length * below + above;
}

/** Encoded result. */
export interface Code {
  readonly value: number;
  readonly spread: number;
}

/** Undefined stands for a missing result. */
export function encode(result: Result | undefined): string {
  const value = codeOf(result);
  const digits = [Math.floor(value / DIGITS.length), value % DIGITS.length, spreadCodeOf(result)];
  return digits.map((digit) => DIGITS[digit]).join('');
}

/** Returns null for invalid text. */
export function decode(text: string): Code[] | null {
  if (text.length % WIDTH !== 0 || !/^[\w-]*$/.test(text)) return null;
  return Array.from({ length: text.length / WIDTH }, (_, i) => {
    const [high, low, spread] = [0, 1, 2].map((at) => DIGITS.indexOf(text[WIDTH * i + at]));
    return { value: high * DIGITS.length + low, spread };
  });
}

/** Fields that a link does not contain. */
export const BLANK = {
  ...{ samples: [], sampleCount: 0, operations: 0, calls: 0 },
  ...{ found: null, expected: null },
} as const;

function spreadFrom(median: number, spread: number): Spread {
  const below = SPREADS[Math.floor(spread / SPREADS.length)];
  const above = SPREADS[spread % SPREADS.length];
  const [p25, p75] = [median / below, median * above].map((one) => Number(one.toPrecision(4)));
  return { min: p25, p25, median, p75 };
}

/** Returns an empty list for a missing result. */
export function resultFrom(cell: Cell, contender: string, { value, spread }: Code): Result[] {
  if (value === 0) return [];
  if (value < FIRST_MEDIAN) {
    const status = statusCodes[value] ?? 'skipped';
    return [{ ...cell, ...BLANK, contender, status, ms: null, bytes: null }];
  }
  const median = medianOf(value);
  const ok = { ...cell, ...BLANK, contender, status: 'ok' } as const;
  if (cell.phase === 'memory') return [{ ...ok, ms: null, bytes: Math.round(median * BYTES_A_MS) }];
  return [{ ...ok, ms: spreadFrom(median, spread), bytes: null }];
}
