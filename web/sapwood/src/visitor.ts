/**
 * Passes callbacks of forEachInBox, traverse and narrow phases through WebAssembly. The core calls
 * one imported function for each item and for each node of traverse. An exception must not unwind
 * through WebAssembly: it is stored, no callback runs until the traversal ends, and it is rethrown
 * afterwards.
 */
import { SapwoodError } from './errors.js';

export type ItemCallback = (id: number) => unknown;

/**
 * Maximum number of nested traversals; each takes several kilobytes of the 1 MB stack of the core.
 */
const MOST_NESTED = 64;
let nested = 0;

let current: ItemCallback | undefined;
/** Exception of a callback of the current traversal. */
let failure: { error: unknown } | undefined;

/** Function that the core calls; it returns 1 to continue, 0 to stop or to skip a node. */
export function visitItem(id: number): 0 | 1 {
  // the core visits the siblings of a node that is skipped
  if (failure !== undefined) return 0;
  try {
    return current?.(id) === false ? 0 : 1;
  } catch (error) {
    failure = { error };
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
  let thrown: typeof failure;
  let result: T;
  try {
    result = walk();
  } finally {
    current = outer;
    nested -= 1;
    thrown = failure;
    failure = undefined;
  }
  if (thrown !== undefined) throw thrown.error;
  return result;
}
