/**
 * Times one contestant alone in its process or worker.
 *
 * A sample is a batch of calls that takes at least a window. The window is much longer than a step
 * of a coarse clock, and long enough to include garbage collections. The result is the time per
 * call.
 */

import { Mulberry32 } from 'scenes';

export interface Repeated {
  /** Called before each call, not timed. */
  ready?(): void;
  /** Timed. */
  call(): void;
}

export interface Patience {
  /** Minimum warm-up, in which compilers optimize the code. */
  readonly warmUpMs: number;
  /** Minimum time of all samples together. */
  readonly sampleMs: number;
  /** Maximum total time, untimed work included. The warm-up may take half of it. */
  readonly limitMs: number;
  /** Minimum length of a sample. Default: `WINDOW_MS`. */
  readonly windowMs?: number;
  /** Minimum number of samples within the limit. Default: 1. */
  readonly fewest?: number;
  /** Maximum time to continue the warm-up until three windows agree. */
  readonly steadyMs?: number;
}

export interface Sampling {
  /** Milliseconds per call, one for each sample, at least one. */
  readonly times: readonly number[];
  /** Number of calls in a sample at the end. */
  readonly calls: number;
}

const WINDOW_MS = 5;
/** Clock steps in a window; an error of one step is then 2 %. */
const TICKS_PER_WINDOW = 50;
/** Number of windows that must agree. */
const STEADY_WINDOWS = 3;
const STEADY_RATIO = 1.05;

type Clock = () => number;

/**
 * Returns the shortest window that a clock with this step can measure, at least the given minimum.
 */
export function windowOf(tickMs: number, leastMs = 0): number {
  return Math.max(TICKS_PER_WINDOW * tickMs, leastMs);
}

/** Returns the milliseconds of a batch. Without preparation, the clock is read only twice. */
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
 * Returns the number of calls that fill a window, at most eight times as many, because the clock
 * may not have moved.
 */
function moreCalls(calls: number, time: number, windowMs: number): number {
  const wanted = time > 0 ? Math.ceil((calls * windowMs) / time) : Number.POSITIVE_INFINITY;
  return Math.max(calls + 1, Math.min(wanted, 8 * calls));
}

function agree(windows: readonly number[]): boolean {
  const last = windows.slice(-STEADY_WINDOWS);
  return last.length === STEADY_WINDOWS && Math.max(...last) <= STEADY_RATIO * Math.min(...last);
}

/** Runs until the code is warm. Returns the number of calls that fill a window. */
function warmUp(job: Repeated, patience: Patience, clock: Clock): number {
  const { warmUpMs, limitMs, steadyMs, windowMs = WINDOW_MS } = patience;
  const most = Math.min(limitMs / 2, steadyMs ?? Number.POSITIVE_INFINITY);
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
    clock() - begin < most
  );
  return calls;
}

export function sampleAlone(
  job: Repeated,
  patience: Patience,
  clock: Clock = () => performance.now(),
): Sampling {
  const { sampleMs, limitMs, windowMs = WINDOW_MS, fewest = 1 } = patience;
  const begin = clock();
  let calls = warmUp(job, patience, clock);
  const times: number[] = [];
  let measured = 0;
  do {
    const time = timeOf(job, calls, clock);
    const isLate = clock() - begin >= limitMs;
    // the code is faster now, so this batch was too short to count
    if (time < windowMs && !isLate) {
      calls = moreCalls(calls, time, windowMs);
      continue;
    }
    times.push(time / calls);
    measured += time;
  } while ((measured < sampleMs || times.length < fewest) && clock() - begin < limitMs);
  return { times, calls };
}

/** Returns the items in random order, which depends only on the seed (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new Mulberry32(seed);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Interpolates between the two nearest samples. */
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

/** Returns the minimum and the quartiles. Requires at least one sample. */
export function quartiles(values: readonly number[]) {
  const sorted = ascending(values);
  const [p25, middle, p75] = [0.25, 0.5, 0.75].map((q) => quantile(sorted, q));
  return { min: sorted[0], p25, median: middle, p75 };
}
