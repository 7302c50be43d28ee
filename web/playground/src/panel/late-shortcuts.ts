/** Keys of what is loaded behind the first picture; they join the others when it is there. */

import { structures } from 'sapwood/all';
import type { Playground } from '../playground.js';
import { colourings, type Layer, type Settings } from '../state/settings.js';
import { shortcuts, swapSides } from './shortcuts.js';
import { cardWanted, codeOpen, whichOpen } from './visibility.js';

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

/** Opens the card of the node that is looked at, else that of the root, and gives it the keys. */
function openCard({ looking }: Playground): void {
  looking.open(looking.focus.peek() ?? { view: 0, node: 0 });
  cardWanted.value = true;
}

shortcuts.push(
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
  { keys: ['c'], label: 'C', what: 'Compare with another structure', run: toggleComparison },
  { keys: ['x'], label: 'X', what: 'Swap the two sides', run: ({ store }) => swapSides(store) },
  {
    keys: ['g'],
    label: 'G',
    what: 'Build bit by bit, where the structure can',
    run: toggleGradual,
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
    keys: ['s'],
    label: 'S',
    what: 'Show this view as code',
    run: () => {
      codeOpen.value = true;
    },
  },
  {
    keys: ['v'],
    label: 'V',
    what: 'Race: all structures on this scene',
    run: ({ store }) => store.choose({ lab: 'race' }),
  },
);
