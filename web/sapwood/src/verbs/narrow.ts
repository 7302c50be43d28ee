/**
 * Queries with a narrow phase of the caller: rays, casts and nearest neighbors of the caller's
 * shapes.
 */
import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import {
  FILTER_NAMES,
  type FilterLike,
  type FilterOptions,
  oneFilter,
  type QueryFilter,
} from '../filters.js';
import { type ItemPredicate, reading, readMaxDistance, registers } from '../inputs.js';
import { refuseUnknown } from '../option-names.js';
import { checked, searched } from '../state.js';
import { withVisitor } from '../visitor.js';
import type { Hits } from './accepted.js';
import * as KIND from './volume-kinds.js';

/**
 * Function that tests the caller's shape in the box of an item against a ray or a cast. It may run
 * queries, as in `forEachInBox`.
 * @param id - Id of a live item.
 * @param farthest - Largest distance or fraction that still counts.
 * @returns Distance in world units for a ray, fraction of the displacement for a cast, or false if
 * the shape is not hit.
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * index.build([4, 0, 6, 2]);
 * // the shape is half a unit behind the face of its box
 * console.log(index.raycast([0, 1], [1, 0], { hit: () => 4.5 })?.distance); // 4.5
 * ```
 */
export type HitCallback = (id: number, farthest: number) => number | false;

/**
 * Function that returns the distance of the caller's shape in the box of an item, for `nearest`.
 * It may run queries, as in `forEachInBox`.
 * @param id - Id of a live item.
 * @returns Distance in world units, >= the distance of the box.
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * index.build([4, 0, 6, 2]);
 * console.log(index.nearest([0, 1], 1, { distance: () => 5 }).distances); // Float32Array [5]
 * ```
 */
export type DistanceCallback = (id: number) => number;

/** Closest item along a ray. */
export interface RayHit {
  /** Id of the item. */
  id: number;
  /** Distance from the origin to the box in world units; 0 if the ray starts inside. */
  distance: number;
  /**
   * Normal of the face of the box through which the ray enters: `dimensions` numbers of length 1,
   * in a new array. If the ray starts inside the box, all numbers are 0. If the ray enters through
   * an edge or a corner, the face on the lowest axis is used. With `hit`, the normal is still that
   * of the box.
   */
  normal: number[];
}

/** Item with the distance that a callback returned. */
type ShapeHit = Pick<RayHit, 'id' | 'distance'>;

/** Properties of a filter that are also options of a query for one item. */
type FilterBits = Omit<QueryFilter, 'accept'>;

/** Options of `castBox`, `castSphere` and `castCapsule`. */
export interface CastOptions extends FilterBits {
  /**
   * Selects the items. The properties of a filter can be passed as options instead. Default: all
   * items.
   */
  filter?: FilterLike | undefined;
  /** Tests the caller's shapes. Default: the boxes are tested. */
  hit?: HitCallback | undefined;
}

/** Options of `raycast`. */
export interface RayOptions extends CastOptions {
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  maxDistance?: number | undefined;
}

/** Options of `raycastAll`. */
export interface RaycastAllOptions extends RayOptions {
  /** Function that returns whether an item is a result. */
  accept?: ItemPredicate | undefined;
}

/** Options of `nearest`. */
export interface NearestOptions extends FilterBits {
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  maxDistance?: number | undefined;
  /**
   * Selects the items. The properties of a filter can be passed as options instead. Default: all
   * items.
   */
  filter?: FilterLike | undefined;
  /**
   * Function that returns the distance from the query point to the shape that you keep for an item.
   * The box of the item must contain the shape. Default: the distance to the box.
   */
  distance?: DistanceCallback | undefined;
}

/** Filter or options of a cast. */
export type CastFilter = FilterLike | CastOptions;
/** Maximum distance or options of `raycast`. */
export type RayLimit = number | RayOptions;
/** Maximum distance or options of `raycastAll`. */
export type RaycastAllLimit = number | RaycastAllOptions;
/** Maximum distance or options of `nearest`. */
export type NearestLimit = number | NearestOptions;

