/** Inputs of all profiles. */

import { createMotion, generateScene, pairsHash, peerSmallBoxes, sceneDefinitions } from 'scenes';

export interface Inputs {
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Number of coordinates of a box. */
  readonly stride: number;
  readonly boxes: Float32Array;
  /** Boxes after a step of the random walk of the native peers. */
  readonly moved: Float32Array;
  /** Boxes as a flat array. */
  readonly queries: Float32Array;
  readonly queryCount: number;
}

/** Returns the uniform scene of the native peers. */
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

/** Checks that all structures have the same results as the first structure. */
export class Agreement {
  private readonly known = new Map<string, string>();

  requirePairs(name: string, pairs: Uint32Array, structure: string): void {
    this.require(name, pairsHash(pairs), structure);
  }

  require(name: string, hash: string, structure: string): void {
    const first = this.known.get(name) ?? hash;
    this.known.set(name, first);
    if (first !== hash) throw new Error(`${structure}: ${name} ${hash}, others have ${first}`);
  }
}
