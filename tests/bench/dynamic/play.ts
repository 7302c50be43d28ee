/**
 * Simulates a moving world for all structures and policies in lockstep. In each frame, all indices
 * receive the same change in turn, and each frame starts with a different index. Load of the
 * machine therefore affects all of them. Between two turns of an index, the other indices use the
 * caches, as the rest of a game would.
 */

import { quantile } from 'measuring';
import type { PairChanges } from 'sapwood/all';
import { type IndexStats, type SpatialIndex, type StructureEntry, structures } from 'sapwood/all';
import { collectPairs, pairsHash } from 'scenes';
import { createIndex, notSensible } from '../node/contenders';
import { LivePairs } from '../node/motion-phases';
import { pause } from '../node/sampling';
import { type Policy, policies } from './policies';
import type { DynamicCell, Times, TooSlow, World } from './record';
import { type MotionKind, PlayedWorld } from './worlds';

export interface PlayPlan {
  readonly frames: number;
  /** Maximum seconds per world. The simulation stops after the frame that exceeds this limit. */
  readonly seconds: number;
  /** Ids of structures. An empty list selects all structures. */
  readonly structures: readonly string[];
  /**
   * Cells of a record. If they are present, each structure runs for its recorded number of frames.
   * Otherwise, slow structures stop early.
   */
  readonly recorded?: readonly DynamicCell[];
}

/** Maximum milliseconds of the first frame. A structure that takes longer is excluded. */
export const SLOWEST_FRAME_MS = 250;

/**
 * Number of frames after which a structure stops if its median frame time exceeds `FRAME_MS`. Its
 * cell then contains only these frames.
 */
export const MAX_SLOW_FRAMES = 10;
export const FRAME_MS = 1000 / 60;

/**
 * Interval in frames at which work is recorded and pairs are compared with the reference pairs.
 * Both are also done in the last frame.
 */
export const RECORD_INTERVAL = 30;

type Quality = Pick<IndexStats, 'height' | 'areaRatio'>;

class Runner {
  readonly update: number[] = [];
  readonly pairs: number[] = [];
  readonly work: number[] = [];
  private readonly applyChange: ReturnType<Policy['updater']>;
  private readonly first: Quality;
  private readonly live: LivePairs;

  constructor(
    readonly entry: StructureEntry,
    readonly policy: Policy,
    readonly index: SpatialIndex,
    boxes: Float32Array,
  ) {
    index.build(boxes);
    this.applyChange = policy.updater(index);
    this.live = new LivePairs(index.size);
    this.applyChanges(this.query());
    this.first = index.stats();
  }

  play(change: Parameters<ReturnType<Policy['updater']>>[0]): void {
    const start = performance.now();
    this.applyChange(change);
    const updated = performance.now();
    const found = this.query();
    const end = performance.now();
    this.update.push(updated - start);
    this.pairs.push(end - updated);
    this.applyChanges(found);
  }

  private query(): PairChanges | undefined {
    if (this.policy.changes) return this.policy.changes(this.index);
    this.index.pairsView();
    return undefined;
  }
  private applyChanges(changes: PairChanges | undefined): void {
    if (changes) this.live.apply(changes);
  }

  get lastFrame(): number {
    return this.update[this.update.length - 1] + this.pairs[this.pairs.length - 1];
  }

  get slow(): boolean {
    return timesOf(this.totals()).p50 > FRAME_MS;
  }

  private totals(): number[] {
    return this.update.map((time, i) => time + this.pairs[i]);
  }

  /**
   * Records the work of a query of all pairs. Returns true if the result is correct and, for the
   * policy `changes`, the set of live pairs is also correct.
   */
  recordWork(expected: string): boolean {
    const hash = pairsHash(this.index.pairsView());
    const { nodeVisits, itemTests } = this.index.counters();
    this.work.push(nodeVisits + itemTests);
    return hash === expected && (!this.policy.changes || this.live.hash() === expected);
  }

  cell(motion: string, n: number): DynamicCell {
    const last: Quality = this.index.stats();
    const both = (name: keyof Quality): [number, number] | null => {
      const [before, after] = [this.first[name], last[name]];
      return before === undefined || after === undefined ? null : [before, after];
    };
    return {
      motion,
      dimensions: this.index.dimensions,
      n,
      structure: this.entry.id,
      policy: this.policy.id,
      frames: this.update.length,
      update: timesOf(this.update),
      pairs: timesOf(this.pairs),
      total: timesOf(this.totals()),
      work: this.work,
      height: both('height'),
      areaRatio: both('areaRatio'),
      bytes: this.index.byteLength,
    };
  }
}

function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q: number) => Number(quantile(sorted, q).toPrecision(4));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function createRunner(
  entry: StructureEntry,
  policy: Policy,
  world: PlayedWorld,
): Runner | undefined {
  const contender = { entry, options: {}, label: entry.id };
  if (notSensible(contender, world.count)) return undefined;
  const index = createIndex(contender, world.dimensions);
  if (policy.fits(entry, index)) return new Runner(entry, policy, index, world.start);
  index.dispose();
  return undefined;
}

const cellIn = (recorded: readonly DynamicCell[], { entry, policy }: RunnerKey) =>
  recorded.find((cell) => cell.structure === entry.id && cell.policy === policy.id);

type RunnerKey = Pick<Runner, 'entry' | 'policy'>;

