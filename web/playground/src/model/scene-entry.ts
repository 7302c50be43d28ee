/** A scene of the menu. */

import type { SceneChoice } from '../state/settings.js';
import type { BoxSource, SceneRequest } from './box-source.js';

export const sceneGroups = ['Real input', 'Generated', 'Games', 'Published benchmarks'] as const;

export interface SceneEntry extends SceneChoice {
  readonly group: (typeof sceneGroups)[number];
  /** What it shows, in one sentence. */
  readonly sentence: string;
  load(request: SceneRequest): Promise<BoxSource>;
}
