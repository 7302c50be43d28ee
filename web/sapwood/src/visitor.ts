/**
 * Passes callbacks of forEachInBox and narrow phases through WebAssembly. The core calls one
 * imported function for each hit. An exception must not unwind through WebAssembly: it is stored,
 * stops the traversal, and is rethrown afterwards.
 */
import { SapwoodError } from './errors.js';

export type ItemCallback = (id: number) => unknown;

/**
 * Maximum number of nested traversals; each takes several kilobytes of the 1 MB stack of the core.
 */
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
    const message = `callbacks: queries in callbacks may be nested at most ${MOST_NESTED} levels deep`;
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
