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

/**
 * Options of `WideTree`. They change time, memory and the order of results, not the set of
 * results.
 */
export interface WideTreeOptions extends IndexOptions {
  /**
   * Method that builds the tree. Default: `'hilbert'`.
   *
   * - `'morton'`: from items sorted by Morton code; in `sapwood/all` only
   * - `'hilbert'`: from items sorted along the Hilbert curve
   * - `'quality'`: top down by surface area. Takes many times as long and gives the fastest
   *   queries, for levels that do not change.
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
   * Sorts the items of subtrees again and keeps the result where it makes queries cheaper. Each
   * call continues where the previous call stopped.
   * @param budget - Maximum work in items, each counted once per split that it may pass, an integer
   * >= 0, or Infinity.
   * @returns Amount of work done.
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
 * Bounding volume hierarchy with four children per node. One SIMD operation tests all four. The
 * fastest hierarchy for queries.
 *
 * `build` is O(n), with `'quality'` O(n log n). `update` refits in O(n). `move` and `remove` are
 * O(1) plus O(log n) in the next query. Inserted items are stored in a pending list until the tree
 * is rebuilt. Queries are O(log n + results) on ordinary input.
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2, build: 'quality' });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.raycast([9, 0.5], [-1, 0])?.id); // 1
 * ```
 */
export class WideTree extends SpatialIndex {
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
