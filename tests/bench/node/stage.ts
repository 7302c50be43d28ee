/**
 * What every phase is made of: the index and inputs that it gets, what it gives back, and the checks.
 */

import type { Check, Work } from 'measuring/schema';
import type { Capability, SpatialIndex } from 'sapwood/all';
import { pairsHash } from 'scenes';
import type { Content, Expectation, Expectations } from './expectations';
import type { Workload } from './workload';

export interface Stage {
  /** Empty, with the options of the measured structure. */
  readonly index: SpatialIndex;
  readonly work: Workload;
  readonly expected: Expectations;
}

export interface Verdict {
  /** Work of one call; null where the package counts none. */
  readonly work: Work | null;
  readonly checks: readonly Check[];
}

export interface Prepared {
  /** Operations in one call. */
  readonly operations: number;
  run(calls: number): void;
  /** Once more, untimed, with every result looked at. */
  verify(): Verdict;
}

export interface Phase {
  readonly id: string;
  /** What one call does. */
  readonly title: string;
  /** What times are per. */
  readonly operation: string;
  readonly needs: readonly Capability[];
  /** Why a case cannot be measured, if so. */
  unfit?(work: Workload): string | undefined;
  prepare(stage: Stage): Prepared;
}

export function compare(of: string, hash: string, { against, hash: expected }: Expectation): Check {
  return { against, of, hash, expected };
}

/**
 * The check of an index's pairs. What is expected is worked out at once: a scene too dense for its pairs to be written
 * throws before anybody asks the index for them.
 */
export function pairsCheck({ index, expected }: Stage, content: Content): () => Check[] {
  const expectations = expected.pairs(content);
  return () => {
    const hash = pairsHash(index.pairs());
    return expectations.map((one) => compare(`pairs, ${content}`, hash, one));
  };
}

/**
 * Asks one small question: a structure may put work off until somebody asks, and then it belongs to what put it off.
 * The point is the lower corner of the first box.
 */
export function questionOf({ index, work }: Stage): () => void {
  const point = work.scene.boxes.slice(0, work.scene.dimensions);
  const out = new Uint32Array(1);
  return () => {
    index.queryPointInto(point, out);
  };
}
