/** Which values of an axis get a tick, and where the axis ends. */

/** Digits whose ticks are drawn where there is room for so many in each power of ten. */
const digitSets: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 5],
  [1, 3],
  [1],
];

export interface Range {
  readonly least: number;
  readonly most: number;
}

function withDigits({ least, most }: Range, digits: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++) {
    for (const digit of digits) {
      const tick = Number(`${digit}e${power}`);
      if (tick >= least && tick <= most) ticks.push(tick);
    }
  }
  return ticks;
}

/** Round values of a logarithmic axis, at most so many; powers of ten are thinned out where even they are too many. */
export function logarithmicTicks(range: Range, most: number): number[] {
  for (const digits of digitSets) {
    const ticks = withDigits(range, digits);
    if (ticks.length <= most) return ticks;
  }
  const powers = withDigits(range, [1]);
  const stride = Math.ceil(powers.length / Math.max(most, 1));
  return powers.filter((_, i) => i % stride === 0);
}

/** The measured sizes themselves where there is room for them, else round ones. */
export function sizeTicks(sizes: readonly number[], range: Range, most: number): number[] {
  const inside = sizes.filter((size) => size >= range.least && size <= range.most);
  return inside.length <= most ? inside : logarithmicTicks(range, most);
}

const whole = new Intl.NumberFormat('en');

/** 2,000 as it is, 50,000 as 50k: narrow pages have little room. */
export function sizeLabel(n: number): string {
  if (n >= 1e6) return `${Number((n / 1e6).toPrecision(3))}M`;
  return n >= 1e4 ? `${Number((n / 1e3).toPrecision(3))}k` : whole.format(n);
}

const MARGIN = 1.25;

/** Returns the ends of an axis around some values, with a margin. A logarithmic axis has no zero. */
export function rangeOf(values: readonly number[]): Range {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return { least: 0.1, most: 1 };
  return { least: Math.min(...positive) / MARGIN, most: Math.max(...positive) * MARGIN };
}
