/**
 * Side of the page: one structure with the session's boxes, and its results. The page shows one
 * side, or two sides in a comparison.
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
import { constructorOptions } from '../model/page-options.js';
import { PairSearch } from '../model/pair-search.js';
import { QueryClock } from '../model/query-clock.js';
import type { QueryShape } from '../model/query-shape.js';
import { Recent } from '../model/recent.js';
import { type Timing, timeOnce } from '../model/timing.js';
import type { BuildChoice, OptionChoices } from '../state/settings.js';
import type { BuildReplay } from './build-replay.js';
import type { GradualBuild } from './gradual-build.js';
import { type FrameOptions, IndexDriver } from './index-driver.js';
import { lateModels } from './late-models.js';
import { NodeHistory } from './node-history.js';
import { type SweepView, sweepView } from './sweep-view.js';
import { forgetSteps, type NodeStates, showSteps, type Trace, traceQuery } from './trace.js';

const RECENT_FRAMES = 60;
/**
 * Maximum number of nodes that are dumped in every frame while the scene plays. Larger hierarchies
 * are dumped only every few frames.
 */
const NODES_PER_FRAME = 20_000;
/** Traversals with at most this number of node visits and item tests are traced in every frame. */
const SHORT_WALK = 20_000;

interface QueryOptions {
  readonly frame: number;
  /** Whether long traversals are traced too. */
  readonly traceAll: boolean;
  readonly step: number | null;
}

/** Side A is in the first view, side B in the second view. */
export const sideNames = ['A', 'B'] as const;

const noCounters: QueryCounters = { nodeVisits: 0, itemTests: 0, results: 0 };

