import {
  choice,
  common,
  type IndexOptions,
  integer,
  number,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * How far cells reach beyond their borders and when they are divided. They change time, memory and
 * the order of results, never what is found.
 */
export interface LooseOctreeOptions extends IndexOptions {
  /**
   * Edge of the bound of a cell over the edge of the cell: 1.01 to 8, 2 when left out. Larger ones
   * keep rapid items longer in their cell and make queries visit more.
   */
  looseness?: number;
  /** Items of a cell before those that fit go to its children: 1 to 1024, 16 when left out. */
  capacity?: number;
  /** Most levels below the root: 1 to 16, 16 when left out. */
  maxDepth?: number;
  /**
   * Whether cells come and go with the items (when left out), or are all made ahead: changes are
   * then cheaper, sparse scenes dearer.
   */
  levels?: 'dynamic' | 'preallocated';
}

const kind: StructureKind = {
  id: 'loose-octree',
  className: 'LooseOctree',
  titles: { 2: 'Loose quadtree', 3: 'Loose octree' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // How many times as large as its cell, around the same center, the bound of a cell is.
    number('looseness', 2, 1.01, 8),
    // Items of a cell before those that fit go to its children.
    integer('capacity', 16, 1, 1024),
    // Levels below the root.
    integer('maxDepth', 16, 1, 16),
    // Whether cells come and go with the items, or are all made ahead.
    choice('levels', 'dynamic', ['dynamic', 'preallocated']),
  ],
};

/**
 * Cells whose bounds reach beyond them, so that the size of an item alone tells its depth and its
 * center tells its cell; in 2D a quadtree. The cheapest hierarchy to keep while everything moves.
 */
export class LooseOctree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: LooseOctreeOptions = {}) {
    super(kind, options);
  }
}
