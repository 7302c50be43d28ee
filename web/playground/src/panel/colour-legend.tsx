/** The ramp of the nodes' colours with its numbers; levels have the level strip for that. */

import { isTrait, type TraitKind, traitTicks } from '../model/node-traits.js';
import { cssColour, rampColour } from '../stage/colour.js';
import { count } from './format.js';
import { useBeat, usePage } from './page.js';

const STOPS = 9;

const units: Readonly<Record<TraitKind, string>> = {
  occupancy: 'items in the node; pale: none of its own',
  overlap: '% of the node that its siblings cover too; pale: no siblings',
  visits: 'visit of the query; pale: not visited',
  age: 'frames since bounds or level changed',
};

export function ColourLegend() {
  const { store, playground } = usePage();
  useBeat();
  const colour = store.field('colour').value;
  const { picture, session, stage } = playground;
  if (!isTrait(colour) || !picture) return null;
  const stops = Array.from({ length: STOPS }, (_, i) =>
    cssColour(rampColour(stage.theme.ramp, i / (STOPS - 1))),
  );
  const why = session?.sides.flatMap(({ replayed }) =>
    colour === 'visits' && replayed?.kind === 'none' ? [replayed.why] : [],
  );
  return (
    <figure class="legend" data-legend={colour}>
      <span class="legend-ramp" style={{ background: `linear-gradient(90deg, ${stops.join()})` }} />
      <ol class="legend-ticks" aria-label="Values along the colours">
        {traitTicks(colour, picture.scale).map((value, place) => (
          <li key={place === 0 ? 'first' : place === 1 ? 'middle' : 'last'}>{count(value)}</li>
        ))}
      </ol>
      <figcaption>{units[colour]}</figcaption>
      {why?.map((sentence) => (
        <p key={sentence} class="notice" role="status">
          {sentence}
        </p>
      ))}
    </figure>
  );
}
