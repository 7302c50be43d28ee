import type { FilterLike } from './filters.js';
import { stateOf } from './index-base.js';
import type { BoxLike, PointLike, RayLike } from './inputs.js';
import type { OwnedUint32Array } from './owned.js';
import { RegionQueries } from './region-queries.js';
import { type Hits, type HitsView, takeHits, takeHitsView } from './verbs/accepted.js';
import * as batch from './verbs/batch.js';
import * as casts from './verbs/casts.js';
import type { CastFilter, NearestLimit, RaycastAllLimit, RayLimit } from './verbs/narrow.js';
import * as ray from './verbs/ray.js';

export { replaceContent, stateOf, stateOfOther } from './index-base.js';

/**
 * What a `SpatialIndex` and a `World` have in common: items with boxes and filters, and every query
 * for them.
 */
export abstract class SpatialQueries extends RegionQueries {
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

  /** What a box touches first on its way by `displacement` (least id among equals); `hit` of the options tests shapes. */
  castBox(
    box: BoxLike,
    displacement: PointLike,
    options?: CastFilter,
    filter?: FilterLike,
  ): casts.CastHit | null {
    return casts.castBox(stateOf(this), box, displacement, options, filter);
  }

  /** Many boxes that move: `3 * dimensions` numbers each, the box, its displacement. */
  castBoxMany(boxes: ArrayLike<number>): casts.CastBatch {
    return casts.castBoxMany(stateOf(this), boxes);
  }

  /** Like `castBoxMany`, as views on WASM memory. */
  castBoxManyView(boxes: ArrayLike<number>): casts.CastBatchView {
    return casts.castBoxMany(stateOf(this), boxes, true);
  }

  /** Like `castBox` for a sphere, exact: it may slip past a corner that its box would touch. */
  castSphere(
    center: PointLike,
    radius: number,
    displacement: PointLike,
    options?: CastFilter,
    filter?: FilterLike,
  ): casts.CastHit | null {
    return casts.castSphere(stateOf(this), center, radius, displacement, options, filter);
  }

  /** Many spheres that move: `2 * dimensions + 1` numbers each, center, radius, displacement. */
  castSphereMany(spheres: ArrayLike<number>): casts.CastBatch {
    return casts.castSphereMany(stateOf(this), spheres);
  }

  /** Like `castSphereMany`, as views on WASM memory. */
  castSphereManyView(spheres: ArrayLike<number>): casts.CastBatchView {
    return casts.castSphereMany(stateOf(this), spheres, true);
  }

  /**
   * The closest item along a ray (least id among equals), or null. `distance` and `maxDistance`
   * are world units, whatever the length of the direction; a ray that starts inside hits at 0.
   * `hit` of the options asks for shapes instead of boxes.
   */
  raycast(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RayLimit,
    filter?: FilterLike,
  ): ray.RayHit | null;
  raycast(ray: RayLike, maxDistance?: RayLimit, filter?: FilterLike): ray.RayHit | null;
  raycast(
    from: PointLike | RayLike,
    along?: PointLike | RayLimit,
    limit?: FilterLike | RayLimit,
    filter?: FilterLike,
  ): ray.RayHit | null {
    return ray.raycastEither(stateOf(this), from, along, limit, filter);
  }

  /** Many closest hits in one call: `2 * dimensions + 1` numbers a ray, origin, direction, maxDistance. */
  raycastMany(rays: ArrayLike<number>): batch.HitBatch {
    return batch.raycastMany(stateOf(this), rays);
  }

  /** Like `raycastMany`, as views on WASM memory. */
  raycastManyView(rays: ArrayLike<number>): batch.HitBatchView {
    return batch.raycastMany(stateOf(this), rays, true);
  }

  /** Every item along a ray, by distance, then id; `hit` of the options tests shapes. */
  raycastAll(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): Hits;
  raycastAll(ray: RayLike, maxDistance?: RaycastAllLimit, filter?: FilterLike): Hits;
  raycastAll(
    from: PointLike | RayLike,
    along?: PointLike | RaycastAllLimit,
    limit?: RaycastAllLimit | FilterLike,
    filter?: FilterLike,
  ): Hits {
    return takeHits(stateOf(this), ray.findAlongEither(stateOf(this), from, along, limit, filter));
  }

