/** How verbs that report many hand out what they found: all of it, or what the caller's predicate accepts. */
import { onHeap } from '../core.js';
import { type ItemPredicate, registers } from '../foreign.js';
import type { IndexState } from '../state.js';
import { copyInto, trueLength } from '../views.js';

/** The ids of the last search that its predicate accepts, the first `limit` of them; a fresh array. */
export function takeIds(state: IndexState, found: number, limit = found): Uint32Array {
  const { accept } = registers();
  const ids = state.core.ids(found);
  if (accept === undefined) return ids;
  return ids.slice(0, keepAccepted(state, accept, ids, found, limit));
}

/**
 * The same into the caller's array, as far as it goes; answers how many they are. Allocates only
 * where a predicate is asked about more items than the array has room for.
 */
export function takeIdsInto(
  state: IndexState,
  out: Uint32Array,
  found: number,
  limit = found,
): number {
  const { accept } = registers();
  const { core } = state;
  if (accept === undefined) return core.idsInto(out, found);
  // not in place where the predicate may pull the array away
  const room = onHeap(out) ? 0 : trueLength(out);
  const fits = found <= room;
  const ids = fits ? out : core.ids(found);
  if (fits) core.idsInto(out, found);
  const kept = keepAccepted(state, accept, ids, found, limit);
  if (!fits) copyInto(out, ids.subarray(0, Math.min(kept, trueLength(out))));
  return kept;
}

/**
 * Moves the first `limit` accepted ones of `found` ids to the front, in their order, with their distances;
 * answers how many they are. No object holds the arguments: that would be an allocation in each call.
 */
export function keepAccepted(
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
