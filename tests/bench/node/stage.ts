/**
 * Interfaces of phases: input, output and checks.
 */

import type { Check, Work } from 'measuring/schema';
import type { Capability, SpatialIndex } from 'sapwood/all';
import { pairsHash } from 'scenes';
import type { Content, Expectation, Expectations } from './expectations';
import type { Workload } from './workload';

export interface Stage {
  /** Empty index with the options of the measured structure. */
  readonly index: SpatialIndex;
  readonly work: Workload;
  readonly expected: Expectations;
}

export interface CheckedWork {
  /** Work of one call; null if the package does not count it. */
  readonly work: Work | null;
  readonly checks: readonly Check[];
}

export interface Prepared {
  /** Number of operations in one call. */
  readonly operations: number;
  run(calls: number): void;
  /** Runs one call that is not timed and checks all results. */
  verify(): CheckedWork;
}

export interface Phase {
  readonly id: string;
  /** Describes one call. */
  readonly title: string;
  /** Kind of operation that times are divided by, such as a box or a query. */
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
 * Returns a function that compares the pairs of the index with the expected pairs. The expected
 * pairs are computed before it is returned, so that a scene with too many pairs throws before the
 * index is measured.
 */
export function pairsCheck({ index, expected }: Stage, content: Content): () => Check[] {
  const expectations = expected.pairs(content);
  return () => {
    const hash = pairsHash(index.pairs());
    return expectations.map((one) => compare(`pairs, ${content}`, hash, one));
  };
}

/**
 * Returns a function that runs a small query at the lower corner of the first box. A structure may
 * postpone the work of a change to the next query. With this query, the postponed work is measured
 * as part of the change.
 */
export function settlerOf({ index, work }: Stage): () => void {
  const point = work.scene.boxes.slice(0, work.scene.dimensions);
  const out = new Uint32Array(1);
  return () => {
    index.queryPointInto(point, out);
  };
}
