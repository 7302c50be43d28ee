/** Keys, and what they do; the help overlay prints the same table. */

import { structures } from 'sapwood/all';
import type { Playground } from '../playground.js';
import { goTo, mode } from '../state/route.js';
import { ALL_LEVELS, type Settings } from '../state/settings.js';
import type { Store } from '../state/store.js';
import { toggleEditing } from './edit-switch.js';
import { belongsToInput } from './typing.js';
import { codeOpen, finderOpen, helpOpen, panelsHidden, whichOpen } from './visibility.js';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly what: string;
  run(playground: Playground, key: string): void;
}

export function reseed(store: Store): void {
  store.choose({ seed: Math.floor(Math.random() * 1e6) });
}

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

function chooseStructure(playground: Playground, key: string): void {
  const { dim } = playground.settings;
  const offered = structures.filter((entry) => entry.dimensions.includes(dim));
  const entry = offered[Number(key) - 1];
  if (entry) playground.store.choose({ structure: entry.id, options: {} });
}

/** The structure of the second view comes to the first, and the other way round. */
export function swapSides(store: Store): void {
  const { options, other, otherOptions, structure } = store.settings.peek();
  if (other === null) return;
  store.choose({
    structure: other,
    options: otherOptions,
    other: structure,
    otherOptions: options,
  });
}

/** Opens the log of the query's walk at its beginning; what moves would be gone before it is read. */
export function toggleTrace({ store, settings }: Playground): void {
  if (settings.query === 'none' || settings.build) return;
  store.choose(settings.step === null ? { step: 0, play: false } : { step: null });
}

/** Forwards or back in the walk of the query. */
export function moveStep({ session, store, settings }: Playground, change: number): void {
  const last = Math.max(0, ...(session?.sides.map(({ trace }) => trace?.length ?? 0) ?? []));
  const now = Math.min(settings.step ?? 0, last);
  store.tune({ step: Math.min(Math.max(now + change, 0), last) });
}

/** Opens the build of the structures over the boxes as they are now, a few steps in; what moves stops. */
export function toggleBuild({ store, settings }: Playground): void {
  if (settings.build) store.choose({ build: null, play: false });
  else store.choose({ build: { mode: 'insert', at: FIRST_STEPS }, step: null, play: false });
}

/** One step of what is open, back: a build, or the walk of the query. */
function stepBack(playground: Playground): void {
  const { build, step } = playground.settings;
  if (build) playground.moveBuild(-1);
  else if (step !== null) moveStep(playground, -1);
}

/** The full stop: of the query's walk where that is open, else of the scene. */
function stepForwards(playground: Playground): void {
  if (playground.settings.step === null) stepOnce(playground);
  else moveStep(playground, 1);
}

/** A build is opened where there is something to see. */
const FIRST_STEPS = 12;

/** More come with the late panels. */
export const shortcuts: Shortcut[] = [
  {
    keys: [' '],
    label: 'Space',
    what: 'Play or pause, the scene or the build',
    run: ({ store, settings }) => store.tune({ play: !settings.play }),
  },
  {
    keys: ['.'],
    label: '.',
    what: 'One step of the scene; of the query or the build where those go step by step',
    run: stepForwards,
  },
  {
    keys: [','],
    label: ',',
    what: 'One step of the query or the build back',
    run: stepBack,
  },
  { keys: ['u'], label: 'U', what: 'The build step by step', run: toggleBuild },
  { keys: ['t'], label: 'T', what: 'The query step by step', run: toggleTrace },
  {
    keys: ['['],
    label: '[',
    what: 'One level less',
    run: (playground) => moveDeepest(playground, -1),
  },
  {
    keys: [']'],
    label: ']',
    what: 'One level more',
    run: (playground) => moveDeepest(playground, 1),
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    what: 'Choose a structure',
    run: chooseStructure,
  },
  {
    keys: ['f'],
    label: 'F',
    what: 'Frame the scene',
    run: (playground) => playground.frameCamera(),
  },
  {
    keys: ['e'],
    label: 'E',
    what: 'Edit the scene by hand: add, move and erase boxes',
    run: (playground) => void toggleEditing(playground, 'keys'),
  },
  {
    keys: ['/'],
    label: '/',
    what: 'Find a structure, a scene, a tour, a key',
    run: () => {
      finderOpen.value = true;
    },
  },
  { keys: ['r'], label: 'R', what: 'Another seed', run: ({ store }) => reseed(store) },
  { keys: ['b'], label: 'B', what: 'Bench: measure here', run: () => goTo('bench') },
  {
    keys: ['h'],
    label: 'H',
    what: 'Hide or show the panels',
    run: () => {
      panelsHidden.value = !panelsHidden.value;
    },
  },
  {
    keys: ['?'],
    label: '?',
    what: 'This help',
    run: () => {
      helpOpen.value = !helpOpen.value;
    },
  },
];

/** Stops the motion and makes one step of it. */
export function stepOnce(playground: Playground): void {
  if (playground.settings.play) playground.store.tune({ play: false });
  playground.step();
}

export function listenForShortcuts(playground: Playground): void {
  window.addEventListener('keydown', (event) => {
    if (mode.peek() !== 'explore') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (belongsToInput(event.target, event.key)) return;
    const key = event.key.toLowerCase();
    const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
    const dialogOpen = codeOpen.value || finderOpen.value || whichOpen.value;
    if (!shortcut || dialogOpen || (helpOpen.value && key !== '?')) return;
    event.preventDefault();
    shortcut.run(playground, key);
  });
}
