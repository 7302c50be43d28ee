import {
  choice,
  type IndexOptions,
  integer,
  SpatialIndex,
  type StructureKind,
  treeShaped,
} from '../../spatial-index.js';

/** Options of `ClusterSplit`. They do not change which results queries return. */
export interface ClusterSplitOptions extends IndexOptions {
  /** Maximum depth of the splits: 1 (a single split) to 128. Default: 128. */
  depth?: number | undefined;
  /**
   * Position of the splits. Default: `'widest-gap'`.
   *
   * - `'widest-gap'`: at the widest gap on any axis
   * - `'variance'`: at the widest gap on the axis with the largest variance of centers, as in the
   *   published algorithm; a group without a gap on that axis is a cluster
   */
  axis?: 'widest-gap' | 'variance' | undefined;
  /** Maximum number of items in a group that is not split further: 1 to 4096. Default: 1. */
  capacity?: number | undefined;
}

const kind: StructureKind = {
  id: 'cluster-split',
  className: 'ClusterSplit',
  titles: { 2: 'Cluster split', 3: 'Cluster split' },
  dimensions: [2, 3],
  capabilities: new Set(treeShaped),
  options: [
    integer('depth', 128, 1, 128),
    choice('axis', 'widest-gap', ['widest-gap', 'variance']),
    integer('capacity', 1, 1, 4096),
  ],
};

/**
 * List of boxes that is recursively split into clusters at the widest gap. Pairs are searched only
 * within clusters. Suited to scenes of separate groups of items. A scene without gaps is a single
 * cluster.
 * @example
 * ```ts
 * const index = new ClusterSplit({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 0.5, 0, 1.5, 1, 9, 0, 10, 1]);
 * console.log(index.pairs()); // Uint32Array [0, 1]
 * ```
 */
export class ClusterSplit extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: ClusterSplitOptions = {}) {
    super(kind, options);
  }
}
