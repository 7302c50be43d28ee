/** Keys, and what they do; the help overlay prints the same table. */

import { structures } from 'sapwood/all';
import type { Playground } from '../playground.js';
import { goTo, mode } from '../state/route.js';
import { ALL_LEVELS, colourings, type Layer, type Settings } from '../state/settings.js';
import { toggleBreaking } from './break-switch.js';
import { toggleEditing } from './edit-switch.js';
import { moveStep, reseed, stepOnce, swapSides, toggleBuild, toggleTrace } from './moves.js';
import { belongsToInput } from './typing.js';
import {
  cardWanted,
  codeOpen,
  finderOpen,
  helpOpen,
  panelsHidden,
  whichOpen,
} from './visibility.js';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly what: string;
  run(playground: Playground, key: string): void;
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

/** The last structure that was compared with; at first one that is unlike the present one. */
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

/** Colours of the nodes, one after the other. */
function nextColour({ store, settings }: Playground): void {
  const next = (colourings.indexOf(settings.colour) + 1) % colourings.length;
  store.choose({ colour: colourings[next] });
}

function toggleLayer({ store, settings }: Playground, layer: Layer): void {
  const show = new Set(settings.show);
  if (!show.delete(layer)) show.add(layer);
  store.choose({ show });
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

/** Opens the card of the node that is looked at, else that of the root, and gives it the keys. */
function openCard({ looking }: Playground): void {
  looking.open(looking.focus.peek() ?? { view: 0, node: 0 });
  cardWanted.value = true;
}

export const shortcuts: readonly Shortcut[] = [
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
    keys: ['l'],
    label: 'L',
    what: 'Leaves only',
    run: (playground) => toggleLayer(playground, 'leaves'),
  },
  {
    keys: ['p'],
    label: 'P',
    what: 'Parents faded',
    run: (playground) => toggleLayer(playground, 'faded'),
  },
  {
    keys: ['i'],
    label: 'I',
    what: 'The hierarchy as a chart (icicle)',
    run: (playground) => toggleLayer(playground, 'tree'),
  },
  {
    keys: ['m'],
    label: 'M',
    what: 'Heat map: nodes on the way through each pixel',
    run: (playground) => toggleLayer(playground, 'heat'),
  },
  { keys: ['k'], label: 'K', what: 'Another colour of the nodes', run: nextColour },
  {
    keys: ['n'],
    label: 'N',
    what: 'Look at a node; arrow keys go to its parent, child, siblings',
    run: openCard,
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    what: 'Choose a structure',
    run: chooseStructure,
  },
  { keys: ['c'], label: 'C', what: 'Compare with another structure', run: toggleComparison },
  { keys: ['x'], label: 'X', what: 'Swap the two sides', run: ({ store }) => swapSides(store) },
  {
    keys: ['g'],
    label: 'G',
    what: 'Build bit by bit, where the structure can',
    run: toggleGradual,
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
  {
    keys: ['w'],
    label: 'W',
    what: 'Which structure?',
    run: () => {
      whichOpen.value = true;
    },
  },
  {
    keys: ['v'],
    label: 'V',
    what: 'Race: all structures on this scene',
    run: ({ store }) => store.choose({ lab: 'race' }),
  },
  {
    keys: ['o'],
    label: 'O',
    what: 'Clip: a short video of this view or tour',
    run: ({ store }) => store.choose({ lab: 'clip' }),
  },
  {
    keys: ['d'],
    label: 'D',
    what: 'Break it: paint boxes until a structure collapses',
    run: ({ store }) => toggleBreaking(store),
  },
  { keys: ['r'], label: 'R', what: 'Another seed', run: ({ store }) => reseed(store) },
  {
    keys: ['s'],
    label: 'S',
    what: 'Show this view as code',
    run: () => {
      codeOpen.value = true;
    },
  },
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
