/** The ramp of the nodes' colors with its numbers; levels have the level strip for that. */

import { isTrait, type TraitKind, traitTicks } from '../model/node-traits.js';
import { useBeat, usePage } from '../session/page.js';
import { cssColor, type Ramp, rampColor } from '../stage/color.js';
import type { StageTheme } from '../stage/theme.js';
import { count } from '../ui/format.js';

const STOPS = 9;

const units: Readonly<Record<TraitKind, string>> = {
  occupancy: 'boxes in the node itself; pale: none',
  overlap: '% of the node that siblings also cover; pale: no siblings',
  visits: 'order of visits by the query; pale: not visited',
  age: 'frames since the bounds or the level changed',
};

function RampBar({ ramp }: { ramp: Ramp }) {
  const stops = Array.from({ length: STOPS }, (_, i) => cssColor(rampColor(ramp, i / (STOPS - 1))));
  return (
    <span class="legend-ramp" style={{ background: `linear-gradient(90deg, ${stops.join()})` }} />
  );
}

/** The published colors of the levels beside ours. */
function LevelRamps({ theme }: { theme: StageTheme }) {
  return (
    <figure class="legend" data-legend="published">
      <RampBar ramp={theme.publishedRamp} />
      <figcaption>root … deepest level, published colors: red is near the root</figcaption>
      <RampBar ramp={theme.ramp} />
      <figcaption>root … deepest level; warm colors are reserved for the query</figcaption>
    </figure>
  );
}

export function ColorLegend() {
  const { store, playground } = usePage();
  useBeat();
  const color = store.field('color').value;
  const { picture, stage } = playground;
  if (color === 'published') return <LevelRamps theme={stage.theme} />;
  if (!isTrait(color) || !picture) return null;
  return (
    <figure class="legend" data-legend={color}>
      <RampBar ramp={stage.theme.ramp} />
      <ol class="legend-ticks" aria-label="Values along the colors">
        {traitTicks(color, picture.scale).map((value, place) => (
          <li key={place === 0 ? 'first' : place === 1 ? 'middle' : 'last'}>{count(value)}</li>
        ))}
      </ol>
      <figcaption>{units[color]}</figcaption>
    </figure>
  );
}
