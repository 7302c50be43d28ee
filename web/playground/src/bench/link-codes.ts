/**
 * Encoding of results in a link.
 *
 * A median is rounded to a logarithmic scale of 4000 steps over ten decades, with an error of at
 * most 0.3 %. The ratios between the median and its quartiles are rounded up, so results that tie
 * with the fastest still tie. Code values below `FIRST_MEDIAN` represent results without a median.
 */

import type { Cell, Result, Spread, Status } from './model.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Smallest code of a median. Smaller codes represent results without a median. */
const FIRST_MEDIAN = 16;
const STEPS_A_DECADE = 400;
const MIN_MS = 1e-5;
const MAX_STEPS = DIGITS.length ** 2 - 1 - FIRST_MEDIAN;
/** Ratios between a quartile and the median that can be encoded. Larger ratios are clamped. */
const SPREADS = [1.005, 1.01, 1.02, 1.04, 1.08, 1.16, 1.4, 4];
/** Maximum factor by which encoding changes a median. */
const ROUNDING = 1.003;
/** Number of characters per result: two for the median, one for both quartiles. */
export const WIDTH = 3;

/** Statuses by code. Code 0 represents a missing result. */
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

/** Number of bytes that are encoded like one millisecond, so that both use the same scale. */
const BYTES_A_MS = 1000;
const bytesAsMs = (bytes: number | null) => (bytes ? bytes / BYTES_A_MS : undefined);

const medianOf = (code: number) =>
  Number((MIN_MS * 10 ** ((code - FIRST_MEDIAN) / STEPS_A_DECADE)).toPrecision(4));

/** Returns the index of the smallest encodable ratio that is at least `ratio`. */
function spreadStep(ratio: number): number {
  const step = SPREADS.findIndex((known) => ratio <= known);
  return step < 0 ? SPREADS.length - 1 : step;
}

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

/** Encodes a result; undefined represents a missing result. */
export function encode(result: Result | undefined): string {
  const value = codeOf(result);
  const digits = [Math.floor(value / DIGITS.length), value % DIGITS.length, spreadCodeOf(result)];
  return digits.map((digit) => DIGITS[digit]).join('');
}

/** Returns null if the text is invalid. */
export function decode(text: string): Code[] | null {
  if (text.length % WIDTH !== 0 || !/^[\w-]*$/.test(text)) return null;
  return Array.from({ length: text.length / WIDTH }, (_, i) => {
    const [high, low, spread] = [0, 1, 2].map((at) => DIGITS.indexOf(text[WIDTH * i + at]));
    return { value: high * DIGITS.length + low, spread };
  });
}

/** Values of the result fields that a link does not contain. */
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

/** Decodes a result. Returns a list with one element, or an empty list for a missing result. */
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
