import {
  choice,
  common,
  type IndexOptions,
  number,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * How large the cells are and how they are found. They change time, memory and the order of
 * results, never what is found.
 */
export interface HashGridOptions extends IndexOptions {
  /**
   * Side of the finest cells in world units, 0 to 1e18. 0 and `'auto'` (when left out) choose it
   * from the items.
   */
  cellSize?: number | 'auto';
  /**
   * How cells are kept. With `'rows'` (when left out) every item is in one cell, and cells lie row
   * after row in memory: a query looks at one run of boxes a row; the layout is made by the first
   * call that reads, and made anew when much has moved. The others are the forms of the literature,
   * in `sapwood/all` only: a cell has a list of the items that touch it, and is found by a hash of
   * its coordinates or, with `'dense'`, by its place in an array over the middle of the populated
   * region; `'morton'` is the hash, and `build` lays the cells and what is in them along Morton's
   * curve. Their queries take five to ten times as long.
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
    // Side of the finest cells in world units; 0 chooses it from the items.
    number('cellSize', 0, 0, 1e18),
    // How cells are kept: hashed, by their place in an array, hashed and along Morton's curve, or row after row.
    choice('storage', 'rows', ['hash', 'dense', 'morton', 'rows']),
  ],
  meant: (name, given) => (name === 'cellSize' && given === 'auto' ? 0 : given),
};

/**
 * Space cut into equal cells, row after row in memory. The fastest to build and to ask for many
 * items of similar size. Boxes too large for the cells live on levels of wider ones.
 */
export class HashGrid extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: HashGridOptions = {}) {
    super(kind, options);
  }
}
