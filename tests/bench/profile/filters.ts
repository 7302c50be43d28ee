/**
 * Time to write results: the difference between a search with filters that accept everything and a search with filters
 * that reject everything. Both read every filter; only the first one writes.
 */

import type { SpatialIndex } from 'sapwood/all';

/** Number of timed searches after all filters are set. */
export const REPEATS = 3;

const ACCEPT_ALL = { category: 1, mask: -1 };
const ACCEPT_NONE = { category: 0, mask: 0 };

/** Sets one filter, which makes the index read all filters. */
export function letAllPass(index: SpatialIndex): void {
  index.setFilter(0, ACCEPT_ALL);
}

export function letNothingPass(index: SpatialIndex): void {
  for (const id of index.ids()) index.setFilter(id, ACCEPT_NONE);
}

/** Returns the node visits and item tests of the last call. */
export function workOf(index: SpatialIndex): number {
  const { nodeVisits, itemTests } = index.counters();
  return nodeVisits + itemTests;
}

/** Returns whether two searches did the same work. They differ if a structure uses filters to prune. */
export function sameWork(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.01 * Math.max(one, other);
}
