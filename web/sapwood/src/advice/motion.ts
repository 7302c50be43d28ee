import type { ReadSample } from './scene-sample.js';

/** Motion of a scene from one frame to the next. */
export interface SceneMotion {
  /** Fraction of the boxes that change, 0 to 1. */
  readonly moved: number;
  /**
   * Mean distance that the centers of moved boxes travel, divided by the mean side of a box. If all
   * boxes are points, it is divided by the mean distance between neighbors.
   */
  readonly distance: number;
}

/**
 * Compares all boxes of two frames, because a sample could miss the few boxes that move. The result
 * `distance` is in multiples of `unit`, a length in world units.
 */
export function motionOf(
  { boxes, dimensions, count }: ReadSample,
  next: Float32Array,
  unit: number,
): SceneMotion {
  let moved = 0;
  let totalDistance = 0;
  const stride = 2 * dimensions;
  for (let start = 0; start < boxes.length; start += stride) {
    let same = true;
    let square = 0;
    for (let low = start; low < start + dimensions; low += 1) {
      const high = low + dimensions;
      same &&= boxes[low] === next[low] && boxes[high] === next[high];
      const shift = (next[low] - boxes[low]) * 0.5 + (next[high] - boxes[high]) * 0.5;
      square += shift * shift;
    }
    if (same) continue;
    moved += 1;
    totalDistance += Math.sqrt(square);
  }
  if (moved === 0) return { moved: 0, distance: 0 };
  return { moved: moved / count, distance: unit > 0 ? totalDistance / moved / unit : 0 };
}
