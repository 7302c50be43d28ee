import {
  common,
  type IndexOptions,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

export interface RTreeOptions extends IndexOptions {
  /** `'r-star'` when left out; `'exhaustive'` asks for a `fanOut` of 8 at most. */
  split?: 'linear' | 'quadratic' | 'exhaustive' | 'r-star';
  /** Most entries a node, 8 when left out; 4 to 128. */
  fanOut?: number;
  /** Least part of them, 0.4 when left out; 0.1 to 0.5. */
  minFill?: number;
  /** `'area'` when left out. */
  measure?: 'area' | 'perimeter';
}

const MOST_TO_EXHAUST = 8;

const kind: StructureKind = {
  id: 'r-tree',
  className: 'RTree',
  titles: { 2: 'R-tree', 3: 'R-tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common]),
  options: [
    {
      name: 'split',
      kind: 'choice',
      default: 'r-star',
      choices: ['linear', 'quadratic', 'exhaustive', 'r-star'],
      doc: 'How a node that is too full becomes two; r-star also reinserts entries.',
    },
    {
      name: 'fanOut',
      kind: 'integer',
      default: 8,
      min: 4,
      max: 128,
      doc: 'Most entries of a node; 8 at most with the exhaustive split.',
    },
    {
      name: 'minFill',
      kind: 'number',
      default: 0.4,
      min: 0.1,
      max: 0.5,
      doc: 'Least part of fanOut that a node holds, two entries in any case.',
    },
    {
      name: 'measure',
      kind: 'choice',
      default: 'area',
      choices: ['area', 'perimeter'],
      doc: 'What a small box is: by the product or by the sum of its sides.',
    },
  ],
  conflict: ({ split, fanOut }) =>
    split === 'exhaustive' && Number(fanOut) > MOST_TO_EXHAUST
      ? { option: 'fanOut', wanted: `${MOST_TO_EXHAUST} at most with split 'exhaustive'` }
      : undefined,
};

/**
 * A tree of nodes with a few boxes each, which grows and shrinks with its items: the classic of
 * spatial databases. Full nodes are split in one of four ways, too empty ones dissolved.
 */
export class RTree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: RTreeOptions = {}) {
    super(kind, options);
  }
}
