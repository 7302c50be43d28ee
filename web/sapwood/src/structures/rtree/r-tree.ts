import {
  choice,
  type IndexOptions,
  integer,
  number,
  SpatialIndex,
  type StructureKind,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `RTree`. They do not change which results queries return. */
export interface RTreeOptions extends IndexOptions {
  /**
   * Method that splits an overfull node. The methods are ordered from the fastest builds to the
   * best trees. Default: `'r-star'`.
   *
   * - `'linear'`, `'quadratic'`
   * - `'exhaustive'`: requires a `fanOut` of at most 8
   * - `'r-star'`: before it splits a node, reinserts some items or child nodes of the node; at most
   *   once per level in an insertion
   */
  split?: 'linear' | 'quadratic' | 'exhaustive' | 'r-star' | undefined;
  /** Maximum number of items or child nodes in a node: 4 to 128. Default: 8. */
  fanOut?: number | undefined;
  /**
   * Minimum number of items or child nodes in a node, as a fraction of `fanOut`: 0.1 to 0.5. The
   * minimum is at least 2. Default: 0.4.
   */
  minFill?: number | undefined;
  /**
   * Measure that insertion and splits minimize. Splits by `'r-star'` use other measures. Default:
   * `'area'`.
   *
   * - `'area'`: area of a box (the volume in 3D)
   * - `'perimeter'`: sum of the sides of a box
   * - `'unused-area'`: like `'area'`, but a split maximizes the area of the node that neither of
   *   the two new nodes covers; a published method, for comparison
   */
  measure?: 'area' | 'perimeter' | 'unused-area' | undefined;
}

const MAX_EXHAUSTIVE_FAN_OUT = 8;

const kind: StructureKind = {
  id: 'r-tree',
  className: 'RTree',
  titles: { 2: 'R-tree', 3: 'R-tree' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [
    choice('split', 'r-star', ['linear', 'quadratic', 'exhaustive', 'r-star']),
    integer('fanOut', 8, 4, 128),
    number('minFill', 0.4, 0.1, 0.5),
    choice('measure', 'area', ['area', 'perimeter', 'unused-area']),
  ],
  conflict: ({ split, fanOut }) =>
    split === 'exhaustive' && Number(fanOut) > MAX_EXHAUSTIVE_FAN_OUT
      ? { option: 'fanOut', allowed: `at most ${MAX_EXHAUSTIVE_FAN_OUT} with split 'exhaustive'` }
      : undefined,
};

/**
 * R-tree for items that are inserted and removed one by one, as in spatial databases. Overfull
 * nodes are split; underfull nodes are dissolved. `insert` and `remove` are O(fanOut · height).
 * Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new RTree({ dimensions: 2, split: 'quadratic' });
 * index.insert([0, 0, 1, 1]);
 * index.insert([2, 0, 3, 1]);
 * console.log(index.queryBox([0, 0, 1.5, 1])); // Uint32Array [0]
 * ```
 */
export class RTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: RTreeOptions = {}) {
    super(kind, options);
  }
}
