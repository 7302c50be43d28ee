/**
 * Random operations on indices and worlds, with random writes to every view that they ever
 * returned. A write may only change the memory of the index or world that returned the view. If the
 * view is detached, the write has no effect.
 *
 * Each step has its own random generator, so that steps can be omitted without changing other
 * steps.
 */

import type { SpatialIndex } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { require } from '../support/compare.js';
import type { Makers } from './makers.js';
import { type Setting, TrialIndex } from './trial-index.js';
import { TrialWorld } from './trial-world.js';
import { ViewPool } from './view-pool.js';

const INDICES = 8;
const WORLDS = 4;
const MAX_WRITES = 6;
/** Number of steps between two checks of all indices and worlds. */
const CHECKED = 16;
const MAX_GROWTH = 2 ** 18;

type Operation<T> = readonly [
  weight: number,
  name: string,
  run: (subject: T, setting: Setting) => void,
];

interface Counted {
  operations: number;
  growths: number;
  collected: number;
}

function draw<T>(list: readonly Operation<T>[], random: Mulberry32): Operation<T> {
  let at = random.below(list.reduce((sum, [weight]) => sum + weight, 0));
  for (const one of list) {
    at -= one[0];
    if (at < 0) return one;
  }
  return list[0];
}

export interface TrialOptions {
  readonly seed: number;
  readonly makers: Makers;
  /** Runs the garbage collector, which frees indices without references. */
  readonly collect: () => void;
  /** Called with a description of each step before it runs. */
  readonly report?: (step: number, text: string) => void;
  /**
   * If true, the trial does not write to earlier views, so that every failure is a fault of the
   * trial itself.
   */
  readonly quiet?: boolean;
}

export class ViewTrial {
  readonly pool: ViewPool;
  readonly counted: Counted = { operations: 0, growths: 0, collected: 0 };
  private readonly indices: (TrialIndex | undefined)[] = Array(INDICES).fill(undefined);
  private readonly worlds: (TrialWorld | undefined)[] = Array(WORLDS).fill(undefined);
  private readonly options: TrialOptions;
  private now = '';

  constructor(options: TrialOptions) {
    this.options = options;
    this.pool = new ViewPool(options.quiet);
  }

  private readonly onIndices: readonly Operation<TrialIndex>[] = [
    [8, 'staging', (subject, setting) => subject.stage(setting)],
    [8, 'fill', (subject, setting) => subject.fill(setting)],
    [10, 'take staged', (subject, setting) => subject.takeStaged(setting)],
    [8, 'take array', (subject, setting) => subject.takeArray(setting)],
    [6, 'insert', (subject, setting) => subject.insert(setting)],
    [3, 'insertMany', (subject, setting) => subject.insertMany(setting)],
    [4, 'remove', (subject, setting) => subject.remove(setting)],
    [4, 'move', (subject, setting) => subject.move(setting)],
    [3, 'moveMany', (subject, setting) => subject.moveMany(setting)],
    [1, 'clear', (subject) => subject.clear()],
    [2, 'shrink', (subject) => subject.shrink()],
    [4, 'progress', (subject, setting) => subject.progress(setting)],
    [14, 'view', (subject, setting) => subject.takeViews(setting)],
    [6, 'output', (subject, setting) => subject.fillOutput(setting, this.inside(subject, setting))],
    [3, 'outputs', (subject, setting) => subject.fillBoth(setting)],
    [4, 'box of a view', (subject, setting) => subject.queryBoxOfView(setting)],
    [4, 'reload', (subject, setting) => subject.reload(setting)],
    [4, 'updatePairs', (subject) => subject.followPairs()],
    [6, 'callback', (subject, setting) => subject.callBack(setting, this.inside(subject, setting))],
    [2, 'change inside', (subject, setting) => subject.changeInside(setting)],
    [8, 'check', (subject, setting) => subject.check(setting)],
  ];

