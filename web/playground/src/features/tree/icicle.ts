/**
 * Icicle plot of the hierarchy (Kruskal and Landwehr, "Icicle plots: better displays for
 * hierarchical clustering", 1983): one row per level, node widths proportional to items.
 */

import type { NodeDump } from 'sapwood/all';

export interface IcicleLayout {
  readonly dump: NodeDump;
  /** From 0 to 1, by node. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Number of rows. */
  readonly levels: number;
}

/** Returns subtree item counts, at least one per node. */
function weights({ count, itemCount, parent }: NodeDump): Float64Array {
  const below = Float64Array.from(itemCount);
  for (let node = count - 1; node >= 0; node--) {
    below[node] = Math.max(below[node], 1);
    if (parent[node] >= 0) below[parent[node]] += below[node];
  }
  return below;
}

/** A node's own items leave a gap after its children. */
export function icicle(dump: NodeDump): IcicleLayout {
  const { count, level, parent } = dump;
  const weight = weights(dump);
  const left = new Float64Array(count);
  const right = new Float64Array(count);
  /** Left edge of the next child. */
  const free = new Float64Array(count);
  let total = 0;
  let levels = 0;
  for (let node = 0; node < count; node++) if (parent[node] < 0) total += weight[node];
  let freeRoot = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node];
    const width = weight[node] / total;
    left[node] = above < 0 ? freeRoot : free[above];
    right[node] = left[node] + width;
    if (above < 0) freeRoot = right[node];
    else free[above] = right[node];
    free[node] = left[node];
    levels = Math.max(levels, level[node] + 1);
  }
  return { dump, left, right, levels };
}

/** Returns the node at a point with coordinates from 0 to 1, or the deepest one above it. */
export function nodeAt({ dump, left, right, levels }: IcicleLayout, x: number, y: number) {
  const row = Math.min(Math.max(Math.floor(y * levels), 0), levels - 1);
  let found: number | null = null;
  for (let node = 0; node < dump.count; node++) {
    if (dump.level[node] <= row && x >= left[node] && x < right[node]) {
      if (found === null || dump.level[node] >= dump.level[found]) found = node;
    }
  }
  return found;
}
