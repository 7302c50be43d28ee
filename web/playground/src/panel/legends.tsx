/** Legend of colors and strokes, except for levels. */

import { isTrait, type TraitKind, traitTicks } from '../model/node-traits.js';
import { type Playground, useNumberUpdates, usePage } from '../session/page.js';
import type { Side } from '../session/side.js';
import { cssColor, type Ramp, rampColor } from '../stage/color.js';
import { count } from '../ui/format.js';

/**
 * Describes the items or nodes that are highlighted during a gradual build; null if there are none.
 */
function freshWord({ session, settings }: Playground): string | null {
  if (settings.policy !== 'gradual') return null;
  const builds = session?.sides.map(({ gradual }) => gradual?.kind) ?? [];
  if (builds.includes('background')) return 'Pending boxes';
  return builds.includes('stepwise') ? 'Not split yet' : null;
}

/** Describes the items that overlap the query on the sweep axis. */
function sweptWord({ session }: Playground): string | null {
  const views = session?.sides.flatMap(({ swept }) => (swept?.interval ? [swept] : [])) ?? [];
  if (views.length === 0) return null;
  return views
    .map(({ active, axis }) => `Overlap the query on ${'xyz'[axis]}: ${count(active.length)}`)
    .join(' | ');
}

/** Describes the pairs that a grid would miss if it stored only the corners of boxes. */
function lostWord({ picture }: Playground): string | null {
  const views = picture?.sides.flatMap(({ lost }) => lost.found ?? []) ?? [];
  if (views.length === 0) return null;
  const words = views.map(({ all, lost }) => `${count(lost)} of ${count(all)} pairs`);
  return `Missed when stored by corners: ${words.join(' | ')}`;
}

const hasHits = ({ hitCount }: Side) => hitCount > 0;
const hasEntered = ({ walk }: Side) => walk.entered > 0;
const hasRejected = ({ walk }: Side) => walk.tested > walk.entered;

export function ColorKey() {
  const { store, playground } = usePage();
  useNumberUpdates();
  const show = store.field('show').value;
  const build = store.field('build').value;
  const hasQuery = store.field('query').value !== 'none' && !build;
  const inOrder = hasQuery && store.field('query').value === 'frustum';
  const showsTraversal =
    hasQuery && show.has('hierarchy') && store.field('color').value !== 'visits';
  const sides = playground.session?.sides ?? [];
  const entries = [
    { kind: 'query', label: 'Query', shown: hasQuery },
    {
      kind: 'hit',
      label: build ? 'Box of this step' : 'Hit',
      shown: build ? build.mode === 'insert' : hasQuery && !inOrder && sides.some(hasHits),
    },
    { kind: 'order', label: 'First … last hit', shown: inOrder },
    { kind: 'swept', label: sweptWord(playground), shown: show.has('details') },
    { kind: 'made', label: 'New node', shown: build !== null },
    { kind: 'refitted', label: 'Refitted', shown: build !== null && build.mode !== 'split' },
    {
      kind: 'moved',
      label: build?.mode === 'split' ? 'Split' : 'New parent',
      shown: build !== null,
    },
    { kind: 'removed', label: 'Removed', shown: build !== null && build.mode !== 'split' },
    {
      kind: 'made',
      label: 'Just moved',
      shown: show.has('problems') && !build && sides.some(({ replaced }) => replaced > 0),
    },
    {
      kind: 'plane',
      label: 'Split plane',
      shown: playground.picture?.sides.some(({ splits }) => splits.count > 0) ?? false,
    },
    {
      kind: 'order',
      label: 'First … last leaf',
      shown: playground.picture?.sides.some(({ order }) => order.count > 0) ?? false,
    },
    { kind: 'visited', label: 'Node entered', shown: showsTraversal && sides.some(hasEntered) },
    { kind: 'rejected', label: 'Node rejected', shown: showsTraversal && sides.some(hasRejected) },
    { kind: 'node', label: 'Selected node', shown: playground.nodeSelection.focus.value !== null },
    { kind: 'fresh', label: freshWord(playground), shown: show.has('hierarchy') },
    {
      kind: 'stuck',
      label: 'Stuck box',
      shown: show.has('problems') && sides.some(({ levels }) => levels.stuck.length > 0),
    },
    { kind: 'stuck', label: lostWord(playground), shown: show.has('problems') },
    { kind: 'paired', label: 'In a pair', shown: show.has('pairs') },
  ].filter(({ label, shown }) => label !== null && shown);
  if (entries.length === 0) return null;
  return (
    <ul class="key" aria-label="Colors">
      {entries.map(({ kind, label }) => (
        <li key={label}>
          <span class={`swatch swatch-${kind}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

const STOPS = 9;

const units: Readonly<Record<TraitKind, string>> = {
  overlap: '% of the node that siblings also cover; pale: no siblings',
  visits: 'order of visits by the query; pale: not visited',
};

function RampBar({ ramp }: { ramp: Ramp }) {
  const stops = Array.from({ length: STOPS }, (_, i) => cssColor(rampColor(ramp, i / (STOPS - 1))));
  return (
    <span class="legend-ramp" style={{ background: `linear-gradient(90deg, ${stops.join()})` }} />
  );
}

export function ColorLegend() {
  const { store, playground } = usePage();
  useNumberUpdates();
  const color = store.field('color').value;
  const { picture, stage } = playground;
  if (!isTrait(color) || !picture) return null;
  return (
    <figure class="legend" data-legend={color}>
      <RampBar ramp={stage.theme.ramp} />
      <ol class="legend-ticks" aria-label="Values along the colors">
        {traitTicks(color, picture.lastVisit).map((value, place) => (
          <li key={place === 0 ? 'first' : place === 1 ? 'middle' : 'last'}>{count(value)}</li>
        ))}
      </ol>
      <figcaption>{units[color]}</figcaption>
    </figure>
  );
}