  private readonly onWorlds: readonly Operation<TrialWorld>[] = [
    [14, 'add', (subject, setting) => subject.add(setting)],
    [5, 'remove', (subject, setting) => subject.remove(setting)],
    [5, 'move', (subject, setting) => subject.move(setting)],
    [3, 'rest', (subject, setting) => subject.rest(setting)],
    [10, 'bounds', (subject, setting) => subject.takeBounds(setting)],
    [10, 'touch', (subject, setting) => subject.touch(setting)],
    [6, 'repairBounds', (subject, setting) => subject.repairBounds(setting)],
    [12, 'step', (subject, setting) => subject.step(setting)],
    [4, 'change in events', (subject, setting) => subject.changeInEvents(setting)],
    [4, 'save', (subject, setting) => subject.save(setting)],
    [4, 'restore', (subject, setting) => subject.restore(setting, this.inside(subject, setting))],
    [4, 'touchAll', (subject, setting) => subject.touchAll(setting)],
    [2, 'setLayer', (subject, setting) => subject.setLayer(setting)],
    [2, 'shift', (subject, setting) => subject.shift(setting)],
    [10, 'view', (subject, setting) => subject.takeViews(setting)],
    [5, 'callback', (subject, setting) => subject.callBack(setting, this.inside(subject, setting))],
    [6, 'check', (subject, setting) => subject.check(setting)],
  ];

  /** Runs the steps. Error messages contain the number of the failing step. */
  async run(steps: Iterable<number>): Promise<void> {
    for (const step of steps) {
      const mixed = Math.imul(this.options.seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b);
      const random = new Mulberry32(mixed);
      const other = (subject: TrialIndex) => this.otherThan(subject, random);
      const setting = { random, pool: this.pool, other };
      try {
        await this.step(step, setting);
      } catch (error) {
        throw new Error(`step ${step}, ${this.now}: ${error}`, { cause: error });
      }
    }
  }

  private async step(step: number, setting: Setting): Promise<void> {
    const { random } = setting;
    this.counted.operations += 1;
    const kind = random.below(200);
    if (kind < 6) this.replaceIndex(step, setting);
    else if (kind < 9) this.replaceWorld(step, setting);
    else if (kind < 10) this.grow(step, setting);
    else if (kind < 11) await this.collect(step);
    else if (kind < 140) this.act(step, this.indices, this.onIndices, setting);
    else this.act(step, this.worlds, this.onWorlds, setting);
    this.writeAround(setting);
    if (step % CHECKED === 0) this.checkAll(setting);
  }

  private otherThan(subject: TrialIndex, random: Mulberry32): SpatialIndex | undefined {
    const { dimensions } = subject.maker;
    const others = this.indices.filter((one) => one?.maker.dimensions === dimensions);
    const found = others[random.below(others.length)];
    return found === subject ? undefined : found?.index;
  }

  private report(step: number, text: string): void {
    this.now = text;
    this.options.report?.(step, text);
  }

  private act<T extends TrialIndex | TrialWorld>(
    step: number,
    subjects: readonly (T | undefined)[],
    operations: readonly Operation<T>[],
    setting: Setting,
  ): void {
    const at = setting.random.below(subjects.length);
    const subject = subjects[at];
    if (subject === undefined) return;
    const [, name, run] = draw(operations, setting.random);
    this.report(step, `${subject.owner.name} (${at}): ${name}`);
    run(subject, setting);
  }

  private writeAround({ random, pool }: Setting): void {
    for (let i = random.below(MAX_WRITES); i > 0; i -= 1) pool.write(random);
  }

  /**
   * Returns a function to call in callbacks. It writes to views, reads views, and changes other
   * indices and worlds.
   */
  private inside(subject: TrialIndex | TrialWorld, setting: Setting): () => void {
    const { random } = setting;
    return () => {
      this.writeAround(setting);
      if (random.below(4) === 0) subject.takeViews(setting);
      const world = this.worlds[random.below(WORLDS)];
      if (world !== subject && random.below(4) === 0) this.actOnWorld(world, setting);
      const at = random.below(INDICES);
      const other = this.indices[at];
      if (other === undefined || other === subject) return;
      if (random.below(3) === 0) this.actOnIndex(other, setting);
      if (random.below(24) > 0) return;
      this.indices[at] = undefined;
      other.dispose(this.pool);
    };
  }

  private actOnIndex(other: TrialIndex, setting: Setting): void {
    const acts = [
      () => other.stage(setting),
      () => other.fill(setting),
      () => other.takeStaged(setting),
      () => other.takeArray(setting),
      () => other.takeViews(setting),
      () => other.check(setting),
    ];
    acts[setting.random.below(acts.length)]();
  }

