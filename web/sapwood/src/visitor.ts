/**
 * Runs the callbacks of `forEachInBox`, `traverse` and of tests of your own shapes. The core calls
 * one imported function for each item and node. An exception must not unwind through WebAssembly.
 * It is therefore stored, no further callbacks run, and it is rethrown after the traversal.
 */
import { SapwoodError } from './errors.js';

export type ItemCallback = (id: number) => unknown;

/**
 * Maximum number of nested traversals. Each traversal uses several kilobytes of the 1 MB stack of
 * the core.
 */
const MAX_NESTED = 64;
let nested = 0;

let current: ItemCallback | undefined;
/** Exception that a callback threw in the current traversal. */
let failure: { error: unknown } | undefined;

/**
 * Calls the current callback; the core imports this function. Returns 1 to continue, and 0 to stop
 * or to skip a node.
 */
export function visitItem(id: number): 0 | 1 {
  // after an exception, the core still visits the siblings of a skipped node
  if (failure !== undefined) return 0;
  try {
    return current?.(id) === false ? 0 : 1;
  } catch (error) {
    failure = { error };
    return 0;
  }
}

/** Runs a traversal that calls `callback`. Traversals can be nested. */
export function withVisitor<T>(callback: ItemCallback, traverse: () => T): T {
  if (nested === MAX_NESTED) {
    const message = `callbacks: queries in callbacks may be nested at most ${MAX_NESTED} levels deep`;
    throw new SapwoodError('reentrant', message);
  }
  const outer = current;
  current = callback;
  nested += 1;
  let thrown: typeof failure;
  let result: T;
  try {
    result = traverse();
  } finally {
    current = outer;
    nested -= 1;
    thrown = failure;
    failure = undefined;
  }
  if (thrown !== undefined) throw thrown.error;
  return result;
}
