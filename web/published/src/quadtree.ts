/**
 * Published quadtree over a fixed space. A leaf with more items than its capacity is split if both
 * of its sides are longer than `minSide`. An item is stored in each quarter that it touches. A set
 * of compared pairs prevents duplicates.
 *
 * The last column of pixels left of the center belongs to the left quarters, and the last row above
 * the center belongs to the lower quarters.
 */

import type { Boxes } from './boxes.js';
import { PairCollector, type PairSearch } from './pair-search.js';

export interface QuadtreePlan {
  readonly width: number;
  readonly height: number;
  readonly capacity: number;
  /** A cell is split only if both of its sides are longer than this length. */
  readonly minSide: number;
  /**
   * Quarters to which the last row of pixels above the center belongs. `published` stands for the
   * lower quarters.
   */
  readonly lastRow: 'published' | 'upper';
}

export const publishedQuadtree: QuadtreePlan = {
  width: 800,
  height: 600,
  capacity: 5,
  minSide: 50,
  lastRow: 'published',
};

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly number[];
}

function quartersOf({ x, y, width, height, items }: Cell, boxes: Boxes, plan: QuadtreePlan) {
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const lastColumn = x + halfWidth - 1;
  const lastRow = y + halfHeight - 1;
  const isRight = (edge: number) => edge > lastColumn;
  const isLower = (edge: number) =>
    plan.lastRow === 'published' ? edge >= lastRow : edge > lastRow;
  const { left, top, right, bottom } = boxes;
  return [0, 1, 2, 3].map((quarter): Cell => {
    const [column, row] = [quarter & 1, quarter >> 1];
    const touches = (item: number) =>
      (column === 1 ? isRight(right[item]) : !isRight(left[item])) &&
      (row === 1 ? isLower(bottom[item]) : !isLower(top[item]));
    return {
      x: x + column * halfWidth,
      y: y + row * halfHeight,
      width: halfWidth,
      height: halfHeight,
      items: items.filter(touches),
    };
  });
}

/** Returns the items of each leaf, ascending. */
export function quadtreeBuckets(boxes: Boxes, plan = publishedQuadtree): (readonly number[])[] {
  const { width, height, capacity, minSide } = plan;
  const all = Array.from({ length: boxes.count }, (_, i) => i);
  const waiting: Cell[] = [{ x: 0, y: 0, width, height, items: all }];
  const buckets: (readonly number[])[] = [];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const divisible = cell.width > minSide && cell.height > minSide;
    if (divisible && cell.items.length > capacity) {
      waiting.push(...quartersOf(cell, boxes, plan).reverse());
    } else buckets.push(cell.items);
  }
  return buckets;
}

export interface QuadtreeSearch extends PairSearch {
  /** Sum of the numbers of items in all leaves. */
  readonly entries: number;
  /** Sum of the numbers of pairs in all leaves. `candidates` counts each pair only once. */
  readonly encounters: number;
}

/** Finds all overlapping pairs. `visits` is the number of leaves. */
export function quadtreePairs(boxes: Boxes, plan = publishedQuadtree): QuadtreeSearch {
  const pairs = new PairCollector(boxes);
  const compared = new Set<number>();
  let [entries, encounters] = [0, 0];
  for (const items of quadtreeBuckets(boxes, plan)) {
    pairs.visits += 1;
    entries += items.length;
    for (let i = 0; i < items.length; i++) {
      for (let j = i + 1; j < items.length; j++) {
        encounters += 1;
        const pair = items[i] * boxes.count + items[j];
        if (compared.has(pair)) continue;
        compared.add(pair);
        pairs.compare(items[i], items[j]);
      }
    }
  }
  const { candidates, visits, reported } = pairs;
  return { candidates, visits, reported, entries, encounters };
}
