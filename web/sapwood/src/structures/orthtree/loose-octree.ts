import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface LooseOctreeOptions extends IndexOptions {
  /** 2 when left out; 1.01 to 8. */
  looseness?: number;
  /** 16 when left out; 1 to 1024. */
  capacity?: number;
  /** 16 when left out, which is also the most. */
  maxDepth?: number;
  /** `'dynamic'` when left out. */
  levels?: 'dynamic' | 'preallocated';
}

const kind: StructureKind = {
  id: 'loose-octree',
  className: 'LooseOctree',
  titles: { 2: 'Loose quadtree', 3: 'Loose octree' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'looseness',
      kind: 'number',
      default: 2,
      min: 1.01,
      max: 8,
      doc: 'How many times as large as its cell, around the same centre, the bound of a cell is.',
    },
    {
      name: 'capacity',
      kind: 'integer',
      default: 16,
      min: 1,
      max: 1024,
      doc: 'Items of a cell before those that fit go to its children.',
    },
    {
      name: 'maxDepth',
      kind: 'integer',
      default: 16,
      min: 1,
      max: 16,
      doc: 'Levels below the root.',
    },
    {
      name: 'levels',
      kind: 'choice',
      default: 'dynamic',
      choices: ['dynamic', 'preallocated'],
      doc: 'Whether cells come and go with the items, or are all made ahead.',
    },
  ],
};

/**
 * Cells whose bounds reach beyond them, so that the size of an item alone tells its depth and its
 * centre tells its cell; in 2D a quadtree. The cheapest hierarchy to keep while everything moves.
 */
export class LooseOctree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: LooseOctreeOptions = {}) {
    super(kind, options);
  }
}
