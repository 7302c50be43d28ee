import { ContactQueries } from './contact-queries.js';
import type { FilterLike } from './filters.js';
import { stateOf } from './index-base.js';
import type { PointLike, RayLike } from './inputs.js';
import * as batch from './methods/batch.js';
import type { NearestLimit, RaycastAllLimit, RayHit, RayLimit } from './methods/narrow.js';
import * as ray from './methods/ray.js';
import { type Hits, type HitsView, resultHits, resultHitsView } from './methods/results.js';
import type { OwnedUint32Array } from './owned.js';

export { stateOf, stateOfOther } from './index-base.js';

/** Queries of indices and worlds. Base class of `SpatialIndex` and `World`. */
export abstract class SpatialQueries extends ContactQueries {
  /** @deprecated Use `queryBoxMany`. */
  declare queryBoxes: SpatialQueries['queryBoxMany'];
  /** @deprecated Use `queryBoxManyView`. */
  declare queryBoxesView: SpatialQueries['queryBoxManyView'];
  /** @deprecated Use `raycastMany`. */
  declare raycasts: SpatialQueries['raycastMany'];
  /** @deprecated Use `raycastManyView`. */
  declare raycastsView: SpatialQueries['raycastManyView'];

  static {
    const { prototype } = SpatialQueries;
    for (const [old, name] of Object.entries({
      queryBoxes: 'queryBoxMany',
      queryBoxesView: 'queryBoxManyView',
      raycasts: 'raycastMany',
      raycastsView: 'raycastManyView',
    } as const)) {
      Object.defineProperty(prototype, old, {
        value: prototype[name],
        configurable: true,
        writable: true,
      });
    }
  }

  /**
   * Returns the closest item along a ray. If several items are at the same distance, returns the
   * item with the smallest id. Distances are in world units for any length of `direction`. A ray
   * that starts in a box hits that box at distance 0. The option `hit` replaces the boxes by your
   * own shapes.
   * @param origin - Start of the ray.
   * @param direction - Direction of the ray: finite, not zero, of any length.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * console.log(index.raycast([9, 0.5], [-1, 0])); // { id: 1, distance: 6, normal: [1, 0] }
   * console.log(index.raycast([9, 0.5], [-1, 0], 5)); // null
   * ```
   */
  raycast(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RayLimit,
    filter?: FilterLike,
  ): RayHit | null;
  /**
   * Returns the closest item along a ray, such as `Ray` of three.js.
   * @param ray - `{ origin, direction }`.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycast(ray: RayLike, maxDistance?: RayLimit, filter?: FilterLike): RayHit | null;
  raycast(
    from: PointLike | RayLike,
    along?: PointLike | RayLimit,
    limit?: FilterLike | RayLimit,
    filter?: FilterLike,
  ): RayHit | null {
    return ray.raycastEither(stateOf(this), from, along, limit, filter);
  }

  /**
   * Returns the closest item along each ray.
   * @param rays - `2 * dimensions + 1` numbers per ray: origin, direction, maximum distance.
   * @param options - `normals`: true to return normals.
   * @returns Results with one entry per ray, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * const hits = index.raycastMany([9, 0.5, -1, 0, 100, 9, 5, -1, 0, 100]);
   * console.log(hits.ids); // Int32Array [1, -1]
   * ```
   */
  raycastMany<Options extends batch.BatchOptions>(
    rays: ArrayLike<number>,
    options?: Options,
  ): batch.HitBatch & batch.IfNormals<Options> {
    return batch.raycastMany(stateOf(this), rays, options);
  }

