/**
 * Animation of the figure without interaction: brute force tests every box, then a tree skips most
 * boxes.
 */

import type { Method } from './methods.js';
import { lensPosition, PERIOD } from './swarm.js';

export interface Moment {
  readonly method: Method;
  /** Fraction of the boxes that brute force has tested so far. */
  readonly wave: number;
  readonly levels: number;
  readonly lens: readonly [number, number];
}

const WAVE_SECONDS = 2;
const WANDER_FROM = 5;
const LEVELS_PER_SECOND = 6;

const ease = (share: number) => share * share * (3 - 2 * share);

export function storyAt(time: number): Moment {
  const seconds = time % PERIOD;
  if (seconds < WAVE_SECONDS) {
    return { method: 'all', wave: seconds / WAVE_SECONDS, levels: 0, lens: lensPosition(0) };
  }
  const wandered = Math.max(0, seconds - WANDER_FROM) / (PERIOD - WANDER_FROM);
  return {
    method: 'tree',
    wave: 1,
    levels: (seconds - WAVE_SECONDS) * LEVELS_PER_SECOND,
    lens: lensPosition(ease(wandered)),
  };
}

/**
 * Returns the state of the animation for a method that the user selected: all tests are done, and
 * the query circle moves along its path.
 */
export function momentOf(method: Method, time: number): Moment {
  const lens = lensPosition((time % (2 * PERIOD)) / (2 * PERIOD));
  return { method, wave: 1, levels: Number.POSITIVE_INFINITY, lens };
}
