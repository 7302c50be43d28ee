import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { type FilterLike, readBitFilter, readQueryFilter } from '../filters.js';
import {
  hasPart,
  isOptions,
  type PointLike,
  partOf,
  type RayLike,
  readLimit,
  readMaxDistance,
  readPoint,
  readRay,
  requireOutput,
} from '../inputs.js';
import { checkedResult, flushedLayers, live, requireCapability } from '../state.js';
import {
  allAlongRay,
  type DistanceCallback,
  firstAlongRay,
  type HitCallback,
  NEAREST,
  type NearestLimit,
  type NearestOptions,
  nearestShapes,
  RAY,
  type RaycastAllLimit,
  type RaycastAllOptions,
  type RayHit,
  type RayLimit,
  type RayOptions,
  readOptions,
} from './narrow.js';
import { acceptedHits, type FoundHits, resultHitsInto } from './results.js';

function isRay(value: PointLike | RayLike): value is RayLike {
  return hasPart(value, 'origin');
}

function raycast(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  limit?: RayLimit,
  filter?: FilterLike,
): RayHit | null {
  live(state);
  requireCapability(state, 'ray', 'raycast');
  if (isOptions(limit)) return raycastWith(state, origin, direction, limit, filter);
  readBitFilter(filter, 'hit');
  const { point: o, direction: d, filter: f } = readRay(origin, direction, state.dimensions);
  const max = readMaxDistance(limit);
  const h = flushedLayers(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_raycast(h, o[0], o[1], o[2], d[0], d[1], d[2], max, f[0], f[1]);
  checkedResult('raycast', found);
  if (found === 0) return null;
  return firstHit(state);
}

function raycastWith(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  options: RayOptions,
  argument?: FilterLike,
): RayHit | null {
  const { maxDistance, filter, test: callback } = readOptions<HitCallback>(options, RAY, argument);
  if (callback === undefined) return raycast(state, origin, direction, maxDistance, filter);
  readBitFilter(filter, 'hit');
  readRay(origin, direction, state.dimensions);
  return firstAlongRay(state, maxDistance, callback);
}

/** Implements both overloads of `raycast`. The type of the first argument selects the overload. */
export function raycastEither(
  state: IndexState,
  from: PointLike | RayLike,
  along?: PointLike | RayLimit,
  limit?: FilterLike | RayLimit,
  filter?: FilterLike,
): RayHit | null {
  return isRay(from)
    ? raycast(
        state,
        partOf(from, 'origin'),
        partOf(from, 'direction'),
        along as RayLimit,
        limit as FilterLike,
      )
    : raycast(state, from, along as PointLike, limit as RayLimit, filter);
}

function firstHit({ core, dimensions }: IndexState): RayHit {
  const id = core.word(BLOCK.ids) >>> 2;
  const distance = core.word(BLOCK.distances) >>> 2;
  const normal = core.contactVector(0, dimensions);
  return { id: core.u32[id], distance: core.f32[distance], normal };
}

// Each `find…` function stores the hits in the result buffers of the core and returns their number.
// If a callback selected the hits, the function returns the hits themselves.

function findAlong(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  limit?: RaycastAllLimit,
  filter?: FilterLike,
): FoundHits {
  live(state);
  requireCapability(state, 'ray', 'raycastAll');
  if (isOptions(limit)) return findAlongWith(state, origin, direction, limit, filter);
  readQueryFilter(filter);
  const {
    point: o,
    direction: d,
    filter: f,
    accept,
  } = readRay(origin, direction, state.dimensions);
  const max = readMaxDistance(limit);
  const h = flushedLayers(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_raycast_all(h, o[0], o[1], o[2], d[0], d[1], d[2], max, f[0], f[1]);
  checkedResult('raycastAll', found);
  return accept === undefined ? found : acceptedHits(state, accept, found);
}

function findAlongWith(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  options: RaycastAllOptions,
  argument?: FilterLike,
): FoundHits {
  const { maxDistance, filter, test: callback } = readOptions<HitCallback>(options, RAY, argument);
  if (callback === undefined) return findAlong(state, origin, direction, maxDistance, filter);
  const { accept } = readQueryFilter(filter);
  readRay(origin, direction, state.dimensions);
  if (accept === undefined) return allAlongRay(state, maxDistance, callback);
  return allAlongRay(state, maxDistance, (id, most) => Boolean(accept(id)) && callback(id, most));
}

/** Implements both overloads of `raycastAll`. */
export function findAlongEither(
  state: IndexState,
  from: PointLike | RayLike,
  along?: PointLike | RaycastAllLimit,
  limit?: RaycastAllLimit | FilterLike,
  filter?: FilterLike,
): FoundHits {
  return isRay(from)
    ? findAlong(
        state,
        partOf(from, 'origin'),
        partOf(from, 'direction'),
        along as RaycastAllLimit,
        limit as FilterLike,
      )
    : findAlong(state, from, along as PointLike, limit as RaycastAllLimit, filter);
}

function hitsAlongInto(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  ids: Uint32Array,
  distances: Float32Array,
  limit?: RaycastAllLimit,
  filter?: FilterLike,
): number {
  requireOutput(ids, 'ids');
  requireOutput(distances, 'distances', 'Float32Array');
  const found = findAlong(state, origin, direction, limit, filter);
  return resultHitsInto(state, found, ids, distances);
}

/** Implements both overloads of `raycastAllInto`. */
export function raycastAllInto(
  state: IndexState,
  from: PointLike | RayLike,
  along: PointLike | Uint32Array,
  ids: Uint32Array | Float32Array,
  distances?: Float32Array | RaycastAllLimit,
  limit?: RaycastAllLimit | FilterLike,
  filter?: FilterLike,
): number {
  return isRay(from)
    ? hitsAlongInto(
        state,
        partOf(from, 'origin'),
        partOf(from, 'direction'),
        along as Uint32Array,
        ids as Float32Array,
        distances as RaycastAllLimit,
        limit as FilterLike,
      )
    : hitsAlongInto(
        state,
        from,
        along as PointLike,
        ids as Uint32Array,
        distances as Float32Array,
        limit as RaycastAllLimit,
        filter,
      );
}

export function nearestInto(
  state: IndexState,
  point: PointLike,
  k: number | undefined,
  ids: Uint32Array,
  distances: Float32Array,
  limit?: NearestLimit,
  filter?: FilterLike,
): number {
  requireOutput(ids, 'ids');
  requireOutput(distances, 'distances', 'Float32Array');
  const found = findNearest(state, point, k, limit, filter);
  return resultHitsInto(state, found, ids, distances);
}

export function findNearest(
  state: IndexState,
  point: PointLike,
  k = 1,
  limit?: NearestLimit,
  filter?: FilterLike,
): FoundHits {
  live(state);
  requireCapability(state, 'nearest', 'nearest');
  if (isOptions(limit)) return findNearestWith(state, point, k, limit, filter);
  readBitFilter(filter, 'distance');
  const { point: p, filter: f } = readPoint(point, state.dimensions, 'point');
  const neighborCount = readLimit(k, 'k');
  const max = readMaxDistance(limit);
  const h = flushedLayers(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_nearest(h, p[0], p[1], p[2], neighborCount, max, f[0], f[1]);
  return checkedResult('nearest', found);
}

function findNearestWith(
  state: IndexState,
  point: PointLike,
  k: number,
  options: NearestOptions,
  argument?: FilterLike,
): FoundHits {
  const {
    maxDistance,
    filter,
    test: callback,
  } = readOptions<DistanceCallback>(options, NEAREST, argument);
  if (callback === undefined) return findNearest(state, point, k, maxDistance, filter);
  readBitFilter(filter, 'distance');
  readPoint(point, state.dimensions, 'point');
  return nearestShapes(state, readLimit(k, 'k'), maxDistance, callback);
}