  /**
   * Like `raycastMany`, but returns views.
   * @param rays - `2 * dimensions + 1` numbers per ray: origin, direction, maximum distance.
   * @param options - `normals`: true to return normals.
   * @returns Results with one entry per ray. Read-only views, valid until the next call on any
   * index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastManyView<Options extends batch.BatchOptions>(
    rays: ArrayLike<number>,
    options?: Options,
  ): batch.HitBatchView & batch.IfNormals<Options> {
    return batch.raycastMany(stateOf(this), rays, options, true);
  }

  /**
   * Returns all items along a ray, ordered by distance, then id. The option `hit` replaces the
   * boxes by your own shapes.
   * @param origin - Start of the ray.
   * @param direction - Direction of the ray: finite, not zero, of any length.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids and distances, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * const { ids, distances } = index.raycastAll([9, 0.5], [-1, 0]);
   * console.log(ids); // Uint32Array [1, 0]
   * console.log(distances); // Float32Array [6, 8]
   * ```
   */
  raycastAll(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): Hits;
  /**
   * Returns all items along a ray, such as `Ray` of three.js.
   * @param ray - `{ origin, direction }`.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids and distances, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(ray: RayLike, maxDistance?: RaycastAllLimit, filter?: FilterLike): Hits;
  raycastAll(
    from: PointLike | RayLike,
    along?: PointLike | RaycastAllLimit,
    limit?: RaycastAllLimit | FilterLike,
    filter?: FilterLike,
  ): Hits {
    return resultHits(
      stateOf(this),
      ray.findAlongEither(stateOf(this), from, along, limit, filter),
    );
  }

  /**
   * Like `raycastAll`, but writes the results to two arrays. Allocates nothing.
   * @param origin - Start of the ray.
   * @param direction - Direction of the ray: finite, not zero, of any length.
   * @param ids - Receives ids, as many as fit.
   * @param distances - Receives distances in world units, as many as fit.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed the length of the arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllInto(
    origin: PointLike,
    direction: PointLike,
    ids: Uint32Array,
    distances: Float32Array,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): number;
  /**
   * Like `raycastAll`, but writes the results to two arrays.
   * @param ray - `{ origin, direction }`.
   * @param ids - Receives ids, as many as fit.
   * @param distances - Receives distances in world units, as many as fit.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed the length of the arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllInto(
    ray: RayLike,
    ids: Uint32Array,
    distances: Float32Array,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): number;
  raycastAllInto(
    from: PointLike | RayLike,
    along: PointLike | Uint32Array,
    ids: Uint32Array | Float32Array,
    distances?: Float32Array | RaycastAllLimit,
    limit?: RaycastAllLimit | FilterLike,
    filter?: FilterLike,
  ): number {
    return ray.raycastAllInto(stateOf(this), from, along, ids, distances, limit, filter);
  }

  /**
   * Like `raycastAll`, but returns views.
   * @param origin - Start of the ray.
   * @param direction - Direction of the ray: finite, not zero, of any length.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only views, valid until the next call on any index. If the options or the filter
   * contain a function, the results are new arrays instead.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllView(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): HitsView;
  /**
   * Like `raycastAll`, but returns views.
   * @param ray - `{ origin, direction }`.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only views, valid until the next call on any index. If the options or the filter
   * contain a function, the results are new arrays instead.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllView(ray: RayLike, maxDistance?: RaycastAllLimit, filter?: FilterLike): HitsView;
  raycastAllView(
    from: PointLike | RayLike,
    along?: PointLike | RaycastAllLimit,
    limit?: RaycastAllLimit | FilterLike,
    filter?: FilterLike,
  ): HitsView {
    return resultHitsView(
      stateOf(this),
      ray.findAlongEither(stateOf(this), from, along, limit, filter),
    );
  }

  /**
   * Runs `raycastAll` for each ray.
   * @param rays - `2 * dimensions + 1` numbers per ray: origin, direction, maximum distance.
   * @returns Ids and distances for each ray, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllMany(rays: ArrayLike<number>): batch.HitLists {
    return batch.raycastAllMany(stateOf(this), rays);
  }

  /**
   * Same as `raycastAllMany`. Returns new arrays, not views.
   * @param rays - `2 * dimensions + 1` numbers per ray: origin, direction, maximum distance.
   * @returns Ids and distances for each ray, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAllManyView(rays: ArrayLike<number>): batch.HitLists {
    return batch.raycastAllMany(stateOf(this), rays);
  }

  /**
   * Returns the `k` items nearest to a point, ordered by distance, then id. The distance to a box
   * that contains the point is 0. The option `distance` replaces the boxes by your own shapes.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param k - Number of items, an integer >= 0, or Infinity for all. Default: 1.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids and distances, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * const { ids, distances } = index.nearest([7, 1], 2);
   * console.log(ids); // Uint32Array [2, 1]
   * console.log(distances); // Float32Array [2, 4]
   * ```
   */
  nearest(point: PointLike, k?: number, maxDistance?: NearestLimit, filter?: FilterLike): Hits {
    return resultHits(stateOf(this), ray.findNearest(stateOf(this), point, k, maxDistance, filter));
  }

