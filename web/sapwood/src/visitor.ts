/**
 * The callback of forEachInBox or of a narrow phase on its way through WebAssembly.
 *
 * The core calls one imported function for each hit. An exception must not unwind through it: it
 * is kept here, stops the walk, and goes on to the caller afterwards.
 */
import { SapwoodError } from './errors.js';

export type ItemCallback = (id: number) => unknown;

/** Walks that may run inside each other: each takes some kilobytes of the core's stack of 1 MB. */
const MOST_NESTED = 64;
let nested = 0;

let current: ItemCallback | undefined;
let failed = false;
let failure: unknown;

/** Function that the core calls; it returns 1 to continue, 0 to stop. */
export function visitItem(id: number): 0 | 1 {
  try {
    return current?.(id) === false ? 0 : 1;
  } catch (error) {
    failed = true;
    failure = error;
    return 0;
  }
}

/** Runs a traversal with its callback; traversals may nest. */
export function withVisitor<T>(callback: ItemCallback, walk: () => T): T {
  if (nested === MOST_NESTED) {
    const message = `callbacks: expected at most ${MOST_NESTED} nested calls, got ${MOST_NESTED + 1}`;
    throw new SapwoodError('reentrant', message);
  }
  const outer = current;
  current = callback;
  nested += 1;
  let result: T;
  try {
    result = walk();
  } finally {
    current = outer;
    nested -= 1;
  }
  if (failed) {
    const error = failure;
    failed = false;
    failure = undefined;
    throw error;
  }
  return result;
}
