/**
 * Boxes sorted by their left edge. The candidates of a box are a range of the sorted list. To the
 * right, the range ends before the first box that starts after the end of the box.
 *
 * To the left, the published form stops at the first box that ends before the start of the box,
 * although a box further to the left may be longer. The correct form stores the largest right edge
 * up to each position, and stops where this edge is before the start of the box.
 */

import type { Boxes } from './boxes.js';
import { PairCollector, type PairSearch } from './pair-search.js';

export type LeftBound = 'first-too-short' | 'prefix-maximum';

export class SortedRange {
  /** Items sorted by left edge. */
  readonly order: readonly number[];
  /** Largest right edge of the items up to each position in `order`. */
  private readonly maxRights: readonly number[];

  constructor(private readonly boxes: Boxes) {
    const { left, right, count } = boxes;
    this.order = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => left[a] - left[b] || a - b,
    );
    let maxRight = -Infinity;
    this.maxRights = this.order.map((item) => (maxRight = Math.max(maxRight, right[item])));
  }

  /** Returns the items that are compared with the item at position `place` in `order`. */
  candidates(place: number, bound: LeftBound): number[] {
    return [...this.before(place, bound), ...this.after(place)];
  }

  before(place: number, bound: LeftBound): readonly number[] {
    const start = this.boxes.left[this.order[place]];
    let first = place;
    const reaches = (at: number) =>
      (bound === 'prefix-maximum' ? this.maxRights[at] : this.boxes.right[this.order[at]]) >= start;
    while (first > 0 && reaches(first - 1)) first -= 1;
    return this.order.slice(first, place);
  }

  private after(place: number): readonly number[] {
    const end = this.boxes.right[this.order[place]];
    let last = place + 1;
    while (last < this.order.length && this.boxes.left[this.order[last]] <= end) last += 1;
    return this.order.slice(place + 1, last);
  }
}

export function sortedRangePairs(boxes: Boxes, bound: LeftBound): PairSearch {
  const pairs = new PairCollector(boxes);
  const range = new SortedRange(boxes);
  range.order.forEach((item, place) => {
    for (const other of range.before(place, bound)) pairs.compare(other, item);
  });
  return pairs;
}
