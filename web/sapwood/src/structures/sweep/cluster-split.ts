import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface ClusterSplitOptions extends IndexOptions {
  /** 128 when left out; 1 is a single cut. */
  depth?: number;
}

const kind: StructureKind = {
  id: 'cluster-split',
  className: 'ClusterSplit',
  titles: { 2: 'Cluster split', 3: 'Cluster split' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'depth',
      kind: 'integer',
      default: 128,
      min: 1,
      max: 128,
      doc: 'Most cuts from the whole to a cluster; 1 cuts once.',
    },
  ],
};

/**
 * The boxes are cut in two at the widest empty gap, the parts again, until no gap is left; pairs
 * are sought within the clusters only. For worlds of separate groups; a crowd without gaps is one.
 */
export class ClusterSplit extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: ClusterSplitOptions = {}) {
    super(kind, options);
  }
}
