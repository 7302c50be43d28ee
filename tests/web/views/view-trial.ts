/**
 * Random operations on indices and worlds, with random writes to every view that they ever returned.
 * A write may only change the memory of the view's owner, or is lost because the view is detached.
 *
 * Each step has its own random generator, so that steps can be omitted without changing other steps.
 */

import type { SpatialIndex } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { require } from '../support/compare.js';
import { IndexLife, type Setting } from './index-life.js';
import type { Makers } from './makers.js';
import { ViewPool } from './view-pool.js';
import { WorldLife } from './world-life.js';

const INDICES = 8;
const WORLDS = 4;
const MAX_WRITES = 6;
/** Number of steps between two complete checks. */
const CHECKED = 16;
const MAX_GROWTH = 2 ** 18;

type Operation<T> = readonly [
  weight: number,
  name: string,
  run: (life: T, setting: Setting) => void,
];

interface Counted {
  operations: number;
  growths: number;
  collected: number;
}

/** Picks a random operation with a probability proportional to its weight. */
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
  /** Runs the garbage collector, which frees dropped indices. */
  readonly collect: () => void;
  /** Called with a description of each step before it runs. */
  readonly report?: (step: number, text: string) => void;
  /** If true, no kept view is written, so that every failure is a fault of the trial. */
  readonly quiet?: boolean;
}

export class ViewTrial {
  readonly pool: ViewPool;
  readonly counted: Counted = { operations: 0, growths: 0, collected: 0 };
  private readonly indices: (IndexLife | undefined)[] = Array(INDICES).fill(undefined);
  private readonly worlds: (WorldLife | undefined)[] = Array(WORLDS).fill(undefined);
  private readonly options: TrialOptions;
  private now = '';

  constructor(options: TrialOptions) {
    this.options = options;
    this.pool = new ViewPool(options.quiet);
  }

  private readonly onIndices: readonly Operation<IndexLife>[] = [
    [8, 'staging', (life, setting) => life.stage(setting)],
    [8, 'fill', (life, setting) => life.fill(setting)],
    [10, 'take staged', (life, setting) => life.takeStaged(setting)],
    [8, 'take array', (life, setting) => life.takeArray(setting)],
    [6, 'insert', (life, setting) => life.insert(setting)],
    [3, 'insertMany', (life, setting) => life.insertMany(setting)],
    [4, 'remove', (life, setting) => life.remove(setting)],
    [4, 'move', (life, setting) => life.move(setting)],
    [3, 'moveMany', (life, setting) => life.moveMany(setting)],
    [1, 'clear', (life) => life.clear()],
    [2, 'shrink', (life) => life.shrink()],
    [4, 'progress', (life, setting) => life.progress(setting)],
    [14, 'view', (life, setting) => life.takeViews(setting)],
    [6, 'output', (life, setting) => life.fillOutput(setting, this.inside(life, setting))],
    [3, 'outputs', (life, setting) => life.fillBoth(setting)],
    [4, 'box of a view', (life, setting) => life.queryBoxOfView(setting)],
    [4, 'reload', (life, setting) => life.reload(setting)],
    [4, 'updatePairs', (life) => life.followPairs()],
    [6, 'callback', (life, setting) => life.callBack(setting, this.inside(life, setting))],
    [2, 'change inside', (life, setting) => life.changeInside(setting)],
    [8, 'check', (life, setting) => life.check(setting)],
  ];

  private readonly onWorlds: readonly Operation<WorldLife>[] = [
    [14, 'add', (life, setting) => life.add(setting)],
    [5, 'remove', (life, setting) => life.remove(setting)],
    [5, 'move', (life, setting) => life.move(setting)],
    [3, 'rest', (life, setting) => life.rest(setting)],
    [10, 'bounds', (life, setting) => life.takeBounds(setting)],
    [10, 'touch', (life, setting) => life.touch(setting)],
    [6, 'repairBounds', (life, setting) => life.repairBounds(setting)],
    [12, 'step', (life, setting) => life.step(setting)],
    [4, 'change in events', (life, setting) => life.changeInEvents(setting)],
    [4, 'save', (life, setting) => life.save(setting)],
    [4, 'restore', (life, setting) => life.restore(setting, this.inside(life, setting))],
    [4, 'touchAll', (life, setting) => life.touchAll(setting)],
    [2, 'setLayer', (life, setting) => life.setLayer(setting)],
    [2, 'shift', (life, setting) => life.shift(setting)],
    [10, 'view', (life, setting) => life.takeViews(setting)],
    [5, 'callback', (life, setting) => life.callBack(setting, this.inside(life, setting))],
    [6, 'check', (life, setting) => life.check(setting)],
  ];

