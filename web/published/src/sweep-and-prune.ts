/**
 * Published sweep and prune. It sorts the edges of all boxes on x. When a box begins, it is
 * compared with all boxes that have begun and not ended. The algorithm is correct.
 *
 * The work depends on the axis. The publication always uses x; the parameter `axis` is for
 * comparison.
 */

import type { Boxes } from './boxes.js';
import { PairCollector, type PairSearch } from './pair-search.js';

interface Edge {
  readonly at: number;
  readonly item: number;
  readonly begins: boolean;
}

export interface SweepSearch extends PairSearch {
  /** Number of comparisons of edges in the merge sort. */
  readonly sorting: number;
}

/** Merge sort, so that the number of comparisons does not depend on the engine. */
function mergeSorted<T>(values: readonly T[], isBefore: (a: T, b: T) => boolean): readonly T[] {
  if (values.length < 2) return values;
  const middle = values.length >> 1;
  const [low, high] = [values.slice(0, middle), values.slice(middle)].map((half) =>
    mergeSorted(half, isBefore),
  );
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < low.length && j < high.length) {
    merged.push(isBefore(high[j], low[i]) ? high[j++] : low[i++]);
  }
  return [...merged, ...low.slice(i), ...high.slice(j)];
}

export function sweepPairs(boxes: Boxes, axis: 'x' | 'y' = 'x'): SweepSearch {
  const pairs = new PairCollector(boxes);
  const { left, right, top, bottom } = boxes;
  const [starts, ends] = axis === 'x' ? [left, right] : [top, bottom];
  const edges: Edge[] = [];
  for (let item = 0; item < boxes.count; item++) {
    edges.push({ at: starts[item], item, begins: true });
    edges.push({ at: ends[item], item, begins: false });
  }
  let sorting = 0;
  const sorted = mergeSorted(edges, (a, b) => {
    sorting += 1;
    return a.at < b.at;
  });
  const active = new Set<number>();
  for (const { item, begins } of sorted) {
    if (!begins) active.delete(item);
    else {
      for (const other of active) pairs.compare(other, item);
      active.add(item);
    }
  }
  const { candidates, visits, reported } = pairs;
  return { candidates, visits, reported, sorting };
}
