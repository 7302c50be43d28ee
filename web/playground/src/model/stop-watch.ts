/**
 * Time measurement in browsers. The clock resolution is 5 microseconds with cross-origin isolation,
 * otherwise 100. Short operations are repeated until the resolution is a small share of the total.
 */

import type { Recent } from './recent.js';

/** Clock steps per measurement; an error of one step is 2 %. */
const STEPS = 50;
/** Upper bound for one measurement, for coarse clocks. */
const MOST_MS = 8;

/** Other load can lengthen an observed step, never shorten it. */
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

/** Adds the milliseconds per run, averaged over enough runs. */
export function timeBatch(times: Recent, run: () => void): void {
  const step = clockStep();
  const wanted = Math.min(STEPS * step, MOST_MS);
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

/** Adds a single measurement. */
export function timeOnce(times: Recent, took: number): void {
  times.add(took, clockStep());
}

/** Repeatable measurement. */
export interface Timing {
  readonly times: Recent;
  /** Takes and adds a measurement. */
  sample(): void;
}

/** A static scene has only its first measurements. */
export const FIRST_TIMINGS = 5;

/** Takes first measurements alternately, so that compilation and other load affect all equally. */
export function timeInTurns(timings: readonly Timing[]): void {
  for (let round = 0; round < FIRST_TIMINGS; round++) {
    for (const { times, sample } of timings) if (times.size <= round) sample();
  }
}
