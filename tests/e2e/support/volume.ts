/**
 * Volume of the tests. `npm test` runs a sample of the cases, the long run all of them
 * (`vitest run -c vitest.long.config.ts`, which sets SAPWOOD_TEST_VOLUME=full).
 */

import { test } from 'vitest';

export const isFull = process.env.SAPWOOD_TEST_VOLUME === 'full';

/** A test of the long run only: it is slow, or similar to a test of every run. */
export const longTest = test.runIf(isFull);

/** Returns all items in the long run, otherwise those that `pick` selects. */
export function sample<Item>(
  all: readonly Item[],
  pick: (item: Item, index: number) => boolean,
): readonly Item[] {
  return isFull ? all : all.filter(pick);
}
