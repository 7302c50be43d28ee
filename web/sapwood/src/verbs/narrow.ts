/** Narrow phases of the caller: rays, casts and nearest neighbours by the caller's own shapes. */
import * as BLOCK from '../block.js';
import { expected } from '../errors.js';
import { reading, registers } from '../foreign.js';
import { type FilterLike, hasPart, isObject } from '../inputs.js';
import { checked, type IndexState, searched } from '../state.js';
import { withVisitor } from '../visitor.js';
import type { Hits, RayHit } from './ray.js';

/**
 * The narrow phase of a ray or a cast: where the caller's own shape, which lies inside the item's
 * box, is hit; false when it is not. In world units of a ray, as a fraction of the way of a cast;
 * what lies beyond `farthest` does not count. Queries inside are allowed, as in `forEachInBox`.
 */
export type HitCallback = (id: number, farthest: number) => number | false;

/**
 * The narrow phase of `nearest`: how far the caller's own shape is, which lies inside the item's
 * box. Queries inside are allowed, as in `forEachInBox`.
 */
export type DistanceCallback = (id: number) => number;

/** Options of a cast, in the place of its filter. */
export interface CastOptions {
  /** Which items are asked for. */
  filter?: FilterLike;
  /** Where the caller's own shapes are hit; boxes when left out. */
  hit?: HitCallback;
}

/** Options of `raycast`, in the place of `maxDistance`. */
export interface RayOptions extends CastOptions {
  /** World units, unlimited when left out. */
  maxDistance?: number;
}

/** Options of `nearest`, in the place of `maxDistance`. */
export interface NearestOptions {
  /** World units, unlimited when left out. */
  maxDistance?: number;
  /** Which items are asked for. */
  filter?: FilterLike;
  /** How far the caller's own shapes are; the boxes when left out. */
  distance?: DistanceCallback;
}

/** What may stand in the place of a cast's filter. */
export type CastFilter = FilterLike | CastOptions;
/** What may stand in the place of a ray's `maxDistance`. */
export type RayReach = number | RayOptions;
/** What may stand in the place of the `maxDistance` of `nearest`. */
export type NearestReach = number | NearestOptions;

/** Options as they were given, and the callback among them. */
export interface ReadOptions<Callback> {
  readonly maxDistance?: number | undefined;
  readonly filter?: FilterLike | undefined;
  readonly ask?: Callback | undefined;
}

const PARTS = ['maxDistance', 'filter', 'hit', 'distance'] as const;

/** Whether an argument is options: it has one of them, and is no array, which has a method `filter`. */
export function isOptions<T>(given: T): given is T & object {
  return isObject(given) && !hasPart(given, 'length') && PARTS.some((part) => hasPart(given, part));
}

/** Reads options whose callback has a name. */
export function readOptions<Callback>(options: object, name: string): ReadOptions<Callback> {
  return reading('invalid-argument', 'options', () => {
    const { maxDistance, filter, [name]: ask } = options as Record<string, unknown>;
    if (ask === undefined || typeof ask === 'function') {
      return { maxDistance, filter, ask } as ReadOptions<Callback>;
    }
    throw expected('invalid-argument', name, 'a function', ask);
  });
}

/** The same of an argument that may be a filter by itself. */
export function readCastOptions(given: CastFilter | undefined): ReadOptions<HitCallback> {
  return isOptions(given) ? readOptions<HitCallback>(given, 'hit') : { filter: given };
}

/** Added to the number of a volume whose items are asked about. */
const VISITED = 8;
const RAY = 5;
const BALL = 6;

/** What is searched: the core's number for its kind, and its numbers. */
interface Volume {
  readonly verb: string;
  readonly kind: number;
  readonly numbers: ArrayLike<number>;
}

// a caller may round otherwise: items whose boxes are so little farther off are asked about, too
const PADDING = 1 + 1e-6;

/**
 * Asks about items as the core comes to them, with the filter in the registers; the answer is how
 * far it is to go on.
 */
