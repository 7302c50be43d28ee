import {
  choice,
  common,
  type IndexOptions,
  integer,
  number,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/**
 * How full nodes are and how they are split. They change time, memory and the order of results,
 * never what is found.
 */
export interface RTreeOptions extends IndexOptions {
  /**
   * How a node that is too full becomes two, from quick to good; `'r-star'` when left out, which
   * reinserts some entries instead at first. `'exhaustive'` asks for a `fanOut` of 8 at most.
   */
  split?: 'linear' | 'quadratic' | 'exhaustive' | 'r-star';
  /** Most entries of a node: 4 to 128, 8 when left out. */
  fanOut?: number;
  /**
   * Least part of `fanOut` that a node holds, two entries in any case: 0.1 to 0.5, 0.4 when left
   * out.
   */
  minFill?: number;
  /**
   * What a small box is: one of small area, in 3D volume (when left out), or one of a small sum of
   * its sides.
   */
  measure?: 'area' | 'perimeter';
}

const MOST_TO_EXHAUST = 8;

const kind: StructureKind = {
  id: 'r-tree',
  className: 'RTree',
  titles: { 2: 'R-tree', 3: 'R-tree' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // How a node that is too full becomes two; r-star also reinserts entries.
    choice('split', 'r-star', ['linear', 'quadratic', 'exhaustive', 'r-star']),
    // Most entries of a node; 8 at most with the exhaustive split.
    integer('fanOut', 8, 4, 128),
    // Least part of fanOut that a node holds, two entries in any case.
    number('minFill', 0.4, 0.1, 0.5),
    // What a small box is: by the product or by the sum of its sides.
    choice('measure', 'area', ['area', 'perimeter']),
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
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: RTreeOptions = {}) {
    super(kind, options);
  }
}
