/**
 * What a search for the nearest items knows while it runs: the best items so far and, by them, how far it still
 * reaches. Items are measured exactly, nodes by a bound in single precision against a padded limit, as the library
 * does. Where a structure hands over whole packets of items, a search for few draws its reach in by their bounds alone.
 */

import type { QueryShape } from '../../../model/query-shape.js';
import { distanceBound, distanceSquared, paddedLimit } from './query-tests.js';

/** Up to so many neighbours packets are taken by their bounds. */
const MOST_BY_BOUNDS = 16;
const RELATIVE = 1 + 1e-6;
const TINY = 1e-37;

interface Kept {
  readonly key: number;
  readonly id: number;
}

export class NearestSearch {
  private readonly best: Kept[] = [];
  /** Of the items that were there before the first packet and of all in packets, ascending: as many as are wanted. */
  private bounds: number[] | null = null;
  /** So many items draw the reach in. */
  readonly wanted: number;
  /** Squared distance up to which items are of interest. */
  limit = Infinity;
  private padded = paddedLimit(Infinity);

  constructor(
    private readonly shape: QueryShape,
    /** By id. */
    private readonly boxes: Float32Array,
  ) {
    this.wanted = Math.min(shape.k, boxes.length / (2 * shape.dimensions));
  }

  /** Ids of the neighbours, when all is done. */
  get answer(): ReadonlySet<number> {
    return new Set(this.best.map(({ id }) => id));
  }

  /** Bound of the squared distance to everything inside of the box at that place. */
  bound(boxes: Float32Array, at: number): number {
    return distanceBound(this.shape.centre, boxes, at);
  }

  inReach(bound: number): boolean {
    return bound <= this.padded;
  }

  /** An item that was compared. */
  offer(id: number): void {
    const key = this.keyOf(id);
    if (key > this.limit || !this.keep({ key, id })) return;
    if (this.best.length === this.wanted) this.shrink(this.best[this.wanted - 1].key);
  }

  /** Items that were compared as a packet, of which some are in reach. */
  offerPacket(ids: readonly number[]): void {
    const stride = 2 * this.shape.dimensions;
    const bounds = ids.map((id) => this.bound(this.boxes, id * stride));
    if (this.wanted > MOST_BY_BOUNDS) {
      const inReach = ids.filter((_, i) => this.inReach(bounds[i]));
      for (const id of inReach) this.offer(id);
    } else if (bounds.some((bound) => this.inReach(bound))) {
      const before = this.bounds ?? this.best.map(({ key }) => Math.fround(key));
      for (const id of ids) this.keep({ key: this.keyOf(id), id });
      this.bounds = [...before, ...bounds].sort((a, b) => a - b).slice(0, this.wanted);
      if (this.bounds.length === this.wanted) {
        this.shrink(this.bounds[this.wanted - 1] * RELATIVE + TINY);
      }
    }
  }

  private keyOf(id: number): number {
    return distanceSquared(this.shape.centre, this.boxes, id * 2 * this.shape.dimensions);
  }

  private shrink(limit: number): void {
    if (limit >= this.limit) return;
    this.limit = limit;
    this.padded = paddedLimit(limit);
  }

  /** By distance, then id; false when it is not among the best. */
  private keep(entry: Kept): boolean {
    const { best } = this;
    let place = best.length;
    while (place > 0 && precedes(entry, best[place - 1])) place--;
    if (place === this.wanted) return false;
    best.splice(place, 0, entry);
    if (best.length > this.wanted) best.pop();
    return true;
  }
}

function precedes(a: Kept, b: Kept): boolean {
  return a.key < b.key || (a.key === b.key && a.id < b.id);
}
