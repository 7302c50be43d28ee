/**
 * A hierarchy while it grows. The library shows a begun build only when it is done, but the same boxes give the same
 * tree with the same work: the build is rehearsed in an index of its own, and the nodes of the outcome are shown as
 * soon as the work that makes them has been spent.
 *
 * The builder looks at all items once, then parts the items of one node after the other, first in, first out: a unit
 * an item, for leaves too. A node appears when its parent has been parted. In the end it writes the nodes out and maps
 * items to leaves, at a unit a node each.
 */

import { type NodeDump, NodeKind, type StructureEntry } from 'sapwood/all';
import type { Dimensions, OptionChoices } from '../state/settings.js';
import { breadthFirst, itemsBelow, reordered } from './dump-order.js';
import { isStepwise } from './gradual-verbs.js';

/** More than any build takes. */
const WITHOUT_LIMIT = 2 ** 31;

export interface Rehearsal {
  readonly dump: NodeDump;
  /** Units of work of the whole build. */
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
  /** The finished tree, nodes in the order in which they appear. */
  readonly dump: NodeDump;
  /** So many of them are there. */
  shown = 0;
  /** Of these, the ones that are still to be split. */
  readonly open: Uint32Array;
  openCount = 0;
  /** Work at which a node appears, and at which its items are parted. */
  private readonly madeAt: Float64Array;
  private readonly partedAt: Float64Array;

  constructor({ dump, total }: Rehearsal) {
    const { count } = dump;
    const order = breadthFirst(dump);
    this.dump = reordered(dump, order);
    const { kind, parent } = this.dump;
    const below = itemsBelow(this.dump);
    this.partedAt = new Float64Array(count);
    this.madeAt = new Float64Array(count);
    this.open = new Uint32Array(count);
    let cost = count > 0 ? below[0] : 0;
    for (let node = 0; node < count; node++) this.partedAt[node] = cost += below[node];
    // a surface-area search goes over the items of a node several times
    const scale = Math.max(total - 2 * count, 0) / Math.max(cost, 1);
    for (let node = 0; node < count; node++) {
      this.partedAt[node] *= scale;
      this.madeAt[node] = parent[node] < 0 ? 0 : this.partedAt[parent[node]];
      if (kind[node] !== NodeKind.Branch) this.partedAt[node] = 0;
    }
  }

  /** Goes on to what `spent` units of work have made. */
  advance(spent: number): void {
    const { count } = this.dump;
    while (this.shown < count && this.madeAt[this.shown] <= spent) this.shown++;
    this.openCount = 0;
    for (let node = 0; node < this.shown; node++) {
      if (this.partedAt[node] > spent) this.open[this.openCount++] = node;
    }
  }
}
