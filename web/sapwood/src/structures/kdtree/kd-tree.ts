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

/** Options of `KdTree`. They do not change which results queries return. */
export interface KdTreeOptions extends IndexOptions {
  /** Maximum number of items in a leaf: 8 to 1024. Default: 16. */
  capacity?: number | undefined;
  /**
   * Method that finds medians. All methods give the same tree. Default: `'selection'`.
   *
   * - `'selection'`: by partial selection, O(n log n)
   * - `'presorted'`: from one sorted order per axis, O(n log n)
   * - `'sorted'`: by sorting each node, O(n log² n)
   */
  build?: 'selection' | 'presorted' | 'sorted' | undefined;
  /**
   * Axes on which nodes are split. Default: `'from-x'`.
   *
   * - `'from-x'`, `'from-y'`: alternating axes, starting at the root with x or y
   * - `'only-x'`, `'only-y'`: the same axis for all nodes
   */
  axes?: 'from-x' | 'from-y' | 'only-x' | 'only-y' | undefined;
}

const kind: StructureKind = {
  id: 'kd-tree',
  className: 'KdTree',
  titles: { 2: 'K-d tree', 3: 'K-d tree' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit']),
  options: [
    integer('capacity', 16, 8, 1024),
    choice('build', 'selection', ['selection', 'presorted', 'sorted']),
    choice('axes', 'from-x', ['from-x', 'from-y', 'only-x', 'only-y']),
  ],
};

/**
 * K-d tree that splits items at the median of their upper edges on alternating axes. It uses little
 * memory and is always balanced. `build` is O(n log n). Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new KdTree({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.nearest([9, 0]).ids); // Uint32Array [1]
 * ```
 */
export class KdTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: KdTreeOptions = {}) {
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
