/** Interface that the 2D game and the 3D game implement. */

import type { PerspectiveCamera, Scene } from 'three';
import type { StageTheme } from '../stage/theme.js';
import type { Aim, Input } from './input.js';

/** Drawing options. */
export interface Shown {
  contacts: boolean;
  tree: boolean;
  /** Deepest drawn level of the tree. */
  treeLevel: number;
  firstPerson: boolean;
  ray: boolean;
  /** Whether the ray ignores the pointer. */
  rayIsHeld: boolean;
}

export interface RayReadings {
  readonly opened: number;
  /** Number of tree nodes that are not leaves. */
  readonly branches: number;
  readonly tested: number;
  /** Distance to the hit in meters; Infinity without a hit. */
  readonly distance: number;
}

export interface Readings {
  /** Number of triangles (3D) or segments (2D) in the level. */
  readonly size: number;
  readonly contacts: number;
  readonly grounded: boolean;
  /** Player's position in meters, one number per axis. */
  readonly position: Float64Array;
  readonly deepest: number;
  readonly ray: RayReadings;
}

export interface Game {
  readonly readings: Readings;
  readonly scene: Scene;
  /** Returns the milliseconds spent in `mover.move`. */
  step(seconds: number, input: Input): number;
  /**
   * Draws a state interpolated between the last two steps. `share` is from 0 (previous step) to 1
   * (last step).
   */
  show(share: number, shown: Shown, aim: Aim, camera: PerspectiveCamera): void;
  restart(): void;
  applyTheme(theme: StageTheme): void;
  dispose(): void;
}
