/**
 * The callback of forEachInBox on its way through WebAssembly.
 *
 * The core calls one imported function for each hit. An exception must not unwind through it: it
 * is kept here, stops the walk, and goes on to the caller afterwards.
 */
export type ItemCallback = (id: number) => unknown;

let current: ItemCallback | undefined;
let failed = false;
let failure: unknown;

/** What the core calls: 1 to go on, 0 to stop. */
export function visitItem(id: number): 0 | 1 {
  try {
    return current?.(id) === false ? 0 : 1;
  } catch (error) {
    failed = true;
    failure = error;
    return 0;
  }
}

/** Runs a walk with its callback; walks may nest. */
export function withVisitor<T>(callback: ItemCallback, walk: () => T): T {
  const outer = current;
  current = callback;
  let result: T;
  try {
    result = walk();
  } finally {
    current = outer;
  }
  if (failed) {
    const error = failure;
    failed = false;
    failure = undefined;
    throw error;
  }
  return result;
}
