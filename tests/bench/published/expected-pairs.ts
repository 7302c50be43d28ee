/** Checks reported pairs against the expected pairs. A list can have tens of millions of pairs. */

import { collectPairs, type oracle, pairsHash } from 'scenes';
import type { Counts } from './record';

export type PairComparison = Pick<Counts, 'found' | 'missed' | 'duplicated'>;

/**
 * Expected pairs of a scene, found by the sweep of `scenes`, which shares no code with the library.
 */
export class ExpectedPairs {
  private readonly pairs: Uint32Array;
  private readonly hash: string;

  constructor(private readonly set: oracle.BoxSet) {
    this.pairs = collectPairs(set);
    this.hash = pairsHash(this.pairs);
  }

  get count(): number {
    return this.pairs.length / 2;
  }

  /** `pairs` is a flat array in which the first id of each pair is smaller. */
  compare(pairs: Uint32Array): PairComparison {
    if (pairs.length === this.pairs.length && pairsHash(pairs) === this.hash) {
      return { found: this.count, missed: 0, duplicated: 0 };
    }
    return comparePairs(this.keysOf(pairs), this.keysOf(this.pairs));
  }

  private keysOf(pairs: Uint32Array): Float64Array {
    const boxes = this.set.boxes.length / (2 * this.set.dimensions);
    const keys = new Float64Array(pairs.length / 2);
    for (let i = 0; i < keys.length; i++) keys[i] = pairs[2 * i] * boxes + pairs[2 * i + 1];
    return keys.sort();
  }
}

/**
 * Compares sorted arrays of pairs. `expected` has no duplicates. Throws if a reported pair is not
 * in `expected`.
 */
function comparePairs(reported: Float64Array, expected: Float64Array): PairComparison {
  let at = 0;
  let found = 0;
  let duplicated = 0;
  for (const key of expected) {
    while (at < reported.length && reported[at] < key) at++;
    if (reported[at] !== key) continue;
    found++;
    for (at++; reported[at] === key; at++) duplicated++;
  }
  const wrong = reported.length - found - duplicated;
  if (wrong > 0) throw new Error(`${wrong} reported pairs do not overlap`);
  return { found, missed: expected.length - found, duplicated };
}
