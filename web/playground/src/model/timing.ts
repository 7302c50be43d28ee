/**
 * Time measurement in browsers. The clock resolution is 5 microseconds with cross-origin isolation,
 * otherwise 100 microseconds. Short operations are repeated until the resolution is a small
 * fraction of the total duration.
 */

import type { Recent } from './recent.js';

/**
 * Minimum duration of a measurement, as a multiple of the clock resolution. The error is then at
 * most 2 %.
 */
const STEPS = 50;
/**
 * Upper bound in milliseconds for the minimum duration of a measurement, for clocks with a coarse
 * resolution.
 */
const MAX_MS = 8;

/**
 * Number of clock changes that are observed. The shortest time between two changes is the clock
 * resolution; other load can only lengthen it.
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
 * Runs a function repeatedly until the minimum duration of a measurement has passed. Adds the mean
 * milliseconds per run to `times`.
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

/** Adds the duration of a single run, in milliseconds, to `times`. */
export function timeOnce(times: Recent, took: number): void {
  times.add(took, clockStep());
}

/** Repeatable measurement. */
export interface Timing {
  readonly times: Recent;
  sample(): void;
}

/**
 * Number of initial measurements of an operation. In a static scene, there are no further
 * measurements.
 */
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
