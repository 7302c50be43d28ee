/** Controls for the layers of the picture. */

import { hasLeafOrder } from '../features/order/order-drawing.js';
import { hasSplitPlanes } from '../features/planes/split-planes.js';
import { useNumberUpdates, usePage } from '../session/page.js';
import type { Side } from '../session/side.js';
import { type Coloring, colorings, type Layer } from '../state/settings.js';
import { Segments, Toggle } from '../ui/fields.js';
import { Late } from '../ui/late.js';

interface LayerToggle {
  readonly layer: Exclude<Layer, 'bodies' | 'items'>;
  readonly label: string;
  readonly title: string;
}

const toggles: readonly LayerToggle[] = [
  { layer: 'hierarchy', label: 'Structure', title: 'The nodes of the structure' },
  {
    layer: 'details',
    label: 'Details',
    title:
      'Split planes, the sweep axis, the order of the leaves, or the loose bounds of cells (dashed)',
  },
  { layer: 'pairs', label: 'Pairs', title: 'Marks boxes that overlap another box' },
  {
    layer: 'problems',
    label: 'Problems',
    title:
      'Crosses out boxes that are stuck in large cells or that a simple grid misses; flashes leaves that just moved',
  },
  {
    layer: 'tree',
    label: 'Chart',
    title: 'Shows the hierarchy as a chart below the picture, with a row for each level (I)',
  },
  { layer: 'heat', label: 'Heat', title: 'Colors each pixel by the number of nodes under it (M)' },
];

const colors: Readonly<Record<Coloring, { label: string; title: string }>> = {
  level: { label: 'Level', title: 'Level in the hierarchy' },
  visits: { label: 'Cost', title: 'Order of visits by the query' },
  overlap: { label: 'Overlap', title: 'Overlap with siblings' },
};

function hasDetails({ dump, entry, index }: Side): boolean {
  const { id } = entry;
  return (
    dump.cells !== undefined ||
    hasSplitPlanes(id) ||
    hasLeafOrder(id) ||
    index.stats().axis !== undefined
  );
}

/** Shows solids in 3D and outlines in 2D, unless the URL selects other layers. */
function BoxesToggle() {
  const { store } = usePage();
  const { dim, show } = store.settings.value;
  const set = (on: boolean) => {
    const next = new Set(show);
    if (on) next.add(dim === 3 ? 'bodies' : 'items');
    else for (const layer of ['bodies', 'items'] as const) next.delete(layer);
    store.choose({ show: next });
  };
  return (
    <Toggle
      name="show-boxes"
      checked={show.has('bodies') || show.has('items')}
      title="The boxes that the structure stores"
      onToggle={set}
    >
      Boxes
    </Toggle>
  );
}

export function ViewSection() {
  useNumberUpdates();
  const { store, playground } = usePage();
  const { query, show, color } = store.settings.value;
  const withDetails = playground.session?.sides.some(hasDetails) ?? false;
  const set = (layer: Layer, on: boolean) => {
    const next = new Set(show);
    if (on) next.add(layer);
    else next.delete(layer);
    store.choose({ show: next });
  };
  return (
    <section class="section" aria-label="Layers">
      <fieldset class="field">
        <legend>Show</legend>
        <div class="toggles">
          <BoxesToggle />
          <Toggle
            name="show-query"
            checked={query !== 'none'}
            title="The query and its hits"
            onToggle={(on) => store.choose({ query: on ? 'box' : 'none' })}
          >
            Query
          </Toggle>
          {toggles
            .filter(({ layer }) => layer !== 'details' || withDetails)
            .map(({ layer, label, title }) => (
              <Toggle
                key={layer}
                name={`show-${layer}`}
                checked={show.has(layer)}
                title={title}
                onToggle={(on) => set(layer, on)}
              >
                {label}
              </Toggle>
            ))}
        </div>
      </fieldset>
      <Late panel="HeatField" />
      <Segments
        label="Node color"
        name="color"
        value={color}
        choices={colorings.map((value) => ({ value, ...colors[value] }))}
        onChoose={(value) => store.choose({ color: value as Coloring })}
      />
    </section>
  );
}
