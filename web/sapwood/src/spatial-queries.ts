/// <reference lib="esnext.disposable" preserve="true" />

import type { EntryPoint } from './entry-point.js';
import { expected } from './errors.js';
import type { FilterLike, ItemFilter } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import { demandOffered, type Home, laboratory } from './home.js';
import { type BoxLike, type PointLike, type RayLike, readOut, type SphereLike } from './inputs.js';
import { type Dimensions, type OptionValue, parseOptions, type StructureKind } from './options.js';
import { wrongOther, wrongReceiver } from './receiver.js';
import { createState, disposeState, type IndexState, live } from './state.js';
import { type Hits, takeHits, takeIds, takeIdsInto } from './verbs/accepted.js';
import * as batch from './verbs/batch.js';
import * as casts from './verbs/casts.js';
import * as content from './verbs/content.js';
import * as inspect from './verbs/inspect.js';
import type { CastFilter, NearestReach, RaycastAllReach, RayReach } from './verbs/narrow.js';
import * as query from './verbs/query.js';
import * as ray from './verbs/ray.js';
import * as volumes from './verbs/volumes.js';

/** What only this package may see of an index or a world; set while the class is defined. */
export let stateOf: (index: SpatialQueries) => IndexState;
/** The same of an argument, which may be anything. */
export let stateOfOther: (other: unknown, wanted: string) => IndexState;
/** Replaces content and options by those of serialised bytes. */
export let replaceContent: (index: SpatialQueries, bytes: Uint8Array) => void;

/**
 * What a `SpatialIndex` and a `World` have in common: items with boxes and filters, and every question
 * about them.
 */
export abstract class SpatialQueries {
  /** The modules that objects of a class are made in; each entry point says its own. */
  static readonly home: EntryPoint = laboratory;

  /** Id of the structure, e.g. `'dynamic-tree'`: the same in `structures` of `sapwood/all`. */
  readonly id: string;
  /** 2 or 3, as asked for when it was made: how many numbers points and boxes have. */
  readonly dimensions: Dimensions;
  readonly #state: IndexState;
  #options: Readonly<Record<string, OptionValue>>;

  /** Calls `dispose()`: for `using index = …`. There where the host knows `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    // a check by `in` costs hot calls more
    stateOf = (index) => {
      try {
        return index.#state;
      } catch {
        throw wrongReceiver(index);
      }
    };
    stateOfOther = (other, wanted) => {
      if (typeof other === 'object' && other !== null && #state in other) return other.#state;
      throw wrongOther(other, wanted, SpatialQueries);
    };
    replaceContent = (index, bytes) => {
      inspect.load(stateOf(index), bytes);
      index.#options = inspect.readOptions(stateOf(index));
    };
  }

  /** Construct one of the structures instead, or call `create` of its registry entry. */
  constructor(kind: StructureKind, options: object) {
    const { kind: own } = new.target as { kind?: StructureKind };
    const home = new.target.home as Home;
    if (own === undefined || own !== kind) {
      throw expected('unsupported', 'SpatialIndex', 'one of its structures to be made', kind);
    }
    const parsed = parseOptions(kind, home.dimensions, options);
    demandOffered(home, kind, parsed.values);
    this.id = kind.id;
    this.dimensions = parsed.dimensions;
    this.#options = parsed.values;
    this.#state = createState(this, kind, home, parsed);
  }

  /** Options of the structure with defaults filled in; frozen. */
  get options(): Readonly<Record<string, OptionValue>> {
    stateOf(this);
    return this.#options;
  }

  /** Number of live items. */
  get size(): number {
    return stateOf(this).core.calls.sapwood_size(live(stateOf(this)));
  }

  /** Bytes of WASM memory that this index holds, staging memory included. */
  get byteLength(): number {
    return stateOf(this).core.calls.sapwood_byte_length(live(stateOf(this)));
  }

  /** Whether the id is live. */
  has(id: number): boolean {
    return content.has(stateOf(this), id);
  }

  /** Replaces the filter of an item; bits left out take their defaults. Capability `dynamic`. */
  setFilter(id: number, filter: ItemFilter): void {
    content.setFilter(stateOf(this), id, filter);
  }

  /**
   * The stored float32 box of an item, without any margin: `2 * dimensions` numbers, minimum
   * corner, then maximum corner.
   */
  box(id: number): Float32Array {
    return inspect.boxOf(stateOf(this), id);
  }

  /** All live ids, ascending. */
  ids(): Uint32Array {
    return inspect.liveIds(stateOf(this));
  }

  /** Items that overlap a box. */
  queryBox(box: BoxLike, filter?: FilterLike): Uint32Array {
    return takeIds(stateOf(this), query.findInBox(stateOf(this), box, filter));
  }