function createRunners(plan: PlayPlan, world: PlayedWorld): Runner[] {
  const selected = structures.filter(
    ({ id, dimensions }) =>
      dimensions.includes(world.dimensions) &&
      (plan.structures.length === 0 || plan.structures.includes(id)),
  );
  const { recorded } = plan;
  return selected
    .flatMap((entry) => policies.map((policy) => ({ entry, policy })))
    .filter((one) => !recorded || cellIn(recorded, one))
    .flatMap(({ entry, policy }) => createRunner(entry, policy, world) ?? []);
}

/** Counts the pairs that begin and end, from the reference pairs of consecutive frames. */
class Events {
  begins = 0;
  ends = 0;
  pairs = 0;
  compared = 0;
  /** Checksum of the pairs in the last compared frame. */
  hash = '';
  private before: { frame: number; keys: Set<number> } | undefined;

  constructor(private readonly world: PlayedWorld) {}

  record(frame: number, boxes: Float32Array): void {
    const { dimensions, count } = this.world;
    const flat = collectPairs({ dimensions, boxes });
    this.hash = pairsHash(flat);
    const keys = new Set<number>();
    for (let i = 0; i < flat.length; i += 2) keys.add(flat[i] * count + flat[i + 1]);
    if (this.before?.frame === frame - 1) this.compare(this.before.keys, keys);
    this.before = { frame, keys };
  }

  private compare(before: Set<number>, now: Set<number>): void {
    let unchanged = 0;
    for (const key of now) if (before.has(key)) unchanged++;
    this.begins += now.size - unchanged;
    this.ends += before.size - unchanged;
    this.pairs += now.size;
    this.compared++;
  }
}

export interface Played {
  readonly world: World;
  readonly cells: readonly DynamicCell[];
  readonly tooSlow: readonly TooSlow[];
}

/**
 * Removes the runners that are too slow. Calls `last` for each of them and returns the results.
 */
function removeSlow<T>(
  runners: Runner[],
  tooSlow: (runner: Runner) => boolean,
  last: (runner: Runner) => T,
): T[] {
  return runners.filter(tooSlow).map((runner) => {
    const result = last(runner);
    runners.splice(runners.indexOf(runner), 1);
    runner.index.dispose();
    return result;
  });
}

function removeAfterFirstFrame(runners: Runner[], motion: string, n: number): TooSlow[] {
  const tooSlow = ({ lastFrame }: Runner) => lastFrame > SLOWEST_FRAME_MS;
  return removeSlow(runners, tooSlow, ({ entry, policy, index: { dimensions }, lastFrame }) => {
    const frame = Math.round(lastFrame);
    return { motion, dimensions, n, structure: entry.id, policy: policy.id, frame };
  });
}

function checkAll(runners: readonly Runner[], expected: string, what: string): void {
  const wrong = runners.filter((runner) => !runner.recordWork(expected));
  if (wrong.length === 0) return;
  const names = wrong.map(({ entry, policy }) => `${entry.id} ${policy.id}`);
  throw new Error(`${what}: wrong pairs from ${names.join(', ')}`);
}

/** Simulates one world for all runners. Throws if a structure reports wrong pairs. */
export async function play(
  kind: MotionKind,
  dimensions: 2 | 3,
  n: number,
  plan: PlayPlan,
): Promise<Played> {
  const world = new PlayedWorld(kind, dimensions, n);
  const runners = createRunners(plan, world);
  const events = new Events(world);
  const end = performance.now() + 1000 * plan.seconds;
  const tooSlow: TooSlow[] = [];
  const all = [...runners];
  const cells = new Map<Runner, DynamicCell>();
  const finish = (runner: Runner) => cells.set(runner, runner.cell(kind.id, n));
  const { recorded } = plan;
  const isSlow = (runner: Runner) =>
    recorded ? cellIn(recorded, runner)?.frames === MAX_SLOW_FRAMES : runner.slow;
  let frame = 0;
  let moved = 0;
  try {
    for (let more = true; more; ) {
      const change = world.next();
      moved += change.ids.length;
      for (let turn = 0; turn < runners.length; turn++) {
        runners[(turn + frame) % runners.length].play(change);
      }
      frame++;
      if (frame === 1 && !recorded) tooSlow.push(...removeAfterFirstFrame(runners, kind.id, n));
      more = frame < plan.frames && performance.now() < end;
      const isRecorded = frame % RECORD_INTERVAL === 1 || !more;
      // also records an adjacent frame, because begins and ends need two consecutive frames
      if (isRecorded || frame === 2 || (frame + 1) % RECORD_INTERVAL === 1)
        events.record(frame, change.boxes);
      if (isRecorded) checkAll(runners, events.hash, `${kind.id} ${dimensions}D n=${n}, ${frame}`);
      if (frame === MAX_SLOW_FRAMES && more) removeSlow(runners, isSlow, finish);
      await pause();
    }
    runners.forEach(finish);
    return {
      world: summary(kind.id, world, frame, moved, events),
      cells: all.flatMap((runner) => cells.get(runner) ?? []),
      tooSlow,
    };
  } finally {
    for (const { index } of runners) index.dispose();
  }
}

function summary(
  motion: string,
  { dimensions, count }: PlayedWorld,
  frames: number,
  moved: number,
  { begins, ends, pairs, compared }: Events,
): World {
  const mean = (sum: number, of: number) => (of > 0 ? Number((sum / of).toPrecision(4)) : 0);
  return {
    motion,
    dimensions,
    n: count,
    frames,
    moved: mean(moved, frames),
    pairs: mean(pairs, compared),
    begins: mean(begins, compared),
    ends: mean(ends, compared),
  };
}
