/**
 * How much is tried: `npm test` takes a sample of what differs in its data only, the long run all of it
 * (`vitest run -c vitest.long.config.ts`, which sets SAPWOOD_TEST_VOLUME=full).
 */

export const isFull = process.env.SAPWOOD_TEST_VOLUME === 'full';

/** All of them in the long run, else those that are picked. */
export function sample<Item>(
  all: readonly Item[],
  pick: (item: Item, index: number) => boolean,
): readonly Item[] {
  return isFull ? all : all.filter(pick);
}
