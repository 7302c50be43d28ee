import {
  choice,
  type IndexOptions,
  integer,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `PackedRTree`. They do not change which results queries return. */
export interface PackedRTreeOptions extends IndexOptions {
  /**
   * Order in which items fill the leaves. Default: `'str'`.
   *
   * - `'nearest-x'`: sorted along one axis
   * - `'str'`: in tiles (sort-tile-recursive); best in most scenes
   * - `'hilbert'`: along the Hilbert curve
   * - `'morton'`: sorted by Morton code
   */
  packing?: 'nearest-x' | 'str' | 'hilbert' | 'morton' | undefined;
  /**
   * Number of items or child nodes in a node: 2 to 128. A SIMD operation tests four, so use
   * multiples of four. Default: 16.
   */
  fanOut?: number | undefined;
  /**
   * First axis of `'nearest-x'` and `'str'`. Default: `'in-order'`.
   *
   * - `'in-order'`: x
   * - `'by-spread'`: the axis on which the spread of the items divided by their mean extent is
   *   largest
   */
  axes?: 'in-order' | 'by-spread' | undefined;
}

const kind: StructureKind = {
  id: 'packed-r-tree',
  className: 'PackedRTree',
  titles: { 2: 'Packed R-tree', 3: 'Packed R-tree' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit']),
  options: [
    choice('packing', 'str', ['nearest-x', 'str', 'hilbert', 'morton']),
    integer('fanOut', 16, 2, 128),
    choice('axes', 'in-order', ['in-order', 'by-spread']),
  ],
};

/**
 * R-tree that is built over all items at once, with full nodes. After moves, the boxes of the nodes
 * above the moved items are recomputed. Inserted items are stored in a list until the tree is
 * rebuilt. `build` is O(n). Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new PackedRTree({ dimensions: 2, packing: 'hilbert' });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.queryBox([0, 0, 1.5, 1])); // Uint32Array [0]
 * ```
 */
export class PackedRTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: PackedRTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * Recomputes the boxes of the tree now instead of in the next query.
   * @returns Number of nodes recomputed.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  refit(): number {
    return refit(stateOf(this));
  }
}
