import {
  choice,
  common,
  type IndexOptions,
  integer,
  SpatialIndex,
  type StructureKind,
} from '../../spatial-index.js';

/** How far the boxes are parted. It changes time and the order of results, never what is found. */
export interface ClusterSplitOptions extends IndexOptions {
  /** Most cuts from the whole to a cluster: 1 (a single cut) to 128, 128 when left out. */
  depth?: number;
  /**
   * Where a part is cut: at the widest gap of all axes (when left out), or at the widest one on the
   * axis along which the centers vary most, as published; without a gap there it is a cluster.
   */
  axis?: 'widest-gap' | 'variance';
  /** A part with no more items is not cut: 1 (when left out) to 4096. */
  capacity?: number;
}

const kind: StructureKind = {
  id: 'cluster-split',
  className: 'ClusterSplit',
  titles: { 2: 'Cluster split', 3: 'Cluster split' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // Most cuts from the whole to a cluster; 1 cuts once.
    integer('depth', 128, 1, 128),
    // Where to cut: the widest gap of all axes, or of the one along which centers vary most.
    choice('axis', 'widest-gap', ['widest-gap', 'variance']),
    // A part with no more items is not cut.
    integer('capacity', 1, 1, 4096),
  ],
};

/**
 * The boxes are cut in two at the widest empty gap, the parts again, until no gap is left; pairs
 * are sought within the clusters only. For worlds of separate groups; a crowd without gaps is one.
 */
export class ClusterSplit extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: ClusterSplitOptions = {}) {
    super(kind, options);
  }
}
