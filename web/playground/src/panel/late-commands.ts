/** What keys do besides: commands that no part of the first picture needs. */

import { structures } from 'sapwood/all';
import type { Playground } from '../session/page.js';
import { ALL_LEVELS, colorings, type Layer, type Settings } from '../state/settings.js';
import { cardWanted } from '../ui/visibility.js';
import { stepOnce } from './commands.js';

function levelsOf({ picture }: Playground): number {
  return Math.max(1, ...(picture?.sides.map(({ nodes }) => nodes.levels) ?? []));
}

/** Moves the deepest drawn level; "all" stands behind the last level that there is. */
export function moveDeepest(playground: Playground, change: number): void {
  const { shallowest, deepest } = playground.settings;
  const last = Math.max(levelsOf(playground) - 1, 0);
  const next = Math.min(deepest, last) + change;
  const patch: Partial<Settings> = {
    deepest: next >= last ? ALL_LEVELS : Math.max(next, shallowest),
  };
  playground.store.tune(patch);
}

/** The structure at that place of the menu. */
export function chooseStructure(playground: Playground, place: number): void {
  const { dim } = playground.settings;
  const offered = structures.filter((entry) => entry.dimensions.includes(dim));
  const entry = offered[place];
  if (entry) playground.store.choose({ structure: entry.id, options: {} });
}

/** The last structure that was compared with; at first one that is unlike the present one. */
let lastOther: Pick<Settings, 'other' | 'otherOptions'> | null = null;

export function toggleComparison({ store, settings }: Playground): void {
  const { dim, other, otherOptions, structure } = settings;
  if (other !== null) {
    lastOther = { other, otherOptions };
    store.choose({ other: null, otherOptions: {} });
    return;
  }
  const offered = structures.filter((entry) => entry.dimensions.includes(dim));
  const unlike = offered.filter(({ id }) => id !== structure).at(-1) ?? offered[0];
  store.choose(lastOther ?? { other: unlike.id, otherOptions: {} });
}

export function toggleGradual({ store, settings }: Playground): void {
  store.choose({ policy: settings.policy === 'gradual' ? 'update' : 'gradual' });
}

/** Colors of the nodes, one after the other. */
export function nextColor({ store, settings }: Playground): void {
  const next = (colorings.indexOf(settings.color) + 1) % colorings.length;
  store.choose({ color: colorings[next] });
}

export function toggleLayer({ store, settings }: Playground, layer: Layer): void {
  const show = new Set(settings.show);
  if (!show.delete(layer)) show.add(layer);
  store.choose({ show });
}

/** One step of what is open, back: a build, or the walk of the query. */
export function stepBack(playground: Playground): void {
  const { build, step } = playground.settings;
  if (build) playground.moveBuild(-1);
  else if (step !== null) playground.moveTrace(-1);
}

/** The full stop: of the query's walk where that is open, else of the scene. */
export function stepForwards(playground: Playground): void {
  if (playground.settings.step === null) stepOnce(playground);
  else playground.moveTrace(1);
}

/** Opens the card of the node that is looked at, else that of the root, and gives it the keys. */
export function openCard({ looking }: Playground): void {
  looking.open(looking.focus.peek() ?? { view: 0, node: 0 });
  cardWanted.value = true;
}
