/** Result of a pair search, with counts of its work. */

import { type Boxes, overlap } from './boxes.js';

export interface PairSearch {
  /** Number of comparisons of items or cells, counted as in the published algorithms. */
  readonly candidates: number;
  /** Number of nodes whose box was tested. */
  readonly visits: number;
  /**
   * Reported pairs as a * count + b with a < b. A pair that is reported twice is contained twice.
   */
  readonly reported: readonly number[];
}

export class PairCollector {
  candidates = 0;
  visits = 0;
  readonly reported: number[] = [];

  constructor(private readonly boxes: Boxes) {}

  compare(a: number, b: number): void {
    this.candidates += 1;
    if (!overlap(this.boxes, a, b)) return;
    this.reported.push(Math.min(a, b) * this.boxes.count + Math.max(a, b));
  }
}

export interface PairComparison {
  readonly found: number;
  readonly missed: number;
  /** Number of reports of pairs that were already reported. */
  readonly duplicated: number;
}

export function allPairs(boxes: Boxes): ReadonlySet<number> {
  const pairs = new PairCollector(boxes);
  for (let a = 0; a < boxes.count; a++) {
    for (let b = a + 1; b < boxes.count; b++) pairs.compare(a, b);
  }
  return new Set(pairs.reported);
}

export function comparePairs({ reported }: PairSearch, all: ReadonlySet<number>): PairComparison {
  const found = new Set(reported);
  const missed = [...all].filter((pair) => !found.has(pair)).length;
  return { found: found.size, missed, duplicated: reported.length - found.size };
}
