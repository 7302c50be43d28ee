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

/** Options of `DynamicTree`. They do not change which results queries return. */
export interface DynamicTreeOptions extends IndexOptions {
  /** Margin of the stored boxes on each side, in world units: 0 to 1e18. Default: 0.1. */
  margin?: number | undefined;
  /**
   * The stored box of a moving item is extended in the direction of motion by the displacement
   * times this number: 0 to 1e6. Default: 4.
   */
  prediction?: number | undefined;
  /**
   * Condition for tree rotations. Default: `'surface-area'`.
   *
   * - `'none'`: never
   * - `'height'`: where the heights of siblings differ by 2 or more
   * - `'surface-area'`: wherever a rotation reduces the surface area
   */
  balance?: 'none' | 'height' | 'surface-area' | undefined;
  /**
   * Method that chooses the position of a new leaf in the tree. Default: `'greedy'`.
   *
   * - `'greedy'`: by surface area, in one descent from the root
   * - `'branch-and-bound'`: the best position by surface area; slower
   * - `'manhattan'`: in one descent to the child with the nearer center; only in `sapwood/all`
   */
  insertion?: 'greedy' | 'branch-and-bound' | 'manhattan' | undefined;
}

/** Methods of `DynamicTree` in `sapwood/all` that improve a tree. */
export interface DynamicTreeUpkeep {
  /**
   * Rebuilds subtrees of at most 1,024 items each, and of at most `budget` items in total. Each
   * call continues where the previous call stopped. After the last subtree, the top
   * log2(min(`budget`, 1024)) levels are rebuilt. A budget of a tenth of the items per frame keeps
   * the queries of a long-lived tree fast. Larger subtrees give better trees.
   * @param budget - Maximum number of items, an integer >= 0, or Infinity. If it is at least the
   * size of the index, the whole tree is rebuilt.
   * @returns Work done, at most `budget`: the number of items in rebuilt subtrees. A rebuild of the
   * top levels counts each subtree below them as one item.
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
 * Each change repairs one path to the root. Insertion uses the surface area heuristic. Rotations
 * keep the tree balanced. `insert`, `remove` and a `move` out of the enlarged box are usually O(log
 * n). A `move` inside the enlarged box is O(1). `build` is O(n log n). Queries are usually O(log n
 * + results).
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
   * @throws SapwoodError `unsupported` for option values that only `sapwood/all` supports
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
