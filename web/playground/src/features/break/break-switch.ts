/**
 * Starts and ends *Break it*, a mode in which users paint boxes that make a structure slow. The
 * code of the mode loads together with its tools.
 */

import { sceneEntry } from '../../model/scene-menu.js';
import { type Layer, type Settings, sceneSettings } from '../../state/settings.js';
import type { Store } from '../../state/store.js';

/** Structures with a weakness to demonstrate. */
export const breakableStructures = ['sweep-and-prune', 'octree', 'hash-grid'] as const;
export type BreakableStructure = (typeof breakableStructures)[number];

export const isBreakable = (id: string): id is BreakableStructure =>
  breakableStructures.some((one) => one === id);

/**
 * Settings of a 2D scene with few boxes far apart, so that only painted boxes can make a structure
 * slow.
 */
const arena = (): Partial<Settings> => ({
  ...sceneSettings(sceneEntry('uniform')),
  ...{ dim: 2, n: 150, motion: 'still', seed: 1 },
  ...{ other: null, otherOptions: {}, query: 'none', step: null, build: null, tour: null },
  ...{ play: false, color: 'level', node: null },
  show: new Set<Layer>(['items', 'hierarchy']),
});

/** Settings before the mode was started; null if a link started it. */
let before: Settings | null = null;

/** Ends the mode. Restores the previous settings; without them, only removes the painted boxes. */
export function leaveBreaking(store: Store): void {
  store.choose(before ?? { painted: null });
  before = null;
}

export function toggleBreaking(store: Store): void {
  const settings = store.settings.peek();
  if (settings.painted !== null) {
    leaveBreaking(store);
    return;
  }
  before = settings;
  const { options, structure } = settings;
  if (isBreakable(structure)) store.choose({ ...arena(), structure, options, painted: '' });
  else store.choose({ ...arena(), structure: breakableStructures[0], options: {}, painted: '' });
}
