/** What a feature adds to the picture. */

import type { Object3D } from 'three';
import type { Settings } from '../state/settings.js';
import type { StageTheme } from './theme.js';

export interface Drawing {
  /** What goes on the stage; the same objects all the time. */
  readonly parts: readonly Object3D[];
  setTheme(theme: StageTheme): void;
  /** What is shown and how; moves no data. Without it, what is drawn depends on its data alone. */
  setSettings?(settings: Settings): void;
  /** Gives back what it has on the graphics card. */
  dispose(): void;
}
