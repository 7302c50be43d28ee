/**
 * How long it takes to write results: the same search with filters that let all pass, and with filters that let
 * nothing pass. Both look every filter up; only the first one writes.
 */

import type { SpatialIndex } from 'sapwood/all';

/** Searches timed each time that all filters have been set. */
export const REPEATS = 3;

const EVERYBODY = { category: 1, mask: -1 };
const NOBODY = { category: 0, mask: 0 };

/** One item with a filter of its own is enough that filters are looked up. */
export function letAllPass(index: SpatialIndex): void {
  index.setFilter(0, EVERYBODY);
}

export function letNothingPass(index: SpatialIndex): void {
  for (const id of index.ids()) index.setFilter(id, NOBODY);
}

/** Node visits and item tests of the last call. */
export function workOf(index: SpatialIndex): number {
  const { nodeVisits, itemTests } = index.counters();
  return nodeVisits + itemTests;
}

/** Whether two searches did the same apart from writing: a structure may also use filters to prune. */
export function sameWork(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.01 * Math.max(one, other);
}
