/**
 * Results as characters of a link.
 *
 * A result is a median on a logarithmic scale of 4000 steps over ten decades, exact to 0.3 %, and how far its quartiles
 * are from it, rounded up: who is level with the fastest stays level with it. The numbers below those of medians stand for
 * results without one.
 */

import type { Cell, Result, Spread, Status } from './model.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Numbers below this stand for results without a median. */
const FIRST_MEDIAN = 16;
const STEPS_A_DECADE = 400;
const LEAST_MS = 1e-5;
const MOST_STEPS = DIGITS.length ** 2 - 1 - FIRST_MEDIAN;
/** Ratios of a quartile to the median that a link can tell apart; a spread beyond the last one is that one. */
const SPREADS = [1.005, 1.01, 1.02, 1.04, 1.08, 1.16, 1.4, 4];
/** By how much the median itself may be off. */
const ROUNDING = 1.003;
/** Characters of a result: two of the median, one of its quartiles. */
export const WIDTH = 3;

/** By their number in a link; 0 is a result that the run did not come to. */
const statusCodes: readonly (Status | null)[] = [null, 'wrong', 'failed', 'unsupported', 'skipped'];

function codeOf(result: Result | undefined): number {
  if (!result) return 0;
  const value = result.phase === 'memory' ? bytesAsMs(result.bytes) : result.ms?.median;
  if (result.status !== 'ok' || value === undefined) {
    return Math.max(0, statusCodes.indexOf(result.status === 'ok' ? 'skipped' : result.status));
  }
  const step = Math.round(STEPS_A_DECADE * Math.log10(value / LEAST_MS));
  return FIRST_MEDIAN + Math.min(MOST_STEPS, Math.max(0, step));
}

/** Bytes share the scale: a kilobyte is a millisecond. */
const BYTES_A_MS = 1000;
const bytesAsMs = (bytes: number | null) => (bytes ? bytes / BYTES_A_MS : undefined);

const medianOf = (code: number) =>
  Number((LEAST_MS * 10 ** ((code - FIRST_MEDIAN) / STEPS_A_DECADE)).toPrecision(4));

/** Place of the smallest known ratio that is not below this one. */
function spreadStep(ratio: number): number {
  const step = SPREADS.findIndex((known) => ratio <= known);
  return step < 0 ? SPREADS.length - 1 : step;
}

/** How far the quartiles are from the median, below and above. */
function spreadCodeOf(result: Result | undefined): number {
  if (!result?.ms) return 0;
  const { p25, median, p75 } = result.ms;
  const [below, above] = [median / p25, p75 / median].map((ratio) => spreadStep(ROUNDING * ratio));
  return SPREADS.length * below + above;
}

/** A result in a link. */
export interface Code {
  readonly value: number;
  readonly spread: number;
}

/** Undefined: a result that the run did not come to. */
export function encode(result: Result | undefined): string {
  const value = codeOf(result);
  const digits = [Math.floor(value / DIGITS.length), value % DIGITS.length, spreadCodeOf(result)];
  return digits.map((digit) => DIGITS[digit]).join('');
}

/** Null where this is no list of results. */
export function decode(text: string): Code[] | null {
  if (text.length % WIDTH !== 0 || !/^[\w-]*$/.test(text)) return null;
  return Array.from({ length: text.length / WIDTH }, (_, i) => {
    const [high, low, spread] = [0, 1, 2].map((at) => DIGITS.indexOf(text[WIDTH * i + at]));
    return { value: high * DIGITS.length + low, spread };
  });
}

/** What a link does not carry. */
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

/** None where the run did not come to it. */
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
