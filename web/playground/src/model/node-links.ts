/**
 * Links between the nodes of a dump: children, siblings, path to the root, and items of a subtree.
 */

import type { NodeDump } from 'sapwood/all';

const NONE = -1;

export class NodeLinks {
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly previousSibling: Int32Array;
  readonly childCount: Uint32Array;

  /**
   * Requires that each node precedes its children in the dump. Siblings have the same order as in
   * the dump.
   */
  constructor(readonly dump: NodeDump) {
    const { count, parent } = dump;
    this.firstChild = new Int32Array(count).fill(NONE);
    this.nextSibling = new Int32Array(count).fill(NONE);
    this.previousSibling = new Int32Array(count).fill(NONE);
    this.childCount = new Uint32Array(count);
    const last = new Int32Array(count).fill(NONE);
    let lastRoot = NONE;
    for (let node = 0; node < count; node++) {
      const above = parent[node];
      const before = above < 0 ? lastRoot : last[above];
      this.previousSibling[node] = before;
      if (before !== NONE) this.nextSibling[before] = node;
      if (above < 0) lastRoot = node;
      else {
        if (before === NONE) this.firstChild[above] = node;
        this.childCount[above]++;
        last[above] = node;
      }
    }
  }

  childrenOf(node: number): number[] {
    const children: number[] = [];
    for (let at = this.firstChild[node]; at !== NONE; at = this.nextSibling[at]) children.push(at);
    return children;
  }

  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at !== NONE; at = this.dump.parent[at]) path.push(at);
    return path.reverse();
  }

  /** Returns the nodes of a subtree in depth-first order, including `node`. */
  below(node: number): number[] {
    const found: number[] = [];
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      found.push(at);
      open.push(...this.childrenOf(at).reverse());
    }
    return found;
  }

  /** Returns the ids of the items in a subtree, in ascending order and without duplicates. */
  itemsBelow(node: number): Uint32Array {
    const { firstItem, itemCount, items } = this.dump;
    const ids = new Set<number>();
    for (const at of this.below(node)) {
      for (let i = firstItem[at]; i < firstItem[at] + itemCount[at]; i++) ids.add(items[i]);
    }
    return Uint32Array.from(ids).sort();
  }
}
