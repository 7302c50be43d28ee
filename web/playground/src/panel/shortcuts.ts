/** Keys and the commands that they give; the help overlay prints the same table. */

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
  nextColour,
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
    run: (playground, key) => chooseStructure(playground, Number(key) - 1),
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
