import type { DrawnBoxes } from './draw.js';

/** Counts pairs of intervals that overlap or touch. */
export function overlapsOnAxis(lows: Float32Array, highs: Float32Array): number {
  const begins = lows.slice().sort();
  const ends = highs.slice().sort();
  // counts pairs of a minimum and a later maximum: 2 for overlapping intervals, 1 for others, and 1
  // per interval
  let begun = 0;
  let reached = 0;
  for (const end of ends) {
    while (begun < begins.length && begins[begun] <= end) begun += 1;
    reached += begun;
  }
  return reached - (ends.length * (ends.length + 1)) / 2;
}

/** Counts overlapping pairs of boxes by a sweep along an axis. */
export function overlapsAlong({ count, lows, highs }: DrawnBoxes, axis: number): number {
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
