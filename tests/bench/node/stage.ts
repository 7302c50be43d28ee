/**
 * Interfaces of phases: input, output and checks.
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
  /** Work of one call; null if the package does not count it. */
  readonly work: Work | null;
  readonly checks: readonly Check[];
}

export interface Prepared {
  /** Number of operations in one call. */
  readonly operations: number;
  run(calls: number): void;
  /** Runs one call that is not timed and checks all results. */
  verify(): Verdict;
}

export interface Phase {
  readonly id: string;
  /** Describes one call. */
  readonly title: string;
  /** Operation that times refer to. */
  readonly operation: string;
  readonly needs: readonly Capability[];
  /** Returns the reason why a case cannot be measured, or undefined. */
  unfit?(work: Workload): string | undefined;
  prepare(stage: Stage): Prepared;
}

export function compare(of: string, hash: string, { against, hash: expected }: Expectation): Check {
  return { against, of, hash, expected };
}

/**
 * Returns a check of the pairs of an index. Computes the expected pairs immediately, so that a scene with too many
 * pairs throws before the index is measured.
 */
export function pairsCheck({ index, expected }: Stage, content: Content): () => Check[] {
  const expectations = expected.pairs(content);
  return () => {
    const hash = pairsHash(index.pairs());
    return expectations.map((one) => compare(`pairs, ${content}`, hash, one));
  };
}

/**
 * Returns a function that runs a small query. A structure may postpone work to the next query; the query makes this
 * work part of the call that caused it. The point is the lower corner of the first box.
 */
export function settlerOf({ index, work }: Stage): () => void {
  const point = work.scene.boxes.slice(0, work.scene.dimensions);
  const out = new Uint32Array(1);
  return () => {
    index.queryPointInto(point, out);
  };
}
