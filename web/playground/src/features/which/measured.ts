/** Measured times per `Question`, contender and number of items. */

import type { OptionValue } from 'sapwood/all';
import type { Question } from './question.js';

export type Following = 'rebuild' | 'refit' | 'incremental';

export interface Contender {
  /**
   * Identifies a structure or library, which has one row in a recommendation. Contenders that
   * differ only in options or update method have the same key.
   */
  readonly key: string;
  readonly title: string;
  readonly structure: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Method that updates the index after items have moved. */
  readonly following: Following;
}

export interface Point {
  readonly n: number;
  readonly ms: number;
}

export interface Series {
  readonly contender: Contender;
  /** Ascending in n. */
  readonly points: readonly Point[];
}

export interface Measured {
  /** Source of the numbers, as part of a sentence. */
  readonly origin: string;
  /** Returns the measured times; empty if not measured. */
  series(question: Question): readonly Series[];
}

/**
 * Returns the time for `n` items, interpolated between neighboring measurements on logarithmic
 * axes; null outside of the measured range.
 */
export function pointAt(points: readonly Point[], n: number): Point | null {
  const after = points.findIndex((point) => point.n >= n);
  if (after < 0) return null;
  const high = points[after];
  if (high.n === n) return high;
  if (after === 0) return null;
  const low = points[after - 1];
  const share = Math.log(n / low.n) / Math.log(high.n / low.n);
  return { n, ms: low.ms * (high.ms / low.ms) ** share };
}
