/**
 * Durations in a browser: its clock goes in steps of 5 microseconds where the page is isolated, of 100 where it is not.
 * Whatever is shorter is done so often that a step is a small share of what is measured.
 */

import type { Recent } from './recent.js';

/** So many steps of the clock: one of them more or less is two per cent. */
const STEPS = 50;
/** No hand waits for a clock that is coarser than any. */
const MOST_MS = 8;

/** A step may seem longer while something else runs, never shorter. */
const STEPS_TIMED = 20;

let step = 0;

/** The least that the clock tells apart, in milliseconds; found out when it is first asked for. */
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

/** Adds the milliseconds of one run, over as many as it takes to tell. */
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

/** Adds what was done once. */
export function timeOnce(times: Recent, took: number): void {
  times.add(took, clockStep());
}

/** Something that can be measured again. */
export interface Timing {
  readonly times: Recent;
  /** Adds a measurement. */
  sample(): void;
}

/** A scene that stands still has only its first measurements to go by. */
export const FIRST_TIMINGS = 5;

/** First measurements, in turns: what the browser compiles or does meanwhile is held against nobody. */
export function timeInTurns(timings: readonly Timing[]): void {
  for (let round = 0; round < FIRST_TIMINGS; round++) {
    for (const { times, sample } of timings) if (times.size <= round) sample();
  }
}
