import type { OwnedFloat32Array } from '../../spatial-index.js';
import {
  type BoxLike,
  type IndexOptions,
  integer,
  SpatialIndex,
  type StructureKind,
  setSpaceOption,
  spaceOf,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `Octree`. They do not change which results queries return. */
export interface OctreeOptions extends IndexOptions {
  /**
   * Number of items above which a cell moves items to its child cells if they fit: 1 to 1024.
   * Default: 16.
   */
  capacity?: number | undefined;
  /** Maximum number of levels below the root: 1 to 16. Default: 16. */
  maxDepth?: number | undefined;
  /**
   * Box that determines the root cell. The root is a cube around this box and does not change.
   * Every query tests all items outside the root. Default: the root is computed from the items.
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
 * Octree (a quadtree in 2D) that stores each item in the smallest cell that contains it. It is
 * cheap to build and change. Items that cross the middle of a large cell are stored in that cell,
 * even if they are small. `LooseOctree` avoids this.
 * @example
 * ```ts
 * const index = new Octree({ dimensions: 3 });
 * index.build([0, 0, 0, 1, 1, 1, 2, 0, 0, 3, 1, 1]);
 * console.log(index.queryPoint([2.5, 0.5, 0.5])); // Uint32Array [1]
 * ```
 */
export class Octree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `invalid-box` for an invalid `space`
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: OctreeOptions = {}) {
    super(kind, options);
    setSpaceOption(this, stateOf(this), options);
  }

  /**
   * Box that determines the root cell, in a new array. Undefined if the root is computed from the
   * items.
   * @throws SapwoodError `disposed`
   */
  get space(): OwnedFloat32Array | undefined {
    return spaceOf(stateOf(this));
  }
}
