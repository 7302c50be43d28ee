/**
 * Returns the results of queries. If the filter has a predicate, returns only results that the
 * predicate accepts.
 */
import { type IndexState, onHeap, outputLength } from '../core.js';
import { type ItemPredicate, registers } from '../inputs.js';
import type { OwnedFloat32Array, OwnedUint32Array } from '../owned.js';
import { copyInto, trueLength } from '../views.js';

/**
 * Items and their distances, ordered by distance, then id. The arrays have the same length and
 * belong to the caller.
 */
export interface Hits {
  /** Ids of the items. */
  ids: OwnedUint32Array;
  /**
   * Distances to the boxes in world units, ascending. 0 if the box contains the point or the ray
   * origin.
   */
  distances: OwnedFloat32Array;
}

/** `Hits` as read-only views of WASM memory, valid until the next call on any index. */
export interface HitsView {
  /** Ids of the items. */
  ids: Uint32Array;
  /**
   * Distances to the boxes in world units, ascending. 0 if the box contains the point or the ray
   * origin.
   */
  distances: Float32Array;
}

/**
 * Number of hits in the result buffers of the core or, if a callback selected the hits, the hits
 * themselves.
 */
export type FoundHits = number | Hits;

/** Returns up to `limit` accepted ids of the last query in a new array. */
export function resultIds(state: IndexState, found: number, limit = found): OwnedUint32Array {
  const { accept } = registers();
  const ids = state.core.ids(found);
  if (accept === undefined) return ids;
  return ids.slice(0, filterAccepted(state, accept, ids, found, limit));
}

/** Like `resultIds`, but returns a view, or a new array if a predicate selects the items. */
export function resultIdsView(state: IndexState, found: number, limit = found): Uint32Array {
  return registers().accept === undefined
    ? state.core.idsView(found)
    : resultIds(state, found, limit);
}

/**
 * Like `resultIds`, but writes as many ids as fit into `out`. Returns the number of accepted ids,
 * which can be more than fit.
 */
export function resultIdsInto(
  state: IndexState,
  out: Uint32Array,
  found: number,
  limit = found,
): number {
  const { accept } = registers();
  if (accept !== undefined) return acceptedIdsInto(state, accept, out, found, limit);
  return found === 0 ? 0 : state.core.idsInto(out, found);
}

/**
 * Writes as many accepted ids as fit into `out`, and returns the number of accepted ids. Allocates
 * memory only if not all found ids fit into `out`.
 */
function acceptedIdsInto(
  state: IndexState,
  accept: ItemPredicate,
  out: Uint32Array,
  found: number,
  limit: number,
): number {
  const { core } = state;
  // 0 if `out` is in WASM memory, because the predicate could detach it
  const capacity = onHeap(out) ? 0 : trueLength(out);
  const fits = found <= capacity;
  const ids = fits ? out : core.ids(found);
  if (fits) core.idsInto(out, found);
  const kept = filterAccepted(state, accept, ids, found, limit);
  if (!fits) copyPart(out, ids.subarray(0, kept));
  return kept;
}

/** Returns those hits of the last query that the predicate accepts, in new arrays. */
export function acceptedHits(state: IndexState, accept: ItemPredicate, found: number): Hits {
  const { ids, distances } = resultHits(state, found);
  const kept = filterAccepted(state, accept, ids, found, found, distances);
  return { ids: ids.slice(0, kept), distances: distances.slice(0, kept) };
}

export function resultHits({ core }: IndexState, found: FoundHits): Hits {
  if (typeof found !== 'number') return found;
  return { ids: core.ids(found), distances: core.distances(found) };
}

export function resultHitsView({ core }: IndexState, found: FoundHits): HitsView {
  if (typeof found !== 'number') return found;
  return { ids: core.idsView(found), distances: core.distances(found, true) };
}

/**
 * Copies as many hits as fit into `ids` and `distances`. Returns the number of hits, which can be
 * more than fit.
 */
export function resultHitsInto(
  { core }: IndexState,
  found: FoundHits,
  ids: Uint32Array,
  distances: Float32Array,
): number {
  if (typeof found === 'number') {
    core.distancesInto(distances, found);
    return core.idsInto(ids, found, 'ids');
  }
  copyPart(ids, found.ids);
  copyPart(distances, found.distances);
  return found.ids.length;
}

/** Copies as many elements as fit into `out`. Throws if `out` is detached. */
export function copyPart<View extends Uint32Array | Float32Array>(out: View, from: View): void {
  copyInto(out, from.subarray(0, outputLength(out)));
}

/**
 * Moves up to `limit` accepted ids and their distances to the front of the arrays, in the same
 * order. Returns the number of accepted ids. Separate arguments avoid the allocation of an object.
 */
function filterAccepted(
  state: IndexState,
  accept: ItemPredicate,
  ids: Uint32Array,
  found: number,
  limit: number,
  distances?: Float32Array,
): number {
  let kept = 0;
  state.visits += 1;
  try {
    for (let i = 0; i < found && kept < limit; i += 1) {
      const id = ids[i];
      if (!accept(id)) continue;
      ids[kept] = id;
      if (distances !== undefined) distances[kept] = distances[i];
      kept += 1;
    }
  } finally {
    state.visits -= 1;
  }
  return kept;
}
