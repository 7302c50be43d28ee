/** Keys and their commands; the help overlay shows the same table. */

import type { Signal } from '@preact/signals';
import { structures } from 'sapwood/all';
import { toggleBreaking } from '../features/break/break-switch.js';
import { toggleEditing } from '../features/edit/edit-switch.js';
import { walkPlays } from '../features/trace/walk-player.js';
import type { Playground } from '../session/page.js';
import { goTo, mode } from '../state/route.js';
import { ALL_LEVELS, colorings, type Layer, type Settings } from '../state/settings.js';
import { letterKeys } from '../ui/letter-keys.js';
import { belongsToInput } from '../ui/typing.js';
import { codeOpen, finderOpen, focusesCard, helpOpen, panelsHidden } from '../ui/visibility.js';
import { reseed, stepOnce, swapSides, toggleBuild, toggleTrace } from './commands.js';
import { stepByArrow } from './present.js';

interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly description: string;
  run(playground: Playground, key: string): void;
}

const shortcut = (key: string, description: string, run: Shortcut['run']): Shortcut => ({
  keys: [key],
  label: key.toUpperCase(),
  description,
  run,
});

const open = (dialog: Signal<boolean>) => () => {
  dialog.value = true;
};
const toggle = (shown: Signal<boolean>) => () => {
  shown.value = !shown.value;
};

export const shortcuts: readonly Shortcut[] = [
  {
    keys: [' '],
    label: 'Space',
    description: 'Play or pause the scene, the build, or the query that is shown step by step',
    run: ({ store, settings }) => {
      if (settings.step === null) store.tune({ play: !settings.play });
      else walkPlays.value = !walkPlays.peek();
    },
  },
  shortcut(
    '.',
    'Step forward: the scene, or the query or build that is shown step by step',
    stepForwards,
  ),
  shortcut(',', 'Step back in the query or the build', stepBack),
  shortcut('u', 'Show the build step by step', toggleBuild),
  shortcut('t', 'Show the query step by step', toggleTrace),
  shortcut('[', 'Draw one level fewer', (playground) => moveDeepest(playground, -1)),
  shortcut(']', 'Draw one level more', (playground) => moveDeepest(playground, 1)),
  shortcut('i', 'Show the hierarchy as a chart', (playground) => toggleLayer(playground, 'tree')),
  shortcut('m', 'Show the heat map: the number of nodes under each pixel', (playground) =>
    toggleLayer(playground, 'heat'),
  ),
  shortcut('k', 'Change the node color', nextColor),
  shortcut('n', 'Select a node; arrow keys go to its parent, child and siblings', openCard),
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    description: 'Choose a structure',
    run: (playground, key) => chooseStructure(playground, Number(key) - 1),
  },
  shortcut('c', 'Compare with another structure', toggleComparison),
  shortcut('x', 'Swap A and B', ({ store }) => swapSides(store)),
  shortcut('g', 'Build within a budget, if the structure supports it', toggleGradual),
  shortcut('f', 'Center the view on the scene', (playground) => playground.frameCamera()),
  shortcut(
    'e',
    'Edit the scene by hand: add, move and erase boxes',
    (playground) => void toggleEditing(playground, 'keys'),
  ),
  shortcut('/', 'Search structures, scenes, examples and keys', open(finderOpen)),
  shortcut('w', 'Which structure? Get a measured recommendation', () => goTo('which')),
  shortcut('v', 'Race all structures on this scene', ({ store }) => store.choose({ lab: 'race' })),
  shortcut('d', 'Break it: paint boxes until a structure collapses', ({ store }) =>
    toggleBreaking(store),
  ),
  shortcut('r', 'Shuffle the boxes', ({ store }) => reseed(store)),
  shortcut('s', 'Show this view as code', open(codeOpen)),
  shortcut('b', 'Open Bench to measure on this machine', () => goTo('bench')),
  shortcut('h', 'Hide or show the panels', toggle(panelsHidden)),
  shortcut('?', 'Open or close this help', toggle(helpOpen)),
];

/** Whether the focused element uses the arrow keys. */
function usesArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, [data-handle], dialog, .node-card') !== null
  );
}

/** Camera steps to the right and up, by arrow key. */
const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function listenForShortcuts(playground: Playground): void {
  window.addEventListener('keydown', (event) => {
    if (mode.peek() !== 'explore') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (belongsToInput(event.target, event.key)) return;
    const arrow = event.shiftKey && !usesArrows(event.target) && arrows[event.key];
    if (arrow) {
      playground.stage.cameras.step(...arrow);
      return event.preventDefault();
    }
    if (!usesArrows(event.target) && stepByArrow(playground, event.key)) {
      return event.preventDefault();
    }
    const key = event.key.toLowerCase();
    if (key.length === 1 && key !== ' ' && !letterKeys.peek()) return;
    const found = shortcuts.find(({ keys }) => keys.includes(key));
    const dialogOpen = codeOpen.value || finderOpen.value;
    if (!found || dialogOpen || (helpOpen.value && key !== '?')) return;
    event.preventDefault();
    found.run(playground, key);
  });
}

function levelsOf({ picture }: Playground): number {
  return Math.max(1, ...(picture?.sides.map(({ nodes }) => nodes.levels) ?? []));
}

/** Changes the deepest drawn level. The setting “all levels” counts as the last level. */
function moveDeepest(playground: Playground, change: number): void {
  const { shallowest, deepest } = playground.settings;
  const last = Math.max(levelsOf(playground) - 1, 0);
  const next = Math.min(deepest, last) + change;
  const patch: Partial<Settings> = {
    deepest: next >= last ? ALL_LEVELS : Math.max(next, shallowest),
  };
  playground.store.tune(patch);
}

/** Selects a structure by its menu index. */
function chooseStructure(playground: Playground, place: number): void {
  const { dim } = playground.settings;
  const offered = structures.filter((entry) => entry.dimensions.includes(dim));
  const entry = offered[place];
  if (entry) playground.store.choose({ structure: entry.id, options: {} });
}

/**
 * Second structure of the last comparison. If null, the last other structure in the menu is used.
 */
let lastOther: Pick<Settings, 'other' | 'otherOptions'> | null = null;

function toggleComparison({ store, settings }: Playground): void {
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

function toggleGradual({ store, settings }: Playground): void {
  store.choose({ policy: settings.policy === 'gradual' ? 'update' : 'gradual' });
}

/** Selects the next coloring of nodes. */
function nextColor({ store, settings }: Playground): void {
  const next = (colorings.indexOf(settings.color) + 1) % colorings.length;
  store.choose({ color: colorings[next] });
}

function toggleLayer({ store, settings }: Playground, layer: Layer): void {
  const show = new Set(settings.show);
  if (!show.delete(layer)) show.add(layer);
  store.choose({ show });
}

/** Moves an open build or query traversal one step back. */
function stepBack(playground: Playground): void {
  const { build, step } = playground.settings;
  if (build) playground.moveBuild(-1);
  else if (step !== null) playground.moveTrace(-1);
}

/** Advances an open query traversal by one step, otherwise the scene. */
function stepForwards(playground: Playground): void {
  if (playground.settings.step === null) stepOnce(playground);
  else playground.moveTrace(1);
}

/** Opens and focuses the card of the focused node, or of the root. */
function openCard({ nodeSelection }: Playground): void {
  nodeSelection.open(nodeSelection.focus.peek() ?? { view: 0, node: 0 });
  focusesCard.value = true;
}
