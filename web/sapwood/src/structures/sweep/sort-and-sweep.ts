import {
  choice,
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Options of `SortAndSweep`. They do not change which results queries return. */
export interface SortAndSweepOptions extends IndexOptions {
  /**
   * Sorted lists that are stored between calls. Default: `'sort'`.
   *
   * - `'sort'`: none; one list is sorted again after changes
   * - `'kept'`: one list, which insertion sort updates after changes
   * - `'persistent'`: one list per axis, and the set of pairs; for scenes with little motion
   */
  mode?: 'sort' | 'kept' | 'persistent' | undefined;
  /**
   * Axis of the sweep. `'auto'` uses the axis on which the spread of the items divided by their
   * mean extent is largest. `'z'` requires 3D. Default: `'auto'`.
   */
  axis?: 'auto' | 'x' | 'y' | 'z' | undefined;
}

const kind: StructureKind = {
  id: 'sort-and-sweep',
  className: 'SortAndSweep',
  titles: { 2: 'Sort and sweep', 3: 'Sort and sweep' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    choice('mode', 'sort', ['sort', 'kept', 'persistent']),
    choice('axis', 'auto', ['auto', 'x', 'y', 'z'], ['z']),
  ],
};

/**
 * List of boxes sorted by their lower edge on one axis. A sweep finds all pairs quickly if few
 * boxes overlap on that axis, as in scenes along a line. `SweepAndPrune` also divides space into
 * columns on the other axes.
 * @example
 * ```ts
 * const index = new SortAndSweep({ dimensions: 2, mode: 'kept' });
 * index.build([0, 0, 1, 1, 0.5, 0, 1.5, 1]);
 * index.update([0, 0, 1, 1, 5, 0, 6, 1]);
 * console.log(index.pairs().length); // 0
 * ```
 */
export class SortAndSweep extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: SortAndSweepOptions = {}) {
    super(kind, options);
  }
}
