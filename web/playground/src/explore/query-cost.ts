/** What a query cost, in steps that do not depend on a clock. */

import { keepsLists } from '../model/grid-storage.js';
import type { Side } from './side.js';

/**
 * Cells that were looked up in vain. The library counts those that are there; the others are known from the trace of
 * the walk.
 */
export function emptyLookups({ index, trace }: Side): number {
  if (!keepsLists(index)) return 0;
  return trace ? trace.emptyLookups : Number.NaN;
}

/** Nodes and cells that were looked at, and items that were compared; NaN while some of that is not known. */
export function queryCost(side: Side): number {
  const { itemTests, nodeVisits } = side.queryCounters;
  return nodeVisits + itemTests + emptyLookups(side);
}
