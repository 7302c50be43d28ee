/** What was measured, whoever did: for a question, what each contender takes at each size. */

import type { OptionValue } from 'sapwood/all';
import type { Question } from './question.js';

export type Following = 'rebuild' | 'refit' | 'incremental';

export interface Contender {
  /** One a line of an answer: its other options and ways to follow are the same contender. */
  readonly key: string;
  readonly title: string;
  readonly structure: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** How the index follows what moves. */
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
  /** Where the numbers are from, as a part of a sentence. */
  readonly origin: string;
  /** Nobody where this was not measured. */
  series(question: Question): readonly Series[];
}

/** On a line between the two next sizes, both axes logarithmic; null outside of what was measured. */
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
