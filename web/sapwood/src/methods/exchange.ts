/** Finds pairs between two indices of different WASM modules, which have separate memories. */
import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import type { OwnedUint32Array } from '../owned.js';
import { checkedResult, live } from '../state.js';

const FILTER_BYTES = 8;

/**
 * Returns pairs of overlapping items as [id in `state`, id in `other`, …]. Copies the items of the
 * smaller index to the module of the larger index, which is then queried.
 */
export function pairsAcross(state: IndexState, other: IndexState): OwnedUint32Array {
  const here = sizeOf(state) <= sizeOf(other);
  const [copiedFrom, queried] = here ? [state, other] : [other, state];
  const ids = copyItems(copiedFrom, queried);
  const found = checkedResult(
    'pairsWith',
    queried.core.calls.sapwood_overlaps(queried.address, ids.length),
  );
  // the core returns alternately an id in the queried index and a position in the list of copied
  // items
  const pairs = queried.core.ids(2 * found);
  for (let i = 0; i < pairs.length; i += 2) {
    const [queriedId, copiedId] = [pairs[i], ids[pairs[i + 1]]];
    pairs[i] = here ? copiedId : queriedId;
    pairs[i + 1] = here ? queriedId : copiedId;
  }
  return pairs;
}

function sizeOf(state: IndexState): number {
  return state.core.calls.sapwood_size(live(state));
}

/**
 * Copies the boxes and filters of all items to the module of `queried`. Returns the ids of the
 * items.
 */
function copyItems({ core, address, stride }: IndexState, queried: IndexState): Uint32Array {
  const count = checkedResult('pairsWith', core.calls.sapwood_items(address));
  const ids = core.ids(count);
  const boxes = core.word(BLOCK.distances) >>> 2;
  const filters = core.word(BLOCK.offsets) >>> 2;
  const boxBytes = count * stride * 4;
  const target = queried.core.scratch('pairsWith', boxBytes + count * FILTER_BYTES);
  queried.core.f32.set(core.f32.subarray(boxes, boxes + count * stride), target >>> 2);
  queried.core.u32.set(core.u32.subarray(filters, filters + 2 * count), (target + boxBytes) >>> 2);
  return ids;
}
