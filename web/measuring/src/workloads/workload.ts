/** A workload: what is measured, with its input, the calls that are timed, and how their answer is looked at. */

import type { Dimensions, Peer, Verb } from 'peers';
import { ResultHash, type Scene } from 'scenes';
import type { Repeated } from '../sampling.js';
import { boxQueries, type Input } from './inputs.js';
import { type Answer, trueBoxAnswers } from './truth.js';

/** One contender at work. */
export interface Job extends Repeated {
  /** Does the work once more, or looks at what it left. */
  answer(): Answer;
}

export interface Workload {
  readonly id: string;
  readonly title: string;
  /** What times are of. */
  readonly call: string;
  /** What a contender must be able to do. */
  readonly verbs: readonly Verb[];
  /** The boxes are points: those who keep points only take part. */
  readonly points?: boolean;
  input(scene: Scene, queries: number): Input;
  truth(input: Input): Answer;
  job(peer: Peer, input: Input, empty: () => Peer): Job;
}

export interface Cell {
  readonly workload: string;
  readonly scene: string;
  readonly dimensions: Dimensions;
  readonly n: number;
}

const NOTHING = new Float32Array(0);

/** How many queries tell whether a container holds what it should. */
export const PROBES = 1000;

export function content(scene: Scene, more: Partial<Input> = {}): Input {
  const { dimensions, count, boxes } = scene;
  return { dimensions, n: count, boxes, changes: [], queries: NOTHING, ...more };
}

export const probed = (scene: Scene) => content(scene, { queries: boxQueries(scene, PROBES) });

export function probe(peer: Peer, { queries, dimensions }: Input): Answer {
  const { offsets, ids } = peer.boxQueries!(queries);
  const hash = new ResultHash();
  const count = queries.length / (2 * dimensions);
  for (let i = 0; i < count; i++) hash.addSet(ids.subarray(offsets[i], offsets[i + 1]));
  return { count: hash.results, hash: hash.hex };
}

export const trueProbe = ({ dimensions, boxes, queries }: Input) =>
  trueBoxAnswers(dimensions, boxes, queries);

/** One query, so that nothing is put off beyond the end of a call. */
export function touch(peer: Peer, { queries, dimensions }: Input): void {
  peer.boxQueries!(queries.subarray(0, 2 * dimensions));
}
