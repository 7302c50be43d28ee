/**
 * One structure over the session's boxes, and what it answered: the page shows one or two of these.
 */

import type { NodeDump, QueryCounters, SpatialIndex, StructureEntry } from 'sapwood/all';
import type { BoxSource } from '../model/box-source.js';
import type { BuildReplayStep } from '../model/build-step.js';
import type { IndexChange } from '../model/edited-source.js';
import { type ItemLevels, itemLevels } from '../model/item-levels.js';
import { NodeLinks } from '../model/node-links.js';
import { overlapShare } from '../model/node-overlap.js';
import type { TraitSource } from '../model/node-traits.js';
import { pictureOf } from '../model/node-volumes.js';
import { constructed } from '../model/page-options.js';
import { PairSearch } from '../model/pair-search.js';
import { QueryClock } from '../model/query-clock.js';
import type { QueryShape } from '../model/query-shape.js';
import { Recent } from '../model/recent.js';
import { type Timing, timeOnce } from '../model/stop-watch.js';
import type { BuildChoice, OptionChoices } from '../state/settings.js';
import type { BuildReplay } from './build-replay.js';
import type { GradualBuild } from './gradual-build.js';
import { type FrameOptions, IndexDriver } from './index-driver.js';
import { lateModels } from './late-models.js';
import { NodeHistory } from './node-history.js';
import { type SweepView, sweepView } from './sweep-view.js';
import { forgetSteps, type NodeStates, showSteps, type Trace, traceQuery } from './trace.js';

const RECENT_FRAMES = 60;
/** More nodes are drawn in every so many frames while the scene plays, so that the page stays fluent. */
const NODES_PER_FRAME = 20_000;
/** A walk of so many visits and tests is traced in every frame. */
const SHORT_WALK = 20_000;

/** How closely a query is looked at. */
interface QueryOptions {
  readonly frame: number;
  /** Long walks, too. */
  readonly traceAll: boolean;
  readonly step: number | null;
}

/** Names of the two views. */
export const sideNames = ['A', 'B'] as const;

const noCounters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };

export class Side {
  readonly index: SpatialIndex;
  /** The walk of the present query, where it was traced. */
  trace: Trace | null = null;
  readonly updateTimes = new Recent(RECENT_FRAMES);
  /** What that walk has looked at, or so much of it as is shown. */
  readonly walk: NodeStates = { states: new Uint8Array(0), tested: 0, entered: 0 };
  /** Ids that the query found: the first `hitCount` entries; by distance for ray and nearest. */
  hits: Uint32Array;
  hitCount = 0;
  queryCounters = noCounters;
  private readonly pairs: PairSearch;
  private nodeInterval = 1;
  /** The step of a build that is looked at, while it is; `dump` is then that step's. */
  building: BuildReplayStep | null = null;
  private buildReplay: BuildReplay | null = null;
  /** The boxes on the axis of a sweep, when that is looked at. */
  swept: SweepView | null = null;
  dump: NodeDump;
  /** Of the items in the dump. */
  levels: ItemLevels;
  /** Milliseconds in the index since somebody set this to 0. */
  work = 0;
  private readonly driver: IndexDriver;
  private readonly clock: QueryClock;
  private readonly history: NodeHistory;
  private linked: NodeLinks | null = null;
  /** Of the last trace. */
  private tracedOver: { readonly dump: NodeDump; readonly shape: QueryShape } | null = null;

  constructor(
    readonly entry: StructureEntry,
    readonly options: OptionChoices,
    private readonly source: BoxSource,
    private boxes: Float32Array,
  ) {
    this.driver = new IndexDriver(entry, options, source, boxes);
    this.index = this.driver.index;
    this.hits = new Uint32Array(source.count);
    this.clock = new QueryClock(this.index, this.hits);
    this.pairs = new PairSearch(this.index, boxes);
    this.dump = pictureOf(this.index);
    this.levels = itemLevels(this.dump, boxes, source.dimensions);
    this.history = new NodeHistory(source.dimensions);
    this.history.take(this.dump, 0);
  }

  /** Milliseconds of the query. */
  get queryTimes(): Recent {
    return this.clock.times;
  }

  /** Milliseconds of the search for pairs. */
  get pairTimes(): Recent {
    return this.pairs.times;
  }

  get pairCounters(): QueryCounters {
    return this.pairs.counters;
  }

  get pairCount(): number {
    return this.pairs.count;
  }

  /** There are so many that their number is an estimate. */
  get tooManyPairs(): boolean {
    return this.pairs.tooMany;
  }

  /** While the scene plays, pairs are searched in every so many frames. */
  get pairInterval(): number {
    return this.pairs.interval;
  }

  /** 1 for items in at least one pair, when the last search marked them. */
  get paired(): Uint8Array {
    return this.pairs.paired;
  }

  /** Ways through the present dump. */
  get links(): NodeLinks {
    if (this.linked?.dump !== this.dump) this.linked = new NodeLinks(this.dump);
    return this.linked;
  }

  /** The frame in which a node came to be as it is. */
  bornIn(node: number): number {
    return this.history.bornIn(node);
  }

  /** Frames since a node came to be as it is. */
  ageOf(node: number): number {
    return this.history.frame - this.bornIn(node);
  }

  /** Share of a node that its siblings cover; -1 without siblings. */
  overlapOf(node: number): number {
    return overlapShare(this.links, node, this.source.dimensions);
  }

  /** Number of the query's first visit to a node; 0 where there is none, or where that is not known. */
  visitOf(node: number): number {
    return this.history.orderOfVisits(this.trace, this.dump)?.[node] ?? 0;
  }

  /** What the colors of the nodes can tell; overlap takes some time. */
  traits(withOverlap: boolean): TraitSource {
    return this.history.traits(this.links, this.trace, withOverlap);
  }

