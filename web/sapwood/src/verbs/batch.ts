/** Verbs that answer for many at once: pairs and batches of queries. */
import { BOXES, POINTS, RAYS, readRecords, stageRecords } from '../bulk.js';
import { outOfMemory } from '../core.js';
import { expected } from '../errors.js';
import { readCount, readOut } from '../inputs.js';
import { checked, demand, type IndexState, live, settled } from '../state.js';
import { pairsAcross } from './exchange.js';
import { checkedRecords } from './records.js';

/** Answers to many box queries, in their order. Arrays of your own. */
export interface BoxBatch {
  /**
   * Hits of query i: ids[offsets[i]] up to, not including, ids[offsets[i + 1]]; one longer than the
   * queries.
   */
  offsets: Uint32Array;
  /** Ids of the hits, query by query, in any order within a query. */
  ids: Uint32Array;
}

/** Answers to many rays, one entry each, or to many points, k entries each. Arrays of your own. */
export interface HitBatch {
  /** Ids of the hits, -1 where there is none. */
  ids: Int32Array;
  /** World units, Infinity where there is no hit. */
  distances: Float32Array;
}

export function pairs(state: IndexState): Uint32Array {
  return state.core.ids(2 * findPairs(state));
}

export function pairsView(state: IndexState): Uint32Array {
  return state.core.idsView(2 * findPairs(state));
}

function findPairs(state: IndexState): number {
  return checked('pairs', state.core.calls.sapwood_pairs(live(state)));
}

export function pairsWith(state: IndexState, other: IndexState): Uint32Array {
  live(state);
  live(other);
  if (other === state) {
    throw expected('invalid-argument', 'other', 'another index; use pairs() here', 'this one');
  }
  if (other.dimensions !== state.dimensions) {
    const what = `an index of ${state.dimensions} dimensions`;
    throw expected('invalid-argument', 'other', what, other.dimensions);
  }
  if (other.core !== state.core) return pairsAcross(state, other);
  const found = state.core.calls.sapwood_pairs_with(state.address, other.address);
  checked('pairsWith', found);
  return state.core.ids(2 * found);
}

export function pairsWithin(state: IndexState, distance: number): Uint32Array {
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
  return checked('pairsWithin', state.core.calls.sapwood_pairs_within(settled(state), distance));
}

export function nearestAll(state: IndexState, k?: number, asView = false): HitBatch {
  return takeEntries(state, findNearestAll(state, k), asView);
}

export function nearestAllInto(
  state: IndexState,
  k: number | undefined,
  ids: Int32Array,
  distances: Float32Array,
): number {
  readOut(ids, 'ids', 'Int32Array');
  readOut(distances, 'distances', 'Float32Array');
  const entries = findNearestAll(state, k);
  state.core.idsInto(ids, entries, 'ids');
  state.core.distancesInto(distances, entries);
  return entries;
}

/** Leaves ids and distances in the shared buffers and answers how many they are. */
function findNearestAll(state: IndexState, k?: number): number {
  live(state);
  demand(state, 'nearest', 'nearestAll');
  const { core } = state;
  const wanted = readNeighbors(k, core.calls.sapwood_size(state.address) - 1);
  const answer = core.calls.sapwood_nearest_all(settled(state), Math.min(wanted, MOST_ENTRIES));
  return checked('nearestAll', answer);
}

/** How many items each point gets: 1 when left out, all there are for Infinity. */
function readNeighbors(k: number | undefined, all: number): number {
  if (k === undefined) return 1;
  return k === Infinity ? Math.max(0, all) : readCount(k, 'k');
}

// Batches leave their answers in the shared buffers: they are copied from there, or seen there.

export function queryBoxes(state: IndexState, boxes: ArrayLike<number>, asView = false): BoxBatch {
  live(state);
  const records = readRecords(boxes, state.stride, BOXES);
  const h = settled(state);
  stageRecords(state.core, 'queryBoxes', records);
  const found = state.core.calls.sapwood_query_boxes(h, records.count);
  checkedRecords(state, 'queryBoxes', found, records, 'invalid-box');
  const { core } = state;
  const ids = asView ? core.idsView(found) : core.ids(found);
  return { offsets: core.offsets(records.count + 1, asView), ids };
}

export function raycasts(state: IndexState, rays: ArrayLike<number>, asView = false): HitBatch {
  live(state);
  demand(state, 'ray', 'raycasts');
  const records = readRecords(rays, 2 * state.dimensions + 1, RAYS);
  const h = settled(state);
  stageRecords(state.core, 'raycasts', records);
  const answer = state.core.calls.sapwood_raycasts(h, records.count);
  return takeEntries(state, checkedRecords(state, 'raycasts', answer, records), asView);
}

export function nearestMany(
  state: IndexState,
  points: ArrayLike<number>,
  k?: number,
  asView = false,
): HitBatch {
  live(state);
  demand(state, 'nearest', 'nearestMany');
  const wanted = readNeighbors(k, state.core.calls.sapwood_size(state.address));
  const records = readRecords(points, state.dimensions, POINTS);
  const h = settled(state);
  stageRecords(state.core, 'nearestMany', records);
  if (records.count * wanted > MOST_ENTRIES) throw outOfMemory('nearestMany');
  const answer = state.core.calls.sapwood_nearest_many(h, records.count, wanted);
  return takeEntries(state, checkedRecords(state, 'nearestMany', answer, records), asView);
}

// the core refuses more
const MOST_ENTRIES = 2 ** 27;

function takeEntries({ core }: IndexState, count: number, asView: boolean): HitBatch {
  return { ids: core.signedIds(count, asView), distances: core.distances(count, asView) };
}
