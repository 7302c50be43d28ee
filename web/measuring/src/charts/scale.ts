/** Axes of charts: where a value lies between the ends, and which values get a tick. */

export interface Scale {
  readonly least: number;
  readonly most: number;
  /** 0 at the least, 1 at the most value. */
  place(value: number): number;
  readonly ticks: readonly number[];
}

/** Whole powers of ten around the positive values. */
export function logarithmicScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const first = Math.floor(Math.log10(Math.min(...positive)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...positive)) - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const place = (value: number) => (Math.log10(value) - first) / (last - first);
  return { least: ticks[0], most: ticks[ticks.length - 1], place, ticks };
}

/** From the least to the most positive value, with ticks at 1, 2 and 5 times the powers of ten between them. */
export function fittedLogarithmicScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  // a single value has no length: the whole powers around it have
  if (least === most) return logarithmicScale(values);
  const ticks = logarithmicScale(values)
    .ticks.flatMap((power) => [power, 2 * power, 5 * power])
    .filter((tick) => tick >= least * (1 - 1e-9) && tick <= most * (1 + 1e-9));
  const place = (value: number) => Math.log(value / least) / Math.log(most / least);
  return { least, most, place, ticks };
}

/** 1, 2 or 5 times a power of ten, at least `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10);
}

export function linearScale(values: readonly number[], fromZero: boolean): Scale {
  const low = fromZero ? Math.min(0, ...values) : Math.min(...values);
  const high = Math.max(...values);
  const step = niceStep((high - low || 1) / 5);
  const least = Math.floor(low / step + 1e-9) * step;
  const count = Math.max(1, Math.ceil((high - least) / step - 1e-9));
  const most = least + count * step;
  const ticks = Array.from({ length: count + 1 }, (_, i) => least + i * step);
  return { least, most, place: (value) => (value - least) / (most - least), ticks };
}