  /**
   * Like `nearest`, but writes the results to two arrays. Allocates nothing.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param k - Number of items, an integer >= 0, or Infinity for all. If undefined: 1.
   * @param ids - Receives ids, as many as fit.
   * @param distances - Receives distances in world units, as many as fit.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed the length of the arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  nearestInto(
    point: PointLike,
    k: number | undefined,
    ids: Uint32Array,
    distances: Float32Array,
    maxDistance?: NearestLimit,
    filter?: FilterLike,
  ): number {
    return ray.nearestInto(stateOf(this), point, k, ids, distances, maxDistance, filter);
  }

  /**
   * Like `nearest`, but returns views.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param k - Number of items, an integer >= 0, or Infinity for all. Default: 1.
   * @param maxDistance - Maximum distance in world units, or options. Default: unlimited.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only views, valid until the next call on any index. If the options or the filter
   * contain a function, the results are new arrays instead.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  nearestView(
    point: PointLike,
    k?: number,
    maxDistance?: NearestLimit,
    filter?: FilterLike,
  ): HitsView {
    return resultHitsView(
      stateOf(this),
      ray.findNearest(stateOf(this), point, k, maxDistance, filter),
    );
  }

  /**
   * Returns the `k` items nearest to each point.
   * @param points - `dimensions` numbers per point.
   * @param k - Number of entries per point, an integer >= 0, or Infinity for all items. Default: 1.
   * @returns `k` entries per point, padded with the id -1 and the distance Infinity, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.nearestMany([-1, 0, 9, 0], 2).ids); // Int32Array [0, 1, 2, 1]
   * ```
   */
  nearestMany(points: ArrayLike<number>, k?: number): batch.HitBatch {
    return batch.nearestMany(stateOf(this), points, k);
  }

  /**
   * Like `nearestMany`, but returns views.
   * @param points - `dimensions` numbers per point.
   * @param k - Number of entries per point, an integer >= 0, or Infinity for all items. Default: 1.
   * @returns `k` entries per point, padded with the id -1 and the distance Infinity. Read-only
   * views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  nearestManyView(points: ArrayLike<number>, k?: number): batch.HitBatchView {
    return batch.nearestMany(stateOf(this), points, k, true);
  }

  /**
   * Returns, for each live item, the `k` other items nearest to the center of its box. The results
   * are in ascending order of item ids. The entries of each item are ordered by distance, then id.
   * For the center of an unbounded box, infinite coordinates count as -1e18 and 1e18.
   * @param k - Number of entries per item, an integer >= 0, or Infinity for all other items.
   * Default: 1.
   * @returns `k` entries per item, padded with the id -1 and the distance Infinity, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.buildPoints([0, 0, 1, 0, 5, 0]);
   * console.log(index.nearestAll().ids); // Int32Array [1, 0, 1]
   * ```
   */
  nearestAll(k?: number): batch.HitBatch {
    return batch.nearestAll(stateOf(this), k);
  }

  /**
   * Like `nearestAll`, but returns views.
   * @param k - Number of entries per item, an integer >= 0, or Infinity for all other items.
   * Default: 1.
   * @returns `k` entries per item, padded with the id -1 and the distance Infinity. Read-only
   * views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  nearestAllView(k?: number): batch.HitBatchView {
    return batch.nearestAll(stateOf(this), k, true);
  }

  /**
   * Like `nearestAll`, but writes the results to two arrays. Allocates nothing.
   * @param k - Number of entries per item, an integer >= 0, or Infinity for all other items. If
   * undefined: 1.
   * @param ids - Receives ids, as many as fit.
   * @param distances - Receives distances in world units, as many as fit.
   * @returns Number of entries, `k` per item, which may exceed the length of the arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  nearestAllInto(k: number | undefined, ids: Int32Array, distances: Float32Array): number {
    return batch.nearestAllInto(stateOf(this), k, ids, distances);
  }

  /**
   * Returns all pairs of items whose boxes are at most `distance` apart, for example for boids or
   * triggers. Each call builds a temporary copy of the index with enlarged boxes.
   * @param distance - Maximum distance in world units, >= 0.
   * @returns Ids as [a0, b0, a1, b1, …] with a < b, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.buildPoints([0, 0, 1, 0, 5, 0]);
   * console.log(index.pairsWithin(2)); // Uint32Array [0, 1]
   * ```
   */
  pairsWithin(distance: number): OwnedUint32Array {
    return batch.pairsWithin(stateOf(this), distance);
  }

  /**
   * Like `pairsWithin`, but returns a view.
   * @param distance - Maximum distance in world units, >= 0.
   * @returns Read-only view, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithinView(distance: number): Uint32Array {
    return batch.pairsWithinView(stateOf(this), distance);
  }

  /**
   * Like `pairsWithin`, but writes the ids to an array.
   * @param distance - Maximum distance in world units, >= 0.
   * @param out - Receives two ids per pair, as many as fit.
   * @returns Number of pairs found, which may be more than fit.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithinInto(distance: number, out: Uint32Array): number {
    return batch.pairsWithinInto(stateOf(this), distance, out);
  }
}
