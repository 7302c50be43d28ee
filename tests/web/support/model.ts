/**
 * Model of an index: a list of boxes and filters. Queries test all boxes and return the existing
 * items that the filter accepts.
 */

import type { Dimensions, FilterLike, ItemFilter } from 'sapwood/all';
import { oracle } from 'scenes';

type Numbers = ArrayLike<number>;

const ALL = 0xffffffff;

interface Bits {
  readonly category: number;
  readonly mask: number;
}

const itemBits = ({ category = 1, mask = ALL }: ItemFilter = {}): Bits => ({ category, mask });

function queryBits(filter: FilterLike | undefined): Bits {
  if (typeof filter === 'function') throw new Error('the model does not support predicates');
  if (typeof filter === 'number') return { category: ALL, mask: filter };
  return { category: filter?.category ?? ALL, mask: filter?.mask ?? ALL };
}

const accepts = (a: Bits, b: Bits) => (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;

export class Model implements oracle.BoxSet {
  readonly dimensions: Dimensions;
  /** Boxes by id, including those of removed items. */
  boxes = new Float32Array(0);
  private filters: (Bits | null)[] = [];

  constructor(dimensions: Dimensions) {
    this.dimensions = dimensions;
  }

  get size(): number {
    return this.ids().length;
  }

  ids(): Uint32Array {
    const live = new Uint32Array(this.filters.length);
    let count = 0;
    for (let id = 0; id < live.length; id++) {
      if (this.filters[id]) live[count++] = id;
    }
    return live.slice(0, count);
  }

  has(id: number): boolean {
    return (this.filters[id] ?? null) !== null;
  }

  box(id: number): Float32Array {
    return this.boxes.slice(id * this.stride, (id + 1) * this.stride);
  }

  build(boxes: Numbers): void {
    this.boxes = Float32Array.from(boxes);
    this.filters = Array.from({ length: boxes.length / this.stride }, () => itemBits());
  }

  clear(): void {
    this.build([]);
  }

  /** Returns the id of the new item, which is the smallest unused id. */
  insert(box: Numbers, filter?: ItemFilter): number {
    const free = this.filters.indexOf(null);
    const id = free < 0 ? this.filters.length : free;
    this.filters[id] = itemBits(filter);
    this.move(id, box);
    return id;
  }

  move(id: number, box: Numbers): void {
    const length = this.filters.length * this.stride;
    if (this.boxes.length < length) {
      const grown = new Float32Array(length);
      grown.set(this.boxes);
      this.boxes = grown;
    }
    this.boxes.set(box, id * this.stride);
  }

  /** Replaces the boxes of all items. `boxes` has one box per item, in ascending order of ids. */
  update(boxes: Numbers): void {
    const flat = Float32Array.from(boxes);
    this.ids().forEach((id, i) => {
      this.move(id, flat.subarray(i * this.stride, (i + 1) * this.stride));
    });
  }

  remove(id: number): void {
    this.filters[id] = null;
  }

  setFilter(id: number, filter: ItemFilter): void {
    this.filters[id] = itemBits(filter);
  }

  queryBox(box: Numbers, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.queryBox(this, box), filter);
  }

  queryPoint(point: Numbers, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.queryPoint(this, point), filter);
  }

  /** Finds items that overlap a sphere, given as [center..., radius]. */
  querySphere(sphere: Numbers, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.querySphere(this, sphere), filter);
  }

  queryFrustum(planes: Numbers, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.queryFrustum(this, planes), filter);
  }

  /**
   * Finds items that a ray hits, sorted by distance, then id. `ray` is [origin..., direction...,
   * maximum distance].
   */
  raycastAll(ray: Numbers, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.raycastAll(this, ray).ids, filter);
  }

  nearest(point: Numbers, k: number, reach?: number, filter?: FilterLike): Uint32Array {
    return this.keep(oracle.nearest(this, point, Infinity, reach).ids, filter).subarray(0, k);
  }

  rayHits(ray: Numbers, filter?: FilterLike): oracle.RankedHits {
    return this.keepRanked(oracle.raycastAll(this, ray), filter);
  }

  nearestHits(point: Numbers, k: number, reach?: number, filter?: FilterLike): oracle.RankedHits {
    const { ids, distances } = this.keepRanked(
      oracle.nearest(this, point, Infinity, reach),
      filter,
    );
    return { ids: ids.subarray(0, k), distances: distances.subarray(0, k) };
  }

  /** Returns the overlapping pairs whose filters accept each other, in ascending order. */
  pairs(): Uint32Array {
    const all = oracle.pairs(this);
    return all.filter((_, i) => this.meet(this, all[i & ~1], all[i | 1]));
  }

  pairsWhere(test: (a: Float32Array, b: Float32Array) => boolean): number[] {
    const items = Array.from(this.ids(), (id) => [id, this.box(id)] as const);
    const pairs: number[] = [];
    items.forEach(([a, one], i) => {
      for (const [b, other] of items.slice(i + 1)) {
        if (this.meet(this, a, b) && test(one, other)) pairs.push(a, b);
      }
    });
    return pairs;
  }

  /**
   * Returns overlapping pairs of items of two models as [id, id in `other`], in ascending order.
   */
  pairsWith(other: Model): Uint32Array {
    return Uint32Array.from(
      [...this.ids()].flatMap((here) => {
        const touched = oracle.queryBox(other, this.box(here));
        return [...touched].filter((id) => this.meet(other, here, id)).flatMap((id) => [here, id]);
      }),
    );
  }

  private get stride(): number {
    return 2 * this.dimensions;
  }

  private keep(ids: Uint32Array, filter: FilterLike | undefined): Uint32Array {
    const bits = queryBits(filter);
    return ids.filter((id) => this.has(id) && accepts(this.filters[id]!, bits));
  }

  private keepRanked(hits: oracle.RankedHits, filter: FilterLike | undefined): oracle.RankedHits {
    const bits = queryBits(filter);
    const kept = (_: number, i: number) =>
      this.has(hits.ids[i]) && accepts(this.filters[hits.ids[i]]!, bits);
    return { ids: hits.ids.filter(kept), distances: hits.distances.filter(kept) };
  }

  private meet(other: Model, here: number, there: number): boolean {
    const a = this.filters[here];
    const b = other.filters[there];
    return !!a && !!b && accepts(a, b);
  }
}
