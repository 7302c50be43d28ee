/** Computes splits of boxes into two groups, and their costs by the surface area heuristic. */

import type { NodeDump } from 'sapwood/all';
import { around, type Box } from './world.js';

export interface Cut {
  readonly low: readonly Box[];
  readonly high: readonly Box[];
  /**
   * Cost of the split, divided by the cost without a split. A split with a cost below 1 saves
   * tests.
   */
  readonly cost: number;
}

export const boundsOf = (boxes: readonly Box[]): Box => boxes.reduce(around);

/** Returns the cost of one group: the number of boxes times half the perimeter of their bounds. */
function sideCost(boxes: readonly Box[]): number {
  if (boxes.length === 0) return 0;
  const [left, low, right, high] = boundsOf(boxes);
  return boxes.length * (right - left + high - low);
}

function cutOf(low: readonly Box[], high: readonly Box[]): Cut {
  return { low, high, cost: (sideCost(low) + sideCost(high)) / sideCost([...low, ...high]) };
}

/** Splits boxes at a position on an axis (0 for x, 1 for y), by the centers of the boxes. */
export function cutAt(boxes: readonly Box[], axis: 0 | 1, at: number): Cut {
  const isLow = (box: Box) => (box[axis] + box[axis + 2]) / 2 < at;
  return cutOf(
    boxes.filter(isLow),
    boxes.filter((box) => !isLow(box)),
  );
}

/** Returns the split at the root: the groups are the boxes in the subtrees of its two children. */
export function rootCut(nodes: NodeDump, boxes: readonly Box[]): Cut {
  const sides: [Box[], Box[]] = [[], []];
  const sideOf = new Uint8Array(nodes.count);
  let children = 0;
  // each node precedes its children
  for (let node = 1; node < nodes.count; node++) {
    const parent = nodes.parent[node];
    sideOf[node] = parent === 0 ? children++ : sideOf[parent];
    const first = nodes.firstItem[node];
    const items = nodes.items.subarray(first, first + nodes.itemCount[node]);
    for (const item of items) sides[sideOf[node]].push(boxes[item]);
  }
  return cutOf(...sides);
}
