/** Inputs and reference results that all profiled structures share. */

import { createMotion, generateScene, pairsHash, peerSmallBoxes, sceneDefinitions } from 'scenes';

export interface Inputs {
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Number of coordinates of a box. */
  readonly stride: number;
  readonly boxes: Float32Array;
  /** Boxes after one step of a random walk, as in the benchmark of native libraries. */
  readonly moved: Float32Array;
  /** Query boxes as a flat array with `stride` coordinates per box. */
  readonly queries: Float32Array;
  readonly queryCount: number;
}

/** Returns inputs from the uniform scene that the benchmark of native libraries also uses. */
export function makeInputs(dimensions: 2 | 3, n: number, queryCount: number): Inputs {
  const definition = sceneDefinitions.find(({ id }) => id === `uniform-${dimensions}d`);
  if (!definition) throw new Error(`no scene uniform-${dimensions}d`);
  const scene = generateScene(definition, { count: n });
  const walk = createMotion(scene, { kind: 'walk', seed: 777, amount: 0.1, every: 1 });
  return {
    dimensions,
    n,
    stride: 2 * dimensions,
    boxes: scene.boxes,
    moved: walk.step().slice(),
    queries: peerSmallBoxes(scene, queryCount).values,
    queryCount,
  };
}

export class Agreement {
  private readonly firstHashes = new Map<string, string>();

  requirePairs(name: string, pairs: Uint32Array, structure: string): void {
    this.require(name, pairsHash(pairs), structure);
  }

  require(name: string, hash: string, structure: string): void {
    const first = this.firstHashes.get(name) ?? hash;
    this.firstHashes.set(name, first);
    if (first !== hash) throw new Error(`${structure}: ${name} ${hash}, others have ${first}`);
  }
}
