/** Statistics of a tree: the depth of the items, and the number of items per node. */

import type { NodeDump } from 'sapwood/all';

export interface Spread {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

interface TreeShape {
  /** Levels of the nodes that store items. The mean is weighted by the number of items. */
  readonly depth: Spread;
  /** Number of items per node. Nodes without items are not counted. */
  readonly filling: Spread;
  /**
   * Height of a complete tree with the same number of item-storing nodes. Each of its branches has
   * the maximum number of children that occurs in this tree.
   */
  readonly ideal: number;
}

class Sum {
  private min = Infinity;
  private max = -Infinity;
  private sum = 0;
  private weight = 0;

  add(value: number, weight: number): void {
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    this.sum += value * weight;
    this.weight += weight;
  }

  get spread(): Spread {
    return { min: this.min, mean: this.sum / this.weight, max: this.max };
  }
}

/** Returns the statistics of a tree, or null if it has no items. */
export function treeShape({ count, itemCount, level, parent }: NodeDump): TreeShape | null {
  const depth = new Sum();
  const filling = new Sum();
  const children = new Uint32Array(count);
  let holders = 0;
  let widest = 1;
  for (let node = 0; node < count; node++) {
    const above = parent[node];
    if (above >= 0) widest = Math.max(widest, ++children[above]);
    const held = itemCount[node];
    if (held === 0) continue;
    holders++;
    depth.add(level[node], held);
    filling.add(held, 1);
  }
  if (holders === 0) return null;
  // 1e-6 exceeds the rounding error, so that exact powers are not rounded up
  const ideal = widest > 1 ? Math.ceil(Math.log(holders) / Math.log(widest) - 1e-6) : 0;
  return { depth: depth.spread, filling: filling.spread, ideal };
}
