/** The falling pile as a box source; loaded when it is chosen, because it brings a physics engine along. */

import { createPile, PILE_BALL, type Pile } from 'scenes/pile';
import type { BoxSource, SceneRequest, Solids } from './box-source.js';

class PileSource implements BoxSource {
  readonly dimensions = 3;
  readonly count;
  readonly home;
  readonly solids: Solids;

  constructor(private readonly pile: Pile) {
    const { container, count, extent, halfExtents, kinds, positions, rotations } = pile;
    this.count = count;
    this.home = extent;
    const shape = (id: number) => (kinds[id] === PILE_BALL ? 'ball' : 'box');
    this.solids = {
      kind: 'bodies',
      bodies: { count, shape, halfExtents, positions, rotations, container },
    };
  }

  get movedIds(): Uint32Array {
    return this.pile.movedIds;
  }

  get movedCount(): number {
    return this.pile.movedCount;
  }

  step(): void {
    this.pile.step();
  }

  writeBoxes(target: Float32Array): void {
    target.set(this.pile.boxes);
  }

  dispose(): void {
    this.pile.dispose();
  }
}

export async function pileSource({ count, seed }: SceneRequest): Promise<BoxSource> {
  return new PileSource(await createPile(count, { seed }));
}
