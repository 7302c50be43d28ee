/** Changing between 2D and 3D: each side remembers the scene that was last seen there, and its query. */

import { ownScene, sceneEntry } from '../model/scene-menu.js';
import {
  type Dimensions,
  type QueryPlace,
  type Settings,
  sceneSettings,
} from '../state/settings.js';

type Place = Pick<Settings, 'scene' | 'n' | 'motion' | keyof QueryPlace>;

const places: Record<Dimensions, Place> = {
  2: sceneSettings(sceneEntry('uniform')),
  3: sceneSettings(sceneEntry('pile')),
};

/** The change that goes to the other side, and a note of where this one stood. */
export function placeIn(settings: Settings, dim: Dimensions): Partial<Settings> {
  const { scene, n, motion, box, ball, ray, cam } = settings;
  // the visitor's own boxes are seen from both sides
  if (scene === ownScene.id) return { dim };
  places[settings.dim] = { scene, n, motion, box, ball, ray, cam };
  return { dim, ...places[dim] };
}
