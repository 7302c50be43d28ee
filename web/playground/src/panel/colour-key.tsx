/** What the colours and strokes of the picture mean; levels have their own legend. */

import type { Playground } from '../playground.js';
import { useBeat, usePage } from './page.js';

/** What is drawn as new, where anything is. */
function freshWord({ session, settings }: Playground): string | null {
  if (settings.policy !== 'gradual') return null;
  const builds = session?.sides.map(({ gradual }) => gradual?.kind) ?? [];
  if (builds.includes('background')) return 'Newcomers';
  return builds.includes('stepwise') ? 'To be split' : null;
}

export function ColourKey() {
  const { store, playground } = usePage();
  useBeat();
  const show = store.field('show').value;
  const asks = store.field('query').value !== 'none';
  const entries = [
    { kind: 'query', label: 'Query', shown: asks },
    { kind: 'hit', label: 'Hit', shown: asks },
    { kind: 'visited', label: 'Node entered', shown: asks && show.has('hierarchy') },
    { kind: 'rejected', label: 'Node rejected', shown: asks && show.has('hierarchy') },
    { kind: 'fresh', label: freshWord(playground), shown: show.has('hierarchy') },
    { kind: 'stuck', label: 'Stuck high', shown: show.has('stuck') },
    { kind: 'paired', label: 'In a pair', shown: show.has('pairs') },
  ].filter(({ label, shown }) => label !== null && shown);
  if (entries.length === 0) return null;
  return (
    <ul class="key" aria-label="Colours">
      {entries.map(({ kind, label }) => (
        <li key={kind}>
          <span class={`swatch swatch-${kind}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
