/**
 * Computes the partial tree during a build in steps. The library returns the nodes only after the
 * build. Builds are deterministic, so a second index is built in advance, and its nodes are shown
 * as the build advances.
 *
 * The builder scans all items once, and then visits the nodes in breadth-first order. Splitting a
 * branch or finishing a leaf takes one unit of work per item in the subtree. The split of a node
 * creates its children. Finally, the builder writes the nodes and maps items to leaves, which takes
 * two units per node.
 */

import { type NodeDump, NodeKind, type StructureEntry } from 'sapwood/all';
import type { Dimensions, OptionChoices } from '../state/settings.js';
import { breadthFirst, itemsBelow, reordered } from './dump-order.js';
import { isStepwise } from './update-methods.js';

/** Maximum work per step, larger than the work of any complete build. */
const WITHOUT_LIMIT = 2 ** 31;

export interface Rehearsal {
  readonly dump: NodeDump;
  /** Number of work units of the whole build. */
  readonly total: number;
}

export function rehearse(
  entry: StructureEntry,
  options: OptionChoices,
  dimensions: Dimensions,
  boxes: Float32Array,
): Rehearsal {
  const index = entry.create({ ...options, dimensions });
  try {
    if (!isStepwise(index)) throw new Error(`${entry.id}: expected a structure with stepBuild`);
    index.beginBuild(boxes);
    let total = 0;
    for (let done = false; !done; ) {
      const step = index.stepBuild(WITHOUT_LIMIT);
      total += step.work;
      done = step.done;
    }
    return { dump: index.nodes(), total };
  } finally {
    index.dispose();
  }
}

export class Growth {
  /** Complete tree, with nodes in the order in which they are created. */
  readonly dump: NodeDump;
  /** Number of nodes that exist so far. */
  shown = 0;
  /** Branches that are created but not split yet. Only the first `openCount` elements are valid. */
  readonly open: Uint32Array;
  openCount = 0;
  /**
   * Number of work units after which each node is created. `splitAt` is the number of work units
   * after which the node is split, and 0 for leaves.
   */
  private readonly madeAt: Float64Array;
  private readonly splitAt: Float64Array;

  constructor({ dump, total }: Rehearsal) {
    const { count } = dump;
    const order = breadthFirst(dump);
    this.dump = reordered(dump, order);
    const { kind, parent } = this.dump;
    const below = itemsBelow(this.dump);
    this.splitAt = new Float64Array(count);
    this.madeAt = new Float64Array(count);
    this.open = new Uint32Array(count);
    let cost = count > 0 ? below[0] : 0;
    for (let node = 0; node < count; node++) this.splitAt[node] = cost += below[node];
    // a search for a split position may scan the items several times, so the estimate is scaled to
    // the actual number of work units
    const scale = Math.max(total - 2 * count, 0) / Math.max(cost, 1);
    for (let node = 0; node < count; node++) {
      this.splitAt[node] *= scale;
      this.madeAt[node] = parent[node] < 0 ? 0 : this.splitAt[parent[node]];
      if (kind[node] !== NodeKind.Branch) this.splitAt[node] = 0;
    }
  }

  advance(spent: number): void {
    const { count } = this.dump;
    while (this.shown < count && this.madeAt[this.shown] <= spent) this.shown++;
    this.openCount = 0;
    for (let node = 0; node < this.shown; node++) {
      if (this.splitAt[node] > spent) this.open[this.openCount++] = node;
    }
  }
}
