/**
 * A scene: boxes made from a definition.
 */

import { type Dimensions, type SceneDefinition, sceneDefinition } from './definitions.js';
import { type DistributedBoxes, distribute } from './distributions.js';

export interface Scene extends DistributedBoxes {
  readonly definition: SceneDefinition;
  readonly dimensions: Dimensions;
  /** Boxes made; `published-true-uniform` may make fewer than asked for. */
  readonly count: number;
  /** Bounds of all boxes: [min..., max...]; zeros when there are none. */
  readonly extent: Float32Array;
}

/** What may differ from the definition; its goldens then no longer hold. */
export interface SceneOptions {
  readonly count?: number;
  readonly seed?: number;
  readonly dimensions?: Dimensions;
}

/** Bounds of flat boxes: [min..., max...]; zeros when there are none. */
export function extentOf(boxes: Float32Array, dimensions: Dimensions): Float32Array {
  const stride = 2 * dimensions;
  const extent = boxes.slice(0, stride);
  if (extent.length === 0) return new Float32Array(stride);
  for (let at = 0; at < boxes.length; at += stride) {
    for (let d = 0; d < dimensions; d++) {
      const low = boxes[at + d];
      const high = boxes[at + dimensions + d];
      // comparisons, because minima and maxima of zeros of both signs differ between languages
      if (low < extent[d]) extent[d] = low;
      if (high > extent[dimensions + d]) extent[dimensions + d] = high;
    }
  }
  return extent;
}

/** Makes the boxes of a definition (or of the definition with that id). */
export function generateScene(
  source: SceneDefinition | string,
  { count, seed, dimensions }: SceneOptions = {},
): Scene {
  const definition = typeof source === 'string' ? sceneDefinition(source) : source;
  const axes = dimensions ?? definition.dimensions;
  const distributed = distribute(
    definition.distribution,
    axes,
    count ?? definition.count,
    seed ?? definition.seed,
  );
  return {
    ...distributed,
    definition,
    dimensions: axes,
    count: distributed.boxes.length / (2 * axes),
    extent: extentOf(distributed.boxes, axes),
  };
}
