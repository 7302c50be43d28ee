import {
  choice,
  type IndexOptions,
  optimize,
  rebuild,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `WideTree`. They do not change which results queries return. */
export interface WideTreeOptions extends IndexOptions {
  /**
   * Method that builds the tree. Default: `'hilbert'`.
   *
   * - `'morton'`: from items sorted by Morton code; only in `sapwood/all`
   * - `'hilbert'`: from items sorted along the Hilbert curve
   * - `'quality'`: top down by surface area, for scenes that do not change; builds are many times
   *   slower, and queries are the fastest
   */
  build?: 'morton' | 'hilbert' | 'quality' | undefined;
}

/** Methods of `WideTree` in `sapwood/all` that improve a tree. */
export interface WideTreeUpkeep {
  /**
   * Recomputes the boxes of the tree now instead of in the next query.
   * @returns Number of nodes recomputed.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  refit(): number;

  /**
   * Redistributes the items of subtrees over their leaves where this makes queries cheaper. Each
   * call continues where the previous call stopped.
   * @param budget - Maximum work, an integer >= 0, or Infinity. A unit is one item at one split.
   * @returns Work done, in the same units.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  optimize(budget: number): number;

  /**
   * Rebuilds the tree from the same items, ids and filters.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  rebuild(): void;
}

const kind: StructureKind = {
  id: 'wide-tree',
  className: 'WideTree',
  titles: { 2: 'Wide tree', 3: 'Wide tree' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit']),
  options: [choice('build', 'hilbert', ['morton', 'hilbert', 'quality'])],
};

/**
 * Bounding volume hierarchy with four children per node. One SIMD operation tests all four. It is
 * the hierarchy with the fastest queries.
 *
 * `build` is O(n), or O(n log n) with `build: 'quality'`. `update` refits in O(n). `move` and
 * `remove` are O(1), plus O(log n) in the next query. Inserted items are stored in a list until the
 * tree is rebuilt. Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2, build: 'quality' });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.raycast([9, 0.5], [-1, 0])?.id); // 1
 * ```
 */
export class WideTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `unsupported` for option values that only `sapwood/all` supports
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: WideTreeOptions = {}) {
    super(kind, options);
  }

  /** @internal See `WideTreeUpkeep`. */
  refit(): number {
    return refit(stateOf(this));
  }

  /** @internal See `WideTreeUpkeep`. */
  optimize(budget: number): number {
    return optimize(stateOf(this), budget);
  }

  /** @internal See `WideTreeUpkeep`. */
  rebuild(): void {
    rebuild(stateOf(this));
  }
}
