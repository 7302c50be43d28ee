/**
 * Measures the time to check all boxes of an argument. A call with an invalid last box checks all
 * boxes, and a call with an invalid first box checks one. The difference of their times is the
 * result.
 */

import { SapwoodError } from 'sapwood/all';

/** Returns a copy of `boxes` in which the box at `position` is invalid. */
export function spoiled(boxes: Float32Array, stride: number, position: number): Float32Array {
  const copy = boxes.slice();
  copy[position * stride] = Number.NaN;
  return copy;
}

/**
 * Calls `work`, which must throw the error `invalid-box`. Throws if it throws another error or
 * returns.
 */
export function requireRefused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'invalid-box') return;
    throw error;
  }
  throw new Error('an invalid box was accepted');
}

export type RefusalPart = 'refused late' | 'refused early' | 'warm-up';

export interface Refusal {
  readonly part: RefusalPart;
  readonly boxes: Float32Array;
}

/**
 * Returns the invalid arguments of a round. The first one is a warm-up, because code for errors
 * rarely runs.
 */
export function refusalsOf(boxes: Float32Array, stride: number, count: number): readonly Refusal[] {
  const late: Refusal = { part: 'refused late', boxes: spoiled(boxes, stride, count - 1) };
  const early: Refusal = { part: 'refused early', boxes: spoiled(boxes, stride, 0) };
  return [{ ...late, part: 'warm-up' }, late, early, early, late];
}
