import type { OwnedFloat32Array } from '../../spatial-index.js';
import {
  type BoxLike,
  giveSpace,
  type IndexOptions,
  integer,
  SpatialIndex,
  type StructureKind,
  spaceOf,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/**
 * Options of `Octree`. They change time, memory and the order of results, not the set of results.
 */
export interface OctreeOptions extends IndexOptions {
  /**
   * Maximum number of items in a cell: 1 to 1024. If it has more, items that fit move to its
   * children. Default: 16.
   */
  capacity?: number | undefined;
  /** Maximum number of levels below the root: 1 to 16. Default: 16. */
  maxDepth?: number | undefined;
  /**
   * Box that determines the root cell. The root is the cube around it and never changes. Items
   * outside the cube are in a list that every query tests. Default: the root follows the items.
   */
  space?: BoxLike | undefined;
}

const kind: StructureKind = {
  id: 'octree',
  className: 'Octree',
  titles: { 2: 'Quadtree (smallest cell)', 3: 'Octree' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [integer('capacity', 16, 1, 1024), integer('maxDepth', 16, 1, 16)],
  furtherOptions: ['space'],
};

/**
 * Octree (a quadtree in 2D) that stores each item in the smallest cell that contains it. Cheap to
 * build and to change. Items that cross the middle of a large cell stay in that cell: see
 * `LooseOctree`.
 * @example
 * ```ts
 * const index = new Octree({ dimensions: 3 });
 * index.build([0, 0, 0, 1, 1, 1, 2, 0, 0, 3, 1, 1]);
 * console.log(index.queryPoint([2.5, 0.5, 0.5])); // Uint32Array [1]
 * ```
 */
export class Octree extends SpatialIndex {
  /** Id, titles, capabilities and options of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for unknown options and values out of range
   * @throws SapwoodError `invalid-box` for an invalid `space`
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: OctreeOptions = {}) {
    super(kind, options);
    giveSpace(this, stateOf(this), options);
  }

  /**
   * Box that determines the root cell, as flat numbers in a new array, or undefined if the root
   * follows the items.
   * @throws SapwoodError `disposed`
   */
  get space(): OwnedFloat32Array | undefined {
    return spaceOf(stateOf(this));
  }
}