  /** Like `queryBox`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  queryBoxInto(box: BoxLike, out: Uint32Array, filter?: FilterLike): number {
    return takeIdsInto(stateOf(this), readOut(out), query.findInBox(stateOf(this), box, filter));
  }

  /** Items that contain a point, on their faces too. */
  queryPoint(point: PointLike, filter?: FilterLike): Uint32Array {
    return takeIds(stateOf(this), query.findAtPoint(stateOf(this), point, filter));
  }

  /** Like `queryPoint`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  queryPointInto(point: PointLike, out: Uint32Array, filter?: FilterLike): number {
    return takeIdsInto(
      stateOf(this),
      readOut(out),
      query.findAtPoint(stateOf(this), point, filter),
    );
  }

  /** Items whose box comes within `radius` (world units, >= 0) of a point. */
  querySphere(center: PointLike, radius: number, filter?: FilterLike): Uint32Array;
  querySphere(sphere: SphereLike, filter?: FilterLike): Uint32Array;
  querySphere(
    where: PointLike | SphereLike,
    radius?: number | FilterLike,
    filter?: FilterLike,
  ): Uint32Array {
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

  /**
   * Items in a view frustum, 3D only. The usual conservative test: a box passes unless some plane
   * has all of it outside. With an eye they come front to back; `limit` keeps the first ones.
   */
  queryFrustum(frustum: FrustumLike, options?: FrustumOptions, filter?: FilterLike): Uint32Array {
    return query.queryFrustum(stateOf(this), frustum, options, filter);
  }

  /** Like `queryFrustum`: fills `out` as far as it goes and returns the number FOUND, at most `limit`. */
  queryFrustumInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number {
    return query.queryFrustumInto(stateOf(this), frustum, out, options, filter);
  }

  /** Items not wholly outside one of some planes (oriented boxes, cones, polygons): never loses one that touches. */
  queryConvex(planes: volumes.ConvexLike, filter?: FilterLike): Uint32Array {
    return takeIds(stateOf(this), volumes.findInConvex(stateOf(this), planes, filter));
  }

  /** Like `queryConvex`: fills `out` and returns the number FOUND. The only such form that allocates: a copy of the planes. */
  queryConvexInto(planes: volumes.ConvexLike, out: Uint32Array, filter?: FilterLike): number {
    const state = stateOf(this);
    return takeIdsInto(state, readOut(out), volumes.findInConvex(state, planes, filter));
  }

  /** Many convex volumes in one call. */
  queryConvexMany(convexes: ArrayLike<volumes.ConvexLike>): batch.BoxBatch {
    return volumes.queryConvexMany(stateOf(this), convexes);
  }

  /** Items whose box comes within `radius` (world units, >= 0) of the segment from `a` to `b`. */
  queryCapsule(a: PointLike, b: PointLike, radius: number, filter?: FilterLike): Uint32Array {
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

  /** Many capsules in one call: `2 * dimensions + 1` numbers each, both ends, radius. */
  queryCapsuleMany(capsules: ArrayLike<number>): batch.BoxBatch {
    return volumes.queryCapsuleMany(stateOf(this), capsules);
  }

  /** Items that the segment from `a` to `b` touches; a segment without length is a point. */
  querySegment(a: PointLike, b: PointLike, filter?: FilterLike): Uint32Array {
    return takeIds(stateOf(this), volumes.findOnSegment(stateOf(this), a, b, filter));
  }

  /** Like `querySegment`, without allocation: fills `out` as far as it goes and returns the number FOUND. */
  querySegmentInto(a: PointLike, b: PointLike, out: Uint32Array, filter?: FilterLike): number {
    return takeIdsInto(
      stateOf(this),
      readOut(out),
      volumes.findOnSegment(stateOf(this), a, b, filter),
    );
  }

  /** Many segments in one call: `2 * dimensions` numbers each, both ends. */
  querySegmentMany(segments: ArrayLike<number>): batch.BoxBatch {
    return volumes.querySegmentMany(stateOf(this), segments);
  }

  /** What a box touches first on its way by `displacement` (least id among equals); `hit` of the options asks shapes. */
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

  /** Whether a box overlaps any item: stops at the first. */
  overlaps(box: BoxLike, filter?: FilterLike): boolean {
    return volumes.overlaps(stateOf(this), box, filter);
  }

  /** The same for many flat boxes in one call: 1 for each that overlaps an item, else 0. */
  overlapsMany(boxes: ArrayLike<number>): Uint8Array {
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

  /**
   * The closest item along a ray (least id among equals), or null. `distance` and `maxDistance`
   * are world units, whatever the length of the direction; a ray that starts inside hits at 0.
   * `hit` of the options asks for shapes instead of boxes.
   */
  raycast(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RayReach,
    filter?: FilterLike,
  ): ray.RayHit | null;
  raycast(ray: RayLike, maxDistance?: RayReach, filter?: FilterLike): ray.RayHit | null;
  raycast(
    from: PointLike | RayLike,
    along?: PointLike | RayReach,
    reach?: FilterLike | RayReach,
    filter?: FilterLike,
  ): ray.RayHit | null {
    return ray.raycastEither(stateOf(this), from, along, reach, filter);
  }

  /** Every item along a ray, by distance, then id; `hit` of the options asks for shapes. */
  raycastAll(
    origin: PointLike,
    direction: PointLike,
    maxDistance?: RaycastAllReach,
    filter?: FilterLike,
  ): Hits;
  raycastAll(ray: RayLike, maxDistance?: RaycastAllReach, filter?: FilterLike): Hits;
  raycastAll(
    from: PointLike | RayLike,
    along?: PointLike | RaycastAllReach,
    reach?: RaycastAllReach | FilterLike,
    filter?: FilterLike,
  ): Hits {
    return takeHits(stateOf(this), ray.findAlongEither(stateOf(this), from, along, reach, filter));
  }

  /**
   * The k items nearest to a point (1 when left out, all for Infinity), by distance to the box (0 inside) or
   * `distance` of the options, then id.
   */
  nearest(point: PointLike, k?: number, maxDistance?: NearestReach, filter?: FilterLike): Hits {
    return takeHits(stateOf(this), ray.findNearest(stateOf(this), point, k, maxDistance, filter));
  }

  /**
   * All pairs whose boxes are at most `distance` apart, as `pairs` has them: for boids, triggers.
   * The search is that of `pairs` on a copy with larger boxes and default options, made in each call.
   */
  pairsWithin(distance: number): Uint32Array {
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

  /**
   * For every live item by ascending id the k others that are nearest to the center of its box (of
   * an infinite one, its ends), by distance, then id: k entries an item, padded with -1, Infinity.
   */
  nearestAll(k?: number): batch.HitBatch {
    return batch.nearestAll(stateOf(this), k);
  }

  /** Like `nearestAll`, as views. */
  nearestAllView(k?: number): batch.HitBatch {
    return batch.nearestAll(stateOf(this), k, true);
  }

  /**
   * Like `nearestAll`, without allocation: fills both arrays as far as they go and returns the number
   * of entries, k an item. Ids are -1 where there is no k-th other.
   */
  nearestAllInto(k: number | undefined, ids: Int32Array, distances: Float32Array): number {
    return batch.nearestAllInto(stateOf(this), k, ids, distances);
  }

  /** Many box queries in one call, on flat boxes. */
  queryBoxes(boxes: ArrayLike<number>): batch.BoxBatch {
    return batch.queryBoxes(stateOf(this), boxes);
  }

  /**
   * Like `queryBoxes`, as views on WASM memory, read only and valid until the next call on ANY index. So are those
   * of the other verbs whose names end so: in a loop they spare arrays that are large, and garbage at once.
   */
  queryBoxesView(boxes: ArrayLike<number>): batch.BoxBatch {
    return batch.queryBoxes(stateOf(this), boxes, true);
  }

  /** Many closest hits in one call: `2 * dimensions + 1` numbers a ray, origin, direction, maxDistance. */
  raycasts(rays: ArrayLike<number>): batch.HitBatch {
    return batch.raycasts(stateOf(this), rays);
  }

  /** Like `raycasts`, as views. */
  raycastsView(rays: ArrayLike<number>): batch.HitBatch {
    return batch.raycasts(stateOf(this), rays, true);
  }

  /** The k nearest items of many flat points; k entries a point, padded with -1 and Infinity. */
  nearestMany(points: ArrayLike<number>, k?: number): batch.HitBatch {
    return batch.nearestMany(stateOf(this), points, k);
  }

  /** Like `nearestMany`, as views. */
  nearestManyView(points: ArrayLike<number>, k?: number): batch.HitBatch {
    return batch.nearestMany(stateOf(this), points, k, true);
  }

  /** Work of the last call on this index, in counts that are the same on every machine. */
  counters(): inspect.QueryCounters {
    return inspect.counters(stateOf(this));
  }

  /** Gives the memory back. May be called again; every other call then throws `disposed`. */
  dispose(): void {
    disposeState(stateOf(this));
  }
}

// Vue and what shares its reactivity leave such objects unwrapped
Object.defineProperty(SpatialQueries.prototype, '__v_skip', { value: true });

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(SpatialQueries.prototype, Symbol.dispose, {
    value(this: SpatialQueries) {
      this.dispose();
    },
    configurable: true,
    writable: true,
  });
}
