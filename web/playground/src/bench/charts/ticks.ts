/** Positions of ticks, and ranges of axes. */

/** Sets of leading digits for ticks, from dense to sparse. */
const digitSets: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 5],
  [1, 3],
  [1],
];

export interface Range {
  readonly min: number;
  readonly max: number;
}

function withDigits({ min, max }: Range, digits: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); 10 ** power <= max; power++) {
    for (const digit of digits) {
      const tick = Number(`${digit}e${power}`);
      if (tick >= min && tick <= max) ticks.push(tick);
    }
  }
  return ticks;
}

/**
 * Returns at most `maxTicks` round values in the range of a logarithmic axis. If the range contains
 * more powers of ten than `maxTicks`, returns every second or third power, and so on.
 */
export function logarithmicTicks(range: Range, maxTicks: number): number[] {
  for (const digits of digitSets) {
    const ticks = withDigits(range, digits);
    if (ticks.length <= maxTicks) return ticks;
  }
  const powers = withDigits(range, [1]);
  const stride = Math.ceil(powers.length / Math.max(maxTicks, 1));
  return powers.filter((_, i) => i % stride === 0);
}

/**
 * Returns the values of `sizes` in the range if there are at most `maxTicks`, otherwise round
 * values.
 */
export function sizeTicks(sizes: readonly number[], range: Range, maxTicks: number): number[] {
  const inside = sizes.filter((size) => size >= range.min && size <= range.max);
  return inside.length <= maxTicks ? inside : logarithmicTicks(range, maxTicks);
}

const whole = new Intl.NumberFormat('en');

/**
 * Formats a number of boxes for an axis: 2,000 in full, 50,000 as 50k, to save space on narrow
 * pages.
 */
export function sizeLabel(n: number): string {
  if (n >= 1e6) return `${Number((n / 1e6).toPrecision(3))}M`;
  return n >= 1e4 ? `${Number((n / 1e3).toPrecision(3))}k` : whole.format(n);
}

const MARGIN = 1.25;

/** Returns the range of a logarithmic axis that contains the positive values, with a margin. */
export function rangeOf(values: readonly number[]): Range {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return { min: 0.1, max: 1 };
  return { min: Math.min(...positive) / MARGIN, max: Math.max(...positive) * MARGIN };
}
