/**
 * Time measurement in browsers. The clock resolution is 5 microseconds with cross-origin isolation,
 * otherwise 100 microseconds. Short operations are repeated until the resolution is a small share
 * of the total.
 */

import type { Recent } from './recent.js';

/** Minimum duration of a measurement in clock steps: an error of one step is then at most 2 %. */
const STEPS = 50;
/** Limit of the minimum duration in milliseconds, for clocks with a coarse resolution. */
const MAX_MS = 8;

/**
 * Number of observed clock steps. The shortest step is the clock resolution, because other load can
 * only lengthen a step.
 */
const STEPS_TIMED = 20;

let step = 0;

/** Returns the clock resolution in milliseconds, measured on first use. */
export function clockStep(): number {
  if (step > 0) return step;
  step = Number.POSITIVE_INFINITY;
  for (let i = 0; i < STEPS_TIMED; i++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    step = Math.min(step, now - start);
  }
  return step;
}

/**
 * Runs a function repeatedly for the minimum duration, and adds the mean milliseconds per run to
 * `times`.
 */
export function timeBatch(times: Recent, run: () => void): void {
  const step = clockStep();
  const wanted = Math.min(STEPS * step, MAX_MS);
  const start = performance.now();
  let took = 0;
  let runs = 0;
  for (let batch = 1; took < wanted; batch *= 2) {
    for (let i = 0; i < batch; i++) run();
    runs += batch;
    took = performance.now() - start;
  }
  times.add(took / runs, step / runs);
}

/** Adds the duration of a single run in milliseconds. */
export function timeOnce(times: Recent, took: number): void {
  times.add(took, clockStep());
}

/** Repeatable measurement. */
export interface Timing {
  readonly times: Recent;
  /** Measures once and adds the result to `times`. */
  sample(): void;
}

/** Number of initial measurements of an operation. A static scene is not measured again. */
export const FIRST_TIMINGS = 5;

/**
 * Makes the initial measurements in rounds. Each round measures each operation once, so that
 * compilation and other load affect all operations equally.
 */
export function timeInRounds(timings: readonly Timing[]): void {
  for (let round = 0; round < FIRST_TIMINGS; round++) {
    for (const { times, sample } of timings) if (times.size <= round) sample();
  }
}