  private actOnWorld(world: TrialWorld | undefined, setting: Setting): void {
    if (world === undefined) return;
    const acts = [
      () => world.add(setting),
      () => world.takeBounds(setting),
      () => world.touch(setting),
      () => world.step(setting),
      () => world.takeViews(setting),
    ];
    acts[setting.random.below(acts.length)]();
  }

  private replaceIndex(step: number, { random }: Setting): void {
    const at = random.below(INDICES);
    const before = this.indices[at];
    const dropped = random.below(2) === 0;
    const { indices } = this.options.makers;
    const maker = indices[random.below(indices.length)];
    this.report(step, `${maker.name} (${at}) replaces ${before?.owner.name}`);
    if (dropped) before?.drop(this.pool);
    else before?.dispose(this.pool);
    this.indices[at] = new TrialIndex(maker);
  }

  private replaceWorld(step: number, { random }: Setting): void {
    const at = random.below(WORLDS);
    const before = this.worlds[at];
    const { worlds } = this.options.makers;
    const maker = worlds[random.below(worlds.length)];
    this.report(step, `${maker.name} (${at}) replaces ${before?.owner.name}`);
    if (random.below(2) === 0) before?.drop(this.pool);
    else before?.dispose(this.pool);
    this.worlds[at] = new TrialWorld(maker, this.pool, random.below(3) * random.below(32));
  }

  private grow(step: number, { random, pool }: Setting): void {
    const { indices } = this.options.makers;
    const maker = indices[random.below(indices.length)];
    this.report(step, `${maker.name}: growth`);
    const index = maker.create();
    const view = index.staging(random.below(MAX_GROWTH >> random.below(8)));
    pool.add(view, { name: `large ${maker.name}` }, random);
    if (random.below(2) === 0) index.build(view.fill(0).subarray(0, 2 * maker.dimensions));
    index.dispose();
    this.counted.growths += 1;
  }

  private async collect(step: number): Promise<void> {
    this.report(step, 'garbage is collected');
    await collectAll(this.options);
    this.counted.collected += 1;
  }

  private checkAll(setting: Setting): void {
    this.pool.compare();
    const subject = this.indices[setting.random.below(INDICES)];
    const world = this.worlds[setting.random.below(WORLDS)];
    this.now += `, then a check of ${subject?.owner.name} and ${world?.owner.name}`;
    subject?.check(setting);
    world?.check(setting);
  }

  async end(baseline: number): Promise<void> {
    for (const subject of [...this.indices, ...this.worlds]) subject?.dispose(this.pool);
    this.indices.fill(undefined);
    this.worlds.fill(undefined);
    await this.collect(-1);
    const used = this.options.makers.heapInUse();
    require(used <= baseline + HEADERS, () => `${used} bytes in use, ${baseline} at the start`);
  }
}

/** Tolerance in bytes for headers of free blocks, which the allocator counts as memory in use. */
const HEADERS = 4096;

/**
 * Collects garbage until the memory in use no longer changes, so that a repeated trial uses the
 * same memory.
 */
async function collectAll({ makers, collect }: Pick<TrialOptions, 'makers' | 'collect'>) {
  let [before, used] = [-1, 0];
  for (let i = 0; i < 9 && before !== used; i += 1) {
    before = used;
    collect();
    await new Promise((resume) => setTimeout(resume));
    used = makers.heapInUse();
  }
}

/**
 * Uses every kind of index and world once, so that memory that the package keeps is allocated.
 * Returns the number of bytes that are in use afterwards.
 */
export async function warmUp(makers: Makers, collect: () => void): Promise<number> {
  const trial = new ViewTrial({ seed: 0, makers, collect });
  const setting = { random: new Mulberry32(1), pool: trial.pool };
  for (const maker of makers.indices) {
    const subject = new TrialIndex(maker);
    subject.stage(setting);
    subject.check(setting);
    subject.dispose(trial.pool);
  }
  for (const maker of makers.worlds) {
    const subject = new TrialWorld(maker, trial.pool);
    for (let i = 0; i < 4; i += 1) subject.add(setting);
    subject.step(setting);
    subject.dispose(trial.pool);
  }
  await collectAll({ makers, collect });
  return makers.heapInUse();
}
