import {
  choice,
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Options of `SortedRange`. They do not change which results queries return. */
export interface SortedRangeOptions extends IndexOptions {
  /**
   * Axis by which boxes are sorted. `'auto'` uses the axis on which the spread of the items divided
   * by their mean extent is largest. `'z'` requires 3D. Default: `'auto'`.
   */
  axis?: 'auto' | 'x' | 'y' | 'z' | undefined;
}

const kind: StructureKind = {
  id: 'sorted-range',
  className: 'SortedRange',
  titles: { 2: 'Sorted range', 3: 'Sorted range' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [choice('axis', 'auto', ['auto', 'x', 'y', 'z'], ['z'])],
};

/**
 * List of boxes sorted by their lower edge on one axis. A query tests a range of the list, found by
 * binary search. The first query after a change sorts the list again in O(n).
 * @example
 * ```ts
 * const index = new SortedRange({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.queryBox([2.5, 0, 9, 1])); // Uint32Array [1]
 * ```
 */
export class SortedRange extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: SortedRangeOptions = {}) {
    super(kind, options);
  }
}
