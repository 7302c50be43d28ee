/**
 * Counts the items per tree level, and finds items that are stuck near the root.
 *
 * An item is stuck if it is stored in a branch that is many times wider than the item. Usually, the
 * item crosses a split plane, so no child can contain it. Every query that enters the branch then
 * tests the item.
 */

import type { NodeDump } from 'sapwood/all';
import { ALL_LEVELS, type Dimensions } from '../state/settings.js';

/**
 * Minimum ratio of branch width to item width for a stuck item. It corresponds to three halvings of
 * the branch.
 */
const STUCK_RATIO = 8;

export interface ItemLevels {
  /** Number of items per level. The last element includes the items of all deeper levels. */
  readonly counts: Uint32Array;
  readonly levels: number;
  readonly stuck: Uint32Array;
}

function widest(boxes: Float32Array, at: number, dimensions: Dimensions): number {
  let max = 0;
  for (let d = at; d < at + dimensions; d++) max = Math.max(max, boxes[d + dimensions] - boxes[d]);
  return max;
}

function nodesWithChildren({ count, parent }: NodeDump): Uint8Array {
  const inner = new Uint8Array(count);
  for (let node = 0; node < count; node++) if (parent[node] >= 0) inner[parent[node]] = 1;
  return inner;
}

/** `boxes` contains the item boxes by id. */
export function itemLevels(
  dump: NodeDump,
  boxes: Float32Array,
  dimensions: Dimensions,
): ItemLevels {
  const { count, firstItem, itemCount, items, level } = dump;
  const places = dump.cells ?? dump.bounds;
  const inner = nodesWithChildren(dump);
  const counts = new Uint32Array(ALL_LEVELS);
  const stuck: number[] = [];
  const stride = 2 * dimensions;
  let levels = 0;
  for (let node = 0; node < count; node++) {
    const place = Math.min(level[node], ALL_LEVELS - 1);
    counts[place] += itemCount[node];
    if (itemCount[node] > 0) levels = Math.max(levels, place + 1);
    if (!inner[node]) continue;
    const width = widest(places, node * stride, dimensions);
    for (let i = firstItem[node]; i < firstItem[node] + itemCount[node]; i++) {
      const id = items[i];
      if (width >= STUCK_RATIO * widest(boxes, id * stride, dimensions)) stuck.push(id);
    }
  }
  return { counts, levels, stuck: Uint32Array.from(stuck) };
}

export function deepestLevel({ level }: NodeDump): number {
  return level.reduce((max, each) => Math.max(max, each), 0);
}
