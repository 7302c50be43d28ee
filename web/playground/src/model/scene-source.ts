/**
 * A box source made by the shared scene generator, so that the page shows what tests and benchmarks measure.
 */

import { createMotion, generateScene, type Motion, type Recipe, type Scene } from 'scenes';
import type { BoxSource, SceneRequest } from './box-source.js';

/** A little room around the boxes, so that the walls of the home bounds do not hide them. */
const HOME_MARGIN = 0.02;

function homeOf({ extent, dimensions }: Scene): Float32Array {
  const home = extent.slice();
  for (let d = 0; d < dimensions; d++) {
    const margin = HOME_MARGIN * (extent[dimensions + d] - extent[d]);
    home[d] -= margin;
    home[dimensions + d] += margin;
  }
  return home;
}

const noIds = new Uint32Array(0);

class SceneSource implements BoxSource {
  readonly dimensions;
  readonly count;
  readonly home;
  readonly solids = { kind: 'boxes' } as const;

  constructor(
    private readonly scene: Scene,
    private readonly motion: Motion | null,
  ) {
    this.dimensions = scene.dimensions;
    this.count = scene.count;
    this.home = homeOf(scene);
  }

  get movedIds(): Uint32Array {
    return this.motion?.movedIds ?? noIds;
  }

  get movedCount(): number {
    return this.motion?.movedCount ?? 0;
  }

  step(): void {
    this.motion?.step();
  }

  writeBoxes(target: Float32Array): void {
    target.set(this.motion?.boxes ?? this.scene.boxes);
  }

  dispose(): void {}
}

/** `motion` null: nothing moves. */
export function sceneSource(
  distribution: Recipe,
  { dimensions, count, seed }: SceneRequest,
  motion: Recipe | null,
): BoxSource {
  const scene = generateScene(
    {
      id: distribution.kind,
      title: distribution.kind,
      group: 'playground',
      dimensions,
      count,
      seed,
      frames: 0,
      distribution,
      slow: false,
    },
    { count },
  );
  return new SceneSource(scene, motion && createMotion(scene, motion));
}
