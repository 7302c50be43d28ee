import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** Options of `BruteForce`: the number of dimensions. */
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
 * List of boxes. Every query tests all boxes, four per SIMD operation. It is the reference for
 * tests, and the fastest structure for a few items. `insert`, `move` and `remove` are O(1), queries
 * are O(n), and pairs are O(n²).
 * @example
 * ```ts
 * const index = new BruteForce({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 0.5, 0, 1.5, 1]);
 * console.log(index.pairs()); // Uint32Array [0, 1]
 * ```
 */
export class BruteForce extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: BruteForceOptions = {}) {
    super(kind, options);
  }
}
