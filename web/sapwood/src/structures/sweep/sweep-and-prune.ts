import {
  choice,
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * What is sorted, and what is kept from call to call. They change time, memory and the order of
 * results, never what is found.
 */
export interface SweepAndPruneOptions extends IndexOptions {
  /**
   * One list that is sorted from scratch, or kept and repaired; all axes and the set of pairs kept,
   * for worlds at rest; or a grid of columns, each swept alone (when left out). All but
   * `'columns'` are in `sapwood/all` only.
   */
  mode?: 'sort' | 'kept' | 'persistent' | 'columns';
  /**
   * Axis that is swept; `'auto'` (when left out) takes the one with the largest spread over mean
   * extent. `'z'` in 3D only.
   */
  axis?: 'auto' | 'x' | 'y' | 'z';
}

const kind: StructureKind = {
  id: 'sweep-and-prune',
  className: 'SweepAndPrune',
  titles: { 2: 'Sweep and prune', 3: 'Sweep and prune' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // One list that is sorted from scratch, or kept and repaired; all axes and the pairs kept; or a grid of columns.
    choice('mode', 'columns', ['sort', 'kept', 'persistent', 'columns']),
    // Axis that is swept; auto takes the one with the largest spread over mean extent.
    choice('axis', 'auto', ['auto', 'x', 'y', 'z'], ['z']),
  ],
};

/**
 * Boxes sorted by their lower edge on one axis; each is compared with those that follow until one
 * starts behind its upper edge. A grid over the other axes keeps the lists short: the fastest way
 * to all pairs when everything moves.
 */
export class SweepAndPrune extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `unsupported` for
   * values that only `sapwood/all` has, `out-of-memory`.
   */
  constructor(options: SweepAndPruneOptions = {}) {
    super(kind, options);
  }
}
