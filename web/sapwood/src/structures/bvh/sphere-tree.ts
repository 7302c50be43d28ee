import {
  type CulledItems,
  type CullReport,
  choice,
  common,
  cull,
  cullInto,
  cullReport,
  type FilterLike,
  type FrustumLike,
  type FrustumOptions,
  type IndexOptions,
  type PointLike,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/** How the tree is built. It changes time and the order of results, never what is found. */
export interface SphereTreeOptions extends IndexOptions {
  /**
   * How members are parted of which no center lies below the split plane: in the middle (when left
   * out), or behind the first one, as the source has it.
   */
  noneBelow?: 'halve' | 'first';
}

/** Verbs of 3D sphere trees. */
export interface SphereTreeCulling {
  /**
   * What `queryFrustum` finds with the same options, and for each item the planes that it is wholly
   * inside of, so that its parts need no test against those. Arrays of your own.
   */
  cull(frustum: FrustumLike, options?: FrustumOptions, filter?: FilterLike): CulledItems;

  /**
   * The same without allocation, two numbers an item: its id, then its bits as in
   * `CulledItems.inside`.
   * @param out takes as many as fit
   * @returns how many items were found, which may be more than fit
   */
  cullInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number;
}

/** Verbs of 3D sphere trees in `sapwood/all`. */
export interface SphereTreeReports {
  /**
   * What `queryFrustum` finds in the order of the split planes, how good that order is, and how the
   * traversal went through memory.
   * @param eye where the camera is, in world units
   */
  cullReport(frustum: FrustumLike, eye: PointLike): CullReport;
}

const kind: StructureKind = {
  id: 'sphere-tree',
  className: 'SphereTree',
  titles: { 2: 'Circle tree', 3: 'Sphere tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    // How members are parted of which no center lies below the plane: in the middle, or behind the first one.
    choice('noneBelow', 'halve', ['halve', 'first']),
  ],
};

/**
 * A binary tree of bounding spheres with a split plane in each node: culls a view roughly front to
 * back without sorting, in 20 bytes a node.
 */
export class SphereTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: SphereTreeOptions = {}) {
    super(kind, options);
  }

  /** @internal See `SphereTreeCulling`. */
  cull(frustum: FrustumLike, options?: FrustumOptions, filter?: FilterLike): CulledItems {
    return cull(stateOf(this), frustum, options, filter);
  }

  /** @internal See `SphereTreeCulling`. */
  cullInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number {
    return cullInto(stateOf(this), frustum, out, options, filter);
  }

  /** @internal See `SphereTreeReports`. */
  cullReport(frustum: FrustumLike, eye: PointLike): CullReport {
    return cullReport(stateOf(this), frustum, eye);
  }
}
