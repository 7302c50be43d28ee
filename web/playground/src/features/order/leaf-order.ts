/** The order of the leaves of a packed tree: the curve along which its items were sorted. */

import type { NodeLinks } from '../../model/node-links.js';

/** Structures that are packed from a sorted list. */
const packed = new Set(['packed-r-tree', 'wide-tree']);

export function hasLeafOrder(structure: string): boolean {
  return packed.has(structure);
}

/** Leaves as a walk from the root comes to them, first child first. */
export function leavesInOrder({ dump, firstChild, nextSibling }: NodeLinks): Uint32Array {
  const leaves: number[] = [];
  for (let root = 0; root >= 0 && root < dump.count; root = nextSibling[root]) {
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (firstChild[node] < 0) leaves.push(node);
      const children: number[] = [];
      for (let at = firstChild[node]; at >= 0; at = nextSibling[at]) children.push(at);
      open.push(...children.reverse());
    }
  }
  return Uint32Array.from(leaves);
}