function visit(
  state: IndexState,
  { verb, kind, numbers }: Volume,
  most: number,
  ask: (id: number) => number,
): void {
  const { filter } = registers();
  const h = searched(state, filter);
  const { core } = state;
  const start = core.scratch(verb, numbers.length * 4) >>> 2;
  core.f32.set(numbers, start);
  core.setNumber(BLOCK.report, most);
  state.visits += 1;
  let found: number;
  try {
    found = withVisitor(
      (id) => core.setNumber(BLOCK.report, Math.min(most, ask(id) * PADDING)),
      () => core.calls.sapwood_query_volumes(h, VISITED + kind, 1, filter[0], filter[1]),
    );
  } finally {
    state.visits -= 1;
  }
  checked(verb, found);
}

/** What a callback answered, Infinity for a miss. */
function answered(answer: number | false, name: string, what: string): number {
  if (typeof answer === 'number' && answer >= 0) return answer;
  throw expected('invalid-argument', name, `an answer that is ${what}`, answer);
}

/** How far a volume moves at most, and how long the way is that the core counts as 1. */
interface Way {
  readonly most: number;
  readonly unit: number;
}

/** The closest hit of the caller's shapes, ties to the smallest id. */
function closestHit(
  state: IndexState,
  volume: Volume,
  { most, unit }: Way,
  hit: HitCallback,
): RayHit | null {
  let best: RayHit | null = null;
  let farthest = most;
  // dividing may round down; what is beyond `most` is left out below
  const end = unit === 1 ? most : (most / unit) * (1 + 1e-15);
  visit(state, volume, end, (id) => {
    const answer = hit(id, farthest);
    const distance =
      answer === false ? Infinity : answered(answer, 'hit', 'a number >= 0 or false');
    const tie = distance === farthest && best !== null && id > best.id;
    if (distance <= farthest && distance < Infinity && !tie) {
      best = { id, distance };
      farthest = distance;
    }
    return farthest / unit;
  });
  return best;
}

/** The same on the way of a cast; the distance is a fraction of it. */
export function firstOnWay(state: IndexState, volume: Volume, hit: HitCallback): RayHit | null {
  return closestHit(state, volume, { most: 1, unit: 1 }, hit);
}

/** The same along the ray in the registers. */
export function firstAlongRay(
  state: IndexState,
  maxDistance: number,
  hit: HitCallback,
): RayHit | null {
  const { point, direction } = registers();
  const { dimensions } = state;
  const way = direction.subarray(0, dimensions);
  const numbers = [...point.subarray(0, dimensions), ...way];
  const along = { most: Math.fround(maxDistance), unit: Math.hypot(...way) };
  return closestHit(state, { verb: 'raycast', kind: RAY, numbers }, along, hit);
}

const byDistance = (a: RayHit, b: RayHit) => a.distance - b.distance || a.id - b.id;

/** The k nearest of the caller's shapes to the point in the registers. */
export function nearestShapes(
  state: IndexState,
  k: number,
  maxDistance: number,
  distanceOf: DistanceCallback,
): Hits {
  const hits: RayHit[] = [];
  const most = Math.fround(maxDistance);
  let farthest = most;
  // of many the order is made anew for several at once
  const kept = k + (k >>> 4);
  const order = () => {
    hits.sort(byDistance);
    if (k === 0 || hits.length < k) return;
    hits.length = k;
    farthest = Math.min(most, hits[k - 1].distance);
  };
  const numbers = registers().point.subarray(0, state.dimensions);
  const ask = (id: number) => {
    const distance = answered(distanceOf(id), 'distance', 'a number >= 0');
    if (distance <= farthest && distance < Infinity) {
      hits.push({ id, distance });
      if (hits.length === k || hits.length > kept) order();
    }
    return farthest;
  };
  if (k > 0) visit(state, { verb: 'nearest', kind: BALL, numbers }, most, ask);
  order();
  return {
    ids: Uint32Array.from(hits, ({ id }) => id),
    distances: Float32Array.from(hits, ({ distance }) => distance),
  };
}
