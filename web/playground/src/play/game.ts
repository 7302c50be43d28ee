/** What the two games of the page have in common. */

import type { PerspectiveCamera, Scene } from 'three';
import type { StageTheme } from '../stage/theme.js';
import type { Input } from './input.js';

/** What is drawn beside the level. */
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
  /** Moves what is drawn; `share` of the last step has passed. */
  show(share: number, shown: Shown, camera: PerspectiveCamera): void;
  /** Back to the start. */
  restart(): void;
  applyTheme(theme: StageTheme): void;
  dispose(): void;
}
