import {
  type CullReport,
  common,
  cullReport,
  type FrustumLike,
  type IndexOptions,
  type PointLike,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/** A sphere tree has no options but `dimensions`. */
export interface SphereTreeOptions extends IndexOptions {}

const kind: StructureKind = {
  id: 'sphere-tree',
  className: 'SphereTree',
  titles: { 2: 'Circle tree', 3: 'Sphere tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [],
};

/**
 * A binary tree of bounding spheres with a split plane in each node: culls a view roughly front to
 * back without sorting, in 20 bytes a node.
 */
export class SphereTree extends SpatialIndex {
  /**
   * Id, titles, capabilities and options of the structure, as `structures` of `sapwood/all` lists
   * them.
   */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialised` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: SphereTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * What `queryFrustum` finds in the order of the split planes, how well that order is, and how the
   * walk went through memory. 3D, only in `sapwood/all`; elsewhere `unsupported`.
   * @param eye where the camera stands, in world units
   */
  cullReport(frustum: FrustumLike, eye: PointLike): CullReport {
    return cullReport(stateOf(this), frustum, eye);
  }
}
