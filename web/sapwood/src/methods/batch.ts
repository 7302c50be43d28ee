import {
  BOXES,
  checkedRecords,
  copyRecords,
  POINTS,
  RAYS,
  type RecordKind,
  type Records,
  readRecords,
  recordFault,
  spreadPoints,
  stageRecords,
} from '../bulk.js';
import { type IndexState, outOfMemory } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import { isOptions, readCount, reading, readOut, requireOutput } from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import type { OwnedFloat32Array, OwnedInt32Array, OwnedUint32Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { checkedResult, flushed, live, requireCapability, resultError } from '../state.js';
import { pairsAcross } from './exchange.js';
import { copyPart, resultHits } from './results.js';

/** Items that each query of a batch found. The arrays belong to the caller. */
export interface BoxBatch {
  /**
   * Start of the results of each query in `ids`. The results of query i are `ids[offsets[i]]` to
   * `ids[offsets[i + 1] - 1]`. The length is the number of queries plus one.
   */
  offsets: OwnedUint32Array;
  /** Ids of the items, query by query. The order within a query is unspecified. */
  ids: OwnedUint32Array;
}

/** `BoxBatch` as read-only views of WASM memory, valid until the next call on any index. */
export interface BoxBatchView {
  /** As in `BoxBatch`. */
  offsets: Uint32Array;
  /** As in `BoxBatch`. */
  ids: Uint32Array;
}

/** Items along each ray of a batch. The arrays belong to the caller. */
export interface HitLists extends BoxBatch {
  /**
   * Distance from the ray origin to the box of each item in `ids`, in world units, ascending for
   * each ray. 0 if the ray starts in the box.
   */
  distances: OwnedFloat32Array;
}

/**
 * Results of a batch of ray casts or of nearest-neighbor queries: one entry per ray, or `k` entries
 * per point. The arrays belong to the caller.
 */
export interface HitBatch {
  /** Ids of the items; -1 for an entry without an item. */
  ids: OwnedInt32Array;
  /** Distances in world units; Infinity for an entry without an item. */
  distances: OwnedFloat32Array;
}

/** `HitBatch` as read-only views of WASM memory, valid until the next call on any index. */
export interface HitBatchView {
  /** As in `HitBatch`. */
  ids: Int32Array;
  /** As in `HitBatch`. */
  distances: Float32Array;
}

/** Options of batches of ray casts and shape casts. */
export interface BatchOptions {
  /** True to return normals. Default: false. */
  normals?: boolean | undefined;
}

/** Normals of a batch. For methods whose names end in `View`, `normals` is a view. */
export interface Normals {
  /**
   * Same normals as from single calls, `dimensions` numbers per entry. Zeros for an entry without
   * an item.
   */
  normals: OwnedFloat32Array;
}

/** The type `Normals` if the option `normals` is true; otherwise no properties. */
export type IfNormals<Options extends BatchOptions> = Options['normals'] extends true
  ? Normals
  : unknown;

const BATCH_NAMES = ['normals'];

export function readNormals(options: BatchOptions | undefined): boolean {
  if (options === undefined) return false;
  return reading('invalid-argument', 'options', () => {
    if (!isOptions(options)) throw expected('invalid-argument', 'options', '{ normals? }', options);
    rejectUnknown('options', options, BATCH_NAMES);
    const { normals = false } = options as BatchOptions;
    if (typeof normals === 'boolean') return normals;
    throw expected('invalid-argument', 'normals', 'a boolean', normals);
  });
}

export function addNormals<Batch extends { ids: ArrayLike<number> }, Options extends BatchOptions>(
  { core, dimensions }: IndexState,
  batch: Batch,
  hasNormals: boolean,
  asView: boolean,
): Batch & IfNormals<Options> {
  const count = batch.ids.length * dimensions;
  const all = hasNormals ? { ...batch, normals: core.contacts(0, count, asView) } : batch;
  return all as Batch & IfNormals<Options>;
}

export function pairs(state: IndexState): OwnedUint32Array {
  return state.core.ids(2 * findPairs(state));
}

export function pairsView(state: IndexState): Uint32Array {
  return state.core.idsView(2 * findPairs(state));
}

export function pairsInto(state: IndexState, out: Uint32Array): number {
  const target = readOut(out);
  const found = findPairs(state);
  state.core.idsInto(target, 2 * found);
  return found;
}

function findPairs(state: IndexState): number {
  return checkedResult('pairs', state.core.calls.sapwood_pairs(live(state)));
}

export function pairsWith(state: IndexState, other: IndexState, asView = false): OwnedUint32Array {
  const found = findPairsWith(state, other);
  if (typeof found !== 'number') return found;
  return asView ? state.core.idsView(2 * found) : state.core.ids(2 * found);
}

export function pairsWithInto(state: IndexState, other: IndexState, out: Uint32Array): number {
  const target = readOut(out);
  const found = findPairsWith(state, other);
  if (typeof found === 'number') {
    state.core.idsInto(target, 2 * found);
    return found;
  }
  copyPart(target, found);
  return found.length / 2;
}

/**
 * Returns the number of pairs, and stores the pairs in the result buffer of the core. If the other
 * index is in another WASM module, returns the pairs instead.
 */
function findPairsWith(state: IndexState, other: IndexState): number | OwnedUint32Array {
  live(state);
  live(other);
  if (other.world !== undefined) {
    throw new SapwoodError('invalid-argument', 'other: expected a SpatialIndex, got a World');
  }
  if (other === state) {
    const message = 'other: pairsWith() needs two different indices; use pairs() for one index';
    throw new SapwoodError('invalid-argument', message);
  }
  if (other.dimensions !== state.dimensions) {
    throw expected('invalid-argument', 'other.dimensions', `${state.dimensions}`, other.dimensions);
  }
  if (other.core !== state.core) return pairsAcross(state, other);
  const found = state.core.calls.sapwood_pairs_with(state.address, other.address);
  return checkedResult('pairsWith', found);
}

export function pairsWithin(state: IndexState, distance: number): OwnedUint32Array {
  return state.core.ids(2 * findPairsWithin(state, distance));
}

export function pairsWithinView(state: IndexState, distance: number): Uint32Array {
  return state.core.idsView(2 * findPairsWithin(state, distance));
}

export function pairsWithinInto(state: IndexState, distance: number, out: Uint32Array): number {
  const target = readOut(out);
  const found = findPairsWithin(state, distance);
  state.core.idsInto(target, 2 * found);
  return found;
}

function findPairsWithin(state: IndexState, distance: number): number {
  live(state);
  if (!(typeof distance === 'number' && distance >= 0)) {
    throw expected('invalid-argument', 'distance', 'a number >= 0', distance);
  }
  return checkedResult(
    'pairsWithin',
    state.core.calls.sapwood_pairs_within(flushed(state), distance),
  );
}

export function nearestAll(state: IndexState, k?: number, asView = false): HitBatch {
  return resultEntries(state, findNearestAll(state, k), asView);
}

export function nearestAllInto(
  state: IndexState,
  k: number | undefined,
  ids: Int32Array,
  distances: Float32Array,
): number {
  requireOutput(ids, 'ids', 'Int32Array');
  requireOutput(distances, 'distances', 'Float32Array');
  const entries = findNearestAll(state, k);
  state.core.idsInto(ids, entries, 'ids');
  state.core.distancesInto(distances, entries);
  return entries;
}

/**
 * Stores the neighbors of all items in the result buffers of the core. Returns the number of
 * entries.
 */
function findNearestAll(state: IndexState, k?: number): number {
  live(state);
  requireCapability(state, 'nearest', 'nearestAll');
  const { core } = state;
  const neighborCount = readNeighbors(k, core.calls.sapwood_size(state.address) - 1);
  const result = core.calls.sapwood_nearest_all(
    flushed(state),
    Math.min(neighborCount, MAX_ENTRIES),
  );
  return checkedResult('nearestAll', result);
}

/**
 * Checks `k` and returns the number of neighbors: 1 if `k` is undefined, and `all` if `k` is
 * Infinity.
 */
function readNeighbors(k: number | undefined, all: number): number {
  if (k === undefined) return 1;
  return k === Infinity ? Math.max(0, all) : readCount(k, 'k');
}

// The core stores the results of batches in its result buffers. These functions return copies or
// views of the results.

export function resultLists(
  { core }: IndexState,
  count: number,
  found: number,
  asView: boolean,
): BoxBatch {
  const ids = asView ? core.idsView(found) : core.ids(found);
  return { offsets: core.offsets(count + 1, asView), ids };
}

export function queryBoxMany(
  state: IndexState,
  boxes: ArrayLike<number>,
  asView = false,
): BoxBatch {
  live(state);
  const records = readRecords(boxes, state.stride, BOXES);
  const h = flushed(state);
  stageRecords(state.core, 'queryBoxMany', records);
  return findInBoxes(state, 'queryBoxMany', h, records, asView);
}

/** Runs a batch of point queries as boxes of size 0. */
export function queryPointMany(
  state: IndexState,
  given: ArrayLike<number>,
  asView = false,
): BoxBatch {
  live(state);
  const { core, dimensions, stride } = state;
  const records = readRecords(given, dimensions, POINTS);
  const h = flushed(state);
  const { count } = records;
  const boxes = core.scratch('queryPointMany', count * stride * 4);
  // the points are copied to the second half of the memory, so that the boxes, which start in the
  // first half, do not overwrite a point before it is read
  const points = boxes + count * dimensions * 4;
  copyRecords(core, records, points);
  spreadPoints(core, boxes >>> 2, points >>> 2, count, dimensions);
  return findInBoxes(state, 'queryPointMany', h, records, asView);
}

function findInBoxes(
  state: IndexState,
  method: string,
  h: number,
  records: Records,
  asView: boolean,
): BoxBatch {
  const found = state.core.calls.sapwood_query_boxes(h, records.count);
  checkedRecords(state, method, found, records, 'invalid-box');
  return resultLists(state, records.count, found, asView);
}

// The core does not support batches of the following queries, so each record requires a call.

const SPHERES: RecordKind = {
  name: 'spheres',
  fault: (got, name) =>
    expected('invalid-argument', name, 'a center in -1e18 .. 1e18 and a finite radius >= 0', got),
};

export function querySphereMany(state: IndexState, spheres: ArrayLike<number>): BoxBatch {
  live(state);
  const { core, dimensions } = state;
  const records = readRecords(spheres, dimensions + 1, SPHERES);
  const h = flushed(state);
  const { numbers: n } = records;
  return joinIds(
    eachRecord('querySphereMany', records, (at) => {
      const z = dimensions === 3 ? n[at + 2] : 0;
      const radius = n[at + dimensions];
      const found = core.calls.sapwood_query_sphere(h, n[at], n[at + 1], z, radius, -1, -1);
      return found < 0 ? found : core.ids(found);
    }),
  );
}

export function raycastAllMany(state: IndexState, rays: ArrayLike<number>): HitLists {
  live(state);
  requireCapability(state, 'ray', 'raycastAllMany');
  const { core, dimensions } = state;
  const records = readRecords(rays, 2 * dimensions + 1, RAYS);
  const h = flushed(state);
  const { numbers: n } = records;
  const { calls } = core;
  const hits = eachRecord('raycastAllMany', records, (at) => {
    const direction = at + dimensions;
    const [z, dz] = dimensions === 3 ? [n[at + 2], n[direction + 2]] : [0, 0];
    const maxDistance = n[direction + dimensions];
    const ray = [n[at], n[at + 1], z, n[direction], n[direction + 1], dz, maxDistance] as const;
    const found = calls.sapwood_raycast_all(h, ...ray, -1, -1);
    return found < 0 ? found : resultHits(state, found);
  });
  const distances = concatenated(
    Float32Array,
    hits.map((one) => one.distances),
  );
  return { ...joinIds(hits.map(({ ids }) => ids)), distances };
}

/**
 * Calls `query` for each record, and returns the results. If the core rejects a record, `query`
 * returns a negative status, and this function throws.
 */
function eachRecord<T extends object>(
  method: string,
  records: Records,
  query: (at: number) => T | number,
): T[] {
  return Array.from({ length: records.count }, (_, i) => {
    const result = query(i * records.stride);
    if (typeof result !== 'number') return result;
    if (STATUS_CODES[-result] === 'invalid-argument') throw recordFault(records, i);
    throw resultError(method, result);
  });
}

/** Combines the lists of several queries into one batch. */
export function joinIds(lists: readonly OwnedUint32Array[]): BoxBatch {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [i, { length }] of lists.entries()) offsets[i + 1] = offsets[i] + length;
  return { offsets, ids: concatenated(Uint32Array, lists) };
}

