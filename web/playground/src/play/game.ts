/** Interface of the two games of the page. */

import type { PerspectiveCamera, Scene } from 'three';
import type { StageTheme } from '../stage/theme.js';
import type { Input } from './input.js';

/** Options of drawing. */
export interface Shown {
  readonly contacts: boolean;
  readonly tree: boolean;
  readonly firstPerson: boolean;
}

export interface Readings {
  /** Primitives of the level. */
  readonly size: number;
  readonly contacts: number;
  readonly grounded: boolean;
  /** Meters, `dimensions` numbers. */
  readonly position: Float64Array;
}

export interface Game {
  readonly readings: Readings;
  readonly scene: Scene;
  /** Advances by one step and returns the milliseconds of the call of `move`. */
  step(seconds: number, input: Input): number;
  /** Updates the scene for a time between the last two steps: `share` is 0 to 1. */
  show(share: number, shown: Shown, camera: PerspectiveCamera): void;
  /** Moves the player to the start. */
  restart(): void;
  applyTheme(theme: StageTheme): void;
  dispose(): void;
}
