import type { SampledBoxes } from './sampled-boxes.js';

/** Counts pairs of intervals that overlap or touch. */
export function overlapsOnAxis(lows: Float32Array, highs: Float32Array): number {
  const begins = lows.slice().sort();
  const ends = highs.slice().sort();
  // `reached` counts pairs of a minimum and a maximum that is not below it. Two overlapping
  // intervals contribute 2 pairs, and two disjoint intervals 1 pair. Each interval also contributes
  // 1 pair of its own minimum and maximum.
  let begun = 0;
  let reached = 0;
  for (const end of ends) {
    while (begun < begins.length && begins[begun] <= end) begun += 1;
    reached += begun;
  }
  return reached - (ends.length * (ends.length + 1)) / 2;
}

/** Counts overlapping pairs of boxes by a sweep along an axis. */
export function overlapsAlong({ count, lows, highs }: SampledBoxes, axis: number): number {
  const sweep = lows[axis];
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => sweep[a] - sweep[b],
  );
  let pairs = 0;
  for (let at = 0; at < count; at += 1) {
    const one = order[at];
    const end = highs[axis][one];
    for (let later = at + 1; later < count && sweep[order[later]] <= end; later += 1) {
      if (overlapOnOtherAxes(lows, highs, one, order[later])) pairs += 1;
    }
  }
  return pairs;
}

function overlapOnOtherAxes(
  lows: readonly Float32Array[],
  highs: readonly Float32Array[],
  one: number,
  other: number,
): boolean {
  for (let axis = 0; axis < lows.length; axis += 1) {
    if (lows[axis][one] > highs[axis][other] || lows[axis][other] > highs[axis][one]) return false;
  }
  return true;
}
