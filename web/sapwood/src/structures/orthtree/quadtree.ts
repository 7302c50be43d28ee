import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface QuadtreeOptions extends IndexOptions {
  /** 8 when left out; 1 to 1024. */
  capacity?: number;
  /** World units, 0 when left out. */
  minSide?: number;
}

const kind: StructureKind = {
  id: 'quadtree',
  className: 'Quadtree',
  titles: { 2: 'Quadtree with buckets', 3: 'Octree with buckets' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'capacity',
      kind: 'integer',
      default: 8,
      min: 1,
      max: 1024,
      doc: 'A leaf with more items is divided.',
    },
    {
      name: 'minSide',
      kind: 'number',
      default: 0,
      min: 0,
      max: 1e18,
      doc: 'World units; a cell with a side that is not longer is not divided.',
    },
  ],
};

/**
 * Cells divided in the middle until they hold few items; an item is in every leaf that it touches.
 * Good for small boxes of similar size; a moving world is built anew.
 */
export class Quadtree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: QuadtreeOptions = {}) {
    super(kind, options);
  }
}
