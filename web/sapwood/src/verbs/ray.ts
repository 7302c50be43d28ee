/** Verbs that go by distance: rays and nearest neighbours. */

import * as BLOCK from '../block.js';
import type { Registers } from '../foreign.js';
import {
  type FilterLike,
  hasPart,
  type PointLike,
  partOf,
  type RayLike,
  readBitFilter,
  readCount,
  readDirection,
  readMaxDistance,
  readPoint,
  readQueryFilter,
} from '../inputs.js';
import { checked, demand, type IndexState, live, searched } from '../state.js';
import { keepAccepted } from './accepted.js';
import {
  type DistanceCallback,
  firstAlongRay,
  type HitCallback,
  isOptions,
  type NearestOptions,
  type NearestReach,
  nearestShapes,
  type RayOptions,
  type RayReach,
  readOptions,
} from './narrow.js';

/** The closest item along a ray. */
export interface RayHit {
  /** Id of the item. */
  id: number;
  /** World units from the origin to the box, 0 when the ray starts inside. */
  distance: number;
}

/** Items with their distances, by distance, then id. Arrays of your own, of one length. */
export interface Hits {
  /** Ids of the items, the nearest one first. */
  ids: Uint32Array;
  /** World units from the origin or the point to the box, 0 inside; ascending. */
  distances: Float32Array;
}

/** Whether the first argument of a ray verb is the whole ray. */
function isRay(value: PointLike | RayLike): value is RayLike {
  return hasPart(value, 'origin');
}

// into point and direction
function readRay(state: IndexState, origin: PointLike, direction: PointLike): Registers {
  readPoint(origin, state.dimensions, 'origin');
  return readDirection(direction, state.dimensions, 'direction');
}

function raycast(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  maxDistance?: RayReach,
  filter?: FilterLike,
): RayHit | null {
  live(state);
  demand(state, 'ray', 'raycast');
  if (isOptions(maxDistance)) return raycastWith(state, origin, direction, maxDistance);
  readBitFilter(filter, 'hit');
  const { point: o, direction: d, filter: f } = readRay(state, origin, direction);
  const max = readMaxDistance(maxDistance);
  const h = searched(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_raycast(h, o[0], o[1], o[2], d[0], d[1], d[2], max, f[0], f[1]);
  checked('raycast', found);
  if (found === 0) return null;
  return firstHit(state);
}

function raycastWith(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  options: RayOptions,
): RayHit | null {
  const { maxDistance, filter, ask } = readOptions<HitCallback>(options, 'hit');
  if (ask === undefined) return raycast(state, origin, direction, maxDistance, filter);
  readBitFilter(filter, 'hit');
  readRay(state, origin, direction);
  return firstAlongRay(state, readMaxDistance(maxDistance), ask);
}

/** The two forms of `raycast`: what the arguments are depends on the first one. */
export function raycastEither(
  state: IndexState,
  from: PointLike | RayLike,
  along?: PointLike | RayReach,
  reach?: FilterLike | RayReach,
  filter?: FilterLike,
): RayHit | null {
  return isRay(from)
    ? raycast(
        state,
        partOf(from, 'origin'),
        partOf(from, 'direction'),
        along as RayReach,
        reach as FilterLike,
      )
    : raycast(state, from, along as PointLike, reach as RayReach, filter);
}

/** The same of `raycastAll`. */
export function raycastAllEither(
  state: IndexState,
  from: PointLike | RayLike,
  along?: PointLike | number,
  reach?: number | FilterLike,
  filter?: FilterLike,
): Hits {
  return isRay(from)
    ? raycastAll(state, partOf(from, 'origin'), partOf(from, 'direction'), along as number, reach)
    : raycastAll(state, from, along as PointLike, reach as number, filter);
}

function firstHit({ core }: IndexState): RayHit {
  const id = core.word(BLOCK.ids) >>> 2;
  const distance = core.word(BLOCK.distances) >>> 2;
  return { id: core.u32[id], distance: core.f32[distance] };
}

function raycastAll(
  state: IndexState,
  origin: PointLike,
  direction: PointLike,
  maxDistance?: number,
  filter?: FilterLike,
): Hits {
  live(state);
  demand(state, 'ray', 'raycastAll');
  readQueryFilter(filter);
  const { point: o, direction: d, filter: f, accept } = readRay(state, origin, direction);
  const max = readMaxDistance(maxDistance);
  const h = searched(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_raycast_all(h, o[0], o[1], o[2], d[0], d[1], d[2], max, f[0], f[1]);
  const hits = takeHits(state, 'raycastAll', found);
  if (accept === undefined) return hits;
  const { ids, distances } = hits;
  const kept = keepAccepted(state, accept, ids, found, found, distances);
  return { ids: ids.slice(0, kept), distances: distances.slice(0, kept) };
}

export function nearest(
  state: IndexState,
  point: PointLike,
  k: number,
  maxDistance?: NearestReach,
  filter?: FilterLike,
): Hits {
  live(state);
  demand(state, 'nearest', 'nearest');
  if (isOptions(maxDistance)) return nearestWith(state, point, k, maxDistance);
  readBitFilter(filter, 'distance');
  const { point: p, filter: f } = readPoint(point, state.dimensions, 'point');
  const wanted = readCount(k, 'k');
  const max = readMaxDistance(maxDistance);
  const h = searched(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_nearest(h, p[0], p[1], p[2], wanted, max, f[0], f[1]);
  return takeHits(state, 'nearest', found);
}

function nearestWith(
  state: IndexState,
  point: PointLike,
  k: number,
  options: NearestOptions,
): Hits {
  const { maxDistance, filter, ask } = readOptions<DistanceCallback>(options, 'distance');
  if (ask === undefined) return nearest(state, point, k, maxDistance, filter);
  readBitFilter(filter, 'distance');
  readPoint(point, state.dimensions, 'point');
  return nearestShapes(state, readCount(k, 'k'), readMaxDistance(maxDistance), ask);
}

function takeHits({ core }: IndexState, verb: string, found: number): Hits {
  checked(verb, found);
  return { ids: core.ids(found), distances: core.distances(found) };
}
