/**
 * How much is tried: `npm test` takes a sample of what differs in its data only, the long run all of it
 * (`vitest run -c vitest.long.config.ts`, which sets SAPWOOD_TEST_VOLUME=full).
 */

import { test } from 'vitest';

export const isFull = process.env.SAPWOOD_TEST_VOLUME === 'full';

/**
 * A test of the long run only: one that shows on another page, or by another road, what a test of every run shows too, or
 * that takes seconds for a detail.
 */
export const longTest = test.runIf(isFull);

/** All of them in the long run, else those that are picked. */
export function sample<Item>(
  all: readonly Item[],
  pick: (item: Item, index: number) => boolean,
): readonly Item[] {
  return isFull ? all : all.filter(pick);
}
