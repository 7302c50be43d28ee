import {
  common,
  type IndexOptions,
  numberPerAxis,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Options of `HashGrid`. They do not change which results queries return. */
export interface HashGridOptions extends IndexOptions {
  /**
   * Side of the smallest cells in world units, or an array with one side per axis: 0 to 1e18. Sides
   * of 0 are computed from the items. `'auto'` computes all sides. Default: `'auto'`.
   */
  cellSize?: number | readonly number[] | 'auto' | undefined;
}

const kind: StructureKind = {
  id: 'hash-grid',
  className: 'HashGrid',
  titles: { 2: 'Hash grid', 3: 'Hash grid' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [numberPerAxis('cellSize', 0, 0, 1e18)],
  meant: (name, given) => (name === 'cellSize' && given === 'auto' ? 0 : given),
};

/**
 * Uniform grid whose cells are stored row by row. It is fast to build and query for many items of
 * similar size. Larger boxes are stored on levels with larger cells.
 * @example
 * ```ts
 * const index = new HashGrid({ dimensions: 2, cellSize: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.queryBox([1.5, 0, 9, 9])); // Uint32Array [1]
 * ```
 */
export class HashGrid extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: HashGridOptions = {}) {
    super(kind, options);
  }
}
