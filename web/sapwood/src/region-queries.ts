import type { FilterLike } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import { IndexBase, stateOf } from './index-base.js';
import { type BoxLike, type PointLike, readOut, type SphereLike } from './inputs.js';
import * as batch from './methods/batch.js';
import * as query from './methods/query.js';
import { resultIds, resultIdsInto, resultIdsView } from './methods/results.js';
import * as volumes from './methods/volumes.js';
import type { OwnedUint8Array, OwnedUint32Array } from './owned.js';

/**
 * Queries for the items in a region. Base class of `SpatialQueries`.
 *
 * Each query for ids has five forms, for example:
 *
 * - `queryBox` returns a new array.
 * - `queryBoxInto` fills an array and returns the number of items found, which may exceed the
 *   length of the array. It allocates nothing, unless the filter has a function.
 * - `queryBoxView` returns a read-only view of WASM memory, valid until the next call on any index,
 *   or a new array if the filter has a function.
 * - `queryBoxMany` runs a batch of queries and returns new arrays.
 * - `queryBoxManyView` runs a batch of queries and returns read-only views. The batches of spheres
 *   and frusta return new arrays instead.
 *
 * The order of ids is deterministic but unspecified. In a `World`, it is ascending.
 */
export abstract class RegionQueries extends IndexBase {
  /**
   * Returns the ids of all items that overlap a box. Touching boxes overlap.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.queryBox([2.5, 0, 9, 1])); // Uint32Array [1, 2]
   * ```
   */
  queryBox(box: BoxLike, filter?: FilterLike): OwnedUint32Array {
    return resultIds(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /**
   * Like `queryBox`, but writes the ids to an array. Allocates nothing.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * const out = new Uint32Array(16);
   * const count = index.queryBoxInto([2.5, 0, 9, 1], out);
   * console.log(out.subarray(0, count)); // Uint32Array [1, 2]
   * ```
   */
  queryBoxInto(box: BoxLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return resultIdsInto(state, readOut(out), query.findInBox(state, box, filter));
  }

  /**
   * Like `queryBox`, but returns a view.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryBoxView(box: BoxLike, filter?: FilterLike): Uint32Array {
    return resultIdsView(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /**
   * Returns the ids of the items that overlap each box.
   * @param boxes - `2 * dimensions` numbers per box.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * const { offsets, ids } = index.queryBoxMany([0, 0, 2, 2, 4, 0, 9, 9]);
   * console.log(ids.subarray(offsets[1], offsets[2])); // Uint32Array [2]
   * ```
   */
  queryBoxMany(boxes: ArrayLike<number>): batch.BoxBatch {
    return batch.queryBoxMany(stateOf(this), boxes);
  }

  /**
   * Like `queryBoxMany`, but returns views.
   * @param boxes - `2 * dimensions` numbers per box.
   * @returns Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryBoxManyView(boxes: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryBoxMany(stateOf(this), boxes, true);
  }

  /**
   * Returns the ids of all items whose box contains a point. A point on a face is inside.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 2, 2, 1, 1, 3, 3]);
   * console.log(index.queryPoint([2.5, 2.5])); // Uint32Array [1]
   * ```
   */
  queryPoint(point: PointLike, filter?: FilterLike): OwnedUint32Array {
    return resultIds(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /**
   * Like `queryPoint`, but writes the ids to an array. Allocates nothing.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointInto(point: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return resultIdsInto(state, readOut(out), query.findAtPoint(state, point, filter));
  }

  /**
   * Like `queryPoint`, but returns a view.
   * @param point - `dimensions` numbers or `{ x, y, z }`.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointView(point: PointLike, filter?: FilterLike): Uint32Array {
    return resultIdsView(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /**
   * Returns the ids of the items whose boxes contain each point.
   * @param points - `dimensions` numbers per point.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointMany(points: ArrayLike<number>): batch.BoxBatch {
    return batch.queryPointMany(stateOf(this), points);
  }

  /**
   * Like `queryPointMany`, but returns views.
   * @param points - `dimensions` numbers per point.
   * @returns Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointManyView(points: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryPointMany(stateOf(this), points, true);
  }

  /**
   * Returns the ids of all items whose box is at most `radius` away from a point.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.querySphere([5, 3], 2)); // Uint32Array [2]
   * ```
   */
  querySphere(center: PointLike, radius: number, filter?: FilterLike): OwnedUint32Array;
  /**
   * Returns the ids of all items whose box overlaps a sphere.
   * @param sphere - `{ center, radius }`.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphere(sphere: SphereLike, filter?: FilterLike): OwnedUint32Array;
  querySphere(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): OwnedUint32Array {
    return resultIds(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /**
   * Like `querySphere`, but writes the ids to an array. Allocates nothing.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereInto(center: PointLike, radius: number, out: Uint32Array, filter?: FilterLike): number;
  /**
   * Like `querySphere`, but writes the ids to an array. Allocates nothing.
   * @param sphere - `{ center, radius }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereInto(sphere: SphereLike, out: Uint32Array, filter?: FilterLike): number;
  querySphereInto(
    where: PointLike | SphereLike,
    radius: number | Uint32Array,
    out?: Uint32Array | FilterLike,
    filter?: FilterLike,
  ): number {
    return query.findInSphereInto(stateOf(this), where, radius, out, filter);
  }

  /**
   * Like `querySphere`, but returns a view.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereView(center: PointLike, radius: number, filter?: FilterLike): Uint32Array;
  /**
   * Like `querySphere`, but returns a view.
   * @param sphere - `{ center, radius }`.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereView(sphere: SphereLike, filter?: FilterLike): Uint32Array;
  querySphereView(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): Uint32Array {
    return resultIdsView(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /**
   * Returns the ids of the items that overlap each sphere. Runs one query per sphere.
   * @param spheres - `dimensions + 1` numbers per sphere: center, radius.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereMany(spheres: ArrayLike<number>): batch.BoxBatch {
    return batch.querySphereMany(stateOf(this), spheres);
  }

  /**
   * Same as `querySphereMany`: returns new arrays, not views.
   * @param spheres - `dimensions + 1` numbers per sphere: center, radius.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereManyView(spheres: ArrayLike<number>): batch.BoxBatch {
    return batch.querySphereMany(stateOf(this), spheres);
  }

  /** @internal See `FrustumQueries`. */
  queryFrustum(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): OwnedUint32Array {
    return query.queryFrustum(stateOf(this), frustum, options, filter);
  }

  /** @internal See `FrustumQueries`. */
  queryFrustumInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number {
    return query.queryFrustumInto(stateOf(this), frustum, out, options, filter);
  }

  /** @internal See `FrustumQueries`. */
  queryFrustumView(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): Uint32Array {
    return query.queryFrustumView(stateOf(this), frustum, options, filter);
  }

  /** @internal See `FrustumQueries`. */
  queryFrustumMany(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): batch.BoxBatch {
    return query.queryFrustumMany(stateOf(this), frusta, options, filter);
  }

  /** @internal See `FrustumQueries`. */
  queryFrustumManyView(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): batch.BoxBatch {
    return query.queryFrustumMany(stateOf(this), frusta, options, filter);
  }

  /**
   * Returns the ids of all items in a convex volume. Items whose box is completely outside at least
   * one plane are excluded. The test is conservative: the result may include boxes near an edge or
   * a corner that do not touch the volume.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * // the half-plane x >= 2.5: normal, then constant
   * console.log(index.queryConvex([1, 0, -2.5])); // Uint32Array [1, 2]
   * ```
   */
  queryConvex(planes: volumes.ConvexLike, filter?: FilterLike): OwnedUint32Array {
    return resultIds(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /**
   * Like `queryConvex`, but writes the ids to an array. Allocates a copy of the planes.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexInto(planes: volumes.ConvexLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return resultIdsInto(state, readOut(out), volumes.findInConvex(state, planes, filter));
  }

  /**
   * Like `queryConvex`, but returns a view.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexView(planes: volumes.ConvexLike, filter?: FilterLike): Uint32Array {
    return resultIdsView(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /**
   * Runs `queryConvex` for each volume.
   * @param convexes - Planes of each volume.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexMany(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatch {
    return volumes.queryConvexMany(stateOf(this), convexes);
  }

  /**
   * Like `queryConvexMany`, but returns views.
   * @param convexes - Planes of each volume.
   * @returns Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexManyView(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatchView {
    return volumes.queryConvexMany(stateOf(this), convexes, true);
  }

  /**
   * Returns the ids of all items whose box is at most `radius` away from the segment from `a` to
   * `b`.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.queryCapsule([2, 2], [2, 4], 1)); // Uint32Array [1]
   * ```
   */
  queryCapsule(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): OwnedUint32Array {
    return resultIds(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /**
   * Like `queryCapsule`, but writes the ids to an array. Allocates nothing.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - In world units, finite and >= 0.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleInto(
    a: PointLike,
    b: PointLike,
    radius: number,
    out: Uint32Array,
    filter?: FilterLike,
  ): number {
    const state = stateOf(this);
    return resultIdsInto(state, readOut(out), volumes.findInCapsule(state, a, b, radius, filter));
  }

  /**
   * Like `queryCapsule`, but returns a view.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleView(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): Uint32Array {
    return resultIdsView(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /**
   * Returns the ids of the items that overlap each capsule.
   * @param capsules - `2 * dimensions + 1` numbers per capsule: both ends, radius.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleMany(capsules: ArrayLike<number>): batch.BoxBatch {
    return volumes.queryCapsuleMany(stateOf(this), capsules);
  }

  /**
   * Like `queryCapsuleMany`, but returns views.
   * @param capsules - `2 * dimensions + 1` numbers per capsule: both ends, radius.
   * @returns Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleManyView(capsules: ArrayLike<number>): batch.BoxBatchView {
    return volumes.queryCapsuleMany(stateOf(this), capsules, true);
  }

  /**
   * Returns the ids of all items whose box touches the segment from `a` to `b`. The length of the
   * segment may be 0.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param filter - Selects items. Default: all.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.querySegment([0, 0.5], [3.5, 0.5])); // Uint32Array [0, 1]
   * ```
   */
  querySegment(a: PointLike, b: PointLike, filter?: FilterLike): OwnedUint32Array {
    return resultIds(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /**
   * Like `querySegment`, but writes the ids to an array. Allocates nothing.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentInto(a: PointLike, b: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return resultIdsInto(state, readOut(out), volumes.findOnSegment(state, a, b, filter));
  }

  /**
   * Like `querySegment`, but returns a view.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param filter - Selects items. Default: all.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentView(a: PointLike, b: PointLike, filter?: FilterLike): Uint32Array {
    return resultIdsView(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /**
   * Returns the ids of the items that touch each segment.
   * @param segments - `2 * dimensions` numbers per segment: both ends.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentMany(segments: ArrayLike<number>): batch.BoxBatch {
    return volumes.querySegmentMany(stateOf(this), segments);
  }

  /**
   * Like `querySegmentMany`, but returns views.
   * @param segments - `2 * dimensions` numbers per segment: both ends.
   * @returns Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentManyView(segments: ArrayLike<number>): batch.BoxBatchView {
    return volumes.querySegmentMany(stateOf(this), segments, true);
  }

  /**
   * Returns whether a box overlaps any item. Stops at the first overlapping item.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects items. Default: all.
   * @returns True if an item overlaps the box.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * console.log(index.overlaps([1.2, 0, 1.8, 1])); // false
   * ```
   */
  overlaps(box: BoxLike, filter?: FilterLike): boolean {
    return volumes.overlaps(stateOf(this), box, filter);
  }

  /**
   * Runs `overlaps` for each box.
   * @param boxes - `2 * dimensions` numbers per box.
   * @returns 1 or 0 for each box, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  overlapsMany(boxes: ArrayLike<number>): OwnedUint8Array {
    return volumes.overlapsMany(stateOf(this), boxes);
  }

  /**
   * Calls a function for each item that overlaps a box. The function may run queries. Changing this
   * index in the function, or nesting more than 64 calls, throws `reentrant`. Exceptions of the
   * function end the query and are rethrown unchanged.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param fn - Receives an id. Returns `false` to stop.
   * @param filter - Selects items. Default: all.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`,
   * `reentrant`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * let count = 0;
   * index.forEachInBox([0, 0, 9, 9], () => {
   *   count += 1;
   * });
   * console.log(count); // 2
   * ```
   */
  forEachInBox(box: BoxLike, fn: (id: number) => unknown, filter?: FilterLike): void {
    query.forEachInBox(stateOf(this), box, fn, filter);
  }
}
