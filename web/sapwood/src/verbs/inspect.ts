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
   * Number of nodes of a hierarchy including leaves, cells of a grid, or blocks of a sorted list.
   */
  nodes: number;
  /** Number of nodes with items and without children. */
  leaves: number;
  /** Bytes of WASM memory that the index uses, staging memory included. */
  byteLength: number;
  /** Number of edges from the root to the deepest leaf. */
  height?: number;
  /** Largest difference between the heights of siblings. */
  maxImbalance?: number;
  /** Sum of the areas of all branches divided by the area of the root. */
  areaRatio?: number;
  /** `areaRatio` including leaves: the expected number of nodes that a random ray visits. */
  sah?: number;
  /** Number of reinsertions since the build, of items that left their enlarged boxes. */
  reinserts?: number;
  /** Number of swaps of the last insertion sort. */
  swaps?: number;
  /** Axis of the sweep; 0 is x. */
  axis?: number;
  /** Longest side of the smallest grid cells in world units. */
  cellSize?: number;
  /** Sides of the smallest grid cells in world units, by axis. */
  cellSides?: number[];
}

/** Work of the last call on an index. */
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
  /** Node with children. In octrees, it can also have items. */
  Branch: 0,
  /** Node with items. */
  Leaf: 1,
  /** Block of a sorted list. */
  Block: 2,
} as const;
/** Kind of a node, a value of the object `NodeKind`. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/**
 * Nodes as parallel arrays with one entry per node, parents before their children. The arrays
 * belong to the caller.
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
   * Starts of the nodes in `items`: node i has `items[firstItem[i]]` to `items[firstItem[i] +
   * itemCount[i] - 1]`.
   */
  firstItem: OwnedUint32Array;
  /** Number of items in the node itself, without its children. */
  itemCount: OwnedUint32Array;
  /** One of `NodeKind` per node. */
  kind: OwnedUint8Array;
  /** Ids of the items, node by node. */
  items: OwnedUint32Array;
  /** Sphere of each node, `dimensions + 1` numbers: center, radius. Only if nodes are spheres. */
  spheres?: OwnedFloat32Array;
  /**
   * Cell of each node, `2 * dimensions` numbers. Only if bounds of nodes extend beyond their cells.
   */
  cells?: OwnedFloat32Array;
}

/**
 * Optional callbacks of `traverse`. They may run queries on the index, but must not change it. The
 * arrays that they receive are reused; copy their numbers to keep them.
 */
export interface TreeVisitor {
  /**
   * Called for a node before its items and children.
   * @param bounds - `2 * dimensions` numbers, minimum corner first. A box that overlaps an item
   * also overlaps a node with the item and all its ancestors. Items of a quadtree can extend beyond
   * their node. Bounds in a sphere tree contain the spheres. Children can extend beyond their
   * parent.
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
