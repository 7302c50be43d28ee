/** Deterministic sample of boxes, stored by axis. */
import type { Dimensions } from '../inputs.js';

/** Minima and maxima of the sampled boxes, one array per axis. */
export interface SampledBoxes {
  readonly count: number;
  readonly lows: readonly Float32Array[];
  readonly highs: readonly Float32Array[];
}

/**
 * Samples at most `maxCount` boxes: divides `boxes` into ranges of equal length, and selects one
 * box from each range.
 */
export function sampleBoxes(
  boxes: Float32Array,
  dimensions: Dimensions,
  maxCount: number,
): SampledBoxes {
  const stride = 2 * dimensions;
  const all = boxes.length / stride;
  const count = Math.min(all, maxCount);
  const lows = axesOf(dimensions).map(() => new Float32Array(count));
  const highs = axesOf(dimensions).map(() => new Float32Array(count));
  for (let k = 0; k < count; k += 1) {
    const begin = Math.floor((k * all) / count);
    const end = Math.floor(((k + 1) * all) / count);
    const start = stride * (begin + (hash(k) % (end - begin)));
    for (let axis = 0; axis < dimensions; axis += 1) {
      lows[axis][k] = boxes[start + axis];
      highs[axis][k] = boxes[start + dimensions + axis];
    }
  }
  return { count, lows, highs };
}

export function axesOf(dimensions: Dimensions): readonly number[] {
  return dimensions === 2 ? [0, 1] : [0, 1, 2];
}

/**
 * Returns a hash of `k`, which selects the box in range `k`. Without the hash, the sample of a
 * regular grid could contain boxes of one column only. Source: finalizer of MurmurHash3 (Appleby).
 */
function hash(k: number): number {
  let mixed = Math.imul(k ^ (k >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
