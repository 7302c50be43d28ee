import {
  choice,
  type IndexOptions,
  number,
  optimize,
  rebuild,
  SpatialIndex,
  type StructureKind,
  stateOf,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `DynamicTree`, which do not affect the set of results. */
export interface DynamicTreeOptions extends IndexOptions {
  /** Margin in world units of stored boxes on every side: 0 to 1e18. Default: 0.1. */
  margin?: number | undefined;
  /**
   * A stored box is extended ahead of a moving item by its displacement times this number: 0 to
   * 1e6. Default: 4.
   */
  prediction?: number | undefined;
  /**
   * Condition for rotations. Default: `'surface-area'`.
   *
   * - `'none'`: never
   * - `'height'`: where the heights of siblings differ by 2 or more
   * - `'surface-area'`: wherever a rotation reduces the surface area
   */
  balance?: 'none' | 'height' | 'surface-area' | undefined;
  /**
   * Method that finds the place of an item. Default: `'greedy'`.
   *
   * - `'greedy'`: one traversal from the root
   * - `'branch-and-bound'`: the best of all places, slower
   * - `'manhattan'`: toward nearer centers; in `sapwood/all` only
   */
  insertion?: 'greedy' | 'branch-and-bound' | 'manhattan' | undefined;
}

/** Methods of `DynamicTree` in `sapwood/all` that improve a tree. */
export interface DynamicTreeUpkeep {
  /**
   * Rebuilds subtrees with a total of at most `budget` items; each has at most 1,024 items. Each
   * call continues after the previous call. After the last subtree, the top log2(min(`budget`,
   * 1024)) levels are rebuilt. A tenth of the items per frame keeps the queries of a long-lived
   * tree fast; larger subtrees give better trees.
   * @param budget - Maximum number of items, an integer >= 0. From the size of the tree on, or with
   * Infinity, rebuilds the whole tree.
   * @returns Budget used, at most `budget`: items of the subtrees, and one for each subtree below
   * the rebuilt top.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  optimize(budget: number): number;

  /**
   * Rebuilds the hierarchy from the same items, ids and filters.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  rebuild(): void;
}

const kind: StructureKind = {
  id: 'dynamic-tree',
  className: 'DynamicTree',
  titles: { 2: 'Dynamic AABB tree', 3: 'Dynamic AABB tree' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [
    number('margin', 0.1, 0, 1e18),
    number('prediction', 4, 0, 1e6),
    choice('balance', 'surface-area', ['none', 'height', 'surface-area']),
    choice('insertion', 'greedy', ['greedy', 'branch-and-bound', 'manhattan']),
  ],
};

/**
 * Binary tree of enlarged boxes, for items that are inserted, moved and removed one by one.
 *
 * Each change repairs one path. Insertion follows the surface area heuristic; rotations keep the
 * tree balanced. `insert`, `remove` and a `move` out of the enlarged box are usually O(log n), a
 * `move` inside it O(1). `build` is O(n log n). Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new DynamicTree({ dimensions: 2, margin: 0.5 });
 * const id = index.insert([0, 0, 1, 1]);
 * console.log(index.move(id, [0.2, 0, 1.2, 1])); // false
 * console.log(index.queryBox([1.1, 0, 2, 1])); // Uint32Array [0]
 * ```
 */
export class DynamicTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `unsupported` for values that only `sapwood/all` has
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: DynamicTreeOptions = {}) {
    super(kind, options);
  }

  /** @internal See `DynamicTreeUpkeep`. */
  optimize(budget: number): number {
    return optimize(stateOf(this), budget);
  }

  /** @internal See `DynamicTreeUpkeep`. */
  rebuild(): void {
    rebuild(stateOf(this));
  }
}
