/** What the colours and strokes of the picture mean; levels have their own legend. */

import { usePage } from './page.js';

export function ColourKey() {
  const { store } = usePage();
  const show = store.field('show').value;
  const asks = store.field('query').value !== 'none';
  const entries = [
    { kind: 'query', label: 'Query', shown: asks },
    { kind: 'hit', label: 'Hit', shown: asks },
    { kind: 'visited', label: 'Node entered', shown: asks && show.has('hierarchy') },
    { kind: 'rejected', label: 'Node rejected', shown: asks && show.has('hierarchy') },
    { kind: 'paired', label: 'In a pair', shown: show.has('pairs') },
  ].filter(({ shown }) => shown);
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
