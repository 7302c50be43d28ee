import type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from '../owned.js';

/** Size and quality of an index. Fields that do not apply to the structure are omitted. */
export interface IndexStats {
  /** Number of live items. */
  items: number;
  /**
   * Number of nodes of a hierarchy (including leaves), of cells of a grid, or of blocks of a sorted
   * list.
   */
  nodes: number;
  /** Number of leaves: nodes that have items and no children. */
  leaves: number;
  /** Bytes of WASM memory that the index uses, including staging memory. */
  byteLength: number;
  /** Number of edges from the root to the deepest leaf. */
  height?: number;
  /** Largest difference between the heights of two sibling subtrees. */
  maxImbalance?: number;
  /** Sum of the surface areas of all inner nodes, divided by the surface area of the root. */
  areaRatio?: number;
  /**
   * Cost by the surface area heuristic: like `areaRatio`, but including leaves. It is the expected
   * number of nodes that a random ray visits.
   */
  sah?: number;
  /**
   * Number of reinsertions since the build. An item is reinserted when it leaves its enlarged box.
   */
  reinserts?: number;
  /** Number of swaps in the last insertion sort. */
  swaps?: number;
  /** Axis of the sweep; 0 is x. */
  axis?: number;
  /** Longest side of the smallest grid cells in world units. */
  cellSize?: number;
  /** Sides of the smallest grid cells in world units, by axis. */
  cellSides?: number[];
}

/** Amount of work of the last call on an index. */
export interface QueryCounters {
  /** Number of nodes or blocks whose box was tested. */
  nodeVisits: number;
  /** Number of items or pairs that were tested. */
  itemTests: number;
  /** Number of results. */
  results: number;
}

/** Kinds of nodes in a `NodeDump`. */
export const NodeKind = {
  /** Inner node, which has children. In octrees, it can also have items. */
  Branch: 0,
  /** Node with items. */
  Leaf: 1,
  /** Block of a sorted list. */
  Block: 2,
} as const;
/** Kind of a node, a value of the object `NodeKind`. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/**
 * Nodes of an index as parallel arrays with one entry per node. Parents precede their children. The
 * arrays belong to the caller.
 */
export interface NodeDump {
  /** Number of nodes. */
  count: number;
  /** `2 * dimensions` numbers per node, minimum corner first. */
  bounds: OwnedFloat32Array;
  /** Number of edges from the root. */
  level: OwnedUint32Array;
  /** Index of the parent in these arrays; -1 for a root. */
  parent: OwnedInt32Array;
  /**
   * Start of the items of each node in `items`. The items of node i are `items[firstItem[i]]` to
   * `items[firstItem[i] + itemCount[i] - 1]`.
   */
  firstItem: OwnedUint32Array;
  /** Number of items that are stored in the node itself, without the items of its children. */
  itemCount: OwnedUint32Array;
  /** One of `NodeKind` per node. */
  kind: OwnedUint8Array;
  /** Ids of the items, node by node. */
  items: OwnedUint32Array;
  /**
   * Bounding sphere of each node, `dimensions + 1` numbers: center, radius. Only for structures
   * whose nodes are spheres.
   */
  spheres?: OwnedFloat32Array;
  /**
   * Cell of each node, `2 * dimensions` numbers, minimum corner first. Only for structures in which
   * the bounds of nodes extend beyond their cells.
   */
  cells?: OwnedFloat32Array;
}

/**
 * Callbacks of `traverse`; both are optional. They may run queries on the index, but must not
 * change it. The arrays that they receive are reused, so copy numbers that you want to keep.
 */
export interface TreeVisitor {
  /**
   * Called for a node before its items and children.
   * @param bounds - `2 * dimensions` numbers, minimum corner first. If a box overlaps an item, it
   * also overlaps the bounds of a node that contains the item, and the bounds of all ancestors of
   * that node. Items of a quadtree can extend beyond these bounds. In a sphere tree, the bounds
   * contain the spheres. Children can extend beyond their parent.
   * @param level - Number of edges from the root.
   * @returns False to skip the items and the children of the node.
   */
  node?(bounds: Float32Array, level: number): unknown;
  /**
   * Called once for each item of the nodes that were not skipped.
   * @param id - Id of the item.
   * @param box - `2 * dimensions` numbers, minimum corner first.
   * @returns False to end the traversal.
   */
  item?(id: number, box: Float32Array): unknown;
}
