import {
  common,
  type IndexOptions,
  optimise,
  type PairChanges,
  rebuild,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
  updatePairs,
} from '../../spatial-index.js';

export interface WideTreeOptions extends IndexOptions {
  /** `'hilbert'` when left out. */
  build?: 'morton' | 'hilbert' | 'quality';
}

const kind: StructureKind = {
  id: 'wide-tree',
  className: 'WideTree',
  titles: { 2: 'Wide tree', 3: 'Wide tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    {
      name: 'build',
      kind: 'choice',
      default: 'hilbert',
      choices: ['morton', 'hilbert', 'quality'],
      doc: "How the tree is made: along Morton's order, along Hilbert's curve, or top down by surface area.",
    },
  ],
};

/**
 * A tree of nodes with four children each, which one SIMD test answers for: the fastest for
 * queries. Built in bulk, refitted when items move; newcomers wait beside the tree until it is
 * built anew.
 */
export class WideTree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: WideTreeOptions = {}) {
    super(kind, options);
  }

  /** Corrects the tree's boxes now instead of with the next query; returns how many nodes it computed. */
  refit(): number {
    return refit(stateOf(this));
  }

  /**
   * Sorts the items of subtrees anew and keeps what makes the tree cheaper, going on where the last
   * call ended; returns the work that was done, at most `budget` (an item once for each cut).
   */
  optimise(budget: number): number {
    return optimise(stateOf(this), budget);
  }

  /** Builds the tree anew from the same items: best queries, at the cost of a build. */
  rebuild(): void {
    rebuild(stateOf(this));
  }
  /**
   * Overlapping pairs that began and ended since the last call (the first one: since the index was
   * empty). Looks up only items that have changed since then.
   */
  updatePairs(): PairChanges {
    return updatePairs(stateOf(this));
  }
}
