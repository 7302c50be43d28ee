/**
 * All pairs of an index, found again when the scene has moved on. A search that takes long is made in every so many
 * frames while the scene plays, so that the page stays fluent.
 */

import type { QueryCounters, SpatialIndex } from 'sapwood/all';
import { Recent } from './recent.js';
import { FIRST_TIMINGS, type Timing, timeBatch, timeOnce } from './stop-watch.js';

const RECENT_SEARCHES = 60;
const BUDGET_MS = 12;
/** More would take the page's time and memory: their number is estimated from some of the items. */
const MOST_PAIRS = 30e6;
const SAMPLED_ITEMS = 64;

const noIds = new Uint32Array(0);

export class PairSearch {
  /** Milliseconds of each search. */
  readonly times = new Recent(RECENT_SEARCHES);
  count = 0;
  /** There are so many that `count` is an estimate, and none is marked. */
  tooMany = false;
  counters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };
  /** While the scene plays, pairs are searched in every so many frames. */
  interval = 1;
  /** 1 for items in at least one pair, when the last search marked them. */
  paired: Uint8Array;
  private frame = -1;
  /** Of the last search; the next one writes over it. */
  private found: Uint32Array = noIds;
  private marked = false;
  private isQuick = false;

  constructor(
    private readonly index: SpatialIndex,
    /** Of all items, at any time. */
    private boxes: Float32Array,
  ) {
    this.paired = new Uint8Array(this.items);
  }

  /** The boxes of all items, after some have come or gone. */
  follow(boxes: Float32Array): void {
    this.boxes = boxes;
    if (this.paired.length !== this.items) this.paired = new Uint8Array(this.items);
  }

  private get items(): number {
    return this.boxes.length / (2 * this.index.dimensions);
  }

  /** Finds the pairs of a frame, unless they are known or, while playing, may wait. Answers the milliseconds. */
  find(frame: number, playing: boolean, mark: boolean): number {
    const known = this.frame === frame && (this.marked || !mark);
    const fresh = this.frame >= 0 && frame - this.frame < this.interval;
    if (known || (playing && fresh)) return 0;
    const start = performance.now();
    this.frame = frame;
    this.marked = mark;
    const estimate = this.estimate();
    this.tooMany = estimate > MOST_PAIRS;
    if (this.tooMany) {
      this.count = estimate;
      this.paired.fill(0);
      return performance.now() - start;
    }
    const took = this.search();
    const { found } = this;
    this.count = found.length / 2;
    this.interval = Math.max(1, Math.ceil((this.times.typical() || took) / BUDGET_MS));
    if (mark) {
      this.paired.fill(0);
      for (let i = 0; i < found.length; i++) this.paired[found[i]] = 1;
    }
    this.counters = this.index.counters();
    return took;
  }

  /** Pairs, judged by what some of the items overlap; 0 where they cannot be too many. */
  private estimate(): number {
    const { boxes, index, paired } = this;
    const items = paired.length;
    if ((items * items) / 2 <= MOST_PAIRS) return 0;
    const stride = 2 * index.dimensions;
    let found = 0;
    for (let i = 0; i < SAMPLED_ITEMS; i++) {
      const at = Math.floor((i * items) / SAMPLED_ITEMS) * stride;
      // each item meets itself too
      found += index.queryBoxInto(boxes.subarray(at, at + stride), noIds) - 1;
    }
    return (found / SAMPLED_ITEMS) * (items / 2);
  }

  /** For the first measurements of a search that takes little; null where others are made, or none. */
  get timing(): Timing | null {
    if (!this.isQuick) return null;
    return { times: this.times, sample: () => timeBatch(this.times, () => this.look()) };
  }

  /** Answers the milliseconds of the first search. */
  private search(): number {
    const { times } = this;
    const took = this.searchOnce();
    this.isQuick = FIRST_TIMINGS * took < BUDGET_MS;
    // the first ones of a quick search run code that is not compiled yet: they are made in turns
    if (this.isQuick) {
      if (times.size >= FIRST_TIMINGS) timeOnce(times, took);
      return took;
    }
    timeOnce(times, took);
    let spent = took;
    while (times.size < FIRST_TIMINGS && spent < BUDGET_MS) {
      const again = this.searchOnce();
      timeOnce(times, again);
      spent += again;
    }
    return took;
  }

  private searchOnce(): number {
    const start = performance.now();
    this.look();
    return performance.now() - start;
  }

  private look(): void {
    this.found = this.index.pairsView();
  }
}
