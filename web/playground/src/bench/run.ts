/**
 * Executes a run. Each measurement has its own worker; measurements are in random order.
 *
 * The page itself only starts workers, collects results and updates the displayed time. Inputs are
 * sent from worker to worker. If the page is hidden or shown during a measurement, the measurement
 * is repeated.
 */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { driftOf, isThrottled, shuffled, subjectOf, windowOf } from 'measuring';
import { workloadIdOf } from './catalog.js';
import { describeEnvironment, withBrowser } from './environment.js';
import type { Failed, Inspected, Measured, Order } from './messages.js';
import type {
  BenchRun,
  Catalog,
  Cell,
  Configuration,
  ContenderInfo,
  Marks,
  Plan,
  RunState,
} from './model.js';
import { PageWatch } from './page-watch.js';
import {
  costOf,
  type Effort,
  efforts,
  makePlan,
  measuredIn,
  roundsOf,
  skipReasonOf,
} from './plan.js';
import { Tally } from './tally.js';
import { compileModule, type OurModule } from './wasm-module.js';
import { Canceled, failed, WorkerPool } from './worker-pool.js';

const NO_WORKERS = 'This browser does not support Web Workers, which Bench needs to measure.';
const NOTHING =
  'There is nothing to measure: no scene of this setup has a size in the chosen range. Choose another scene or range.';
const UPDATE_MS = 250;
/**
 * Maximum number of attempts for a measurement. An attempt fails if the page is hidden or shown
 * meanwhile.
 */
const MAX_TRIES = 3;
const INSPECTION_MS = 30_000;

/**
 * Limits for the memory phase. A single call suffices, because the memory size is the same after
 * each call.
 */
const ONCE = { warmUpMs: 0, sampleMs: 0, limitMs: 1000 } as const;

const NO_MARKS: Marks = { throttled: false, drift: 1, dropped: 0 };

class Run implements BenchRun {
  readonly state: ReadonlySignal<RunState>;
  readonly ended: Promise<RunState>;

  private readonly current: Signal<RunState>;
  private announce: (last: RunState) => void = () => {};
  private readonly pool = new WorkerPool();
  private readonly watch = new PageWatch();
  private readonly tally: Tally;
  private readonly effort: Effort;
  private readonly began = performance.now();
  /** Sum of the estimated durations of the completed measurements. */
  private passedMs = 0;
  private readonly timer: ReturnType<typeof setInterval>;
  private ours: OurModule = { module: null, lack: '' };
  private windowMs = 0;

  constructor(
    private readonly plan: Plan,
    private readonly catalog: Catalog,
  ) {
    this.effort = efforts[plan.configuration.preset];
    this.tally = new Tally(plan);
    this.state = this.current = signal<RunState>({
      stage: 'preparing',
      plan,
      done: 0,
      elapsedMs: 0,
      leftMs: plan.estimatedMs,
      current: null,
      results: [],
      environment: null,
      marks: NO_MARKS,
      fault: null,
    });
    this.timer = setInterval(() => this.update({}), UPDATE_MS);
    this.ended = new Promise((resolve) => {
      this.announce = resolve;
    });
    void this.go();
  }

  cancel(): void {
    if (this.isOver()) return;
    this.end({ stage: 'canceled' });
  }

  private async go(): Promise<void> {
    try {
      await this.prepare();
      await this.measureAll();
      await this.finish();
    } catch (error) {
      if (!(error instanceof Canceled) && !this.isOver()) {
        const fault = error instanceof Error ? error.message : String(error);
        this.end({ stage: 'failed', fault });
      }
    }
  }

  private async prepare(): Promise<void> {
    if (typeof Worker !== 'function') throw new Error(NO_WORKERS);
    if (this.plan.measurements === 0) throw new Error(NOTHING);
    this.ours = await compileModule();
    const inspected = await this.inspect();
    this.windowMs = windowOf(inspected.tickMs, this.effort.minWindowMs);
    const environment = await describeEnvironment({
      configuration: this.plan.configuration,
      inspected,
      rounds: this.effort.rounds,
      windowMs: this.windowMs,
    });
    this.stopIfOver();
    this.update({ stage: 'running', environment });
  }

  private async inspect(): Promise<Inspected> {
    const { module } = this.ours;
    const reply = await this.pool.runInNewWorker({ kind: 'inspect', module }, INSPECTION_MS);
    if (reply.kind === 'inspected') return reply;
    throw new Error(
      `The worker for the clock failed: ${reply.kind === 'failed' ? reply.message : ''}`,
    );
  }

  private async measureAll(): Promise<void> {
    const { seed } = this.plan.configuration;
    for (const cell of shuffled(this.plan.cells, seed)) await this.measureCell(cell);
  }

