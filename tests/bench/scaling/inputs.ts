/**
 * Inputs with n boxes: the boxes before and after a step of motion, queries, and expected results.
 */

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

export const QUERY_COUNT = 1000;

export interface Inputs {
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly boxes: Float32Array;
  /** Boxes after one step of a random walk, as in the benchmark of native libraries. */
  readonly moved: Float32Array;
  readonly queries: Queries;
  /**
   * Checksum of the pairs of `boxes`. It is read from the golden file of the scene or computed by
   * the package `scenes`.
   */
  readonly pairsHash: string;
}

/**
 * Returns inputs from the uniform scene that the benchmark of native libraries also uses. The scene
 * has about two overlaps per box for every n.
 */
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

/** Throws if two checksums differ. */
export class Agreement {
  private readonly firstHashes = new Map<string, { readonly hash: string; readonly of: string }>();

  constructor(inputs: Inputs) {
    this.firstHashes.set('pairs', { hash: inputs.pairsHash, of: 'the reference' });
  }

  require(name: string, hash: string, structure: string): void {
    const first = this.firstHashes.get(name);
    if (!first) {
      this.firstHashes.set(name, { hash, of: structure });
      return;
    }
    if (first.hash === hash) return;
    throw new Error(`${structure}: ${name} ${hash}, but ${first.of} has ${first.hash}`);
  }
}
