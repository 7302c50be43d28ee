/** Measures the speed of the machine and the resolution of its clock. */

import { Mulberry32 } from 'scenes';

const DRAWS = 2_000_000;
const ROUNDS = 5;

/**
 * Milliseconds for a fixed piece of JavaScript, best of five. Shows whether the speed of the
 * machine changed.
 */
export function calibrate(clock: () => number = () => performance.now()): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const random = new Mulberry32(round);
    const start = clock();
    let sum = 0;
    for (let i = 0; i < DRAWS; i++) sum ^= random.next();
    // uses the sum, so that compilers keep the loop
    best = Math.min(best, clock() - start + (sum === 0.5 ? 1 : 0));
  }
  return best;
}

/** Change of speed above which a run is unreliable. */
export const MOST_DRIFT = 0.1;

/** Calibration at the end divided by calibration at the start. */
export function driftOf([start, end]: readonly [start: number, end: number]): number {
  return start > 0 ? end / start : 1;
}

export function isThrottled(calibration: readonly [start: number, end: number]): boolean {
  return Math.abs(driftOf(calibration) - 1) > MOST_DRIFT;
}

const STEPS = 50;
/** Number of equal readings after which a clock counts as stopped. */
const MAX_READINGS = 10_000_000;

/** Returns the smallest step of a clock in its own unit; 0 if it stands still. */
export function measureTick(clock: () => number = () => performance.now()): number {
  let least = Number.POSITIVE_INFINITY;
  let before = clock();
  let steps = 0;
  for (let reading = 0; reading < MAX_READINGS && steps < STEPS; reading++) {
    const now = clock();
    if (now <= before) continue;
    least = Math.min(least, now - before);
    before = now;
    steps++;
  }
  return steps > 0 ? least : 0;
}
