import {
  choice,
  common,
  type IndexOptions,
  integer,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/**
 * How large leaves are and how the tree is built. They change time, memory and the order of
 * results, never what is found.
 */
export interface KdTreeOptions extends IndexOptions {
  /** Most items in a leaf; a node with more is halved: 8 to 1024, 16 when left out. */
  capacity?: number;
  /**
   * How medians are found: by partial selection (when left out), in orders that were sorted once,
   * or by sorting each node. The tree is the same.
   */
  build?: 'selection' | 'presorted' | 'sorted';
}

const kind: StructureKind = {
  id: 'kd-tree',
  className: 'KdTree',
  titles: { 2: 'K-d tree', 3: 'K-d tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    // Most items in a leaf; a node with more is halved.
    integer('capacity', 16, 8, 1024),
    // How medians are found: by selection, in orders sorted once, or by sorting each node. The tree is the same.
    choice('build', 'selection', ['selection', 'presorted', 'sorted']),
  ],
};

/**
 * The axes in turn, halved at the median of the upper edges; each branch knows how far both of its
 * sides reach. Quick to build, small, and balanced whatever the boxes are.
 */
export class KdTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: KdTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * Corrects the bounds of the tree now instead of with the next query.
   * @returns how many nodes were computed
   */
  refit(): number {
    return refit(stateOf(this));
  }
}
