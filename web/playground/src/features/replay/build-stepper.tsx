/** Controls for playing and stepping a build, with a description of each step. */

import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import type { BuildMode } from '../../state/settings.js';
import { Segments } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { StepButtons } from '../../ui/icon-button.js';
import { StepSlider } from '../../ui/step-slider.js';

const modeWords: Readonly<Record<BuildMode, { label: string; title: string }>> = {
  insert: { label: 'Insert', title: 'Inserts the boxes one by one with insert()' },
  remove: {
    label: 'Remove',
    title: 'Starts with all boxes and removes them one by one with remove()',
  },
  split: {
    label: 'Split',
    title: 'Splits the nodes of the finished structure one by one, from the top down',
  },
};

export function BuildStepper() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const build = store.field('build').value;
  const sides = playground.session?.sides ?? [];
  if (!build || sides.length === 0) return null;
  const last = playground.buildLength;
  const at = Math.min(build.at, last);
  return (
    <section class="trace stepper" aria-label="Build, step by step">
      <header class="trace-head">
        <h2>Build</h2>
        <Segments
          label="Steps of the build"
          hideLabel
          name="build-mode"
          value={build.mode}
          choices={Object.entries(modeWords).map(([value, words]) => ({ value, ...words }))}
          onChoose={(mode) =>
            store.choose({ build: { mode: mode as BuildMode, at: Math.min(at, 12) } })
          }
        />
        <StepButtons
          at={at}
          last={last}
          of=" of the build"
          onMove={(steps) => playground.moveBuild(steps)}
        />
      </header>
      <StepSlider
        name="build-at"
        label="Steps of the build that are done"
        at={at}
        last={last}
        onMove={(steps) => store.tune({ build: { ...build, at: steps }, play: false })}
      />
      <div class="stepper-words">
        {sides.map((side, view) => (
          <StepWords
            key={sideNames[view]}
            side={side}
            name={sides.length > 1 ? sideNames[view] : null}
          />
        ))}
      </div>
    </section>
  );
}

function StepWords({ side, name }: { side: Side; name: string | null }) {
  useNumberUpdates();
  const plays = usePage().store.field('play').value;
  const { building } = side;
  if (!building) return null;
  const { at, dump, length, mode, words } = building;
  const shortened = mode !== 'split' && length < side.index.size;
  return (
    <p class="stepper-line">
      {name && <span class={`side-mark side-${name}`}>{name}</span>}
      <span>
        <b data-build="at">{count(at)}</b> of {shortened && 'the first '}
        {count(length)}
      </span>
      <span class="stepper-what" data-build="words" aria-live={plays ? 'off' : 'polite'}>
        {words}
      </span>
      <span>
        <b data-build="nodes">{count(dump.count)}</b> nodes
      </span>
    </p>
  );
}
