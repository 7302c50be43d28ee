import {
  choice,
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * Along which axis boxes are sorted. It changes time and the order of results, never what is found.
 */
export interface SortedRangeOptions extends IndexOptions {
  /**
   * Axis that is sorted; `'auto'` (when left out) takes the one with the largest spread over mean
   * extent. `'z'` in 3D only.
   */
  axis?: 'auto' | 'x' | 'y' | 'z';
}

const kind: StructureKind = {
  id: 'sorted-range',
  className: 'SortedRange',
  titles: { 2: 'Sorted range', 3: 'Sorted range' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // Axis that is sorted; auto takes the one with the largest spread over mean extent.
    choice('axis', 'auto', ['auto', 'x', 'y', 'z'], ['z']),
  ],
};

/**
 * Boxes sorted by their lower edge on one axis. What a query can touch is a range of that list, and
 * both of its ends are found by binary search. Sorted anew after changes.
 */
export class SortedRange extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: SortedRangeOptions = {}) {
    super(kind, options);
  }
}
