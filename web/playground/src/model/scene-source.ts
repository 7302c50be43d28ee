/** Scenes from the generator that tests and benchmarks also use. */

import {
  createMotion,
  type DistributedBoxes,
  extentOf,
  generateScene,
  type Motion,
  type Recipe,
  type Scene,
} from 'scenes';
import type { BoxSource, SceneRequest } from './box-source.js';
import { sceneBoundsAround } from './box-source.js';

/**
 * Returns true for about `percent` of the ids. The result depends only on a hash of the id and on
 * `percent`, so other settings do not change it.
 */
function isChosen(id: number, percent: number): boolean {
  return Math.imul(id + 1, 0x9e3779b1) >>> 0 < (percent / 100) * 2 ** 32;
}

class SceneSource implements BoxSource {
  readonly dimensions;
  readonly count;
  readonly sceneBounds;
  readonly solids = { kind: 'boxes' } as const;
  readonly movedIds: Uint32Array;
  movedCount = 0;
  private readonly boxes: Float32Array;

  constructor(
    scene: Scene,
    private readonly motion: Motion | null,
    /** Percentage of items that may move. */
    private readonly percent: number,
  ) {
    this.dimensions = scene.dimensions;
    this.count = scene.count;
    this.sceneBounds = sceneBoundsAround(scene.extent);
    this.boxes = scene.boxes.slice();
    this.movedIds = new Uint32Array(scene.count);
  }

  step(): void {
    const { boxes, motion, movedIds, percent } = this;
    if (!motion) return;
    const moved = motion.step();
    const stride = 2 * this.dimensions;
    this.movedCount = 0;
    for (let i = 0; i < motion.movedCount; i++) {
      const id = motion.movedIds[i];
      if (!isChosen(id, percent)) continue;
      movedIds[this.movedCount++] = id;
      for (let at = id * stride; at < (id + 1) * stride; at++) boxes[at] = moved[at];
    }
  }

  writeBoxes(target: Float32Array): void {
    target.set(this.boxes);
  }

  dispose(): void {}
}

function definitionOf(distribution: Recipe, { dimensions, count, seed }: SceneRequest) {
  const id = distribution.kind;
  const words = { id, title: id, group: 'playground', slow: false, frames: 0 };
  return { ...words, dimensions, count, seed, distribution };
}

/** The items stay at rest if `motion` is null. */
export function sceneSource(
  distribution: Recipe,
  request: SceneRequest,
  motion: Recipe | null,
): BoxSource {
  const scene = generateScene(definitionOf(distribution, request), { count: request.count });
  return new SceneSource(scene, motion && createMotion(scene, motion), request.moving);
}

/** The items stay at rest if `motion` is null. */
export function arrangedSource(
  made: DistributedBoxes,
  request: SceneRequest,
  motion: Recipe | null,
): BoxSource {
  const { dimensions, count } = request;
  const definition = definitionOf({ kind: 'arranged' }, request);
  const extent = extentOf(made.boxes, dimensions);
  const scene: Scene = { ...made, definition, dimensions, count, extent };
  return new SceneSource(scene, motion && createMotion(scene, motion), request.moving);
}
