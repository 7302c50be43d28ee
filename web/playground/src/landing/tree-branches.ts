/**
 * Reads the node boxes of a `DynamicTree` without margin, for drawing.
 *
 * `sapwood/2d` has no `nodes()`, so the nodes are read from the serialized tree. The serialized
 * bytes end with one 32-bit word per node, two empty lists, and the item boxes. The word of a leaf
 * is its item id with the top bit set. If the word of a branch is p, its children are nodes 2p + 1
 * and 2p + 2. Each node precedes its children.
 */

import type { SpatialIndex } from 'sapwood/2d/slim';

const LEAF = 0x80000000;
/** Size of the two empty lists in bytes: the list lengths, without any elements. */
const LISTS_BYTES = 16;
const BOX_BYTES = 16;

export interface TreeBranches {
  /** Boxes of the nodes, four numbers each. */
  readonly bounds: Float32Array;
  /** Level of each node; 0 for the root. */
  readonly levels: Uint8Array;
  /** Item id of each leaf; -1 for branches. */
  readonly items: Int32Array;
  /** First child of each branch. Its sibling is the next node. */
  readonly children: Uint32Array;
}

function unite(bounds: Float32Array, node: number, child: number): void {
  const [to, a, b] = [4 * node, 4 * child, 4 * child + 4];
  bounds[to] = Math.min(bounds[a], bounds[b]);
  bounds[to + 1] = Math.min(bounds[a + 1], bounds[b + 1]);
  bounds[to + 2] = Math.max(bounds[a + 2], bounds[b + 2]);
  bounds[to + 3] = Math.max(bounds[a + 3], bounds[b + 3]);
}

/** Returns the nodes of a tree that was built over `boxes` and has not changed since. */
export function treeBranches(tree: SpatialIndex, boxes: Float32Array): TreeBranches {
  const bytes = tree.serialize();
  const count = 2 * tree.size - 1;
  const start = bytes.length - BOX_BYTES * tree.size - LISTS_BYTES - 4 * count;
  const words = new DataView(bytes.buffer, bytes.byteOffset + start, 4 * count);
  const nodes = {
    bounds: new Float32Array(4 * count),
    levels: new Uint8Array(count),
    items: new Int32Array(count).fill(-1),
    children: new Uint32Array(count),
  };
  const { bounds, children, items, levels } = nodes;
  for (let node = 0; node < count; node++) {
    const word = words.getUint32(4 * node, true);
    if (word >= LEAF) {
      items[node] = word - LEAF;
      bounds.set(boxes.subarray(4 * items[node], 4 * items[node] + 4), 4 * node);
    } else {
      children[node] = 2 * word + 1;
      levels[2 * word + 1] = levels[2 * word + 2] = levels[node] + 1;
    }
  }
  for (let node = count - 1; node >= 0; node--) {
    if (items[node] < 0) unite(bounds, node, children[node]);
  }
  return nodes;
}
