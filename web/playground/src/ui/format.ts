/** Number formats of the panels. A dash stands for a value that does not exist. */

const NONE = '–';
const whole = new Intl.NumberFormat('en');

export function count(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? NONE : whole.format(Math.round(value));
}

/** Formats a duration: microseconds with two digits, or milliseconds with at least three digits. */
export function duration(milliseconds: number): string {
  if (Number.isNaN(milliseconds)) return NONE;
  if (milliseconds < 0.0995) return `${(milliseconds * 1000).toPrecision(2)} µs`;
  if (milliseconds < 9.995) return `${milliseconds.toFixed(2)} ms`;
  return `${milliseconds.toFixed(milliseconds < 99.95 ? 1 : 0)} ms`;
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} KiB`;
  return `${(value / 1024 / 1024).toFixed(2)} MiB`;
}

export function pairWords({
  pairCount,
  tooManyPairs,
}: {
  pairCount: number;
  tooManyPairs: boolean;
}) {
  return tooManyPairs ? `about ${count(pairCount)}` : count(pairCount);
}

/** Converts `surfaceArea` and `surface-area` to "Surface area". */
export function words(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
