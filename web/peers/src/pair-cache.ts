/**
 * Finds all pairs in each frame with a library that supports only box queries. Keeps the pairs of
 * boxes that did not move, and queries only the moved boxes. If more than half of the boxes moved,
 * queries all boxes.
 */

import { atLeast, IdList } from './id-list.js';

/** Appends the ids of all items that overlap item `id`. The result may include `id` itself. */
export type LookUp = (id: number, found: IdList) => void;

export class PairCache {
  private pairs = new IdList();
  private next = new IdList();
  private readonly found = new IdList();
  private isMoved = new Uint8Array(0);

  replace(pairs: Uint32Array): void {
    this.pairs.length = 0;
    this.pairs.reserve(pairs.length);
    this.pairs.values.set(pairs);
    this.pairs.length = pairs.length;
  }

  /** Queries all items. */
  queryAll(count: number, lookUp: LookUp): Uint32Array {
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

  /**
   * Updates the pairs by queries of the items `ids`, which moved since the last call. Returns all
   * pairs.
   */
  update(ids: Uint32Array, count: number, lookUp: LookUp): Uint32Array {
    if (2 * ids.length > count) return this.queryAll(count, lookUp);
    this.isMoved = atLeast(this.isMoved, count);
    const { isMoved, pairs, next, found } = this;
    for (let i = 0; i < ids.length; i++) isMoved[ids[i]] = 1;
    next.length = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      const a = pairs.values[at];
      const b = pairs.values[at + 1];
      if (isMoved[a] === 0 && isMoved[b] === 0) next.pushPair(a, b);
    }
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      found.length = 0;
      lookUp(id, found);
      for (let k = 0; k < found.length; k++) {
        const other = found.values[k];
        // if both items moved, only the query of the smaller id adds the pair
        if (other !== id && (isMoved[other] === 0 || id < other)) next.pushPair(id, other);
      }
    }
    for (let i = 0; i < ids.length; i++) isMoved[ids[i]] = 0;
    [this.pairs, this.next] = [next, pairs];
    return next.view();
  }
}
