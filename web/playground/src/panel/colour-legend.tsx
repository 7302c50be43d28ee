/** The ramp of the nodes' colours with its numbers; levels have the level strip for that. */

import { isTrait, type TraitKind, traitTicks } from '../model/node-traits.js';
import { cssColour, type Ramp, rampColour } from '../stage/colour.js';
import type { StageTheme } from '../stage/theme.js';
import { count } from '../ui/format.js';
import { useBeat, usePage } from './page.js';

const STOPS = 9;

const units: Readonly<Record<TraitKind, string>> = {
  occupancy: 'items in the node; pale: none of its own',
  overlap: '% of the node that its siblings cover too; pale: no siblings',
  visits: 'visit of the query; pale: not visited',
  age: 'frames since bounds or level changed',
};

function RampBar({ ramp }: { ramp: Ramp }) {
  const stops = Array.from({ length: STOPS }, (_, i) =>
    cssColour(rampColour(ramp, i / (STOPS - 1))),
  );
  return (
    <span class="legend-ramp" style={{ background: `linear-gradient(90deg, ${stops.join()})` }} />
  );
}

/** The published colours of the levels beside ours. */
function LevelRamps({ theme }: { theme: StageTheme }) {
  return (
    <figure class="legend" data-legend="published">
      <RampBar ramp={theme.publishedRamp} />
      <figcaption>root … deepest, as published: what is held high up is red, for bad</figcaption>
      <RampBar ramp={theme.ramp} />
      <figcaption>root … deepest, ours: warm colours are left to the query</figcaption>
    </figure>
  );
}

export function ColourLegend() {
  const { store, playground } = usePage();
  useBeat();
  const colour = store.field('colour').value;
  const { picture, stage } = playground;
  if (colour === 'published') return <LevelRamps theme={stage.theme} />;
  if (!isTrait(colour) || !picture) return null;
  return (
    <figure class="legend" data-legend={colour}>
      <RampBar ramp={stage.theme.ramp} />
      <ol class="legend-ticks" aria-label="Values along the colours">
        {traitTicks(colour, picture.scale).map((value, place) => (
          <li key={place === 0 ? 'first' : place === 1 ? 'middle' : 'last'}>{count(value)}</li>
        ))}
      </ol>
      <figcaption>{units[colour]}</figcaption>
    </figure>
  );
}
