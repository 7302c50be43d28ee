/** Memory for nodes that a static tree allocates in slabs during a build, and how much of it is unused. */

import { StaticTree } from 'sapwood/all';

/** Slots of every slab after the first. */
export const SLAB = 1024;
/** Numbers of items per leaf that are compared. */
const LEAF_LIMITS = [1, 2, 4, 8, 15];

export interface SlabUse {
  readonly leafLimit: number;
  readonly nodes: number;
  /** Slots of each slab, and how many of them have a node. */
  readonly slabs: readonly { readonly slots: number; readonly used: number }[];
  /** Slots without a node. */
  readonly unused: number;
}

/** Slots of the slabs of a build, by the rule of the library. */
export function slabsOf(items: number, leafLimit: number, nodes: number): number[] {
  const most = 2 * items - 1;
  const first = most <= SLAB ? most : Math.floor(most / leafLimit);
  const later = Math.ceil(Math.max(nodes - oddPart(first), 0) / SLAB);
  return [first, ...Array.from({ length: later }, () => SLAB)];
}

/** The root is alone, and all other nodes come in pairs: the first slab uses an odd number of slots. */
const oddPart = (slots: number) => (slots % 2 === 0 ? slots - 1 : slots);

export function slabUse(boxes: Float32Array, dimensions: 2 | 3, leafLimit: number): SlabUse {
  const tree = new StaticTree({ dimensions, leafLimit });
  tree.build(boxes);
  const { nodes } = tree.stats();
  tree.dispose();
  let left = nodes;
  const slabs = slabsOf(boxes.length / (2 * dimensions), leafLimit, nodes).map((slots, i) => {
    const used = Math.min(left, i === 0 ? oddPart(slots) : slots);
    left -= used;
    return { slots, used };
  });
  const slots = slabs.reduce((sum, slab) => sum + slab.slots, 0);
  return { leafLimit, nodes, slabs, unused: slots - nodes };
}

export function slabUses(boxes: Float32Array, dimensions: 2 | 3): SlabUse[] {
  return LEAF_LIMITS.map((leafLimit) => slabUse(boxes, dimensions, leafLimit));
}
