/**
 * Where boxes come from: a scene that steps, seen by the index as flat bounds and by the stage as solids.
 */

import type { PilePiece } from 'scenes/pile';
import type { Dimensions, SceneChoice } from '../state/settings.js';

export interface BoxSource {
  readonly dimensions: Dimensions;
  readonly count: number;
  /** What the camera frames and the query's fractions refer to: [min..., max...]; does not move. */
  readonly home: Float32Array;
  /** Ids that the last step moved, ascending: the first `movedCount` entries. */
  readonly movedIds: Uint32Array;
  readonly movedCount: number;
  readonly solids: Solids;
  /** Some items have no extent, and need marks to be seen. */
  readonly hasPoints?: boolean;
  /** Frames until what falls lies; none where nothing falls. */
  readonly settlingFrames?: number;
  /** One frame. */
  step(): void;
  /** Writes the current bounds of all items, flat, 2 * dimensions numbers each. */
  writeBoxes(target: Float32Array): void;
  /** Loads what the first picture does without; to be called when that is on the stage. */
  complete?(): Promise<void>;
  dispose(): void;
}

/** How the items themselves look. */
export type Solids =
  /** The boxes are the items. */
  | { readonly kind: 'boxes' }
  /** Bodies with a shape, a place and a turn each. */
  | { readonly kind: 'bodies'; readonly bodies: Bodies }
  /** One surface, triangle by triangle; `vertices` are rewritten by `step`. */
  | { readonly kind: 'surface'; readonly vertices: Float32Array };

export type BodyShape = 'box' | 'ball';

export interface Bodies {
  readonly count: number;
  shape(id: number): BodyShape;
  /** Three a body; of a ball all are the radius. */
  readonly halfExtents: Float32Array;
  /** Three a body. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w. */
  readonly rotations: Float32Array;
  /** What stands still around them. */
  readonly container: readonly PilePiece[];
}

/** What a scene is made with. */
export interface SceneRequest {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly seed: number;
  readonly motion: string;
  /** Per cent of the items that move, where all would. */
  readonly moving: number;
}

const sceneGroups = ['Real input', 'Generated', 'Games', 'Published benchmarks'] as const;

/** A scene of the menu. */
export interface SceneEntry extends SceneChoice {
  readonly group: (typeof sceneGroups)[number];
  /** What it shows, in one sentence. */
  readonly sentence: string;
  load(request: SceneRequest): Promise<BoxSource>;
}

/** Margin between the boxes and the bounds of the scene, as a share of each side. */
const MARGIN = 0.02;

/** The bounds of a scene at home, from those of its boxes: [min..., max...]. */
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
