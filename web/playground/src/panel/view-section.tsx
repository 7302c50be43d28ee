/** Which layers of the picture are drawn. */

import type { Layer } from '../state/settings.js';
import { Toggle } from './fields.js';
import { useBeat, usePage } from './page.js';

const words: Readonly<Record<Layer, { label: string; title: string }>> = {
  bodies: { label: 'Bodies', title: 'The items as solids' },
  items: { label: 'Boxes', title: 'The bounds of every item, which is what the index holds' },
  hierarchy: { label: 'Hierarchy', title: 'The nodes of the structure, coloured by level' },
  leaves: { label: 'Leaves', title: 'Of the hierarchy, only the nodes that hold items' },
  reach: { label: 'Reach', title: 'Dashed around a cell: the bounds within which it answers' },
  stuck: {
    label: 'Stuck',
    title: 'Crossed out: items held by a node with children that is eight times as wide',
  },
  pairs: { label: 'Pairs', title: 'Items that overlap another one, in their own colour' },
};

export function ViewSection() {
  useBeat();
  const { store, playground } = usePage();
  const reaches = playground.session?.sides.some(({ dump }) => dump.cells) ?? false;
  const offered = (Object.keys(words) as Layer[]).filter((layer) => layer !== 'reach' || reaches);
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
    </section>
  );
}
