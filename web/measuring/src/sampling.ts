/**
 * Timing one contender alone in its process or worker.
 *
 * A sample is a batch of calls that takes at least a window: so long that the steps of a coarse clock do not matter, and
 * long enough that garbage collections belong to the price. What is kept of it is the time per call.
 */

import { Mulberry32 } from 'scenes';

/** Work that can be repeated. */
export interface Repeated {
  /** Before each call, not timed. */
  ready?(): void;
  /** What is timed. */
  call(): void;
}

export interface Patience {
  /** Calls that do not count, at least so much of them: compilers get to know the code. */
  readonly warmUpMs: number;
  /** What is measured, all samples together, at least. */
  readonly sampleMs: number;
  /** Nothing goes on for longer, what is not timed included; half of it for the warm-up. */
  readonly limitMs: number;
  /** The shortest sample; `WINDOW_MS` without. */
  readonly windowMs?: number;
  /** Samples, as long as the limit allows; one without. */
  readonly fewest?: number;
  /** The warm-up goes on until three windows agree, at most so long. */
  readonly steadyMs?: number;
}

export interface Sampling {
  /** Milliseconds per call, one for each sample, at least one. */
  readonly times: readonly number[];
  /** Calls in one sample, at the end. */
  readonly calls: number;
}

const WINDOW_MS = 5;
/** Steps of the clock in a window: an error of one step is 2 %. */
const TICKS_A_WINDOW = 50;
/** Windows that must agree, and how well. */
const STEADY_WINDOWS = 3;
const STEADY_RATIO = 1.05;

type Clock = () => number;

/** The shortest window that a clock of such steps can measure, and not shorter than `leastMs`. */
export function windowOf(tickMs: number, leastMs = 0): number {
  return Math.max(TICKS_A_WINDOW * tickMs, leastMs);
}

/** Milliseconds of a batch. Without preparations the clock is read twice, whatever the batch. */
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

/** Calls that fill a window, by what a batch took: at most eight times as many, for a clock may not have moved. */
function moreCalls(calls: number, time: number, windowMs: number): number {
  const wanted = time > 0 ? Math.ceil((calls * windowMs) / time) : Number.POSITIVE_INFINITY;
  return Math.max(calls + 1, Math.min(wanted, 8 * calls));
}

function agree(windows: readonly number[]): boolean {
  const last = windows.slice(-STEADY_WINDOWS);
  return last.length === STEADY_WINDOWS && Math.max(...last) <= STEADY_RATIO * Math.min(...last);
}

/** Runs until the code is warm; gives the calls that fill a window. */
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

/** Warm-up, then samples. */
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
    // the code has become faster since: this batch was too short to count
    if (time < windowMs && !isLate) {
      calls = moreCalls(calls, time, windowMs);
      continue;
    }
    times.push(time / calls);
    measured += time;
  } while ((measured < sampleMs || times.length < fewest) && clock() - begin < limitMs);
  return { times, calls };
}

/** The items in another order; the same seed gives the same order. Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new Mulberry32(seed);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Linear interpolation between the two nearest samples. */
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

/** The least and the quartiles, in the unit of the samples; at least one sample. */
export function quartiles(values: readonly number[]) {
  const sorted = ascending(values);
  const [p25, middle, p75] = [0.25, 0.5, 0.75].map((q) => quantile(sorted, q));
  return { min: sorted[0], p25, median: middle, p75 };
}
