import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * When cells are divided. They change time, memory and the order of results, never what is found.
 */
export interface QuadtreeOptions extends IndexOptions {
  /** Most items of a leaf; one with more is divided: 1 to 1024, 8 when left out. */
  capacity?: number;
  /**
   * World units, 0 to 1e18: a cell that has a side no longer than this is not divided. 0 (when left
   * out) sets no limit.
   */
  minSide?: number;
}

const kind: StructureKind = {
  id: 'quadtree',
  className: 'Quadtree',
  titles: { 2: 'Quadtree with buckets', 3: 'Octree with buckets' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'capacity',
      kind: 'integer',
      default: 8,
      min: 1,
      max: 1024,
      doc: 'A leaf with more items is divided.',
    },
    {
      name: 'minSide',
      kind: 'number',
      default: 0,
      min: 0,
      max: 1e18,
      doc: 'World units; a cell with a side that is not longer is not divided.',
    },
  ],
};

/**
 * Cells divided in the middle until they hold few items; an item is in every leaf that it touches.
 * Good for small boxes of similar size; a moving world is built anew.
 */
export class Quadtree extends SpatialIndex {
  /**
   * Id, titles, capabilities and options of the structure, as `structures` of `sapwood/all` lists
   * them.
   */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialised` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: QuadtreeOptions = {}) {
    super(kind, options);
  }
}
