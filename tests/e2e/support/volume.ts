/**
 * Number of test cases. `npm test` runs a sample of the cases (short run). The long run, `vitest
 * run -c vitest.long.config.ts`, sets SAPWOOD_TEST_VOLUME=full and runs all cases.
 */

import { test } from 'vitest';

export const isFull = process.env.SAPWOOD_TEST_VOLUME === 'full';

/**
 * Declares a test that only the long run executes, because it is slow or similar to another test.
 */
export const longTest = test.runIf(isFull);

/** Returns all items in the long run, and the items that `pick` selects in the short run. */
export function sample<Item>(
  all: readonly Item[],
  pick: (item: Item, index: number) => boolean,
): readonly Item[] {
  return isFull ? all : all.filter(pick);
}
