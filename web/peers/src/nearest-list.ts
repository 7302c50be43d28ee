/**
 * List of the k nearest items found so far, sorted by squared distance, then by id. Insertion into
 * a sorted array is fast because k is small.
 */
export class NearestList {
  private readonly distances: Float64Array;
  private readonly ids: Int32Array;
  private length = 0;
  /** Squared distance above which items are rejected; Infinity until the list contains k items. */
  limit = Number.POSITIVE_INFINITY;

  constructor(private readonly k: number) {
    this.distances = new Float64Array(k);
    this.ids = new Int32Array(k);
  }

  clear(): void {
    this.length = 0;
    this.limit = this.k > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  offer(squaredDistance: number, id: number): void {
    const { distances, ids, k } = this;
    if (squaredDistance > this.limit) return;
    let place = this.length;
    if (place === k) {
      if (squaredDistance === distances[k - 1] && id > ids[k - 1]) return;
      place--;
    } else {
      this.length++;
    }
    for (; place > 0; place--) {
      const before = distances[place - 1];
      if (before < squaredDistance || (before === squaredDistance && ids[place - 1] < id)) break;
      distances[place] = before;
      ids[place] = ids[place - 1];
    }
    distances[place] = squaredDistance;
    ids[place] = id;
    if (this.length === k) this.limit = distances[k - 1];
  }

  /** Writes k ids to `out`, starting at index `at`. Missing ids are -1. */
  write(out: Int32Array, at: number): void {
    for (let i = 0; i < this.k; i++) out[at + i] = i < this.length ? this.ids[i] : -1;
  }
}
