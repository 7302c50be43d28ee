/** Source of boxes: an animated scene, as flat bounds for the index and as solids for the stage. */

import type { PilePiece } from 'scenes/pile';
import type { Dimensions, SceneChoice } from '../state/settings.js';

export interface BoxSource {
  readonly dimensions: Dimensions;
  readonly count: number;
  /** Fixed bounds [min..., max...] for the camera and for fractions of queries. */
  readonly home: Float32Array;
  /** Ids moved by the last step, ascending, in the first `movedCount` entries. */
  readonly movedIds: Uint32Array;
  readonly movedCount: number;
  readonly solids: Solids;
  /** Whether some items have no extent and need point marks. */
  readonly hasPoints?: boolean;
  /** Frames until falling bodies rest; undefined if nothing falls. */
  readonly settlingFrames?: number;
  /** Advances one frame. */
  step(): void;
  /** Writes the current bounds of all items, 2 * dimensions numbers each. */
  writeBoxes(target: Float32Array): void;
  /** Loads what the first picture does not need. Called after that picture. */
  complete?(): Promise<void>;
  dispose(): void;
}

/** Visual form of the items. */
export type Solids =
  /** The boxes themselves. */
  | { readonly kind: 'boxes' }
  /** Bodies with shape, position and rotation. */
  | { readonly kind: 'bodies'; readonly bodies: Bodies }
  /** Surface of triangles; `step` updates `vertices`. */
  | { readonly kind: 'surface'; readonly vertices: Float32Array };

export type BodyShape = 'box' | 'ball';

export interface Bodies {
  readonly count: number;
  shape(id: number): BodyShape;
  /** Three values per body; all are the radius for a ball. */
  readonly halfExtents: Float32Array;
  /** Three values per body. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w. */
  readonly rotations: Float32Array;
  /** Static walls and floor. */
  readonly container: readonly PilePiece[];
}

/** Parameters of a scene. */
export interface SceneRequest {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly seed: number;
  readonly motion: string;
  /** Percentage of items that move, in motions of all items. */
  readonly moving: number;
}

const sceneGroups = ['Real input', 'Generated', 'Games', 'Published benchmarks'] as const;

/** Scene in the menu. */
export interface SceneEntry extends SceneChoice {
  readonly group: (typeof sceneGroups)[number];
  /** One-sentence description. */
  readonly sentence: string;
  load(request: SceneRequest): Promise<BoxSource>;
}

/** Margin between the boxes and the bounds of the scene, as a share of each side. */
const MARGIN = 0.02;

/** Returns home bounds with a margin around box bounds [min..., max...]. */
export function homeAround(extent: Float32Array): Float32Array {
  const dimensions = extent.length / 2;
  const home = extent.slice();
  for (let d = 0; d < dimensions; d++) {
    const margin = MARGIN * (extent[dimensions + d] - extent[d]);
    home[d] -= margin;
    home[dimensions + d] += margin;
  }
  return home;
}
