import {
  choice,
  common,
  type IndexOptions,
  optimize,
  rebuild,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/**
 * A build that takes longer makes queries quicker; it changes the order of results, too, never what
 * is found.
 */
export interface WideTreeOptions extends IndexOptions {
  /**
   * How the tree is made: items sorted along Morton's order, along Hilbert's curve (when left out),
   * or split top down by surface area (`'quality'`), which takes many times as long and has the
   * fastest queries: for levels that stand still. `'morton'` is in `sapwood/all` only.
   */
  build?: 'morton' | 'hilbert' | 'quality';
}

/** Verbs in `sapwood/all` that improve a tree. */
export interface WideTreeUpkeep {
  /**
   * Corrects the boxes of the tree now instead of with the next query.
   * @returns the number of nodes that were computed
   */
  refit(): number;

  /**
   * Sorts the items of subtrees again and keeps what makes the tree cheaper. Continues where the last
   * call ended.
   * @param budget the most work, in items (each once for each cut that it may go through)
   * @returns the work that was done
   */
  optimize(budget: number): number;

  /**
   * Rebuilds the tree from the same items, ids and filters: the fastest queries, at the cost of a
   * build.
   */
  rebuild(): void;
}

const kind: StructureKind = {
  id: 'wide-tree',
  className: 'WideTree',
  titles: { 2: 'Wide tree', 3: 'Wide tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    // How the tree is made: along Morton's order, along Hilbert's curve, or top down by surface area.
    choice('build', 'hilbert', ['morton', 'hilbert', 'quality']),
  ],
};

/**
 * A tree of nodes with four children each, which one SIMD test answers for: the fastest for
 * queries. Built in bulk, refitted when items move; pending items wait beside the tree until it is
 * built anew.
 */
export class WideTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `unsupported` for
   * values that only `sapwood/all` has, `out-of-memory`.
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