  private async measureCell(cell: Cell): Promise<void> {
    const { catalog, plan, tally } = this;
    for (const contender of catalog.contenders) {
      const { key } = contender;
      const skipReason = skipReasonOf(contender, cell);
      if (skipReason && plan.configuration.contenders.includes(key))
        tally.skip(cell, key, skipReason);
    }
    const contenders = measuredIn(cell, plan, catalog);
    const place = plan.cells.indexOf(cell);
    for (let round = 0; round < roundsOf(cell, this.effort); round++) {
      const seed = (plan.configuration.seed + 31 * place + 7919 * round) >>> 0;
      for (const contender of shuffled(contenders, seed)) await this.measure(cell, contender);
    }
    if (plan.configuration.preset !== 'quick') {
      for (const { key } of contenders) tally.close(cell, key);
    }
    this.update({ results: tally.results });
  }

  /**
   * Runs one measurement. Skips it if the contender timed out at this or a smaller n, or if it
   * already has a result that is not ok.
   */
  private async measure(cell: Cell, contender: ContenderInfo): Promise<void> {
    const { tally } = this;
    const { key } = contender;
    const timeoutReason = tally.of(cell, key) ? null : tally.timeoutReason(cell, key);
    if (timeoutReason) tally.skip(cell, key, timeoutReason);
    if (!timeoutReason && tally.isOpen(cell, key)) {
      this.update({ current: { ...cell, contender: key } });
      await this.measureWithRetries(cell, contender);
    }
    this.passedMs += costOf(cell, this.effort);
    this.stopIfOver();
    this.update({ done: this.state.value.done + 1, results: tally.results });
  }

  private async measureWithRetries(cell: Cell, contender: ContenderInfo): Promise<void> {
    const { tally, pool } = this;
    const order = this.orderOf(cell, contender);
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      await this.watch.visible();
      this.stopIfOver();
      const changes = this.watch.changes;
      const expected = await pool.prepare(order);
      if ('kind' in expected) {
        tally.skip(cell, contender.key, { status: 'skipped', note: expected.message });
        return;
      }
      const reply = await this.runMeasurement(cell, contender, order);
      if (this.watch.changes !== changes) {
        this.drop();
        continue;
      }
      tally.add(cell, contender.key, reply, expected);
      if (reply.kind === 'failed' && reply.timedOut) tally.recordTimeout(cell, contender.key);
      return;
    }
    const note = `the page was hidden or shown in each of ${MAX_TRIES} attempts`;
    if (!tally.of(cell, contender.key)) {
      tally.skip(cell, contender.key, { status: 'skipped', note });
    }
  }

  private orderOf({ scene, dimensions, n, phase }: Cell, { phases }: ContenderInfo): Order {
    // contenders that store only points have no build phase
    const pointsOnly = !phases.has('build');
    const work = { workload: workloadIdOf(phase, pointsOnly), scene, dimensions, n };
    return { work, queries: this.effort.queries, seed: this.plan.configuration.seed };
  }

  private async runMeasurement(cell: Cell, { key, side }: ContenderInfo, order: Order) {
    const { effort, windowMs, ours } = this;
    if (side === 'sapwood' && !ours.module) return failed(ours.lack);
    const samplingLimits = cell.phase === 'memory' ? ONCE : effort.samplingLimits;
    const reply = await this.pool.runInNewWorker(
      {
        kind: 'measure',
        phase: cell.phase,
        work: order.work,
        subject: subjectOf(key),
        samplingLimits: { ...samplingLimits, windowMs },
        module: side === 'sapwood' ? ours.module : null,
      },
      effort.timeoutMs,
      order,
    );
    return reply as Measured | Failed;
  }

  private drop(): void {
    const { marks, environment } = this.state.value;
    const dropped = marks.dropped + 1;
    this.update({
      marks: { ...marks, dropped },
      environment: environment && withBrowser(environment, { dropped }),
    });
  }

  /** Repeats the calibration, to detect whether the speed of the machine changed during the run. */
  private async finish(): Promise<void> {
    this.update({ stage: 'finishing', current: null });
    const { calibration } = await this.inspect();
    this.stopIfOver();
    const { environment, marks } = this.state.value;
    const both = [environment!.calibration[0], calibration] as const;
    const throttled = isThrottled(both);
    this.end({
      stage: 'done',
      marks: { ...marks, throttled, drift: driftOf(both) },
      environment: { ...withBrowser(environment!, { throttled }), calibration: both },
    });
  }

  private isOver(): boolean {
    return ['done', 'canceled', 'failed'].includes(this.state.value.stage);
  }

  private stopIfOver(): void {
    if (this.isOver()) throw new Canceled();
  }

  private end(last: Partial<RunState>): void {
    this.pool.endAll();
    this.watch.end();
    clearInterval(this.timer);
    this.update({ current: null, results: this.tally.results, leftMs: 0, ...last });
    this.announce(this.state.value);
  }

  private update(news: Partial<RunState>): void {
    const elapsedMs = performance.now() - this.began;
    // scales the estimate by the ratio of actual to estimated time so far
    const pace = this.passedMs > 0 ? elapsedMs / this.passedMs : 1;
    const leftMs = pace * Math.max(0, this.plan.estimatedMs - this.passedMs);
    this.current.value = { ...this.state.value, elapsedMs, leftMs, ...news };
  }
}

/** Starts a run. If nothing can be measured, it ends with the stage `failed` and a message. */
export function startRun(configuration: Configuration, catalog: Catalog): BenchRun {
  return new Run(makePlan(configuration, catalog), catalog);
}
