import { type Dimensions, type SceneDefinition, sceneDefinition } from './definitions.js';
import { type DistributedBoxes, distribute } from './distributions.js';

export interface Scene extends DistributedBoxes {
  readonly definition: SceneDefinition;
  readonly dimensions: Dimensions;
  /** Number of boxes, which may be less than requested for `published-true-uniform`. */
  readonly count: number;
  /** Bounds of all boxes: [min..., max...]; zeros for an empty scene. */
  readonly extent: Float32Array;
}

/**
 * Values that override values of the scene definition. The expected results of the definition do
 * not apply to a scene with such values.
 */
export interface SceneOptions {
  readonly count?: number;
  readonly seed?: number;
  readonly dimensions?: Dimensions;
}

/** Returns the bounds of flat boxes: [min..., max...]; zeros if `boxes` is empty. */
export function extentOf(boxes: Float32Array, dimensions: Dimensions): Float32Array {
  const stride = 2 * dimensions;
  const extent = boxes.slice(0, stride);
  if (extent.length === 0) return new Float32Array(stride);
  for (let at = 0; at < boxes.length; at += stride) {
    for (let d = 0; d < dimensions; d++) {
      const low = boxes[at + d];
      const high = boxes[at + dimensions + d];
      // uses comparisons, because `min` and `max` functions treat -0 differently in C++ and
      // JavaScript
      if (low < extent[d]) extent[d] = low;
      if (high > extent[dimensions + d]) extent[dimensions + d] = high;
    }
  }
  return extent;
}

/** Creates the scene of a definition. `source` is the definition or its id. */
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
