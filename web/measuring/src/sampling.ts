/**
 * Times one contestant that runs alone in its process or worker.
 *
 * A sample is the mean time per call of a batch of calls. A batch takes at least as long as the
 * window, a minimum duration. The window is much longer than one step of a coarse clock, and long
 * enough to include garbage collections.
 */

import { Mulberry32 } from 'scenes';

export interface Repeated {
  /** Runs before each call and is not timed. */
  ready?(): void;
  call(): void;
}

export interface SamplingLimits {
  /** Minimum duration of the warm-up, during which compilers optimize the code. */
  readonly warmUpMs: number;
  readonly sampleMs: number;
  /**
   * Maximum total duration, including work that is not timed. The warm-up may take half of this
   * time.
   */
  readonly limitMs: number;
  /** Minimum duration of a sample in milliseconds. Default: `WINDOW_MS`. */
  readonly windowMs?: number;
  /** Minimum number of samples, if `limitMs` allows them. Default: 1. */
  readonly minSamples?: number;
  /**
   * If set, the warm-up continues until three consecutive batches take about the same time, but at
   * most for this duration.
   */
  readonly steadyMs?: number;
}

export interface Sampling {
  /** Milliseconds per call in each sample. Has at least one element. */
  readonly times: readonly number[];
  /** Number of calls in the last sample. */
  readonly calls: number;
}

const WINDOW_MS = 5;
/** Minimum number of clock steps during a batch. An error of one step is then at most 2 %. */
const TICKS_PER_WINDOW = 50;
/** Number of consecutive batches whose times must agree before the warm-up ends. */
const STEADY_WINDOWS = 3;
const STEADY_RATIO = 1.05;

type Clock = () => number;

/**
 * Returns the minimum duration of a batch in milliseconds, which a clock with steps of `tickMs`
 * measures with an error of at most 2 %. The result is at least `minMs`.
 */
export function windowOf(tickMs: number, minMs = 0): number {
  return Math.max(TICKS_PER_WINDOW * tickMs, minMs);
}

/**
 * Returns the duration of a batch of calls in milliseconds. Without `ready`, the clock is read only
 * twice.
 */
function timeOf(job: Repeated, calls: number, clock: Clock): number {
  if (!job.ready) {
    const start = clock();
    for (let i = 0; i < calls; i++) job.call();
    return clock() - start;
  }
  let time = 0;
  for (let i = 0; i < calls; i++) {
    job.ready();
    const start = clock();
    job.call();
    time += clock() - start;
  }
  return time;
}

/**
 * Returns the estimated number of calls that take at least `windowMs`. The result is at most eight
 * times `calls`, because a coarse clock may report a time that is zero or too short.
 */
function moreCalls(calls: number, time: number, windowMs: number): number {
  const required = time > 0 ? Math.ceil((calls * windowMs) / time) : Number.POSITIVE_INFINITY;
  return Math.max(calls + 1, Math.min(required, 8 * calls));
}

function agree(windows: readonly number[]): boolean {
  const last = windows.slice(-STEADY_WINDOWS);
  return last.length === STEADY_WINDOWS && Math.max(...last) <= STEADY_RATIO * Math.min(...last);
}

/**
 * Runs the job for the duration of the warm-up. Returns the estimated number of calls that take at
 * least `windowMs`.
 */
function warmUp(job: Repeated, limits: SamplingLimits, clock: Clock): number {
  const { warmUpMs, limitMs, steadyMs, windowMs = WINDOW_MS } = limits;
  const maxMs = Math.min(limitMs / 2, steadyMs ?? Number.POSITIVE_INFINITY);
  const begin = clock();
  const windows: number[] = [];
  let calls = 1;
  let warm = 0;
  do {
    const time = timeOf(job, calls, clock);
    warm += time;
    if (time < windowMs) calls = moreCalls(calls, time, windowMs);
    else windows.push(time / calls);
  } while (
    (warm < warmUpMs || (steadyMs !== undefined && !agree(windows))) &&
    clock() - begin < maxMs
  );
  return calls;
}

export function sampleAlone(
  job: Repeated,
  limits: SamplingLimits,
  clock: Clock = () => performance.now(),
): Sampling {
  const { sampleMs, limitMs, windowMs = WINDOW_MS, minSamples = 1 } = limits;
  const begin = clock();
  let calls = warmUp(job, limits, clock);
  const times: number[] = [];
  let measured = 0;
  do {
    const time = timeOf(job, calls, clock);
    const isLate = clock() - begin >= limitMs;
    // the code became faster, so the batch took less time than a window and is discarded
    if (time < windowMs && !isLate) {
      calls = moreCalls(calls, time, windowMs);
      continue;
    }
    times.push(time / calls);
    measured += time;
  } while ((measured < sampleMs || times.length < minSamples) && clock() - begin < limitMs);
  return { times, calls };
}

/**
 * Returns the items in an order that is random but depends only on the seed (Fisher-Yates shuffle).
 */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new Mulberry32(seed);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Returns a quantile, interpolated linearly between the two nearest values. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = q * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

export function median(values: readonly number[]): number {
  return quantile(ascending(values), 0.5);
}

/** Requires at least one sample. */
export function quartiles(values: readonly number[]) {
  const sorted = ascending(values);
  const [p25, middle, p75] = [0.25, 0.5, 0.75].map((q) => quantile(sorted, q));
  return { min: sorted[0], p25, median: middle, p75 };
}
