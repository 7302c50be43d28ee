/** Scene with a pile of falling bodies. The physics engine loads after the first frame is drawn. */

import {
  PILE_BALL,
  type Pile,
  type Pose,
  QUIET_FRAMES,
  readPose,
  type StartedPile,
  startPile,
} from 'scenes/pile';
import type { BoxSource, SceneRequest, Solids } from './box-source.js';

class PileSource implements BoxSource {
  readonly dimensions = 3;
  readonly count;
  readonly sceneBounds;
  readonly solids: Solids;

  private readonly pile: Pile;

  constructor(
    private readonly started: StartedPile,
    readonly settlingFrames: number,
  ) {
    const { pile } = started;
    this.pile = pile;
    const { container, count, extent, halfExtents, kinds, positions, rotations } = pile;
    this.count = count;
    this.sceneBounds = extent;
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

/**
 * Numbers of items for which the state after the fall is precomputed, with seed 1. They are the
 * defaults on wide and narrow screens.
 */
const HEAPS = [1000, 500];

/**
 * Loads the precomputed positions of a pile at rest. Returns undefined if they are not available;
 * the bodies then start in the air.
 */
async function heapOf({ count, seed }: SceneRequest): Promise<Pose | undefined> {
  if (!HEAPS.includes(count) || seed !== 1) return undefined;
  try {
    const letters = atob(await (await fetch(`./pile-${count}.txt`)).text());
    return readPose(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      count,
    );
  } catch {
    return undefined;
  }
}

export async function pileSource(request: SceneRequest): Promise<BoxSource> {
  const { count, seed } = request;
  const pose = await heapOf(request);
  return new PileSource(startPile(count, { seed, ...(pose && { pose }) }), pose ? 0 : QUIET_FRAMES);
}
