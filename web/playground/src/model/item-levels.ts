/**
 * Number of items per level, and items stuck at a high level.
 *
 * An item is stuck if it is stored in a branch many times its width. It usually lies across a split
 * plane, so no child can contain it, and every query that enters the node tests it.
 */

import type { NodeDump } from 'sapwood/all';
import { ALL_LEVELS, type Dimensions } from '../state/settings.js';

/** Ratio of the widths of node and item from which an item is stuck: three halvings. */
const STUCK_RATIO = 8;

export interface ItemLevels {
  /** Items per level; the last entry includes all deeper levels. */
  readonly counts: Uint32Array;
  readonly levels: number;
  readonly stuck: Uint32Array;
}

function widest(boxes: Float32Array, at: number, dimensions: Dimensions): number {
  let most = 0;
  for (let d = at; d < at + dimensions; d++)
    most = Math.max(most, boxes[d + dimensions] - boxes[d]);
  return most;
}

function nodesWithChildren({ count, parent }: NodeDump): Uint8Array {
  const inner = new Uint8Array(count);
  for (let node = 0; node < count; node++) if (parent[node] >= 0) inner[parent[node]] = 1;
  return inner;
}

/** `boxes` are those of the items. */
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

/** Returns 0 for a single root and for an empty dump. */
export function deepestLevel({ level }: NodeDump): number {
  return level.reduce((most, each) => Math.max(most, each), 0);
}
