import {
  common,
  type IndexOptions,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

export interface KdTreeOptions extends IndexOptions {
  /** 16 when left out; 8 to 1024. */
  capacity?: number;
  /** `'selection'` when left out. */
  build?: 'selection' | 'presorted' | 'sorted';
}

const kind: StructureKind = {
  id: 'kd-tree',
  className: 'KdTree',
  titles: { 2: 'K-d tree', 3: 'K-d tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    {
      name: 'capacity',
      kind: 'integer',
      default: 16,
      min: 8,
      max: 1024,
      doc: 'Most items in a leaf; a node with more is halved.',
    },
    {
      name: 'build',
      kind: 'choice',
      default: 'selection',
      choices: ['selection', 'presorted', 'sorted'],
      doc: 'How medians are found: by selection, in orders sorted once, or by sorting each node. The tree is the same.',
    },
  ],
};

/**
 * The axes in turn, halved at the median of the upper edges; each branch knows how far both of its
 * sides reach. Quick to build, small, and balanced whatever the boxes are.
 */
export class KdTree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: KdTreeOptions = {}) {
    super(kind, options);
  }

  /** Corrects the tree's bounds now instead of with the next query; returns how many nodes it computed. */
  refit(): number {
    return refit(stateOf(this));
  }
}