export class Side {
  readonly index: SpatialIndex;
  /** Trace of the current query's traversal; null if the query is not traced. */
  trace: Trace | null = null;
  readonly updateTimes = new Recent(RECENT_FRAMES);
  /** Node states after the shown steps of the traversal. */
  readonly walk: NodeStates = { states: new Uint8Array(0), tested: 0, entered: 0 };
  /**
   * Result buffer. Its first `hitCount` entries are the ids of the hits. Ray, nearest and frustum
   * hits are sorted by distance.
   */
  hits: Uint32Array;
  hitCount = 0;
  queryCounters = noCounters;
  private readonly pairs: PairSearch;
  private nodeInterval = 1;
  /**
   * Shown step of a build, or null if the scene is shown. While a build is shown, `dump` belongs to
   * this step.
   */
  building: BuildReplayStep | null = null;
  private buildReplay: BuildReplay | null = null;
  /** Boxes on the sweep axis; null if they are not shown. */
  swept: SweepView | null = null;
  dump: NodeDump;
  levels: ItemLevels;
  /** Milliseconds spent in the index since `work` was last set to 0. */
  work = 0;
  private readonly driver: IndexDriver;
  private readonly clock: QueryClock;
  private readonly history: NodeHistory;
  private linked: NodeLinks | null = null;
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
    this.history.setDump(this.dump, 0);
  }

  get queryTimes(): Recent {
    return this.clock.times;
  }

  get pairTimes(): Recent {
    return this.pairs.times;
  }

  get pairCounters(): QueryCounters {
    return this.pairs.counters;
  }

  get pairCount(): number {
    return this.pairs.count;
  }

  get tooManyPairs(): boolean {
    return this.pairs.tooMany;
  }

  get pairInterval(): number {
    return this.pairs.interval;
  }

  get paired(): Uint8Array {
    return this.pairs.paired;
  }

  get links(): NodeLinks {
    if (this.linked?.dump !== this.dump) this.linked = new NodeLinks(this.dump);
    return this.linked;
  }

  createdIn(node: number): number {
    return this.history.createdIn(node);
  }

  ageOf(node: number): number {
    return this.history.frame - this.createdIn(node);
  }

  /**
   * Returns the volume (2D: area) that a node shares with its siblings, as a fraction of the node's
   * volume, at most 1. Returns -1 without siblings.
   */
  overlapOf(node: number): number {
    return overlapShare(this.links, node, this.source.dimensions);
  }

  /**
   * Returns the number of the visit in which the query first reached a node. Visits are numbered
   * from 1. Returns 0 if the query did not reach the node or is not traced.
   */
  visitOf(node: number): number {
    return this.history.orderOfVisits(this.trace, this.dump)?.[node] ?? 0;
  }

  traits(withOverlap: boolean): TraitSource {
    return this.history.traits(this.links, this.trace, withOverlap);
  }

  get buildTime(): number {
    return this.driver.buildTime;
  }

  get replaced(): number {
    return this.driver.replaced;
  }

  get gradual(): GradualBuild | null {
    return this.driver.gradual;
  }

  update(frameOptions: FrameOptions): void {
    const took = this.driver.update(frameOptions);
    timeOnce(this.updateTimes, took);
    this.work += took;
  }

  /** `boxes` already includes the edits. */
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

  /**
   * Finds the pairs of a frame, unless they are already known. While the scene plays, slow searches
   * run only every few frames.
   */
  findPairs(frame: number, playing: boolean, mark: boolean): void {
    this.work += this.pairs.find(frame, playing, mark);
  }

  /**
   * Shows a step of a build with the boxes of the current frame. If `choice` is null, shows the
   * scene.
   */
  showBuild(choice: BuildChoice | null, frame: number): void {
    if (choice === null) {
      if (!this.building) return;
      this.buildReplay?.dispose();
      this.building = this.buildReplay = null;
      this.setDump(pictureOf(this.index), frame);
      return;
    }
    const late = lateModels.peek();
    if (!late) return;
    if (!this.buildReplay) {
      const { entry, index, options, source } = this;
      const material = {
        entry,
        options: constructorOptions(options, source.sceneBounds),
        dimensions: index.dimensions,
        boxes: this.boxes.slice(),
      };
      this.buildReplay = new late.BuildReplay(material, pictureOf(index));
    }
    const before = this.building;
    this.building = this.buildReplay.frame(choice);
    if (this.building !== before) this.setDump(this.building.dump, frame);
  }

  private setDump(dump: NodeDump, frame: number): void {
    this.dump = dump;
    this.levels = itemLevels(dump, this.boxes, this.source.dimensions);
    this.history.setDump(dump, frame);
  }

  dumpNodes(frame: number, playing: boolean): void {
    const age = frame - this.history.frame;
    if (age === 0 || (playing && age < this.nodeInterval)) return;
    this.setDump(pictureOf(this.index), frame);
    this.nodeInterval = Math.max(1, Math.ceil(this.dump.count / NODES_PER_FRAME));
  }

  /**
   * Runs the query, and occasionally measures its duration. The query is traced only if the last
   * node dump is from the same frame. `step` is the number of traversal steps to show; null shows
   * all.
   */
  runQuery(shape: QueryShape, { frame, traceAll, step }: QueryOptions): void {
    this.hitCount = 0;
    this.queryCounters = noCounters;
    if (shape.kind === 'none' || this.building) this.trace = this.tracedOver = null;
    else {
      const start = performance.now();
      this.hitCount = Math.min(this.clock.runQuery(shape), this.hits.length);
      this.work += performance.now() - start;
      this.queryCounters = this.index.counters();
      this.traceWalk(shape, frame, traceAll);
      this.clock.measure(shape);
    }
    if (this.trace) showSteps(this.trace, step ?? Infinity, this.walk);
    // resets the node states, unless the dump of an older trace is still shown
    else if (this.history.frame === frame || !this.tracedOver) {
      forgetSteps(this.dump.count, this.walk);
    }
  }

  /**
   * Returns the timings of the operations to measure first: the pair search, unless it is slow or
   * has not run yet, and the query, if there is one.
   */
  timings(shape: QueryShape): readonly Timing[] {
    const hasQuery = shape.kind !== 'none' && !this.building;
    const ofPairs = this.pairs.timing;
    return [...(ofPairs ? [ofPairs] : []), ...(hasQuery ? [this.clock.timing(shape)] : [])];
  }

  /** Updates `swept`, or sets it to null if it is hidden or the structure has no sweep axis. */
  updateSweep(shape: QueryShape, isShown: boolean, step: number | null): void {
    const { boxes, trace } = this;
    const { searchRadius } = this.clock;
    const axis = isShown && !this.building ? this.index.stats().axis : undefined;
    if (axis === undefined) {
      this.swept = null;
      return;
    }
    const { links } = this;
    this.swept = sweepView({ axis, boxes, links, searchRadius, shape, step, trace });
  }

  private traceWalk(shape: QueryShape, frame: number, traceAll: boolean): void {
    const { dump, hitCount, index, queryCounters: counters, tracedOver: over } = this;
    if (this.history.frame === frame && over?.dump === dump && over.shape === shape) return;
    const cost = counters.nodeVisits + counters.itemTests;
    const isTraced = this.history.frame === frame && (traceAll || cost <= SHORT_WALK);
    if (this.history.frame === frame) this.tracedOver = isTraced ? { dump, shape } : null;
    const hits = this.hits.subarray(0, hitCount);
    this.trace = isTraced ? traceQuery(shape, { index, links: this.links, hits }) : null;
  }

  dispose(): void {
    this.buildReplay?.dispose();
    this.driver.dispose();
  }
}

/**
 * Returns the number of spatial hash cells that the query looked up and that do not exist; NaN
 * without a trace. The library's counters include only existing cells.
 */
export function emptyLookups({ index, trace }: Side): number {
  if (index.id !== 'spatial-hash') return 0;
  return trace ? trace.emptyLookups : Number.NaN;
}

/**
 * Returns the number of visited nodes and cells plus the number of item tests. Lookups of spatial
 * hash cells that do not exist count as visits. Returns NaN if their number is unknown.
 */
export function queryCost(side: Side): number {
  const { itemTests, nodeVisits } = side.queryCounters;
  return nodeVisits + itemTests + emptyLookups(side);
}
