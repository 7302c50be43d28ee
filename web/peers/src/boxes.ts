/** Functions for flat arrays of boxes: exact overlap tests, and intersection with rays. */

import type { Dimensions } from './adapter.js';

/** Returns whether the box that starts at a[at] overlaps the box that starts at b[bt]. */
export function overlaps2(a: Float32Array, at: number, b: Float32Array, bt: number): boolean {
  return (
    a[at] <= b[bt + 2] && b[bt] <= a[at + 2] && a[at + 1] <= b[bt + 3] && b[bt + 1] <= a[at + 3]
  );
}

export function overlaps3(a: Float32Array, at: number, b: Float32Array, bt: number): boolean {
  return (
    a[at] <= b[bt + 3] &&
    b[bt] <= a[at + 3] &&
    a[at + 1] <= b[bt + 4] &&
    b[bt + 1] <= a[at + 4] &&
    a[at + 2] <= b[bt + 5] &&
    b[bt + 2] <= a[at + 5]
  );
}

export const overlapsIn = (dimensions: Dimensions) => (dimensions === 2 ? overlaps2 : overlaps3);

/**
 * Returns the distance at which a ray enters a box, or Infinity if it misses the box. The box
 * starts at boxes[at], and the ray [origin..., direction...] at rays[from].
 */
export function entryDistance(
  boxes: Float32Array | Float64Array,
  at: number,
  rays: Float32Array,
  from: number,
  dimensions: Dimensions,
): number {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let d = 0; d < dimensions; d++) {
    const origin = rays[from + d];
    const direction = rays[from + dimensions + d];
    const low = boxes[at + d];
    const high = boxes[at + dimensions + d];
    if (direction === 0) {
      if (origin < low || origin > high) return Number.POSITIVE_INFINITY;
      continue;
    }
    const one = (low - origin) / direction;
    const other = (high - origin) / direction;
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave ? enter : Number.POSITIVE_INFINITY;
}
