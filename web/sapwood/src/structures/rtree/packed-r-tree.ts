import {
  choice,
  common,
  type IndexOptions,
  integer,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/**
 * In which order items fill the leaves, and how large nodes are. They change time, memory and the
 * order of results, never what is found.
 */
export interface PackedRTreeOptions extends IndexOptions {
  /**
   * Order of the items: along one axis, in tiles (`'str'`, when left out), along Hilbert's curve,
   * or by Morton's order. Tiles make the best nodes of most scenes.
   */
  packing?: 'nearest-x' | 'str' | 'hilbert' | 'morton';
  /** Entries of a node: 2 to 128, 16 when left out; multiples of four leave no SIMD lane idle. */
  fanOut?: number;
  /**
   * First axis of `'nearest-x'` and `'str'`: x (when left out), or the one with the largest spread
   * over mean extent.
   */
  axes?: 'in-order' | 'by-spread';
}

const kind: StructureKind = {
  id: 'packed-r-tree',
  className: 'PackedRTree',
  titles: { 2: 'Packed R-tree', 3: 'Packed R-tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    // Order in which items fill the leaves: along one axis, in tiles, or along a curve.
    choice('packing', 'str', ['nearest-x', 'str', 'hilbert', 'morton']),
    // Entries of a node; multiples of four leave no SIMD lane idle.
    integer('fanOut', 16, 2, 128),
    // First axis of nearest-x and str: x, or the one with the largest spread over mean extent.
    choice('axes', 'in-order', ['in-order', 'by-spread']),
  ],
};

/**
 * An R-tree loaded in bulk, every node full: builds in a fraction of a millisecond per ten thousand
 * items and has few, small nodes. Moved items are refitted, pending items wait beside the tree until it
 * is packed anew.
 */
export class PackedRTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: PackedRTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * Corrects the boxes of the tree now instead of with the next query.
   * @returns how many nodes were computed
   */
  refit(): number {
    return refit(stateOf(this));
  }
}
