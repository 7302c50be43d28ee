/** What every structure is profiled with. */

import { createMotion, generateScene, pairsHash, peerSmallBoxes, sceneDefinitions } from 'scenes';

export interface Inputs {
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Numbers in a box. */
  readonly stride: number;
  readonly boxes: Float32Array;
  /** Every box a step of the native peers' random walk further. */
  readonly moved: Float32Array;
  /** Flat boxes. */
  readonly queries: Float32Array;
  readonly queryCount: number;
}

/** The native peers' uniform scene. */
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

/** All structures must answer alike: the first answer is what the others are held against. */
export class Agreement {
  private readonly known = new Map<string, string>();

  requirePairs(what: string, pairs: Uint32Array, who: string): void {
    this.require(what, pairsHash(pairs), who);
  }

  require(what: string, answer: string, who: string): void {
    const first = this.known.get(what) ?? answer;
    this.known.set(what, first);
    if (first !== answer) throw new Error(`${who}: ${what} ${answer}, others say ${first}`);
  }
}
