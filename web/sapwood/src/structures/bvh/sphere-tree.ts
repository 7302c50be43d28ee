import {
  type CulledItems,
  type CullReport,
  choice,
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
  treeShaped,
} from '../../spatial-index.js';

/** Options of `SphereTree`, which do not affect the set of results. */
export interface SphereTreeOptions extends IndexOptions {
  /**
   * Division of the items if no center is below the split plane. Default: `'halve'`.
   *
   * - `'halve'`: in the middle of the list
   * - `'first'`: after the first item, as in the published algorithm
   */
  noneBelow?: 'halve' | 'first' | undefined;
  /**
   * Spheres of the branches. Default: `'centered'`.
   *
   * - `'centered'`: around the spheres of the items, centered in their bounding box, as published
   * - `'tight'`: around the boxes of the items, with an optimized center; queries visit fewer
   *   nodes, and builds take about three times as long
   */
  spheres?: 'centered' | 'tight' | undefined;
}

/** Methods of 3D sphere trees. */
export interface SphereTreeCulling {
  /**
   * Returns the items of `queryFrustum` with the planes that each item is entirely inside of. You
   * need not test its parts against those planes.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items by category and mask. Default: all items.
   * @returns Ids and plane bits, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new SphereTree({ dimensions: 3 });
   * index.build([0, 0, -5, 1, 1, -4]);
   * const planes = [1, 0, 0, 2, -1, 0, 0, 2, 0, 1, 0, 2, 0, -1, 0, 2, 0, 0, 1, 20, 0, 0, -1, 0];
   * console.log(index.cull(planes)); // { ids: Uint32Array [0], inside: Uint8Array [63] }
   * ```
   */
  cull(frustum: FrustumLike, options?: FrustumOptions, filter?: FilterLike): CulledItems;

  /**
   * Like `cull`, but writes the results to an array, without allocation: for each item its id, then
   * its bits as in `CulledItems.inside`.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param out - Receives two numbers per item, as many as fit.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items by category and mask. Default: all items.
   * @returns Number of items found, which may be more than fit.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  cullInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number;
}

/** Methods of 3D sphere trees in `sapwood/all`. */
export interface SphereTreeReports {
  /**
   * Culls in the order of the split planes, and reports the quality of that order and the memory
   * accesses.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param eye - Position of the camera in world units.
   * @returns Ids and counts.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  cullReport(frustum: FrustumLike, eye: PointLike): CullReport;
}

const kind: StructureKind = {
  id: 'sphere-tree',
  className: 'SphereTree',
  titles: { 2: 'Circle tree', 3: 'Sphere tree' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit']),
  options: [
    choice('noneBelow', 'halve', ['halve', 'first']),
    choice('spheres', 'centered', ['centered', 'tight']),
  ],
};

/**
 * Binary tree of bounding spheres with a split plane in each node, 20 bytes per node. For frustum
 * culling roughly front to back without sorting.
 *
 * `build` is O(n log n), `move` O(height). Queries are usually O(log n + results).
 * @example
 * ```ts
 * const index = new SphereTree({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * console.log(index.querySphere([5, 0.5], 2)); // Uint32Array [1]
 * ```
 */
export class SphereTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
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
