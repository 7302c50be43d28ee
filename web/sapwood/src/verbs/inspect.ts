/** Types of inspection. */
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
   * Number of nodes of a hierarchy including leaves, of cells of a grid, or of blocks of a sorted
   * list.
   */
  nodes: number;
  /** Number of nodes that hold items and have no children. */
  leaves: number;
  /** Bytes of WASM memory that the index holds, staging memory included. */
  byteLength: number;
  /** Number of edges from the root to the deepest leaf. */
  height?: number;
  /** Largest difference between the heights of two siblings. */
  maxImbalance?: number;
  /** Sum of the areas of all branches, divided by the area of the root. */
  areaRatio?: number;
  /**
   * `areaRatio` with the leaves included: the expected number of nodes that a random ray visits.
   */
  sah?: number;
  /** Number of reinsertions since the build, because items left their enlarged boxes. */
  reinserts?: number;
  /** Number of swaps of the last insertion sort. */
  swaps?: number;
  /** Axis of the sweep; 0 is x. */
  axis?: number;
  /** Longest side of the smallest cells of a grid in world units. */
  cellSize?: number;
  /** Sides of the smallest cells of a grid in world units, by axis. */
  cellSides?: number[];
}

/** Work of the last call on an index, as counts. */
export interface QueryCounters {
  /** Number of nodes or blocks whose box was tested. */
  nodeVisits: number;
  /** Number of items or pairs of items that were tested. */
  itemTests: number;
  /** Number of results. */
  results: number;
}

/** Kinds of nodes in a `NodeDump`. */
export const NodeKind = {
  /** Node with children. In octrees it can also hold items. */
  Branch: 0,
  /** Node that holds items. */
  Leaf: 1,
  /** Block of a sorted list; not a node of a tree. */
  Block: 2,
} as const;
/** Kind of a node as a number; the object `NodeKind` names the numbers. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/**
 * Nodes of a structure as parallel arrays with one entry per node, parents before their children.
 * The arrays belong to the caller.
 */
export interface NodeDump {
  /** Number of nodes. */
  count: number;
  /** `2 * dimensions` numbers per node, minimum corner first. */
  bounds: OwnedFloat32Array;
  /** Number of edges from the root. */
  level: OwnedUint32Array;
  /** Position of the parent in these arrays; -1 for a root. */
  parent: OwnedInt32Array;
  /**
   * Start of the items of each node in `items`. The items of node i are `items[firstItem[i]]` up
   * to, not including, `items[firstItem[i] + itemCount[i]]`.
   */
  firstItem: OwnedUint32Array;
  /** Number of items in the node itself, without its children. */
  itemCount: OwnedUint32Array;
  /** One of `NodeKind` per node. */
  kind: OwnedUint8Array;
  /** Ids of the items, node by node. */
  items: OwnedUint32Array;
  /**
   * Sphere of each node, `dimensions + 1` numbers per node: center, then radius. Present if the
   * nodes are spheres.
   */
  spheres?: OwnedFloat32Array;
  /**
   * Cell of each node, `2 * dimensions` numbers per node. Present if the bounds of nodes extend
   * beyond their cells.
   */
  cells?: OwnedFloat32Array;
}

/**
 * Callbacks of `traverse`; one of them may be omitted. They may run queries on the index, but must
 * not change it. The array that a callback receives is reused: copy its numbers to keep them.
 */
export interface TreeVisitor {
  /**
   * Called for a node before its items and children.
   * @param bounds - `2 * dimensions` numbers, minimum corner first. If a box overlaps an item, it
   * overlaps the bounds of at least one node that contains the item, and of all ancestors of that
   * node. In a quadtree, an item can extend beyond the bounds of its node. In a sphere tree, bounds
   * are boxes around spheres. The bounds of a child can extend beyond those of its parent.
   * @param level - Number of edges from the root.
   * @returns False to skip the items and the children of the node.
   */
  node?(bounds: Float32Array, level: number): unknown;
  /**
   * Called once for each item of a node that was not skipped.
   * @param id - Id of the item.
   * @param box - `2 * dimensions` numbers, minimum corner first.
   * @returns False to end the traversal.
   */
  item?(id: number, box: Float32Array): unknown;
}
