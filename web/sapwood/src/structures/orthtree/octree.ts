import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface OctreeOptions extends IndexOptions {
  /** 16 when left out; 1 to 1024. */
  capacity?: number;
  /** 16 when left out, which is also the most. */
  maxDepth?: number;
}

const kind: StructureKind = {
  id: 'octree',
  className: 'Octree',
  titles: { 2: 'Quadtree (smallest cell)', 3: 'Octree' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
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
  ],
};

/**
 * Cells halved on every axis, each item in the smallest one that contains it; in 2D a quadtree.
 * Cheap to build and to change, but what crosses the middle of a large cell stays there: see
 * `LooseOctree`.
 */
export class Octree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: OctreeOptions = {}) {
    super(kind, options);
  }
}
