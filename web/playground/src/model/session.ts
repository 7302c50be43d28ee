/**
 * What is on the page: a source, the index over it, and the answers of the last frame.
 */

import type { NodeDump, QueryCounters, SpatialIndex, StructureEntry } from 'sapwood';
import type { Policy, Settings } from '../state/settings.js';
import type { BoxSource } from './box-source.js';
import { IndexDriver } from './index-driver.js';
import { type NodeWalk, walkNodes } from './node-walk.js';
import { type QueryShape, queryShape } from './query-shape.js';
import { Durations } from './timing.js';

const RECENT_FRAMES = 60;
/** Work beyond these is spread over several frames, so that the page stays fluent. */
const PAIR_BUDGET_MS = 12;
const NODES_PER_FRAME = 20_000;
const TIMED_QUERIES = 32;
const TIMED_QUERIES_MS = 1;
const ANSWERS_PER_TIMING = 8;

const noCounters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };

export class Session {
  readonly index: SpatialIndex;
  readonly updateTimes = new Durations(RECENT_FRAMES);
  readonly pairTimes = new Durations(RECENT_FRAMES);
  readonly queryTimes = new Durations(RECENT_FRAMES);
  readonly walk: NodeWalk = { states: new Uint8Array(0), tested: 0, entered: 0 };
  /** Ids that the query found: the first `hitCount` entries; by distance for ray and nearest. */
  readonly hits: Uint32Array;
  hitCount = 0;
  queryCounters = noCounters;
  pairCounters = noCounters;
  pairCount = 0;
  /** While the scene plays, pairs are searched and nodes drawn in every so many frames. */
  pairInterval = 1;
  nodeInterval = 1;
  /** 1 for items in at least one pair, when the last search marked them. */
  readonly paired: Uint8Array;
  private pairFrame = -1;
  private pairsMarked = false;
  private nodeFrame = -1;
  dump: NodeDump | null = null;
  frame = 0;
  /** Milliseconds in the index since somebody set this to 0. */
  work = 0;
  shape: QueryShape;
  private readonly driver: IndexDriver;
  /** Distance of the farthest neighbour, for the walk of a nearest search. */
  private reach = 0;
  private answers = 0;
  private asked: Settings;

  constructor(
    entry: StructureEntry,
    readonly source: BoxSource,
    settings: Settings,
  ) {
    this.driver = new IndexDriver(entry, settings.options, source);
    this.index = this.driver.index;
    this.hits = new Uint32Array(source.count);
    this.paired = new Uint8Array(source.count);
    this.asked = settings;
    this.shape = queryShape(settings, source.home);
  }

  get boxes(): Float32Array {
    return this.driver.boxes;
  }

  /** One frame of motion, and the index after it. */
  advance(policy: Policy): void {
    this.source.step();
    const took = this.driver.update(policy);
    this.updateTimes.add(took);
    this.work += took;
    this.frame++;
  }

  /** Finds the pairs of this frame, unless they are known or, while playing, may wait. */
  findPairs(playing: boolean, mark: boolean): void {
    const known = this.pairFrame === this.frame && (this.pairsMarked || !mark);
    const fresh = this.pairFrame >= 0 && this.frame - this.pairFrame < this.pairInterval;
    if (known || (playing && fresh)) return;
    this.pairFrame = this.frame;
    this.pairsMarked = mark;
    const start = performance.now();
    const pairs = this.index.pairsView();
    const took = performance.now() - start;
    this.pairTimes.add(took);
    this.work += took;
    this.pairCount = pairs.length / 2;
    this.pairInterval = Math.max(1, Math.ceil(took / PAIR_BUDGET_MS));
    if (mark) {
      this.paired.fill(0);
      for (let i = 0; i < pairs.length; i++) this.paired[pairs[i]] = 1;
    }
    this.pairCounters = this.index.counters();
  }

  /** Takes a picture of the hierarchy unless the last one still holds; answers whether it did. */
  dumpNodes(playing: boolean): boolean {
    const age = this.frame - this.nodeFrame;
    if (this.dump && (age === 0 || (playing && age < this.nodeInterval))) return false;
    this.nodeFrame = this.frame;
    this.dump = this.index.nodes();
    this.nodeInterval = Math.max(1, Math.ceil(this.dump.count / NODES_PER_FRAME));
    return true;
  }

  /** Answers the query; now and then with a stop watch. */
  ask(settings: Settings): void {
    if (settings !== this.asked) this.shape = queryShape(settings, this.source.home);
    this.asked = settings;
    this.reach = 0;
    this.hitCount = 0;
    this.queryCounters = noCounters;
    if (this.shape.kind !== 'none') {
      const start = performance.now();
      this.hitCount = Math.min(this.answer(), this.hits.length);
      this.work += performance.now() - start;
      this.queryCounters = this.index.counters();
      if (this.answers++ % ANSWERS_PER_TIMING === 0) this.timeAnswers();
    }
    if (this.dump) walkNodes(this.dump, this.shape, this.reach, this.walk);
  }

  /** Sound, or what is broken, in words. */
  faults(): string[] {
    return this.index.validate();
  }

  /** The source stays with its owner. */
  dispose(): void {
    this.driver.dispose();
  }

  private answer(): number {
    const { index, shape, hits } = this;
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

  /** One answer is shorter than a tick of the clock: several are timed together. */
  private timeAnswers(): void {
    const start = performance.now();
    let runs = 0;
    let took = 0;
    while (runs < TIMED_QUERIES && took < TIMED_QUERIES_MS) {
      this.answer();
      runs++;
      took = performance.now() - start;
    }
    this.queryTimes.add(took / runs);
  }
}
