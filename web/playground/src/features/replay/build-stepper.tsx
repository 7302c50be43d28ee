/** How the nodes come to be: a build to be played, stepped and scrubbed, and what each step did, in words. */

import type { Side } from '../../explore/side.js';
import { sideNames } from '../../panel/captions.js';
import { useBeat, usePage } from '../../panel/page.js';
import type { BuildMode } from '../../state/settings.js';
import { Segments } from '../../ui/fields.js';
import { count } from '../../ui/format.js';

const modeWords: Readonly<Record<BuildMode, { label: string; title: string }>> = {
  insert: { label: 'Insert', title: 'insert(), item after item, by the library' },
  remove: { label: 'Remove', title: 'All are there; remove(), item after item, by the library' },
  split: {
    label: 'Split',
    title: 'The finished nodes from the top down, one parted after the other',
  },
};

export function BuildStepper() {
  const { playground, store } = usePage();
  useBeat();
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
        <StepButtons at={at} last={last} />
      </header>
      <input
        type="range"
        name="build-at"
        aria-label="Steps of the build that are done"
        min={0}
        max={Math.max(last, 1)}
        value={at}
        onInput={({ currentTarget }) =>
          store.tune({ build: { ...build, at: currentTarget.valueAsNumber }, play: false })
        }
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

function StepButtons({ at, last }: { at: number; last: number }) {
  const { playground } = usePage();
  const buttons = [
    { label: 'To the beginning of the build', icon: 'M4 3v10m9-10-6 5 6 5', by: -at },
    { label: 'One step of the build back (,)', icon: 'm10 3-5 5 5 5', by: -1 },
    { label: 'One step of the build forwards (.)', icon: 'm6 3 5 5-5 5', by: 1 },
    { label: 'To the end of the build', icon: 'M12 3v10M3 3l6 5-6 5', by: last - at },
  ];
  return (
    <div class="trace-buttons">
      {buttons.map(({ label, icon, by }, i) => (
        <button
          key={label}
          type="button"
          class="icon"
          title={label}
          disabled={i < 2 ? at === 0 : at === last}
          onClick={() => playground.moveBuild(by)}
        >
          <span class="visually-hidden">{label}</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={icon} />
          </svg>
        </button>
      ))}
    </div>
  );
}

function StepWords({ side, name }: { side: Side; name: string | null }) {
  useBeat();
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
