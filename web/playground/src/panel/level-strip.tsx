/** The levels of the hierarchy: legend, histogram and range slider in one. */

import { cssColour, rampColour } from '../stage/colour.js';
import { levelShare } from '../stage/node-drawing.js';
import { ALL_LEVELS } from '../state/settings.js';
import { count } from './format.js';
import { usePage } from './page.js';

/** More numbers than this would touch each other. */
const MOST_NUMBERS = 16;

export function LevelStrip() {
  const { store, playground } = usePage();
  playground.pulse.value;
  const { shallowest, deepest, show } = store.settings.value;
  const nodes = playground.picture?.nodes;
  const levels = nodes?.levels ?? 0;
  const last = Math.max(levels - 1, 0);
  const end = Math.min(deepest, last);
  const start = Math.min(shallowest, end);
  const drawn = nodes?.drawnNodes(store.settings.value) ?? 0;
  return (
    <fieldset class="levels" disabled={levels === 0 || !show.has('hierarchy')}>
      <legend>
        Levels{' '}
        <output class="levels-drawn" data-number="drawn-nodes">
          {count(drawn)} nodes drawn
        </output>
      </legend>
      <LevelColumns start={start} end={end} />
      <LevelRange start={start} end={end} last={last} />
    </fieldset>
  );
}

/** Two native sliders on one track. */
function LevelRange({ start, end, last }: { start: number; end: number; last: number }) {
  const { store } = usePage();
  return (
    <div class="levels-range">
      <input
        type="range"
        name="shallowest"
        aria-label="Shallowest level drawn"
        min={0}
        max={Math.max(last, 1)}
        value={start}
        onInput={({ currentTarget }) =>
          store.tune({ shallowest: Math.min(currentTarget.valueAsNumber, end) })
        }
      />
      <input
        type="range"
        name="deepest"
        aria-label="Deepest level drawn"
        min={0}
        max={Math.max(last, 1)}
        value={end}
        onInput={({ currentTarget }) => {
          const level = Math.max(currentTarget.valueAsNumber, start);
          store.tune({ deepest: level >= last ? ALL_LEVELS : level });
        }}
      />
    </div>
  );
}

/** One column a level: its number, its colour, and as high as the logarithm of its nodes. */
function LevelColumns({ start, end }: { start: number; end: number }) {
  const { playground } = usePage();
  const nodes = playground.picture?.nodes;
  if (!nodes) return <ol class="levels-columns" />;
  const { levelCounts, levels } = nodes;
  const { ramp } = playground.stage.theme;
  let most = 1;
  for (const value of levelCounts) most = Math.max(most, value);
  const stride = Math.ceil(levels / MOST_NUMBERS);
  return (
    <ol class="levels-columns" style={{ '--levels': Math.max(levels, 1) }}>
      {Array.from({ length: levels }, (_, level) => (
        <li
          key={level}
          class={level < start || level > end ? 'levels-out' : undefined}
          title={`Level ${level}: ${count(levelCounts[level])} nodes`}
        >
          <span
            class="levels-bar"
            style={{
              height: `${8 + (92 * Math.log1p(levelCounts[level])) / Math.log1p(most)}%`,
              background: cssColour(rampColour(ramp, levelShare(level, levels))),
            }}
          />
          <span class="levels-number">{level % stride === 0 ? level : ''}</span>
        </li>
      ))}
    </ol>
  );
}
