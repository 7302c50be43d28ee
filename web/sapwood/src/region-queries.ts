import type { FilterLike } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import { IndexBase, stateOf } from './index-base.js';
import { type BoxLike, type PointLike, readOut, type SphereLike } from './inputs.js';
import type { OwnedUint8Array, OwnedUint32Array } from './owned.js';
import { takeIds, takeIdsInto, takeIdsView } from './verbs/accepted.js';
import * as batch from './verbs/batch.js';
import * as query from './verbs/query.js';
import * as volumes from './verbs/volumes.js';

/**
 * Queries for the items in a region. Base class of `SpatialQueries`.
 *
 * Each query has five forms:
 *
 * - `verb` returns a new array.
 * - `verbInto` fills an array of the caller and returns the number of items found, which may exceed
 *   the length of the array. It allocates nothing unless the filter has a function.
 * - `verbView` returns a read-only view of WASM memory, valid until the next call on any index. It
 *   returns a new array if a function of the caller selects the items.
 * - `verbMany` runs a batch of queries and returns new arrays.
 * - `verbManyView` runs a batch of queries and returns read-only views.
 *
 * The order of the ids is unspecified but deterministic. In a `World` the ids are in ascending
 * order.
 */
export abstract class RegionQueries extends IndexBase {
  /**
   * Returns the ids of all items that overlap a box. Touching boxes overlap.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.queryBox([2.5, 0, 9, 1])); // Uint32Array [1, 2]
   * ```
   */
  queryBox(box: BoxLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /**
   * Writes the ids of all items that overlap a box to an array. Allocates nothing.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
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
    return takeIdsInto(state, readOut(out), query.findInBox(state, box, filter));
  }

  /**
   * Returns a view of the ids of all items that overlap a box.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryBoxView(box: BoxLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /**
   * Returns the ids of the items that overlap each of many boxes.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each.
   * @returns Ids of the items of each query, in new arrays.
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
   * Returns views of the ids of the items that overlap each of many boxes.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each.
   * @returns Read-only views of WASM memory, valid until the next call on any index.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryBoxManyView(boxes: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryBoxMany(stateOf(this), boxes, true);
  }

  /**
   * Returns the ids of all items whose box contains a point. A point on a face is inside.
   * @param point - Point: `dimensions` numbers or `{ x, y, z }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 2, 2, 1, 1, 3, 3]);
   * console.log(index.queryPoint([2.5, 2.5])); // Uint32Array [1]
   * ```
   */
  queryPoint(point: PointLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /**
   * Writes the ids of all items whose box contains a point to an array. Allocates nothing.
   * @param point - Point: `dimensions` numbers or `{ x, y, z }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointInto(point: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), query.findAtPoint(state, point, filter));
  }

  /**
   * Returns a view of the ids of all items whose box contains a point.
   * @param point - Point: `dimensions` numbers or `{ x, y, z }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointView(point: PointLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /**
   * Returns, for each of many points, the ids of the items whose boxes contain it.
   * @param points - Flat points, `dimensions` numbers each.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointMany(points: ArrayLike<number>): batch.BoxBatch {
    return batch.queryPointMany(stateOf(this), points);
  }

  /**
   * Returns, for each of many points, views of the ids of the items whose boxes contain it.
   * @param points - Flat points, `dimensions` numbers each.
   * @returns Read-only views of WASM memory, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryPointManyView(points: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryPointMany(stateOf(this), points, true);
  }

  /**
   * Returns the ids of all items whose box is at most `radius` away from a point.
   * @param center - Center of the sphere: `dimensions` numbers or `{ x, y, z }`.
   * @param radius - Radius in world units, finite and >= 0.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
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
   * @param sphere - Sphere: `{ center, radius }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphere(sphere: SphereLike, filter?: FilterLike): OwnedUint32Array;
  querySphere(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): OwnedUint32Array {
    return takeIds(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /**
   * Writes the ids of all items whose box is at most `radius` away from a point to an array.
   * Allocates nothing.
   * @param center - Center of the sphere: `dimensions` numbers or `{ x, y, z }`.
   * @param radius - Radius in world units, finite and >= 0.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereInto(center: PointLike, radius: number, out: Uint32Array, filter?: FilterLike): number;
  /**
   * Writes the ids of all items whose box overlaps a sphere to an array. Allocates nothing.
   * @param sphere - Sphere: `{ center, radius }`.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
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
   * Returns a view of the ids of all items whose box is at most `radius` away from a point.
   * @param center - Center of the sphere: `dimensions` numbers or `{ x, y, z }`.
   * @param radius - Radius in world units, finite and >= 0.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereView(center: PointLike, radius: number, filter?: FilterLike): Uint32Array;
  /**
   * Returns a view of the ids of all items whose box overlaps a sphere.
   * @param sphere - Sphere: `{ center, radius }`.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereView(sphere: SphereLike, filter?: FilterLike): Uint32Array;
  querySphereView(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): Uint32Array {
    return takeIdsView(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /**
   * Returns the ids of the items whose box overlaps each of many spheres. Runs one query per
   * sphere.
   * @param spheres - Flat spheres, `dimensions + 1` numbers each: center, radius.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySphereMany(spheres: ArrayLike<number>): batch.BoxBatch {
    return batch.querySphereMany(stateOf(this), spheres);
  }

  /**
   * Returns the same as `querySphereMany`. The arrays are new, not views.
   * @param spheres - Flat spheres, `dimensions + 1` numbers each: center, radius.
   * @returns Ids of the items of each query, in new arrays.
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
   * Returns the ids of all items whose box is not entirely outside one plane of a convex volume.
   * The test is conservative: the result may include boxes near an edge or a corner that do not
   * touch the volume.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
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
    return takeIds(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /**
   * Writes the ids of all items in a convex volume to an array, with the test of `queryConvex`.
   * Allocates a copy of the planes.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexInto(planes: volumes.ConvexLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), volumes.findInConvex(state, planes, filter));
  }

  /**
   * Returns a view of the ids of all items in a convex volume, with the test of `queryConvex`.
   * @param planes - Planes as objects or flat numbers, at least one.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexView(planes: volumes.ConvexLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /**
   * Returns the ids of the items in each of many convex volumes, with the test of `queryConvex`.
   * @param convexes - Array with the planes of each volume.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvexMany(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatch {
    return volumes.queryConvexMany(stateOf(this), convexes);
  }

  /**
   * Returns views of the ids of the items in each of many convex volumes, with the test of
   * `queryConvex`.
   * @param convexes - Array with the planes of each volume.
   * @returns Read-only views of WASM memory, valid until the next call on any index.
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
   * @param radius - Radius in world units, finite and >= 0.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.queryCapsule([2, 2], [2, 4], 1)); // Uint32Array [1]
   * ```
   */
  queryCapsule(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /**
   * Writes the ids of all items whose box is at most `radius` away from a segment to an array.
   * Allocates nothing.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - Radius in world units, finite and >= 0.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
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
    return takeIdsInto(state, readOut(out), volumes.findInCapsule(state, a, b, radius, filter));
  }

  /**
   * Returns a view of the ids of all items whose box is at most `radius` away from a segment.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - Radius in world units, finite and >= 0.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleView(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /**
   * Returns the ids of the items whose box overlaps each of many capsules.
   * @param capsules - Flat capsules, `2 * dimensions + 1` numbers each: both ends, radius.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleMany(capsules: ArrayLike<number>): batch.BoxBatch {
    return volumes.queryCapsuleMany(stateOf(this), capsules);
  }

  /**
   * Returns views of the ids of the items whose box overlaps each of many capsules.
   * @param capsules - Flat capsules, `2 * dimensions + 1` numbers each: both ends, radius.
   * @returns Read-only views of WASM memory, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryCapsuleManyView(capsules: ArrayLike<number>): batch.BoxBatchView {
    return volumes.queryCapsuleMany(stateOf(this), capsules, true);
  }

  /**
   * Returns the ids of all items whose box touches the segment from `a` to `b`. If the ends are
   * equal, the segment is a point.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param filter - Selects the items. Default: all items.
   * @returns Ids of the items, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1]);
   * console.log(index.querySegment([0, 0.5], [3.5, 0.5])); // Uint32Array [0, 1]
   * ```
   */
  querySegment(a: PointLike, b: PointLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /**
   * Writes the ids of all items whose box touches a segment to an array. Allocates nothing.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param out - Receives ids, as many as fit.
   * @param filter - Selects the items. Default: all items.
   * @returns Number of items found, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentInto(a: PointLike, b: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), volumes.findOnSegment(state, a, b, filter));
  }

  /**
   * Returns a view of the ids of all items whose box touches a segment.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param filter - Selects the items. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentView(a: PointLike, b: PointLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /**
   * Returns the ids of the items whose box touches each of many segments.
   * @param segments - Flat segments, `2 * dimensions` numbers each: both ends.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentMany(segments: ArrayLike<number>): batch.BoxBatch {
    return volumes.querySegmentMany(stateOf(this), segments);
  }

  /**
   * Returns views of the ids of the items whose box touches each of many segments.
   * @param segments - Flat segments, `2 * dimensions` numbers each: both ends.
   * @returns Read-only views of WASM memory, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegmentManyView(segments: ArrayLike<number>): batch.BoxBatchView {
    return volumes.querySegmentMany(stateOf(this), segments, true);
  }

  /**
   * Returns whether a box overlaps any item. Stops at the first item found.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param filter - Selects the items. Default: all items.
   * @returns True if at least one item overlaps the box.
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
   * Returns for each of many boxes whether it overlaps any item.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each.
   * @returns New array with one entry per box: 1 if it overlaps an item, otherwise 0.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  overlapsMany(boxes: ArrayLike<number>): OwnedUint8Array {
    return volumes.overlapsMany(stateOf(this), boxes);
  }

  /**
   * Calls a function for each item that overlaps a box, without a result array. The function may
   * run queries. Changing this index inside it, or nesting more than 64 calls, throws `reentrant`.
   * An exception of the function ends the query and is rethrown unchanged.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param fn - Receives the id of an item. If it returns `false`, the query stops.
   * @param filter - Selects the items. Default: all items.
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
