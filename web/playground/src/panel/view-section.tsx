/** Which layers of the picture are drawn. */

import type { Side } from '../explore/side.js';
import { hasLeafOrder } from '../features/order/leaf-order.js';
import { hasSplitPlanes } from '../features/planes/split-planes.js';
import { keepsLists } from '../model/grid-storage.js';
import { type Coloring, colorings, type Layer } from '../state/settings.js';
import { SelectField, Toggle } from '../ui/fields.js';
import { Late } from './late-panels.js';
import { useBeat, usePage } from './page.js';

const words: Readonly<Record<Layer, { label: string; title: string }>> = {
  bodies: { label: 'Bodies', title: 'The items as solids' },
  items: { label: 'Boxes', title: 'The bounds of every item, which is what the index holds' },
  hierarchy: { label: 'Hierarchy', title: 'The nodes of the structure, colored by level' },
  leaves: { label: 'Leaves', title: 'Of the hierarchy, only the nodes that hold items' },
  faded: {
    label: 'Parents faded',
    title: 'Nodes with something drawn below them are drawn faintly',
  },
  reach: { label: 'Reach', title: 'Dashed around a cell: the bounds within which it answers' },
  planes: { label: 'Planes', title: 'Where the nodes are parted: split planes, middles of cells' },
  axis: {
    label: 'Axis',
    title: 'The axis that is swept, with the interval of every box; those in the way of the query',
  },
  order: {
    label: 'Order',
    title: 'The line from leaf to leaf in the order in which the items were packed',
  },
  changed: {
    label: 'Changes',
    title: 'Leaves that have just changed flash: re-inserted, refitted or filled anew',
  },
  stuck: {
    label: 'Stuck',
    title: 'Crossed out: items held by a node with children that is eight times as wide',
  },
  lost: {
    label: 'Lost',
    title:
      'Crossed out: boxes in pairs that are lost where a grid files boxes by their corners only',
  },
  tree: {
    label: 'Chart',
    title: 'The hierarchy as a chart below: a row for each level, what is marked in one is in both',
  },
  heat: {
    label: 'Heat map',
    title: 'In place of the lines: how many nodes a ray through each pixel enters (M)',
  },
  pairs: { label: 'Pairs', title: 'Items that overlap another one, in their own color' },
};

const colorWords: Readonly<Record<Coloring, string>> = {
  level: 'Level in the hierarchy',
  occupancy: 'Items that the node holds',
  overlap: 'Overlap with its siblings',
  visits: 'When the query came to it',
  age: 'Time since it changed',
  published: 'Level, as published: red is high up',
};

/** What only some structures have. */
const partial: Partial<Record<Layer, (side: Side) => boolean>> = {
  reach: ({ dump }) => dump.cells !== undefined,
  planes: ({ entry }) => hasSplitPlanes(entry.id),
  axis: ({ index }) => index.stats().axis !== undefined,
  order: ({ entry }) => hasLeafOrder(entry.id),
  lost: ({ index }) => keepsLists(index),
};

export function ViewSection() {
  useBeat();
  const { store, playground } = usePage();
  const sides = playground.session?.sides ?? [];
  const offered = (Object.keys(words) as Layer[]).filter(
    (layer) => !(layer in partial) || sides.some((side) => partial[layer]?.(side)),
  );
  const show = store.field('show').value;
  const toggle = (layer: Layer, on: boolean) => {
    const next = new Set(store.settings.peek().show);
    if (on) next.add(layer);
    else next.delete(layer);
    store.choose({ show: next });
  };
  return (
    <section class="section" aria-label="Layers">
      <fieldset class="field">
        <legend>Show</legend>
        <div class="toggles">
          {offered.map((layer) => (
            <Toggle
              key={layer}
              name={`show-${layer}`}
              checked={show.has(layer)}
              title={words[layer].title}
              onToggle={(on) => toggle(layer, on)}
            >
              {words[layer].label}
            </Toggle>
          ))}
        </div>
      </fieldset>
      <Late panel="HeatField" />
      <SelectField
        label="Color of the nodes"
        name="color"
        value={store.field('color').value}
        choices={colorings.map((value) => ({ value, label: colorWords[value] }))}
        onChoose={(color) => store.choose({ color: color as Coloring })}
      />
    </section>
  );
}
