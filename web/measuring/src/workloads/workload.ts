/** A workload defines an input, the timed calls, and the correct result. */

import type { Dimensions, Peer, PeerMethod } from 'peers';
import { ResultHash, type Scene } from 'scenes';
import type { Repeated } from '../sampling.js';
import { expectedBoxResults, type WorkloadResult } from './expected.js';
import { boxQueries, type Input } from './inputs.js';

export interface Job extends Repeated {
  /** Returns the result to check. Repeats the work, or reads the result of the last timed call. */
  result(): WorkloadResult;
}

export interface Workload {
  readonly id: string;
  readonly title: string;
  /** Description of the timed call. */
  readonly call: string;
  readonly methods: readonly PeerMethod[];
  /** True if all boxes have size 0. Contestants that store only points then take part. */
  readonly points?: boolean;
  input(scene: Scene, queries: number): Input;
  expected(input: Input): WorkloadResult;
  job(peer: Peer, input: Input, empty: () => Peer): Job;
}

export interface Cell {
  readonly workload: string;
  readonly scene: string;
  readonly dimensions: Dimensions;
  readonly n: number;
}

const NOTHING = new Float32Array(0);

/** Number of box queries whose results show whether an index contains the correct items. */
export const PROBES = 1000;

export function content(scene: Scene, more: Partial<Input> = {}): Input {
  const { dimensions, count, boxes } = scene;
  return { dimensions, n: count, boxes, changes: [], queries: NOTHING, ...more };
}

export const probed = (scene: Scene) => content(scene, { queries: boxQueries(scene, PROBES) });

export function probe(peer: Peer, { queries, dimensions }: Input): WorkloadResult {
  const { offsets, ids } = peer.boxQueries!(queries);
  const hash = new ResultHash();
  const count = queries.length / (2 * dimensions);
  for (let i = 0; i < count; i++) hash.addSet(ids.subarray(offsets[i], offsets[i + 1]));
  return { count: hash.results, hash: hash.hex };
}

export const expectedProbe = ({ dimensions, boxes, queries }: Input) =>
  expectedBoxResults(dimensions, boxes, queries);

/** Runs one query, so that deferred work is done within the timed call. */
export function touch(peer: Peer, { queries, dimensions }: Input): void {
  peer.boxQueries!(queries.subarray(0, 2 * dimensions));
}
