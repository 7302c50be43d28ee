/** Keys and the commands that they give; the help overlay prints the same table. */

import type { Signal } from '@preact/signals';
import type { Playground } from '../explore/playground.js';
import { toggleBreaking } from '../features/break/break-switch.js';
import { toggleEditing } from '../features/edit/edit-switch.js';
import { goTo, mode } from '../state/route.js';
import { belongsToInput } from '../ui/typing.js';
import { codeOpen, finderOpen, helpOpen, panelsHidden, whichOpen } from '../ui/visibility.js';
import { reseed, swapSides, toggleBuild, toggleTrace } from './commands.js';
import {
  chooseStructure,
  moveDeepest,
  nextColor,
  openCard,
  stepBack,
  stepForwards,
  toggleComparison,
  toggleGradual,
  toggleLayer,
} from './late-commands.js';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly what: string;
  run(playground: Playground, key: string): void;
}

const shortcut = (key: string, what: string, run: Shortcut['run']): Shortcut => ({
  keys: [key],
  label: key.toUpperCase(),
  what,
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
    what: 'Play or pause, the scene or the build',
    run: ({ store, settings }) => store.tune({ play: !settings.play }),
  },
  shortcut(
    '.',
    'One step of the scene; of the query or the build where those go step by step',
    stepForwards,
  ),
  shortcut(',', 'One step of the query or the build back', stepBack),
  shortcut('u', 'The build step by step', toggleBuild),
  shortcut('t', 'The query step by step', toggleTrace),
  shortcut('[', 'One level less', (playground) => moveDeepest(playground, -1)),
  shortcut(']', 'One level more', (playground) => moveDeepest(playground, 1)),
  shortcut('l', 'Leaves only', (playground) => toggleLayer(playground, 'leaves')),
  shortcut('p', 'Parents faded', (playground) => toggleLayer(playground, 'faded')),
  shortcut('i', 'The hierarchy as a chart (icicle)', (playground) =>
    toggleLayer(playground, 'tree'),
  ),
  shortcut('m', 'Heat map: nodes on the way through each pixel', (playground) =>
    toggleLayer(playground, 'heat'),
  ),
  shortcut('k', 'Another color of the nodes', nextColor),
  shortcut('n', 'Look at a node; arrow keys go to its parent, child, siblings', openCard),
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    what: 'Choose a structure',
    run: (playground, key) => chooseStructure(playground, Number(key) - 1),
  },
  shortcut('c', 'Compare with another structure', toggleComparison),
  shortcut('x', 'Swap the two sides', ({ store }) => swapSides(store)),
  shortcut('g', 'Build bit by bit, where the structure can', toggleGradual),
  shortcut('f', 'Frame the scene', (playground) => playground.frameCamera()),
  shortcut(
    'e',
    'Edit the scene by hand: add, move and erase boxes',
    (playground) => void toggleEditing(playground, 'keys'),
  ),
  shortcut('/', 'Find a structure, a scene, a tour, a key', open(finderOpen)),
  shortcut('w', 'Which structure?', open(whichOpen)),
  shortcut('v', 'Race: all structures on this scene', ({ store }) => store.choose({ lab: 'race' })),
  shortcut('o', 'Clip: a short video of this view or tour', ({ store }) =>
    store.choose({ lab: 'clip' }),
  ),
  shortcut('d', 'Break it: paint boxes until a structure collapses', ({ store }) =>
    toggleBreaking(store),
  ),
  shortcut('r', 'Another seed', ({ store }) => reseed(store)),
  shortcut('s', 'Show this view as code', open(codeOpen)),
  shortcut('b', 'Bench: measure here', () => goTo('bench')),
  shortcut('h', 'Hide or show the panels', toggle(panelsHidden)),
  shortcut('?', 'This help', toggle(helpOpen)),
];

export function listenForShortcuts(playground: Playground): void {
  window.addEventListener('keydown', (event) => {
    if (mode.peek() !== 'explore') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (belongsToInput(event.target, event.key)) return;
    const key = event.key.toLowerCase();
    const found = shortcuts.find(({ keys }) => keys.includes(key));
    const dialogOpen = codeOpen.value || finderOpen.value || whichOpen.value;
    if (!found || dialogOpen || (helpOpen.value && key !== '?')) return;
    event.preventDefault();
    found.run(playground, key);
  });
}
