import {
  choice,
  common,
  type IndexOptions,
  number,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * Options of `HashGrid`. They change time, memory and the order of results, not the set of
 * results.
 */
export interface HashGridOptions extends IndexOptions {
  /**
   * Side of the smallest cells in world units: 0 to 1e18. With 0 or `'auto'` it is computed from
   * the items. Default: `'auto'`.
   */
  cellSize?: number | 'auto';
  /**
   * Storage of the cells. All but `'rows'` are in `sapwood/all` only; their queries take five to
   * ten times as long. Default: `'rows'`.
   *
   * - `'rows'`: every item is in one cell, and each row of cells is contiguous in memory. The
   *   first query builds the layout, and rebuilds it after many changes.
   * - `'hash'`: a cell has a list of the items that touch it, and is found by a hash of its
   *   coordinates
   * - `'dense'`: the same, found by its position in an array over the middle of the populated
   *   region
   * - `'morton'`: the same as `'hash'`, and `build` orders cells and items by Morton code
   */
  storage?: 'hash' | 'dense' | 'morton' | 'rows';
}

const kind: StructureKind = {
  id: 'hash-grid',
  className: 'HashGrid',
  titles: { 2: 'Hash grid', 3: 'Hash grid' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    number('cellSize', 0, 0, 1e18),
    choice('storage', 'rows', ['hash', 'dense', 'morton', 'rows']),
  ],
  meant: (name, given) => (name === 'cellSize' && given === 'auto' ? 0 : given),
};

/**
 * Uniform grid whose cells are stored row by row. Fast to build and to query for many items of
 * similar size. Boxes that are too large for the cells are stored on levels with larger cells.
 * @example
 * ```ts
 * const index = new HashGrid({ dimensions: 2, cellSize: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.queryBox([1.5, 0, 9, 9])); // Uint32Array [1]
 * ```
 */
export class HashGrid extends SpatialIndex {
  /** Id, titles, capabilities and options of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for unknown options and values out of range
   * @throws SapwoodError `unsupported` for values that only `sapwood/all` has
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: HashGridOptions = {}) {
    super(kind, options);
  }
}
