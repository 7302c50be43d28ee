/**
 * Measures the time to write results: the time of a query whose filters accept every item, minus
 * the time of a query whose filters reject every item. Both queries read all filters, but only the
 * first query writes results.
 */

import type { SpatialIndex } from 'sapwood/all';

/** Number of timed queries after the filters are set. */
export const REPEATS = 3;

const ACCEPT_ALL = { category: 1, mask: -1 };
const ACCEPT_NONE = { category: 0, mask: 0 };

/**
 * Sets one filter that accepts everything. As soon as an item has a filter, queries read the
 * filters of all items.
 */
export function acceptAll(index: SpatialIndex): void {
  index.setFilter(0, ACCEPT_ALL);
}

export function rejectAll(index: SpatialIndex): void {
  for (const id of index.ids()) index.setFilter(id, ACCEPT_NONE);
}

export function workOf(index: SpatialIndex): number {
  const { nodeVisits, itemTests } = index.counters();
  return nodeVisits + itemTests;
}

/**
 * Returns whether the work of two queries differs by at most 1 %. It differs by more if the
 * structure prunes nodes by their filters.
 */
export function sameWork(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.01 * Math.max(one, other);
}
