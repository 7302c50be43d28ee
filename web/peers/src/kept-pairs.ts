/**
 * All pairs in each frame, from a library with box queries only. Pairs of resting boxes are kept,
 * and only moved boxes are queried. If most boxes move, all are queried.
 */

import { atLeast, IdList } from './id-list.js';

/** Appends the ids of all items that overlap an item, possibly including itself. */
export type LookUp = (id: number, found: IdList) => void;

export class KeptPairs {
  private pairs = new IdList();
  private next = new IdList();
  private readonly found = new IdList();
  private awake = new Uint8Array(0);

  /** Starts with known pairs. */
  take(pairs: Uint32Array): void {
    this.pairs.length = 0;
    this.pairs.reserve(pairs.length);
    this.pairs.values.set(pairs);
    this.pairs.length = pairs.length;
  }

  /** Queries all items. */
  restart(count: number, lookUp: LookUp): Uint32Array {
    const { pairs, found } = this;
    pairs.length = 0;
    for (let id = 0; id < count; id++) {
      found.length = 0;
      lookUp(id, found);
      const { values, length } = found;
      for (let i = 0; i < length; i++) if (values[i] > id) pairs.pushPair(id, values[i]);
    }
    return pairs.view();
  }

  /** Queries only `ids`, which moved since the last call. */
  follow(ids: Uint32Array, count: number, lookUp: LookUp): Uint32Array {
    if (2 * ids.length > count) return this.restart(count, lookUp);
    this.awake = atLeast(this.awake, count);
    const { awake, pairs, next, found } = this;
    for (let i = 0; i < ids.length; i++) awake[ids[i]] = 1;
    next.length = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      const a = pairs.values[at];
      const b = pairs.values[at + 1];
      if (awake[a] === 0 && awake[b] === 0) next.pushPair(a, b);
    }
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      found.length = 0;
      lookUp(id, found);
      for (let k = 0; k < found.length; k++) {
        const other = found.values[k];
        // if both moved, the smaller id reports the pair
        if (other !== id && (awake[other] === 0 || id < other)) next.pushPair(id, other);
      }
    }
    for (let i = 0; i < ids.length; i++) awake[ids[i]] = 0;
    [this.pairs, this.next] = [next, pairs];
    return next.view();
  }
}