  /** Like `raycastAll`, without allocation: fills both arrays as far as they go and returns the number FOUND. */
  raycastAllInto(
    origin: PointLike,
    direction: PointLike,
    ids: Uint32Array,
    distances: Float32Array,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): number;
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

  /** Like `raycastAll`, as views: read only, valid until the next call on ANY index. */
  raycastAllView(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RaycastAllLimit,
    filter?: FilterLike,
  ): HitsView;
  raycastAllView(ray: RayLike, maxDistance?: RaycastAllLimit, filter?: FilterLike): HitsView;
  raycastAllView(
    from: PointLike | RayLike,
    along?: PointLike | RaycastAllLimit,
    limit?: RaycastAllLimit | FilterLike,
    filter?: FilterLike,
  ): HitsView {
    return takeHitsView(
      stateOf(this),
      ray.findAlongEither(stateOf(this), from, along, limit, filter),
    );
  }

  /** All hits of many rays, one query after the other; rays as in `raycastMany`. */
  raycastAllMany(rays: ArrayLike<number>): batch.HitLists {
    return batch.raycastAllMany(stateOf(this), rays);
  }

  /** Same as `raycastAllMany`: returns arrays of your own, no views. */
  raycastAllManyView(rays: ArrayLike<number>): batch.HitLists {
    return batch.raycastAllMany(stateOf(this), rays);
  }

  /**
   * The k items nearest to a point (1 when left out, all for Infinity), by distance to the box (0 inside) or
   * `distance` of the options, then id.
   */
  nearest(point: PointLike, k?: number, maxDistance?: NearestLimit, filter?: FilterLike): Hits {
    return takeHits(stateOf(this), ray.findNearest(stateOf(this), point, k, maxDistance, filter));
  }

  /** Like `nearest`, without allocation: fills both arrays as far as they go and returns the number FOUND. */
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

  /** Like `nearest`, as views: read only, valid until the next call on ANY index. */
  nearestView(
    point: PointLike,
    k?: number,
    maxDistance?: NearestLimit,
    filter?: FilterLike,
  ): HitsView {
    return takeHitsView(
      stateOf(this),
      ray.findNearest(stateOf(this), point, k, maxDistance, filter),
    );
  }

  /** The k nearest items (1 when left out) of many flat points; k entries a point, padded with -1 and Infinity. */
  nearestMany(points: ArrayLike<number>, k?: number): batch.HitBatch {
    return batch.nearestMany(stateOf(this), points, k);
  }

  /** Like `nearestMany`, as views. */
  nearestManyView(points: ArrayLike<number>, k?: number): batch.HitBatchView {
    return batch.nearestMany(stateOf(this), points, k, true);
  }

  /**
   * For every live item by ascending id the k others (1 when left out) that are nearest to the center of its box (of
   * an infinite one, its ends), by distance, then id: k entries an item, padded with -1, Infinity.
   */
  nearestAll(k?: number): batch.HitBatch {
    return batch.nearestAll(stateOf(this), k);
  }

  /** Like `nearestAll`, as views. */
  nearestAllView(k?: number): batch.HitBatchView {
    return batch.nearestAll(stateOf(this), k, true);
  }

  /**
   * Like `nearestAll`, without allocation: fills both arrays as far as they go and returns the number
   * of entries, k an item. Ids are -1 where there is no k-th other.
   */
  nearestAllInto(k: number | undefined, ids: Int32Array, distances: Float32Array): number {
    return batch.nearestAllInto(stateOf(this), k, ids, distances);
  }

  /**
   * All pairs whose boxes are at most `distance` apart, as `pairs` has them: for boids, triggers.
   * The search is that of `pairs` on a copy with larger boxes and default options, made in each call.
   */
  pairsWithin(distance: number): OwnedUint32Array {
    return batch.pairsWithin(stateOf(this), distance);
  }

  /** Like `pairsWithin`, as a view on WASM memory: read only, valid until the next call on ANY index. */
  pairsWithinView(distance: number): Uint32Array {
    return batch.pairsWithinView(stateOf(this), distance);
  }

  /** Like `pairsWithin`: fills `out`, two ids a pair, as far as it goes and returns the number of pairs FOUND. */
  pairsWithinInto(distance: number, out: Uint32Array): number {
    return batch.pairsWithinInto(stateOf(this), distance, out);
  }
}
