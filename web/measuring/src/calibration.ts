/** What a run asks of the machine itself: its pace, and how fine its clock is. */

import { Mulberry32 } from 'scenes';

const DRAWS = 2_000_000;
const ROUNDS = 5;

/** Milliseconds for a fixed piece of plain JavaScript, the best of five: tells whether the machine changed its pace. */
export function calibrate(clock: () => number = () => performance.now()): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const random = new Mulberry32(round);
    const start = clock();
    let sum = 0;
    for (let i = 0; i < DRAWS; i++) sum ^= random.next();
    // the sum is used, so that the loop stays
    best = Math.min(best, clock() - start + (sum === 0.5 ? 1 : 0));
  }
  return best;
}

/** A change of pace that makes a run less trustworthy. */
export const MOST_DRIFT = 0.1;

/** Calibration at the end over calibration at the beginning. */
export function driftOf([start, end]: readonly [start: number, end: number]): number {
  return start > 0 ? end / start : 1;
}

export function isThrottled(calibration: readonly [start: number, end: number]): boolean {
  return Math.abs(driftOf(calibration) - 1) > MOST_DRIFT;
}

const STEPS = 50;
/** A clock that does not move for so many readings stands still. */
const MOST_READINGS = 10_000_000;

/** The smallest step of a clock in its own unit; 0 when it stands still. */
export function measureTick(clock: () => number = () => performance.now()): number {
  let least = Number.POSITIVE_INFINITY;
  let before = clock();
  let steps = 0;
  for (let reading = 0; reading < MOST_READINGS && steps < STEPS; reading++) {
    const now = clock();
    if (now <= before) continue;
    least = Math.min(least, now - before);
    before = now;
    steps++;
  }
  return steps > 0 ? least : 0;
}
