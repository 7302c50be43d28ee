import {
  choice,
  common,
  type IndexOptions,
  numberPerAxis,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Options of `SpatialHash`. They do not change which results queries return. */
export interface SpatialHashOptions extends IndexOptions {
  /**
   * Side of the smallest cells in world units, or an array with one side per axis: 0 to 1e18. Sides
   * of 0 are computed from the items. `'auto'` computes all sides. Default: `'auto'`.
   */
  cellSize?: number | readonly number[] | 'auto' | undefined;
  /**
   * Method that finds the item list of a cell. Default: `'hash'`.
   *
   * - `'hash'`: by a hash of the coordinates of the cell
   * - `'dense'`: by index in an array that covers the middle of the populated region
   * - `'morton'`: like `'hash'`, but `build` orders cells and items by Morton code
   */
  storage?: 'hash' | 'dense' | 'morton' | undefined;
}

const kind: StructureKind = {
  id: 'spatial-hash',
  className: 'SpatialHash',
  titles: { 2: 'Spatial hash', 3: 'Spatial hash' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    numberPerAxis('cellSize', 0, 0, 1e18),
    choice('storage', 'hash', ['hash', 'dense', 'morton']),
  ],
  meant: (name, given) => (name === 'cellSize' && given === 'auto' ? 0 : given),
};

/**
 * Uniform grid in which each populated cell lists the items that touch it. A change updates only
 * the cells of the changed item. Queries take several times as long as in a `HashGrid`.
 * @example
 * ```ts
 * const index = new SpatialHash({ dimensions: 2, cellSize: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.queryBox([1.5, 0, 9, 9])); // Uint32Array [1]
 * ```
 */
export class SpatialHash extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: SpatialHashOptions = {}) {
    super(kind, options);
  }
}