  /** Milliseconds of the first build. */
  get buildTime(): number {
    return this.driver.buildTime;
  }

  /** Items that changed their place in the structure in the last frame. */
  get replaced(): number {
    return this.driver.replaced;
  }

  /** Null for structures that are built at once. */
  get gradual(): GradualBuild | null {
    return this.driver.gradual;
  }

  update(manner: FrameOptions): void {
    const took = this.driver.update(manner);
    timeOnce(this.updateTimes, took);
    this.work += took;
  }

  /** Does what a hand has done; `boxes` are those after it. */
  edit(changes: readonly IndexChange[], boxes: Float32Array): void {
    this.boxes = boxes;
    const took = this.driver.edit(changes, boxes);
    timeOnce(this.updateTimes, took);
    this.work += took;
    const { count } = this.source;
    this.pairs.follow(boxes);
    if (this.hits.length === count) return;
    this.hits = this.clock.hits = new Uint32Array(count);
  }

  /** Finds the pairs of a frame, unless they are known or, while playing, may wait. */
  findPairs(frame: number, playing: boolean, mark: boolean): void {
    this.work += this.pairs.find(frame, playing, mark);
  }

  /** Shows a step of the build over the boxes of the present frame; null goes back to the scene. */
  showBuild(choice: BuildChoice | null, frame: number): void {
    if (choice === null) {
      if (!this.building) return;
      this.buildReplay?.dispose();
      this.building = this.buildReplay = null;
      this.takeDump(pictureOf(this.index), frame);
      return;
    }
    const late = lateModels.peek();
    if (!late) return;
    if (!this.buildReplay) {
      const { entry, index, options, source } = this;
      const material = {
        entry,
        options: constructed(options, source.home),
        dimensions: index.dimensions,
        boxes: this.boxes.slice(),
      };
      this.buildReplay = new late.BuildReplay(material, pictureOf(index));
    }
    const before = this.building;
    this.building = this.buildReplay.frame(choice);
    if (this.building !== before) this.takeDump(this.building.dump, frame);
  }

  private takeDump(dump: NodeDump, frame: number): void {
    this.dump = dump;
    this.levels = itemLevels(dump, this.boxes, this.source.dimensions);
    this.history.take(dump, frame);
  }

  /** Takes a picture of the hierarchy unless the last one still holds. */
  dumpNodes(frame: number, playing: boolean): void {
    const age = frame - this.history.frame;
    if (age === 0 || (playing && age < this.nodeInterval)) return;
    this.takeDump(pictureOf(this.index), frame);
    this.nodeInterval = Math.max(1, Math.ceil(this.dump.count / NODES_PER_FRAME));
  }

  /**
   * Answers the query; now and then with a stop watch. `frame` is the present one: a walk is traced over a dump of
   * the same frame. With `step` the picture shows so much of the walk.
   */
  ask(shape: QueryShape, { frame, traceAll, step }: QueryOptions): void {
    this.hitCount = 0;
    this.queryCounters = noCounters;
    if (shape.kind === 'none' || this.building) this.trace = this.tracedOver = null;
    else {
      const start = performance.now();
      this.hitCount = Math.min(this.clock.answer(shape), this.hits.length);
      this.work += performance.now() - start;
      this.queryCounters = this.index.counters();
      this.traceWalk(shape, frame, traceAll);
      this.clock.measure(shape);
    }
    if (this.trace) showSteps(this.trace, step ?? Infinity, this.walk);
    // what is known of an older picture stays as long as that
    else if (this.history.frame === frame || !this.tracedOver) {
      forgetSteps(this.dump.count, this.walk);
    }
  }

  /** What is to be measured at first: the search for pairs, and the query. */
  timings(shape: QueryShape): readonly Timing[] {
    const asks = shape.kind !== 'none' && !this.building;
    const ofPairs = this.pairs.timing;
    return [...(ofPairs ? [ofPairs] : []), ...(asks ? [this.clock.timing(shape)] : [])];
  }

  /** Looks at the boxes along the axis that the structure sweeps, if it is wanted and there is one. */
  lookAlongAxis(shape: QueryShape, wanted: boolean, step: number | null): void {
    const { boxes, trace } = this;
    const { reach } = this.clock;
    const axis = wanted && !this.building ? this.index.stats().axis : undefined;
    if (axis === undefined) {
      this.swept = null;
      return;
    }
    const { links } = this;
    this.swept = sweepView({ axis, boxes, links, reach, shape, step, trace });
  }

  private traceWalk(shape: QueryShape, frame: number, traceAll: boolean): void {
    const { dump, hitCount, index, queryCounters: counters, tracedOver: over } = this;
    if (this.history.frame === frame && over?.dump === dump && over.shape === shape) return;
    const cost = counters.nodeVisits + counters.itemTests;
    const wanted = this.history.frame === frame && (traceAll || cost <= SHORT_WALK);
    if (this.history.frame === frame) this.tracedOver = wanted ? { dump, shape } : null;
    const hits = this.hits.subarray(0, hitCount);
    this.trace = wanted ? traceQuery(shape, { index, links: this.links, hits }) : null;
  }

  dispose(): void {
    this.buildReplay?.dispose();
    this.driver.dispose();
  }
}

/**
 * Cells that were looked up in vain. The library counts those that are there; the others are known from the trace of
 * the walk.
 */
export function emptyLookups({ index, trace }: Side): number {
  if (index.id !== 'spatial-hash') return 0;
  return trace ? trace.emptyLookups : Number.NaN;
}

/** Nodes and cells that were looked at, and items that were compared; NaN while some of that is not known. */
export function queryCost(side: Side): number {
  const { itemTests, nodeVisits } = side.queryCounters;
  return nodeVisits + itemTests + emptyLookups(side);
}