/** Options after reading. `ask` is their callback. */
interface ReadOptions<Callback> {
  readonly maxDistance: number;
  readonly filter: FilterLike | undefined;
  readonly ask: Callback | undefined;
}

/** Known option names, and which of them is the callback. */
interface OptionNames {
  readonly callback: string;
  readonly names: readonly string[];
}

const optionNames = (callback: string, ...names: string[]): OptionNames => ({
  callback,
  names: [...names, callback, 'filter', ...FILTER_NAMES],
});

const CAST = optionNames('hit');
export const RAY: OptionNames = optionNames('hit', 'maxDistance');
export const NEAREST: OptionNames = optionNames('distance', 'maxDistance');

/** Reads options, and the filter argument after them. */
export function readOptions<Callback>(
  options: object,
  { callback, names }: OptionNames,
  beside: FilterLike | undefined,
): ReadOptions<Callback> {
  return reading('invalid-argument', 'options', () => {
    refuseUnknown('options', options, names);
    const { maxDistance, [callback]: ask } = options as Record<string, unknown>;
    if (ask !== undefined && typeof ask !== 'function') {
      throw expected('invalid-argument', callback, 'a function', ask);
    }
    const filter = oneFilter(options as FilterOptions, beside);
    return { maxDistance: readMaxDistance(maxDistance), filter, ask: ask as Callback };
  });
}

/** Reads the options of a cast. */
export function readCastOptions(
  given: object,
  beside: FilterLike | undefined,
): ReadOptions<HitCallback> {
  return readOptions(given, CAST, beside);
}

/** Volume to search: its number in the core, and its coordinates. */
interface Volume {
  readonly verb: string;
  readonly kind: number;
  readonly numbers: ArrayLike<number>;
}

// a caller may round otherwise: items whose boxes are so little farther off are asked about, too
const PADDING = 1 + 1e-6;

/**
 * Calls `ask` for items in the order in which the core reaches them, with the filter in the
 * registers. `ask` returns the distance at which the traversal stops.
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
      () => core.calls.sapwood_query_volumes(h, KIND.VISITED + kind, 1, filter[0], filter[1]),
    );
  } finally {
    state.visits -= 1;
  }
  checked(verb, found);
}

/** Checks the return value of a callback; Infinity means a miss. */
function answered(answer: number | false, name: string, what: string): number {
  if (typeof answer === 'number' && answer >= 0) return answer;
  throw expected('invalid-argument', name, `the function to return ${what}`, answer);
}

/** Path of a moving volume: its maximum distance, and the length that the core counts as 1. */
interface Way {
  readonly most: number;
  readonly unit: number;
}

/** Returns the distance that a `hit` callback returned, Infinity for a miss. */
function hitDistance(answer: number | false): number {
  return answer === false ? Infinity : answered(answer, 'hit', 'a number >= 0 or false');
}

/** Returns the distance up to which the core searches, in units of the path. */
function endOf({ most, unit }: Way): number {
  // division may round down; callers leave out hits beyond `most`
  return unit === 1 ? most : (most / unit) * (1 + 1e-15);
}

/** Returns the closest hit of the caller's shapes; among equals, the smallest id. */
function closestHit(
  state: IndexState,
  volume: Volume,
  way: Way,
  hit: HitCallback,
): ShapeHit | null {
  let best: ShapeHit | null = null;
  let farthest = way.most;
  visit(state, volume, endOf(way), (id) => {
    const distance = hitDistance(hit(id, farthest));
    const tie = distance === farthest && best !== null && id > best.id;
    if (distance <= farthest && distance < Infinity && !tie) {
      best = { id, distance };
      farthest = distance;
    }
    return farthest / way.unit;
  });
  return best;
}

const byDistance = (a: ShapeHit, b: ShapeHit) => a.distance - b.distance || a.id - b.id;

