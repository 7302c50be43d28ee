/** Measures the speed of the machine and the resolution of the clock. */

import { Mulberry32 } from 'scenes';

const DRAWS = 2_000_000;
const ROUNDS = 5;

/**
 * Returns the milliseconds that a fixed piece of JavaScript takes, the minimum of five runs. Two
 * calls show whether the speed of the machine changed in between.
 */
export function calibrate(clock: () => number = () => performance.now()): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const random = new Mulberry32(round);
    const start = clock();
    let sum = 0;
    for (let i = 0; i < DRAWS; i++) sum ^= random.next();
    // the result depends on the sum, so compilers cannot remove the loop
    best = Math.min(best, clock() - start + (sum === 0.5 ? 1 : 0));
  }
  return best;
}

/** Relative change of the machine speed above which a run is unreliable. */
export const MAX_DRIFT = 0.1;

export function driftOf([start, end]: readonly [start: number, end: number]): number {
  return start > 0 ? end / start : 1;
}

export function isThrottled(calibration: readonly [start: number, end: number]): boolean {
  return Math.abs(driftOf(calibration) - 1) > MAX_DRIFT;
}

const STEPS = 50;
/** Maximum number of clock readings, so that the loop ends even if the clock stands still. */
const MAX_READINGS = 10_000_000;

/** Returns the smallest step of a clock in units of the clock, or 0 if the clock stands still. */
export function measureTick(clock: () => number = () => performance.now()): number {
  let min = Number.POSITIVE_INFINITY;
  let before = clock();
  let steps = 0;
  for (let reading = 0; reading < MAX_READINGS && steps < STEPS; reading++) {
    const now = clock();
    if (now <= before) continue;
    min = Math.min(min, now - before);
    before = now;
    steps++;
  }
  return steps > 0 ? min : 0;
}
