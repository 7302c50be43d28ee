import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface SweepAndPruneOptions extends IndexOptions {
  /** `'columns'` when left out. */
  mode?: 'sort' | 'kept' | 'persistent' | 'columns';
  /** `'auto'` when left out; `'z'` in 3D only. */
  axis?: 'auto' | 'x' | 'y' | 'z';
}

const kind: StructureKind = {
  id: 'sweep-and-prune',
  className: 'SweepAndPrune',
  titles: { 2: 'Sweep and prune', 3: 'Sweep and prune' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'mode',
      kind: 'choice',
      default: 'columns',
      choices: ['sort', 'kept', 'persistent', 'columns'],
      doc: 'One list that is sorted from scratch, or kept and repaired; all axes and the pairs kept; or a grid of columns.',
    },
    {
      name: 'axis',
      kind: 'choice',
      default: 'auto',
      choices: ['auto', 'x', 'y', 'z'],
      only3D: ['z'],
      doc: 'Axis that is swept; auto takes the one with the largest spread over mean extent.',
    },
  ],
};

/**
 * Boxes sorted by their lower edge on one axis; each is compared with those that follow until one
 * starts behind its upper edge. A grid over the other axes keeps the lists short: the fastest way
 * to all pairs when everything moves.
 */
export class SweepAndPrune extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: SweepAndPruneOptions = {}) {
    super(kind, options);
  }
}