/** Returns the k closest of the caller's shapes, ordered by distance, then id. */
function closestHits(
  state: IndexState,
  volume: Volume,
  way: Way,
  k: number,
  distanceOf: (id: number, farthest: number) => number,
): Hits {
  const hits: ShapeHit[] = [];
  let farthest = way.most;
  // of many the order is made anew for several at once
  const kept = k + (k >>> 4);
  const order = () => {
    hits.sort(byDistance);
    if (k === 0 || hits.length < k) return;
    hits.length = k;
    farthest = Math.min(way.most, hits[k - 1].distance);
  };
  const ask = (id: number) => {
    const distance = distanceOf(id, farthest);
    if (distance <= farthest && distance < Infinity) {
      hits.push({ id, distance });
      if (hits.length === k || hits.length > kept) order();
    }
    return farthest / way.unit;
  };
  if (k > 0) visit(state, volume, endOf(way), ask);
  order();
  return {
    ids: Uint32Array.from(hits, ({ id }) => id),
    distances: Float32Array.from(hits, ({ distance }) => distance),
  };
}

/** Normal and point of a cast that touches an item. */
interface BoxContact {
  normal: number[];
  point: number[];
}

/** Returns the contact of the last search, of a single cast. */
export function takeContact({ core, dimensions }: IndexState): BoxContact {
  return {
    normal: core.contactVector(0, dimensions),
    point: core.contactVector(dimensions + 1, dimensions),
  };
}

/** Returns the contact of a cast or a ray with the box of an item that a callback chose. */
function contactWith(state: IndexState, { verb, kind, numbers }: Volume, id: number): BoxContact {
  const { core, address } = state;
  core.f32.set(numbers, core.scratch(verb, numbers.length * 4) >>> 2);
  checked(verb, core.calls.sapwood_contact(address, kind, id));
  return takeContact(state);
}

/** Returns the first of the caller's shapes that a cast touches. */
export function firstOnWay(
  state: IndexState,
  volume: Volume,
  hit: HitCallback,
): (BoxContact & { id: number; fraction: number }) | null {
  const first = closestHit(state, volume, { most: 1, unit: 1 }, hit);
  if (first === null) return null;
  return { id: first.id, fraction: first.distance, ...contactWith(state, volume, first.id) };
}

/** Returns the ray in the registers as a volume, and its path. */
function alongRay({ dimensions }: IndexState, verb: string, maxDistance: number): [Volume, Way] {
  const { point, direction } = registers();
  const way = direction.subarray(0, dimensions);
  const numbers = [...point.subarray(0, dimensions), ...way];
  const unit = Math.hypot(...way);
  return [
    { verb, kind: KIND.RAY, numbers },
    { most: Math.fround(maxDistance), unit },
  ];
}

/** Returns the first of the caller's shapes along the ray in the registers. */
export function firstAlongRay(
  state: IndexState,
  maxDistance: number,
  hit: HitCallback,
): RayHit | null {
  const [volume, way] = alongRay(state, 'raycast', maxDistance);
  const first = closestHit(state, volume, way, hit);
  return first && { ...first, normal: contactWith(state, volume, first.id).normal };
}

/** Returns all of the caller's shapes along the ray in the registers. */
export function allAlongRay(state: IndexState, maxDistance: number, hit: HitCallback): Hits {
  const ask = (id: number, farthest: number) => hitDistance(hit(id, farthest));
  return closestHits(state, ...alongRay(state, 'raycastAll', maxDistance), Infinity, ask);
}

/** Returns the k of the caller's shapes nearest to the point in the registers. */
export function nearestShapes(
  state: IndexState,
  k: number,
  maxDistance: number,
  distanceOf: DistanceCallback,
): Hits {
  const numbers = registers().point.subarray(0, state.dimensions);
  const ask = (id: number) => answered(distanceOf(id), 'distance', 'a number >= 0');
  const way = { most: Math.fround(maxDistance), unit: 1 };
  return closestHits(state, { verb: 'nearest', kind: KIND.BALL, numbers }, way, k, ask);
}
