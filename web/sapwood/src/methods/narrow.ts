/** Ray casts, shape casts and nearest neighbors for shapes of the caller inside the boxes. */
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
import { rejectUnknown } from '../option-names.js';
import { checkedResult, flushedLayers } from '../state.js';
import { withVisitor } from '../visitor.js';
import type { Hits } from './results.js';
import * as KIND from './volume-kinds.js';

/**
 * Callback that tests a ray or a shape cast against your own shape, which must be inside the box of
 * the item. Like a callback of `forEachInBox`, it may run queries.
 * @param id - Id of a live item.
 * @param farthest - Maximum distance or fraction of a hit that can still be a result.
 * @returns Distance of the hit along the ray in world units, or the fraction of the displacement of
 * the shape cast. False if there is no hit.
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
 * Callback of `nearest` that returns the distance to your own shape, which must be inside the box
 * of the item. Like a callback of `forEachInBox`, it may run queries.
 * @param id - Id of a live item.
 * @returns Distance in world units, at least the distance to the box of the item.
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
  /**
   * Distance from the origin to the box, in world units. 0 if the ray starts in the box. With the
   * option `hit`, the distance that the callback returned.
   */
  distance: number;
  /**
   * Unit normal of the face through which the ray enters the box: `dimensions` numbers in a new
   * array. Zeros if the ray starts in the box. At an edge or a corner, the normal of the face on
   * the lowest axis. With the option `hit`, it is also the normal of the box, not of your shape.
   */
  normal: number[];
}

type ShapeHit = Pick<RayHit, 'id' | 'distance'>;

/** Properties of a filter that queries for a single item also accept as options. */
type FilterBits = Omit<QueryFilter, 'accept'>;

/** Options of `castBox`, `castSphere` and `castCapsule`. */
export interface CastOptions extends FilterBits {
  /** Filter; its properties can also be passed as options. Default: all items. */
  filter?: FilterLike | undefined;
  /** Tests your own shapes instead of the boxes. Default: the boxes are tested. */
  hit?: HitCallback | undefined;
}

/** Options of `raycast`. */
export interface RayOptions extends CastOptions {
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  maxDistance?: number | undefined;
}

/** Options of `raycastAll`. */
export interface RaycastAllOptions extends RayOptions {
  /** Returns whether an item can be a result. Default: all items. */
  accept?: ItemPredicate | undefined;
}

