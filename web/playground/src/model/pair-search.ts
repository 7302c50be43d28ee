/**
 * Search for all pairs of overlapping items, repeated when the scene changes. While the scene
 * plays, slow searches run only every few frames.
 */

import type { QueryCounters, SpatialIndex } from 'sapwood/all';
import { Recent } from './recent.js';
import { FIRST_TIMINGS, type Timing, timeBatch, timeOnce } from './timing.js';

const RECENT_SEARCHES = 60;
const BUDGET_MS = 12;
/**
 * If more pairs than this are expected, the search is skipped, because it would take too much time
 * and memory.
 */
const MAX_PAIRS = 30e6;
const SAMPLED_ITEMS = 64;

const noIds = new Uint32Array(0);

export class PairSearch {
  /** Milliseconds per search. */
  readonly times = new Recent(RECENT_SEARCHES);
  count = 0;
  /**
   * Whether the search was skipped because of too many pairs. Then `count` is an estimate, and
   * `paired` contains only zeros.
   */
  tooMany = false;
  counters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };
  /** Minimum number of frames between searches while the scene plays. */
  interval = 1;
  /**
   * Contains 1 for each item in at least one pair. Valid only if the last search had `mark` set.
   */
  paired: Uint8Array;
  private frame = -1;
  /** Result buffer, overwritten by each search. */
  private found: Uint32Array = noIds;
  private marked = false;
  private isQuick = false;

  constructor(
    private readonly index: SpatialIndex,
    private boxes: Float32Array,
  ) {
    this.paired = new Uint8Array(this.items);
  }

  /** Replaces the box array after items were added or removed. */
  follow(boxes: Float32Array): void {
    this.boxes = boxes;
    if (this.paired.length !== this.items) this.paired = new Uint8Array(this.items);
  }

  private get items(): number {
    return this.boxes.length / (2 * this.index.dimensions);
  }

  /**
   * Finds the pairs of a frame. Does nothing if they are already known, or if the scene plays and
   * the last search is recent. Returns the duration in milliseconds.
   */
  find(frame: number, playing: boolean, mark: boolean): number {
    const isKnown = this.frame === frame && (this.marked || !mark);
    const isRecent = this.frame >= 0 && frame - this.frame < this.interval;
    if (isKnown || (playing && isRecent)) return 0;
    const start = performance.now();
    this.frame = frame;
    this.marked = mark;
    const estimate = this.estimate();
    this.tooMany = estimate > MAX_PAIRS;
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

  /**
   * Estimates the number of pairs from a sample of the items. Returns 0 if even all possible pairs
   * do not exceed MAX_PAIRS.
   */
  private estimate(): number {
    const { boxes, index, paired } = this;
    const items = paired.length;
    if ((items * items) / 2 <= MAX_PAIRS) return 0;
    const stride = 2 * index.dimensions;
    let found = 0;
    for (let i = 0; i < SAMPLED_ITEMS; i++) {
      const at = Math.floor((i * items) / SAMPLED_ITEMS) * stride;
      // subtracts 1, because each item overlaps itself
      found += index.queryBoxInto(boxes.subarray(at, at + stride), noIds) - 1;
    }
    return (found / SAMPLED_ITEMS) * (items / 2);
  }

  /**
   * Recent durations of the search, and a function that measures the search again. Null if the
   * search is slow or has not run yet.
   */
  get timing(): Timing | null {
    if (!this.isQuick) return null;
    return { times: this.times, sample: () => timeBatch(this.times, () => this.findPairs()) };
  }

  /** Runs the search and returns the duration of the first run in milliseconds. */
  private search(): number {
    const { times } = this;
    const took = this.searchOnce();
    this.isQuick = FIRST_TIMINGS * took < BUDGET_MS;
    // `timing` takes the first measurements of quick searches, because the browser compiles the
    // code during the first runs
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
    this.findPairs();
    return performance.now() - start;
  }

  private findPairs(): void {
    this.found = this.index.pairsView();
  }
}
