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
 * Queries for the items in a region, each in five forms. `verb` returns a new array. `verbInto`
 * fills an array of the caller. `verbView` returns a view on WASM memory, which is read only and valid
 * until the next call on any index; when a function of the caller selects the items, it returns a new
 * array. `verbMany` takes a batch, and `verbManyView` returns views.
 */
export abstract class RegionQueries extends IndexBase {
  /** Items that overlap a box. */
  queryBox(box: BoxLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /** Like `queryBox`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  queryBoxInto(box: BoxLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), query.findInBox(state, box, filter));
  }

  /** Like `queryBox`, as a view: read only, valid until the next call on ANY index. */
  queryBoxView(box: BoxLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /** Many box queries in one call, on flat boxes. */
  queryBoxMany(boxes: ArrayLike<number>): batch.BoxBatch {
    return batch.queryBoxMany(stateOf(this), boxes);
  }

  /** Like `queryBoxMany`, as views on WASM memory. */
  queryBoxManyView(boxes: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryBoxMany(stateOf(this), boxes, true);
  }

  /** Items that contain a point, on their faces too. */
  queryPoint(point: PointLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /** Like `queryPoint`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  queryPointInto(point: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), query.findAtPoint(state, point, filter));
  }

  /** Like `queryPoint`, as a view: read only, valid until the next call on ANY index. */
  queryPointView(point: PointLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /** Many points in one call: `dimensions` numbers each. */
  queryPointMany(points: ArrayLike<number>): batch.BoxBatch {
    return batch.queryPointMany(stateOf(this), points);
  }

  /** Like `queryPointMany`, as views on WASM memory. */
  queryPointManyView(points: ArrayLike<number>): batch.BoxBatchView {
    return batch.queryPointMany(stateOf(this), points, true);
  }

  /** Items whose box comes within `radius` (world units, >= 0) of a point. */
  querySphere(center: PointLike, radius: number, filter?: FilterLike): OwnedUint32Array;
  querySphere(sphere: SphereLike, filter?: FilterLike): OwnedUint32Array;
  querySphere(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): OwnedUint32Array {
    return takeIds(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /** Like `querySphere`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  querySphereInto(center: PointLike, radius: number, out: Uint32Array, filter?: FilterLike): number;
  querySphereInto(sphere: SphereLike, out: Uint32Array, filter?: FilterLike): number;
  querySphereInto(
    where: PointLike | SphereLike,
    radius: number | Uint32Array,
    out?: Uint32Array | FilterLike,
    filter?: FilterLike,
  ): number {
    return query.findInSphereInto(stateOf(this), where, radius, out, filter);
  }

  /** Like `querySphere`, as a view: read only, valid until the next call on ANY index. */
  querySphereView(center: PointLike, radius: number, filter?: FilterLike): Uint32Array;
  querySphereView(sphere: SphereLike, filter?: FilterLike): Uint32Array;
  querySphereView(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): Uint32Array {
    return takeIdsView(stateOf(this), query.findInEither(stateOf(this), where, radius, filter));
  }

  /** Many spheres, one query after the other: `dimensions + 1` numbers each, center, radius. */
  querySphereMany(spheres: ArrayLike<number>): batch.BoxBatch {
    return batch.querySphereMany(stateOf(this), spheres);
  }

  /** Same as `querySphereMany`: returns arrays of your own, no views. */
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

  /** Items that are not wholly outside one of the planes of a convex volume: all that touch it, and few others. */
  queryConvex(planes: volumes.ConvexLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /** Like `queryConvex` (it copies the planes): fills `out` as far as it goes and returns the number FOUND. */
  queryConvexInto(planes: volumes.ConvexLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), volumes.findInConvex(state, planes, filter));
  }

  /** Like `queryConvex`, as a view: read only, valid until the next call on ANY index. */
  queryConvexView(planes: volumes.ConvexLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /** Many convex volumes in one call. */
  queryConvexMany(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatch {
    return volumes.queryConvexMany(stateOf(this), convexes);
  }

  /** Like `queryConvexMany`, as views on WASM memory. */
  queryConvexManyView(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatchView {
    return volumes.queryConvexMany(stateOf(this), convexes, true);
  }

  /** Items whose box comes within `radius` (world units, >= 0) of the segment from `a` to `b`. */
  queryCapsule(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /** Like `queryCapsule`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
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

  /** Like `queryCapsule`, as a view: read only, valid until the next call on ANY index. */
  queryCapsuleView(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findInCapsule(stateOf(this), a, b, radius, filter));
  }

  /** Many capsules in one call: `2 * dimensions + 1` numbers each, both ends, radius. */
  queryCapsuleMany(capsules: ArrayLike<number>): batch.BoxBatch {
    return volumes.queryCapsuleMany(stateOf(this), capsules);
  }

  /** Like `queryCapsuleMany`, as views on WASM memory. */
  queryCapsuleManyView(capsules: ArrayLike<number>): batch.BoxBatchView {
    return volumes.queryCapsuleMany(stateOf(this), capsules, true);
  }

  /** Items that the segment from `a` to `b` touches; a segment without length is a point. */
  querySegment(a: PointLike, b: PointLike, filter?: FilterLike): OwnedUint32Array {
    return takeIds(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /** Like `querySegment`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  querySegmentInto(a: PointLike, b: PointLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), volumes.findOnSegment(state, a, b, filter));
  }

  /** Like `querySegment`, as a view: read only, valid until the next call on ANY index. */
  querySegmentView(a: PointLike, b: PointLike, filter?: FilterLike): Uint32Array {
    return takeIdsView(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /** Many segments in one call: `2 * dimensions` numbers each, both ends. */
  querySegmentMany(segments: ArrayLike<number>): batch.BoxBatch {
    return volumes.querySegmentMany(stateOf(this), segments);
  }

  /** Like `querySegmentMany`, as views on WASM memory. */
  querySegmentManyView(segments: ArrayLike<number>): batch.BoxBatchView {
    return volumes.querySegmentMany(stateOf(this), segments, true);
  }

  /** Whether a box overlaps any item: stops at the first. */
  overlaps(box: BoxLike, filter?: FilterLike): boolean {
    return volumes.overlaps(stateOf(this), box, filter);
  }

  /** The same for many flat boxes in one call: 1 for each that overlaps an item, else 0. */
  overlapsMany(boxes: ArrayLike<number>): OwnedUint8Array {
    return volumes.overlapsMany(stateOf(this), boxes);
  }

  /**
   * Calls `fn` for each item that overlaps a box; `false` stops. Queries inside are allowed,
   * changes of this index are `reentrant` errors, and so is the 65th call inside its own callbacks.
   * What `fn` throws comes through unchanged.
   */
  forEachInBox(box: BoxLike, fn: (id: number) => unknown, filter?: FilterLike): void {
    query.forEachInBox(stateOf(this), box, fn, filter);
  }
}
