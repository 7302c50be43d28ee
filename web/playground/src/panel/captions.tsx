/**
 * Captions of two compared views with the names of their structures, and the line between the
 * views.
 */

import { useNumberUpdates, usePage } from '../session/page.js';
import { queryCost, type Side, sideNames } from '../session/side.js';
import type { View } from '../stage/views.js';
import { count, words } from '../ui/format.js';

export function Captions() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const views = playground.views.value;
  const sides = playground.session?.sides ?? [];
  if (views.length < 2 || sides.length < 2) return null;
  const hasQuery = store.field('query').value !== 'none' && !store.field('build').value;
  return (
    <section class="captions" aria-label="Views">
      <Divider views={views} />
      {sides.map((side, view) => (
        <Caption
          key={sideNames[view]}
          name={sideNames[view]}
          side={side}
          view={views[view]}
          hasQuery={hasQuery}
        />
      ))}
    </section>
  );
}

interface CaptionProps {
  readonly name: string;
  readonly side: Side;
  readonly view: View;
  readonly hasQuery: boolean;
}

function Caption({ name, side, view: { captionTop, free }, hasQuery }: CaptionProps) {
  useNumberUpdates();
  const { entry, index, options, pairCounters } = side;
  const changed = Object.entries(options).map(([key, value]) => `${words(key)} ${value}`);
  const ofPairs = pairCounters.nodeVisits + pairCounters.itemTests;
  return (
    <p
      class="caption"
      style={{
        left: `${(free.left + free.right) / 2}px`,
        top: `${captionTop}px`,
        maxWidth: `${free.right - free.left - 8}px`,
      }}
    >
      <span class={`side-mark side-${name}`}>{name}</span>
      <span>
        <strong>{entry.title(index.dimensions)}</strong>
        {changed.length > 0 && <span class="caption-options"> {changed.join(', ')}</span>}
        {!side.building && (
          <span class="caption-cost">
            {count(hasQuery ? queryCost(side) : ofPairs)} tests for{' '}
            {hasQuery ? 'the query' : 'all pairs'}
          </span>
        )}
      </span>
    </p>
  );
}

function Divider({ views: [first, second] }: { views: readonly View[] }) {
  const beside = first.clip.right < second.clip.right;
  const { captionTop, free } = first;
  const style = beside
    ? {
        left: `${first.clip.right}px`,
        top: `${captionTop}px`,
        bottom: `calc(100% - ${free.bottom}px)`,
      }
    : { top: `${first.clip.bottom}px`, left: '14px', right: '14px' };
  return <span class={beside ? 'divider-upright' : 'divider-level'} style={style} />;
}
