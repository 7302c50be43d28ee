/** One scene at one size: boxes, the same a step later, queries, and what must come out. */

import {
  collectPairs,
  createMotion,
  generateScene,
  pairsHash,
  peerSmallBoxes,
  type Queries,
  sceneDefinitions,
} from 'scenes';
import { goldensOf } from '../node/cases';

/** Box queries in the batch. */
export const QUERY_COUNT = 1000;

export interface Inputs {
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly boxes: Float32Array;
  /** Every box a step of the native peers' random walk further. */
  readonly moved: Float32Array;
  readonly queries: Queries;
  /** Checksum of the pairs of `boxes`: the golden of that scene, else the scenes' own sweep. */
  readonly pairsHash: string;
}

/** The native peers' uniform scene: about two overlaps per box at every size. */
export function makeInputs(dimensions: 2 | 3, n: number, queryCount = QUERY_COUNT): Inputs {
  const definition = sceneDefinitions.find(({ id }) => id === `uniform-${dimensions}d`);
  if (!definition) throw new Error(`no scene uniform-${dimensions}d`);
  const scene = generateScene(definition, { count: n });
  const walk = createMotion(scene, { kind: 'walk', seed: 777, amount: 0.1, every: 1 });
  const golden = goldensOf({ definition, n })[0]?.pairsHash;
  return {
    dimensions,
    n,
    boxes: scene.boxes,
    moved: walk.step().slice(),
    queries: peerSmallBoxes(scene, queryCount),
    pairsHash: golden ?? pairsHash(collectPairs(scene)),
  };
}

/** Holds the checksums of all structures against each other: one that differs ends the run. */
export class Agreement {
  private readonly known = new Map<string, { readonly hash: string; readonly of: string }>();

  constructor(inputs: Inputs) {
    this.known.set('pairs', { hash: inputs.pairsHash, of: 'the scenes' });
  }

  require(what: string, hash: string, who: string): void {
    const first = this.known.get(what);
    if (!first) {
      this.known.set(what, { hash, of: who });
      return;
    }
    if (first.hash === hash) return;
    throw new Error(`${who}: ${what} ${hash}, but ${first.of} says ${first.hash}`);
  }
}