  /** Runs steps. Errors name the step. */
  async run(steps: Iterable<number>): Promise<void> {
    for (const step of steps) {
      const mixed = Math.imul(this.options.seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b);
      const random = new Mulberry32(mixed);
      const other = (life: IndexLife) => this.otherThan(life, random);
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

  private otherThan(life: IndexLife, random: Mulberry32): SpatialIndex | undefined {
    const { dimensions } = life.maker;
    const others = this.indices.filter((one) => one?.maker.dimensions === dimensions);
    const found = others[random.below(others.length)];
    return found === life ? undefined : found?.index;
  }

  private report(step: number, text: string): void {
    this.now = text;
    this.options.report?.(step, text);
  }

  private act<T extends IndexLife | WorldLife>(
    step: number,
    lives: readonly (T | undefined)[],
    operations: readonly Operation<T>[],
    setting: Setting,
  ): void {
    const at = setting.random.below(lives.length);
    const life = lives[at];
    if (life === undefined) return;
    const [, name, run] = draw(operations, setting.random);
    this.report(step, `${life.owner.name} (${at}): ${name}`);
    run(life, setting);
  }

  private writeAround({ random, pool }: Setting): void {
    for (let i = random.below(MAX_WRITES); i > 0; i -= 1) pool.write(random);
  }

  /** Returns a function for callbacks that writes, reads views, and changes other indices and worlds. */
  private inside(life: IndexLife | WorldLife, setting: Setting): () => void {
    const { random } = setting;
    return () => {
      this.writeAround(setting);
      if (random.below(4) === 0) life.takeViews(setting);
      const world = this.worlds[random.below(WORLDS)];
      if (world !== life && random.below(4) === 0) this.actOnWorld(world, setting);
      const at = random.below(INDICES);
      const other = this.indices[at];
      if (other === undefined || other === life) return;
      if (random.below(3) === 0) this.actOnIndex(other, setting);
      if (random.below(24) > 0) return;
      this.indices[at] = undefined;
      other.dispose(this.pool);
    };
  }

  private actOnIndex(other: IndexLife, setting: Setting): void {
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

  private actOnWorld(world: WorldLife | undefined, setting: Setting): void {
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
    this.indices[at] = new IndexLife(maker);
  }

  private replaceWorld(step: number, { random }: Setting): void {
    const at = random.below(WORLDS);
    const before = this.worlds[at];
    const { worlds } = this.options.makers;
    const maker = worlds[random.below(worlds.length)];
    this.report(step, `${maker.name} (${at}) replaces ${before?.owner.name}`);
    if (random.below(2) === 0) before?.drop(this.pool);
    else before?.dispose(this.pool);
    this.worlds[at] = new WorldLife(maker, this.pool, random.below(3) * random.below(32));
  }

  /** Makes WASM memory grow by a large staging view. */
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

  /** Runs the garbage collector, which frees dropped indices and worlds. */
  private async collect(step: number): Promise<void> {
    this.report(step, 'garbage is collected');
    await collectAll(this.options);
    this.counted.collected += 1;
  }

  private checkAll(setting: Setting): void {
    this.pool.compare();
    const life = this.indices[setting.random.below(INDICES)];
    const world = this.worlds[setting.random.below(WORLDS)];
    this.now += `, then a check of ${life?.owner.name} and ${world?.owner.name}`;
    life?.check(setting);
    world?.check(setting);
  }

  /** Disposes everything and checks that all memory is freed. */
  async end(baseline: number): Promise<void> {
    for (const life of [...this.indices, ...this.worlds]) life?.dispose(this.pool);
    this.indices.fill(undefined);
    this.worlds.fill(undefined);
    await this.collect(-1);
    const used = this.options.makers.heapInUse();
    require(used <= baseline + HEADERS, () => `${used} bytes in use, ${baseline} at the start`);
  }
}

/** Tolerance for headers of free blocks, which the allocator counts as used, in bytes. */
const HEADERS = 4096;

/** Collects garbage until the memory in use is constant, so that a replay has the same memory. */
async function collectAll({ makers, collect }: Pick<TrialOptions, 'makers' | 'collect'>) {
  let [before, used] = [-1, 0];
  for (let i = 0; i < 9 && before !== used; i += 1) {
    before = used;
    collect();
    await new Promise((resume) => setTimeout(resume));
    used = makers.heapInUse();
  }
}

/** Uses each constructor once and returns the bytes in use afterwards. */
export async function warmUp(makers: Makers, collect: () => void): Promise<number> {
  const trial = new ViewTrial({ seed: 0, makers, collect });
  const setting = { random: new Mulberry32(1), pool: trial.pool };
  for (const maker of makers.indices) {
    const life = new IndexLife(maker);
    life.stage(setting);
    life.check(setting);
    life.dispose(trial.pool);
  }
  for (const maker of makers.worlds) {
    const life = new WorldLife(maker, trial.pool);
    for (let i = 0; i < 4; i += 1) life.add(setting);
    life.step(setting);
    life.dispose(trial.pool);
  }
  await collectAll({ makers, collect });
  return makers.heapInUse();
}
