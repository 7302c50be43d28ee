/** Which layers of the picture are drawn. */

import { hasLeafOrder } from '../features/order/order-drawing.js';
import { hasSplitPlanes } from '../features/planes/split-planes.js';
import { useBeat, usePage } from '../session/page.js';
import type { Side } from '../session/side.js';
import { type Coloring, colorings, type Layer } from '../state/settings.js';
import { Segments, SelectField, Toggle } from '../ui/fields.js';
import { Late } from '../ui/late.js';

const words: Readonly<Record<Layer, { label: string; title: string }>> = {
  bodies: { label: 'Solids', title: 'The boxes of the scene as solid shapes' },
  items: { label: 'Boxes', title: 'Outlines of the boxes that the index stores' },
  hierarchy: { label: 'Hierarchy', title: 'The nodes of the structure' },
  leaves: { label: 'Leaves only', title: 'Only the nodes that store boxes' },
  faded: {
    label: 'Dim parents',
    title: 'Draws a node faintly if nodes below it are drawn',
  },
  reach: { label: 'Loose bounds', title: 'Dashed around a cell: the bounds that a query tests' },
  planes: { label: 'Split planes', title: 'Planes that split the nodes, or the middles of cells' },
  axis: {
    label: 'Sweep axis',
    title: 'The sorted axis with the interval of each box; marks intervals that overlap the query',
  },
  order: {
    label: 'Leaf order',
    title: 'A line from leaf to leaf in the order in which the boxes were packed',
  },
  changed: {
    label: 'Just moved',
    title: 'Flashes leaves that were just re-inserted, refitted or refilled',
  },
  stuck: {
    label: 'Stuck in large cells',
    title: 'Crosses out boxes in a node with children that is at least eight times as wide',
  },
  lost: {
    label: 'Missed pairs',
    title:
      'Crosses out boxes of pairs that a grid misses if it stores boxes only in the cells of their corners',
  },
  tree: {
    label: 'Chart',
    title: 'Shows the hierarchy as a chart below the picture, with a row for each level',
  },
  heat: {
    label: 'Heat map',
    title: 'Colors each pixel by the number of nodes under it (M)',
  },
  pairs: { label: 'Pairs', title: 'Marks boxes that overlap another box' },
};

const colorWords: Readonly<Record<Coloring, string>> = {
  level: 'Level in the hierarchy',
  occupancy: 'Number of boxes in the node',
  overlap: 'Overlap with siblings',
  visits: 'Order of visits by the query',
  age: 'Time since the last change',
  published: 'Level, in the colors of the publication (red near the root)',
};

/** What only some structures have. */
const partial: Partial<Record<Layer, (side: Side) => boolean>> = {
  reach: ({ dump }) => dump.cells !== undefined,
  planes: ({ entry }) => hasSplitPlanes(entry.id),
  axis: ({ index }) => index.stats().axis !== undefined,
  order: ({ entry }) => hasLeafOrder(entry.id),
  lost: ({ entry }) => entry.id === 'spatial-hash',
};

/** What most visitors switch. Each is a group of layers. */
const groups: readonly {
  readonly id: string;
  readonly layers: readonly Layer[];
  readonly label: string;
  readonly title: string;
}[] = [
  { id: 'boxes', layers: ['items'], label: 'Boxes', title: words.items.title },
  { id: 'structure', layers: ['hierarchy'], label: 'Structure', title: words.hierarchy.title },
  {
    id: 'problems',
    layers: ['stuck', 'lost', 'changed'],
    label: 'Problems',
    title: 'Boxes stuck in large cells, missed pairs, and leaves that just moved',
  },
  { id: 'chart', layers: ['tree'], label: words.tree.label, title: words.tree.title },
  { id: 'heat', layers: ['heat'], label: 'Heat', title: words.heat.title },
];

/** Colors of the nodes that are offered first. */
const mainColors: readonly Coloring[] = ['level', 'visits', 'overlap'];
const mainColorWords: Partial<Record<Coloring, string>> = {
  level: 'Level',
  visits: 'Cost',
  overlap: 'Overlap',
};

export function ViewSection() {
  useBeat();
  const { store, playground } = usePage();
  const sides = playground.session?.sides ?? [];
  const offers = (layer: Layer) =>
    !(layer in partial) || sides.some((side) => partial[layer]?.(side));
  const { query, show, color } = store.settings.value;
  const set = (layers: readonly Layer[], on: boolean) => {
    const next = new Set(store.settings.peek().show);
    for (const layer of layers) {
      if (on) next.add(layer);
      else next.delete(layer);
    }
    store.choose({ show: next });
  };
  return (
    <section class="section" aria-label="Layers">
      <fieldset class="field">
        <legend>Show</legend>
        <div class="toggles">
          {groups.map(({ id, layers, label, title }) => {
            const offered = layers.filter(offers);
            return (
              <Toggle
                key={id}
                name={`layer-${id}`}
                checked={offered.some((layer) => show.has(layer))}
                title={title}
                onToggle={(on) => set(offered, on)}
              >
                {label}
              </Toggle>
            );
          })}
          <Toggle
            name="layer-query"
            checked={query !== 'none'}
            title="The query and its hits"
            onToggle={(on) => store.choose({ query: on ? 'box' : 'none' })}
          >
            Query
          </Toggle>
        </div>
      </fieldset>
      <Late panel="HeatField" />
      <Segments
        label="Node color"
        name="main-color"
        value={color}
        choices={mainColors.map((value) => ({
          value,
          label: mainColorWords[value] ?? value,
          title: colorWords[value],
        }))}
        onChoose={(value) => store.choose({ color: value as Coloring })}
      />
      <details class="advanced">
        <summary>Advanced</summary>
        <div class="toggles">
          {(Object.keys(words) as Layer[]).filter(offers).map((layer) => (
            <Toggle
              key={layer}
              name={`show-${layer}`}
              checked={show.has(layer)}
              title={words[layer].title}
              onToggle={(on) => set([layer], on)}
            >
              {words[layer].label}
            </Toggle>
          ))}
        </div>
        <SelectField
          label="All node colors"
          name="color"
          value={color}
          choices={colorings.map((value) => ({ value, label: colorWords[value] }))}
          onChoose={(value) => store.choose({ color: value as Coloring })}
        />
      </details>
    </section>
  );
}
