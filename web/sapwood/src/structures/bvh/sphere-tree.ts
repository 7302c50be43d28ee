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

/** A sphere tree has no options of its own. */
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
  static readonly kind = kind;

  constructor(options: SphereTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * What `queryFrustum` finds in the order of the split planes, how well that order is, and how the
   * walk went through memory. 3D.
   */
  cullReport(frustum: FrustumLike, eye: PointLike): CullReport {
    return cullReport(stateOf(this), frustum, eye);
  }
}
