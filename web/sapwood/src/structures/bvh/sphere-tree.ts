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

/** Options of `SphereTree`. They do not change which results queries return. */
export interface SphereTreeOptions extends IndexOptions {
  /**
   * Method that divides the items of a node if no center is below the split plane. Default:
   * `'halve'`.
   *
   * - `'halve'`: into two halves
   * - `'first'`: into the first item and all others, as in the published algorithm
   */
  noneBelow?: 'halve' | 'first' | undefined;
  /**
   * Method that computes the spheres of inner nodes. Default: `'centered'`.
   *
   * - `'centered'`: around the spheres of the items, centered in their bounding box, as in the
   *   published algorithm
   * - `'tight'`: around the boxes of the items, with an optimized center; queries visit fewer
   *   nodes, and builds take about three times as long
   */
  spheres?: 'centered' | 'tight' | undefined;
}

/** Methods of 3D sphere trees. */
export interface SphereTreeCulling {
  /**
   * Returns the same items as `queryFrustum`, and for each item the planes that it is entirely
   * inside of. You can skip tests of parts of the item against those planes.
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
   * Like `cull`, but writes the results to an array without allocation. Each item has two entries:
   * its id, then its bits as in `CulledItems.inside`.
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
   * Returns the items in a frustum in the order given by the split planes. Also returns counts that
   * describe the quality of that order, the plane tests and the order of memory accesses.
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
 * Binary tree of bounding spheres with a split plane in each node, 20 bytes per node. Suited to
 * frustum culling in approximate front-to-back order without sorting.
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
