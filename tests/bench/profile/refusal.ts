/**
 * How long it takes to look at all boxes of an argument: those that are refused for their last box have been looked at
 * to the end, those that are refused for their first one have not, and all the rest is the same.
 */

import { SapwoodError } from 'sapwood/all';

/** A copy whose box number `position` is none. */
export function spoiled(boxes: Float32Array, stride: number, position: number): Float32Array {
  const copy = boxes.slice();
  copy[position * stride] = Number.NaN;
  return copy;
}

/** Does what must be refused for a bad box; anything else throws. */
export function requireRefused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'invalid-box') return;
    throw error;
  }
  throw new Error('a box that is none was accepted');
}

export type RefusalPart = 'refused late' | 'refused early' | 'warm-up';

export interface Refusal {
  readonly part: RefusalPart;
  readonly boxes: Float32Array;
}

/** What is to be refused in a round. Errors are rare, so the first one finds its code cold and does not count. */
export function refusalsOf(boxes: Float32Array, stride: number, count: number): readonly Refusal[] {
  const late: Refusal = { part: 'refused late', boxes: spoiled(boxes, stride, count - 1) };
  const early: Refusal = { part: 'refused early', boxes: spoiled(boxes, stride, 0) };
  return [{ ...late, part: 'warm-up' }, late, early, early, late];
}
