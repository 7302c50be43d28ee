import type { OwnedFloat32Array } from '../../spatial-index.js';
import {
  type BoxLike,
  type IndexOptions,
  integer,
  number,
  SpatialIndex,
  type StructureKind,
  setSpaceOption,
  spaceOf,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `Quadtree`. They do not change which results queries return. */
export interface QuadtreeOptions extends IndexOptions {
  /** Maximum number of items in a leaf before it is split: 1 to 1024. Default: 8. */
  capacity?: number | undefined;
  /** Minimum side of a cell to split, in world units: 0 to 1e18. Default: 0. */
  minSide?: number | undefined;
  /**
   * Box of the root cell. Items outside the box are stored in the cells at its border. Default: the
   * bounds of the items, computed at each build.
   */
  space?: BoxLike | undefined;
}

const kind: StructureKind = {
  id: 'quadtree',
  className: 'Quadtree',
  titles: { 2: 'Quadtree with buckets', 3: 'Octree with buckets' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [integer('capacity', 8, 1, 1024), number('minSide', 0, 0, 1e18)],
  furtherOptions: ['space'],
};

/**
 * Quadtree (an octree in 3D) that splits leaves with more than `capacity` items. An item is stored
 * in every leaf that it touches. Suited to small boxes of similar size. `build` is usually O(n log
 * n), and queries O(log n + results).
 * @example
 * ```ts
 * const index = new Quadtree({ dimensions: 2, capacity: 4, space: [0, 0, 800, 600] });
 * index.build([10, 10, 20, 20, 700, 500, 720, 520]);
 * console.log(index.queryBox([0, 0, 100, 100])); // Uint32Array [0]
 * ```
 */
export class Quadtree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Options of a published comparison (magley, *Broad Phase Collision Detection*, 2026): at most 5
   * items per leaf, cells of side 50 or more, and a root cell of 800 x 600.
   */
  static readonly published: Readonly<QuadtreeOptions> = Object.freeze({
    dimensions: 2,
    capacity: 5,
    minSide: 50,
    space: Object.freeze([0, 0, 800, 600]),
  });

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `invalid-box` for an invalid `space`
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: QuadtreeOptions = {}) {
    super(kind, options);
    setSpaceOption(this, stateOf(this), options);
  }

  /**
   * Box of the root cell, in a new array, or undefined if each build uses the bounds of the items.
   * @throws SapwoodError `disposed`
   */
  get space(): OwnedFloat32Array | undefined {
    return spaceOf(stateOf(this));
  }
}
