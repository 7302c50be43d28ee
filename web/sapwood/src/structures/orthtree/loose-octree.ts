import type { OwnedFloat32Array } from '../../spatial-index.js';
import {
  type BoxLike,
  choice,
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

/** Options of `LooseOctree`. They do not change which results queries return. */
export interface LooseOctreeOptions extends IndexOptions {
  /**
   * Side of the bounds of a cell divided by the side of the cell: 1.01 to 8. With larger values,
   * moving items change cells less often, but queries visit more cells. Default: 2.
   */
  looseness?: number | undefined;
  /**
   * Number of items above which a cell moves items to its child cells if they fit: 1 to 1024.
   * Default: 16.
   */
  capacity?: number | undefined;
  /** Maximum number of levels below the root: 1 to 16. Default: 16. */
  maxDepth?: number | undefined;
  /**
   * When cells are allocated. Default: `'dynamic'`.
   *
   * - `'dynamic'`: when items need them
   * - `'preallocated'`: all cells in advance; changes are cheaper, and sparse scenes are more
   *   expensive
   */
  levels?: 'dynamic' | 'preallocated' | undefined;
  /**
   * Box that determines the root cell. The root is a cube around this box and does not change.
   * Every query tests all items outside the root. Default: the root is computed from the items.
   */
  space?: BoxLike | undefined;
}

const kind: StructureKind = {
  id: 'loose-octree',
  className: 'LooseOctree',
  titles: { 2: 'Loose quadtree', 3: 'Loose octree' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [
    number('looseness', 2, 1.01, 8),
    integer('capacity', 16, 1, 1024),
    integer('maxDepth', 16, 1, 16),
    choice('levels', 'dynamic', ['dynamic', 'preallocated']),
  ],
  furtherOptions: ['space'],
};

/**
 * Octree (a quadtree in 2D) whose cells have enlarged bounds. The size of an item determines the
 * level of its cell, and its center determines the cell. Changes are cheap: `move` is O(1) within a
 * cell and O(depth) to another cell.
 * @example
 * ```ts
 * const index = new LooseOctree({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * index.update([5, 0, 6, 1, 5.5, 0, 7, 1]);
 * console.log(index.pairs()); // Uint32Array [0, 1]
 * ```
 */
export class LooseOctree extends SpatialIndex {
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
  constructor(options: LooseOctreeOptions = {}) {
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
