import {
  common,
  type IndexOptions,
  integer,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * When cells are divided. They change time, memory and the order of results, never what is found.
 */
export interface OctreeOptions extends IndexOptions {
  /** Items of a cell before those that fit go to its children: 1 to 1024, 16 when left out. */
  capacity?: number;
  /** Most levels below the root: 1 to 16, 16 when left out. */
  maxDepth?: number;
}

const kind: StructureKind = {
  id: 'octree',
  className: 'Octree',
  titles: { 2: 'Quadtree (smallest cell)', 3: 'Octree' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // Items of a cell before those that fit go to its children.
    integer('capacity', 16, 1, 1024),
    // Levels below the root.
    integer('maxDepth', 16, 1, 16),
  ],
};

/**
 * Cells halved on every axis, each item in the smallest one that contains it; in 2D a quadtree.
 * Cheap to build and to change, but what crosses the middle of a large cell stays there: see
 * `LooseOctree`.
 */
export class Octree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: OctreeOptions = {}) {
    super(kind, options);
  }
}