/** Options of `nearest`. */
export interface NearestOptions extends FilterBits {
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  maxDistance?: number | undefined;
  /** Filter; its properties can also be passed as options. Default: all items. */
  filter?: FilterLike | undefined;
  /**
   * Returns the distance from the query point to your own shape, which must be inside the box of
   * the item. Default: the distance to the box.
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

interface ReadOptions<Callback> {
  readonly maxDistance: number;
  readonly filter: FilterLike | undefined;
  readonly test: Callback | undefined;
}

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

export function readOptions<Callback>(
  options: object,
  { callback, names }: OptionNames,
  argument: FilterLike | undefined,
): ReadOptions<Callback> {
  return reading('invalid-argument', 'options', () => {
    rejectUnknown('options', options, names);
    const { maxDistance, [callback]: test } = options as Record<string, unknown>;
    if (test !== undefined && typeof test !== 'function') {
      throw expected('invalid-argument', callback, 'a function', test);
    }
    const filter = oneFilter(options as FilterOptions, argument);
    return { maxDistance: readMaxDistance(maxDistance), filter, test: test as Callback };
  });
}

export function readCastOptions(
  given: object,
  argument: FilterLike | undefined,
): ReadOptions<HitCallback> {
  return readOptions(given, CAST, argument);
}

/** Volume to search: the number of its kind in the core, and its coordinates. */
interface Volume {
  readonly method: string;
  readonly kind: number;
  readonly numbers: ArrayLike<number>;
}

// Factor of the maximum distance. Items slightly farther away are also tested, because callbacks
// may round differently.
const PADDING = 1 + 1e-6;

/**
 * Calls `test` for the items in a volume in the order of the traversal. Uses the filter in
 * `registers()`. `test` returns the distance beyond which items need not be visited.
 */
function visit(
  state: IndexState,
  { method, kind, numbers }: Volume,
  max: number,
  test: (id: number) => number,
): void {
  const { filter } = registers();
  const h = flushedLayers(state, filter);
  const { core } = state;
  const start = core.scratch(method, numbers.length * 4) >>> 2;
  core.f32.set(numbers, start);
  core.setNumber(BLOCK.report, max);
  state.visits += 1;
  let found: number;
  try {
    found = withVisitor(
      (id) => core.setNumber(BLOCK.report, Math.min(max, test(id) * PADDING)),
      () => core.calls.sapwood_query_volumes(h, KIND.VISITED + kind, 1, filter[0], filter[1]),
    );
  } finally {
    state.visits -= 1;
  }
  checkedResult(method, found);
}

/**
 * Returns the result of a callback. Throws if the result is not a number >= 0. Infinity means that
 * there is no hit.
 */
function checkedDistance(result: number | false, name: string, what: string): number {
  if (typeof result === 'number' && result >= 0) return result;
  throw expected('invalid-argument', name, `the function to return ${what}`, result);
}

/** Path of a moving volume: the maximum distance, and the distance that the core counts as 1. */
interface Path {
  readonly max: number;
  readonly unit: number;
}

/** Returns the distance from a `hit` callback, or Infinity if there is no hit. */
function hitDistance(result: number | false): number {
  return result === false ? Infinity : checkedDistance(result, 'hit', 'a number >= 0 or false');
}

/** Returns the maximum distance in units of the core. */
function endOf({ max, unit }: Path): number {
  // the factor compensates for a division that rounds down; callers exclude hits beyond the maximum
  return unit === 1 ? max : (max / unit) * (1 + 1e-15);
}

/** Returns the closest hit. In ties, returns the hit with the smallest id. */
function closestHit(
  state: IndexState,
  volume: Volume,
  path: Path,
  hit: HitCallback,
): ShapeHit | null {
  let best: ShapeHit | null = null;
  let farthest = path.max;
  visit(state, volume, endOf(path), (id) => {
    const distance = hitDistance(hit(id, farthest));
    const tie = distance === farthest && best !== null && id > best.id;
    if (distance <= farthest && distance < Infinity && !tie) {
      best = { id, distance };
      farthest = distance;
    }
    return farthest / path.unit;
  });
  return best;
}

const byDistance = (a: ShapeHit, b: ShapeHit) => a.distance - b.distance || a.id - b.id;

/** Returns the k closest hits, ordered by distance, then id. */
function closestHits(
  state: IndexState,
  volume: Volume,
  path: Path,
  k: number,
  distanceOf: (id: number, farthest: number) => number,
): Hits {
  const hits: ShapeHit[] = [];
  let farthest = path.max;
  // sorts the list only after several new hits, because sorting a long list is slow
  const kept = k + (k >>> 4);
  const order = () => {
    hits.sort(byDistance);
    if (k === 0 || hits.length < k) return;
    hits.length = k;
    farthest = Math.min(path.max, hits[k - 1].distance);
  };
  const test = (id: number) => {
    const distance = distanceOf(id, farthest);
    if (distance <= farthest && distance < Infinity) {
      hits.push({ id, distance });
      if (hits.length === k || hits.length > kept) order();
    }
    return farthest / path.unit;
  };
  if (k > 0) visit(state, volume, endOf(path), test);
  order();
  return {
    ids: Uint32Array.from(hits, ({ id }) => id),
    distances: Float32Array.from(hits, ({ distance }) => distance),
  };
}

interface BoxContact {
  normal: number[];
  point: number[];
}

/** Returns the normal and point of the last single cast. */
export function resultContact({ core, dimensions }: IndexState): BoxContact {
  return {
    normal: core.contactVector(0, dimensions),
    point: core.contactVector(dimensions + 1, dimensions),
  };
}

function contactWith(state: IndexState, { method, kind, numbers }: Volume, id: number): BoxContact {
  const { core, address } = state;
  core.f32.set(numbers, core.scratch(method, numbers.length * 4) >>> 2);
  checkedResult(method, core.calls.sapwood_contact(address, kind, id));
  return resultContact(state);
}

export function firstOnPath(
  state: IndexState,
  volume: Volume,
  hit: HitCallback,
): (BoxContact & { id: number; fraction: number }) | null {
  const first = closestHit(state, volume, { max: 1, unit: 1 }, hit);
  if (first === null) return null;
  return { id: first.id, fraction: first.distance, ...contactWith(state, volume, first.id) };
}

/** Returns the volume and the path of the ray in `registers()`. */
function alongRay({ dimensions }: IndexState, method: string, maxDistance: number): [Volume, Path] {
  const { point, direction } = registers();
  const vector = direction.subarray(0, dimensions);
  const numbers = [...point.subarray(0, dimensions), ...vector];
  const unit = Math.hypot(...vector);
  return [
    { method, kind: KIND.RAY, numbers },
    { max: Math.fround(maxDistance), unit },
  ];
}

export function firstAlongRay(
  state: IndexState,
  maxDistance: number,
  hit: HitCallback,
): RayHit | null {
  const [volume, path] = alongRay(state, 'raycast', maxDistance);
  const first = closestHit(state, volume, path, hit);
  return first && { ...first, normal: contactWith(state, volume, first.id).normal };
}

/** Returns all hits of the ray in `registers()` on shapes of the caller. */
export function allAlongRay(state: IndexState, maxDistance: number, hit: HitCallback): Hits {
  const test = (id: number, farthest: number) => hitDistance(hit(id, farthest));
  return closestHits(state, ...alongRay(state, 'raycastAll', maxDistance), Infinity, test);
}

/** Returns the k shapes of the caller that are nearest to the point in `registers()`. */
export function nearestShapes(
  state: IndexState,
  k: number,
  maxDistance: number,
  distanceOf: DistanceCallback,
): Hits {
  const numbers = registers().point.subarray(0, state.dimensions);
  const test = (id: number) => checkedDistance(distanceOf(id), 'distance', 'a number >= 0');
  const path = { max: Math.fround(maxDistance), unit: 1 };
  return closestHits(state, { method: 'nearest', kind: KIND.BALL, numbers }, path, k, test);
}
