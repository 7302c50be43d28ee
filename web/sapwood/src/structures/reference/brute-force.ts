import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Brute force has no options but `dimensions`. */
export interface BruteForceOptions extends IndexOptions {}

const kind: StructureKind = {
  id: 'brute-force',
  className: 'BruteForce',
  titles: { 2: 'Brute force', 3: 'Brute force' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [],
};

/**
 * Every item tested against every query, every pair of items against each other: the oracle, and
 * a real choice for small n. Four boxes per SIMD test and no upkeep.
 */
export class BruteForce extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: BruteForceOptions = {}) {
    super(kind, options);
  }
}
