/** The falling pile as a box source; its physics engine is loaded behind the first picture. */

import { PILE_BALL, type Pile, type StartedPile, startPile } from 'scenes/pile';
import type { BoxSource, SceneRequest, Solids } from './box-source.js';

class PileSource implements BoxSource {
  readonly dimensions = 3;
  readonly count;
  readonly home;
  readonly solids: Solids;

  private readonly pile: Pile;

  constructor(private readonly started: StartedPile) {
    const { pile } = started;
    this.pile = pile;
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

  complete(): Promise<void> {
    return this.started.attachEngine();
  }

  dispose(): void {
    this.pile.dispose();
  }
}

export async function pileSource({ count, seed }: SceneRequest): Promise<BoxSource> {
  return new PileSource(startPile(count, { seed }));
}
