/** Medians and shuffles for the measurements of claims. */

import { median } from 'measuring';
import type { Mulberry32 } from 'scenes';

export function medianOf(samples: readonly number[]): number {
  return Number(median(samples).toPrecision(3));
}

/** Shuffles a list in place (Fisher and Yates). */
export function shuffle<T>(list: T[], random: Mulberry32): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random.unit() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** Returns the boxes in random order. A box consists of `lanes` numbers. */
export function shuffledBoxes(
  boxes: Float32Array,
  lanes: number,
  random: Mulberry32,
): Float32Array {
  const order = shuffle(
    Array.from({ length: boxes.length / lanes }, (_, i) => i),
    random,
  );
  const out = new Float32Array(boxes.length);
  order.forEach((from, to) => {
    out.set(boxes.subarray(lanes * from, lanes * from + lanes), lanes * to);
  });
  return out;
}
