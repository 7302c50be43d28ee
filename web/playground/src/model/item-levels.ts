/**
 * Where a hierarchy keeps its items: how many on each level, and which of them are stuck high.
 *
 * An item is stuck when the node that holds it has children and is many times as wide: no child could take it,
 * usually because it lies across a split plane, and every query that enters the node must test it.
 */

import type { NodeDump } from 'sapwood/all';
import { ALL_LEVELS, type Dimensions } from '../state/settings.js';

/** Three halvings: a cell that is eight times as wide as the item. */
const STUCK_RATIO = 8;

export interface ItemLevels {
  /** Items held on each level; the last entry takes all deeper ones. */
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

/** 0 for a root alone, and for nothing. */
export function deepestLevel({ level }: NodeDump): number {
  return level.reduce((most, each) => Math.max(most, each), 0);
}
