/**
 * Measures the time to check all boxes of an argument. A call with an invalid last box checks all
 * boxes, and a call with an invalid first box checks one. The difference of their times is the
 * result.
 */

import { SapwoodError } from 'sapwood/all';

export function withInvalidBox(
  boxes: Float32Array,
  stride: number,
  position: number,
): Float32Array {
  const copy = boxes.slice();
  copy[position * stride] = Number.NaN;
  return copy;
}

/**
 * Calls `work`, which must throw the error `invalid-box`. Throws if it throws another error or
 * returns.
 */
export function requireRejected(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'invalid-box') return;
    throw error;
  }
  throw new Error('an invalid box was accepted');
}

export type InvalidInputPart = 'invalid last box' | 'invalid first box' | 'warm-up';

export interface InvalidInput {
  readonly part: InvalidInputPart;
  readonly boxes: Float32Array;
}

/**
 * Returns the invalid arguments of a round. The first one is a warm-up, because code for errors
 * rarely runs.
 */
export function invalidInputsOf(
  boxes: Float32Array,
  stride: number,
  count: number,
): readonly InvalidInput[] {
  const late: InvalidInput = {
    part: 'invalid last box',
    boxes: withInvalidBox(boxes, stride, count - 1),
  };
  const early: InvalidInput = {
    part: 'invalid first box',
    boxes: withInvalidBox(boxes, stride, 0),
  };
  return [{ ...late, part: 'warm-up' }, late, early, early, late];
}