function concatenated<View extends OwnedUint32Array | OwnedFloat32Array>(
  Type: new (length: number) => View,
  lists: readonly View[],
): View {
  const all = new Type(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

export function raycastMany<Options extends BatchOptions>(
  state: IndexState,
  rays: ArrayLike<number>,
  options?: Options,
  asView = false,
): HitBatch & IfNormals<Options> {
  live(state);
  requireCapability(state, 'ray', 'raycastMany');
  const hasNormals = readNormals(options);
  const records = readRecords(rays, 2 * state.dimensions + 1, RAYS);
  const h = flushed(state);
  stageRecords(state.core, 'raycastMany', records);
  const result = state.core.calls.sapwood_raycasts(h, records.count, hasNormals ? 1 : 0);
  const count = checkedRecords(state, 'raycastMany', result, records);
  return addNormals<HitBatch, Options>(
    state,
    resultEntries(state, count, asView),
    hasNormals,
    asView,
  );
}

export function nearestMany(
  state: IndexState,
  points: ArrayLike<number>,
  k?: number,
  asView = false,
): HitBatch {
  live(state);
  requireCapability(state, 'nearest', 'nearestMany');
  const neighborCount = readNeighbors(k, state.core.calls.sapwood_size(state.address));
  const records = readRecords(points, state.dimensions, POINTS);
  const h = flushed(state);
  stageRecords(state.core, 'nearestMany', records);
  if (records.count * neighborCount > MAX_ENTRIES) throw outOfMemory('nearestMany');
  const result = state.core.calls.sapwood_nearest_many(h, records.count, neighborCount);
  return resultEntries(state, checkedRecords(state, 'nearestMany', result, records), asView);
}

// maximum number of neighbors that the core can return for all points of a batch
const MAX_ENTRIES = 2 ** 27;

function resultEntries({ core }: IndexState, count: number, asView: boolean): HitBatch {
  return { ids: core.signedIds(count, asView), distances: core.distances(count, asView) };
}
