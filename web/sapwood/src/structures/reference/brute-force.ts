import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface BruteForceOptions extends IndexOptions {}

const kind: StructureKind = {
  id: 'brute-force',
  className: 'BruteForce',
  titles: { 2: 'Brute force', 3: 'Brute force' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [],
};

/**
 * Every item tested against every query, every pair of items against each other: the oracle, and
 * a real choice for small n. Four boxes per SIMD test and no upkeep.
 */
export class BruteForce extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: BruteForceOptions = {}) {
    super(kind, options);
  }
}
