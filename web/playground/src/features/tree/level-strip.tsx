/** Levels of the hierarchy: legend, histogram and range slider. */

import { isTrait } from '../../model/node-traits.js';
import type { Playground } from '../../session/page.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import { sideNames } from '../../session/side.js';
import { cssColor, rampColor } from '../../stage/color.js';
import { levelShare, type NodeDrawing } from '../../stage/node-drawing.js';
import { ALL_LEVELS, showsNodes } from '../../state/settings.js';
import { count } from '../../ui/format.js';
import { StepSlider } from '../../ui/step-slider.js';

/** Maximum number of levels that are numbered. More numbers would touch. */
const MAX_NUMBERS = 16;

function drawingsOf({ picture }: Playground): readonly NodeDrawing[] {
  return picture?.sides.map(({ nodes }) => nodes) ?? [];
}

export function LevelStrip() {
  const { store, playground } = usePage();
  useNumberUpdates();
  const { shallowest, deepest, show } = store.settings.value;
  const drawings = drawingsOf(playground);
  const levels = Math.max(0, ...drawings.map((nodes) => nodes.levels));
  // hidden for one or two levels, which leave nothing to select
  if (levels > 0 && levels < 3) return null;
  const last = Math.max(levels - 1, 0);
  const end = Math.min(deepest, last);
  const start = Math.min(shallowest, end);
  const drawn = drawings.map((nodes) => count(nodes.drawnNodes(store.settings.value)));
  return (
    <fieldset class="levels" disabled={levels === 0 || !(showsNodes(show) || show.has('details'))}>
      <legend>
        Levels{' '}
        <output class="levels-drawn" data-number="drawn-nodes">
          {drawn.join(' | ')} {drawn.join() === '1' ? 'node' : 'nodes'} drawn
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
      <StepSlider
        name="shallowest"
        label="Shallowest level drawn"
        at={start}
        last={last}
        onMove={(level) => store.tune({ shallowest: Math.min(level, end) })}
      />
      <StepSlider
        name="deepest"
        label="Deepest level drawn"
        at={end}
        last={last}
        onMove={(level) => {
          const deepest = Math.max(level, start);
          store.tune({ deepest: deepest >= last ? ALL_LEVELS : deepest });
        }}
      />
    </div>
  );
}

/**
 * One column per level: the level's number, and for each view a bar with a logarithmic height that
 * shows the number of nodes.
 */
function LevelColumns({ start, end }: { start: number; end: number }) {
  useNumberUpdates();
  const { playground, store } = usePage();
  const color = store.field('color').value;
  const byLevel = !isTrait(color);
  const drawings = drawingsOf(playground);
  const { ramp } = playground.stage.theme;
  const levels = Math.max(0, ...drawings.map((nodes) => nodes.levels));
  const max = Math.max(1, ...drawings.flatMap(({ levelCounts }) => [...levelCounts]));
  const stride = Math.ceil(levels / MAX_NUMBERS);
  const heightOf = (nodes: number) =>
    nodes > 0 ? 8 + (92 * Math.log1p(nodes)) / Math.log1p(max) : 0;
  return (
    <ol class="levels-columns" style={{ '--levels': Math.max(levels, 1) }}>
      {Array.from({ length: levels }, (_, level) => (
        <li
          key={level}
          class={level < start || level > end ? 'levels-out' : undefined}
          title={`Level ${level}: ${drawings.map(({ levelCounts }) => count(levelCounts[level])).join(' and ')} nodes`}
        >
          <span class="levels-bars">
            {drawings.map(({ levelCounts, levels: depth }, view) => (
              <span
                key={sideNames[view]}
                class="levels-bar"
                style={{
                  height: `${heightOf(levelCounts[level])}%`,
                  background: byLevel
                    ? cssColor(rampColor(ramp, levelShare(level, depth)))
                    : 'var(--ink-soft)',
                }}
              />
            ))}
          </span>
          <span class="levels-number">{level % stride === 0 ? level : ''}</span>
        </li>
      ))}
    </ol>
  );
}
