/** Seeded random order: whoever measures later must not always be the same one. */

import { Mulberry32 } from 'scenes';

/** The items in another order; the same seed gives the same order. Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new Mulberry32(seed);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
