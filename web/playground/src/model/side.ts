/**
 * One structure over the session's boxes, and what it answered: the page shows one or two of these.
 */

import type { NodeDump, QueryCounters, SpatialIndex, StructureEntry } from 'sapwood';
import type { OptionChoices } from '../state/settings.js';
import type { BoxSource } from './box-source.js';
import type { GradualBuild } from './gradual-build.js';
import { type FrameManner, IndexDriver } from './index-driver.js';
import { type ItemLevels, itemLevels } from './item-levels.js';
import { type NodeWalk, walkNodes } from './node-walk.js';
import type { QueryShape } from './query-shape.js';
import { Recent } from './recent.js';

const RECENT_FRAMES = 60;
/** Work beyond these is spread over several frames, so that the page stays fluent. */
const PAIR_BUDGET_MS = 12;
const NODES_PER_FRAME = 20_000;
const TIMED_QUERIES = 32;
const TIMED_QUERIES_MS = 1;
const ANSWERS_PER_TIMING = 8;
/** A scene that stands still has only its first answers to go by. */
const FIRST_TIMINGS = 5;
const WARM_UP_MS = 3;

const noCounters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };

export class Side {
  readonly index: SpatialIndex;
  readonly updateTimes = new Recent(RECENT_FRAMES);
  readonly pairTimes = new Recent(RECENT_FRAMES);
  readonly queryTimes = new Recent(RECENT_FRAMES);
  readonly walk: NodeWalk = { states: new Uint8Array(0), tested: 0, entered: 0 };
  /** Ids that the query found: the first `hitCount` entries; by distance for ray and nearest. */
  readonly hits: Uint32Array;
  hitCount = 0;
  queryCounters = noCounters;
  pairCounters = noCounters;
  pairCount = 0;
  /** While the scene plays, pairs are searched and nodes drawn in every so many frames. */
  pairInterval = 1;
  private nodeInterval = 1;
  /** 1 for items in at least one pair, when the last search marked them. */
  readonly paired: Uint8Array;
  private pairFrame = -1;
  private pairsMarked = false;
  private nodeFrame = 0;
  dump: NodeDump;
  /** Of the items in the dump. */
  levels: ItemLevels;
  /** Milliseconds in the index since somebody set this to 0. */
  work = 0;
  private readonly driver: IndexDriver;
  /** Distance of the farthest neighbour, for the walk of a nearest search. */
  private reach = 0;
  private answers = 0;

  constructor(
    readonly entry: StructureEntry,
    readonly options: OptionChoices,
    private readonly source: BoxSource,
    private readonly boxes: Float32Array,
  ) {
    this.driver = new IndexDriver(entry, options, source, boxes);
    this.index = this.driver.index;
    this.hits = new Uint32Array(source.count);
    this.paired = new Uint8Array(source.count);
    this.dump = this.index.nodes();
    this.levels = itemLevels(this.dump, boxes, source.dimensions);
  }

  /** Null for structures that are built at once. */
  get gradual(): GradualBuild | null {
    return this.driver.gradual;
  }

  update(manner: FrameManner): void {
    const took = this.driver.update(manner);
    this.updateTimes.add(took);
    this.work += took;
  }

  /** Finds the pairs of a frame, unless they are known or, while playing, may wait. */
  findPairs(frame: number, playing: boolean, mark: boolean): void {
    const known = this.pairFrame === frame && (this.pairsMarked || !mark);
    const fresh = this.pairFrame >= 0 && frame - this.pairFrame < this.pairInterval;
    if (known || (playing && fresh)) return;
    this.pairFrame = frame;
    this.pairsMarked = mark;
    const pairs = this.searchPairs();
    this.pairCount = pairs.length / 2;
    this.pairInterval = Math.max(1, Math.ceil(this.pairTimes.typical() / PAIR_BUDGET_MS));
    if (mark) {
      this.paired.fill(0);
      for (let i = 0; i < pairs.length; i++) this.paired[pairs[i]] = 1;
    }
    this.pairCounters = this.index.counters();
  }

  /** Takes a picture of the hierarchy unless the last one still holds. */
  dumpNodes(frame: number, playing: boolean): void {
    const age = frame - this.nodeFrame;
    if (age === 0 || (playing && age < this.nodeInterval)) return;
    this.nodeFrame = frame;
    this.dump = this.index.nodes();
    this.levels = itemLevels(this.dump, this.boxes, this.source.dimensions);
    this.nodeInterval = Math.max(1, Math.ceil(this.dump.count / NODES_PER_FRAME));
  }

  /** Answers the query; now and then with a stop watch. */
  ask(shape: QueryShape): void {
    this.reach = 0;
    this.hitCount = 0;
    this.queryCounters = noCounters;
    if (shape.kind !== 'none') {
      const start = performance.now();
      this.hitCount = Math.min(this.answer(shape), this.hits.length);
      this.work += performance.now() - start;
      this.queryCounters = this.index.counters();
      if (this.answers === 0) this.warmUp(shape);
      while (this.queryTimes.size < FIRST_TIMINGS) this.timeAnswers(shape);
      if (++this.answers % ANSWERS_PER_TIMING === 0) this.timeAnswers(shape);
    }
    walkNodes(this.dump, shape, this.reach, this.walk);
  }

  dispose(): void {
    this.driver.dispose();
  }

  /** At first a few times, where that takes little: a scene that stands still has no other measurements. */
  private searchPairs(): Uint32Array {
    const start = performance.now();
    let pairs: Uint32Array;
    let spent = 0;
    do {
      pairs = this.index.pairsView();
      this.pairTimes.add(performance.now() - start - spent);
      spent = performance.now() - start;
    } while (this.pairTimes.size < FIRST_TIMINGS && spent < PAIR_BUDGET_MS);
    this.work += spent;
    return pairs;
  }

  private answer(shape: QueryShape): number {
    const { index, hits } = this;
    if (shape.kind === 'box') return index.queryBoxInto(shape.box, hits);
    if (shape.kind === 'sphere') return index.querySphereInto(shape.centre, shape.radius, hits);
    if (shape.kind === 'ray') {
      const { ids } = index.raycastAll(shape.origin, shape.direction, shape.length);
      hits.set(ids);
      return ids.length;
    }
    const { ids, distances } = index.nearest(shape.centre, shape.k);
    hits.set(ids);
    this.reach = distances.length > 0 ? distances[distances.length - 1] : 0;
    return ids.length;
  }

  /** The first calls run code that the browser has not compiled yet, and would be held against the first side. */
  private warmUp(shape: QueryShape): void {
    const start = performance.now();
    while (performance.now() - start < WARM_UP_MS) this.answer(shape);
  }

  /** One answer is shorter than a tick of the clock: several are timed together. */
  private timeAnswers(shape: QueryShape): void {
    const start = performance.now();
    let runs = 0;
    let took = 0;
    while (runs < TIMED_QUERIES && took < TIMED_QUERIES_MS) {
      this.answer(shape);
      runs++;
      took = performance.now() - start;
    }
    this.queryTimes.add(took / runs);
  }
}
