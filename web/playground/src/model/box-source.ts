/**
 * Interface of an animated scene. A scene provides the bounds of its items for the index, and the
 * shapes to draw.
 */

import type { PilePiece } from 'scenes/pile';
import type { Dimensions, SceneChoice } from '../state/settings.js';

export interface BoxSource {
  readonly dimensions: Dimensions;
  readonly count: number;
  /**
   * Fixed bounds [min..., max...] of the scene. The camera shows this region, and query positions
   * are fractions of it.
   */
  readonly sceneBounds: Float32Array;
  /**
   * Ids of the items that the last step moved, in ascending order. Only the first `movedCount`
   * elements are valid.
   */
  readonly movedIds: Uint32Array;
  readonly movedCount: number;
  readonly solids: Solids;
  /** Whether some items have no extent, and are therefore marked with discs. */
  readonly hasPoints?: boolean;
  /**
   * Number of frames until falling bodies come to rest; undefined in scenes without falling bodies.
   */
  readonly settlingFrames?: number;
  step(): void;
  /** Writes the current bounds of all items, 2 * `dimensions` numbers per item. */
  writeBoxes(target: Float32Array): void;
  /** Loads what the first frame does not need. Called after the first frame is drawn. */
  complete?(): Promise<void>;
  dispose(): void;
}

export type Solids =
  | { readonly kind: 'boxes' }
  | { readonly kind: 'bodies'; readonly bodies: Bodies }
  /** Items are triangles of a surface. `step` updates `vertices`. */
  | { readonly kind: 'surface'; readonly vertices: Float32Array };

export type BodyShape = 'box' | 'ball';

export interface Bodies {
  readonly count: number;
  shape(id: number): BodyShape;
  /** Half extents, three values per body. For a ball, each value is the radius. */
  readonly halfExtents: Float32Array;
  /** Centers, three values per body. */
  readonly positions: Float32Array;
  /** Rotations as quaternions x, y, z, w. */
  readonly rotations: Float32Array;
  /** Static floor and walls around the bodies. */
  readonly container: readonly PilePiece[];
}

export interface SceneRequest {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly seed: number;
  readonly motion: string;
  /** Percentage of items that may move. Used only by generated motions. */
  readonly moving: number;
}

const sceneGroups = ['Real input', 'Generated', 'Games', 'Published benchmarks'] as const;

export interface SceneEntry extends SceneChoice {
  readonly group: (typeof sceneGroups)[number];
  /** One-sentence description. */
  readonly sentence: string;
  load(request: SceneRequest): Promise<BoxSource>;
}

/** Distance between the boxes and the scene bounds, as a fraction of the extent on each axis. */
const MARGIN = 0.02;

/**
 * Returns the bounds of a scene: the common bounds [min..., max...] of its boxes, enlarged by
 * MARGIN.
 */
export function sceneBoundsAround(extent: Float32Array): Float32Array {
  const dimensions = extent.length / 2;
  const sceneBounds = extent.slice();
  for (let d = 0; d < dimensions; d++) {
    const margin = MARGIN * (extent[dimensions + d] - extent[d]);
    sceneBounds[d] -= margin;
    sceneBounds[dimensions + d] += margin;
  }
  return sceneBounds;
}
