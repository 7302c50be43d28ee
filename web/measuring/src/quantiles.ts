/** Order statistics of samples: what tables and charts show instead of a mean. */

/** Linear interpolation between the two nearest samples. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = q * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

export function median(values: readonly number[]): number {
  return quantile(ascending(values), 0.5);
}

/** The least and the quartiles, in the unit of the samples; at least one sample. */
export function quartiles(values: readonly number[]) {
  const sorted = ascending(values);
  const [p25, middle, p75] = [0.25, 0.5, 0.75].map((q) => quantile(sorted, q));
  return { min: sorted[0], p25, median: middle, p75 };
}
