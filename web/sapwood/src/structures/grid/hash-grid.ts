import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface HashGridOptions extends IndexOptions {
  /** World units; `'auto'`, the same as 0, when left out: chosen from the items. */
  cellSize?: number | 'auto';
  /** `'hash'` when left out. */
  storage?: 'hash' | 'dense';
}

const kind: StructureKind = {
  id: 'hash-grid',
  className: 'HashGrid',
  titles: { 2: 'Hash grid', 3: 'Hash grid' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'cellSize',
      kind: 'number',
      default: 0,
      min: 0,
      max: 1e18,
      doc: 'Side of the finest cells in world units; 0 chooses it from the items.',
    },
    {
      name: 'storage',
      kind: 'choice',
      default: 'hash',
      choices: ['hash', 'dense'],
      doc: 'How cells are found: by hashing their coordinates, or by their place in an array.',
    },
  ],
  words: { cellSize: { auto: 0 } },
};

/**
 * Space cut into equal cells, each with the list of items that touch it. The fastest for many items
 * of similar size: pairs and moves cost next to nothing. Boxes too large for the cells live on
 * levels of wider ones.
 */
export class HashGrid extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: HashGridOptions = {}) {
    super(kind, options);
  }
}
