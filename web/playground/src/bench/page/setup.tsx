/** Controls for the configuration of a run. */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { isTextbook } from '../../model/page-options.js';
import { NumberField, Segments, Toggle } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { Textbook } from '../../ui/textbook.js';
import {
  type Catalog,
  type Configuration,
  type ContenderInfo,
  type Dimensions,
  limits,
  type Preset,
  presets,
} from '../model.js';
import { makePlan, presetConfiguration, sizesOf } from '../plan.js';
import { type BenchState, useBench } from './bench-state.js';
import { briefly } from './words.js';

const presetWords: Readonly<Record<Preset, string>> = {
  quick: 'Quick',
  standard: 'Standard',
  full: 'Full',
};

export function Setup() {
  const bench = useBench();
  return (
    <fieldset class="setup" disabled={bench.isRunning.value}>
      <legend class="visually-hidden">Setup</legend>
      <PresetChoice />
      <SceneChoice />
      <SizeChoice />
      <PhaseChoice />
      <ContenderChoice />
    </fieldset>
  );
}

function timeOf(preset: Preset, catalog: Catalog): string {
  return briefly(makePlan(presetConfiguration(preset, catalog), catalog).estimatedMs);
}

function PresetChoice() {
  const bench = useBench();
  const { catalog } = bench;
  const configuration = bench.configuration.value;
  const { seed, preset } = configuration;
  const times = useMemo(() => presets.map((id) => ({ id, time: timeOf(id, catalog) })), []);
  const plain = { ...presetConfiguration(preset, catalog), seed };
  const changed = JSON.stringify(plain) !== JSON.stringify(configuration);
  return (
    <section class="section" aria-label="Preset">
      <Segments
        label="Preset"
        name="preset"
        value={preset}
        choices={presets.map((id) => ({ value: id, label: presetWords[id] }))}
        hint={times.map(({ id, time }) => `${presetWords[id]} ≈ ${time}`).join(' · ')}
        onChoose={(id) => bench.choosePreset(id as Preset)}
      />
      {changed && (
        <button type="button" class="quiet" onClick={() => bench.choosePreset(preset)}>
          Reset to “{presetWords[preset]}”
        </button>
      )}
    </section>
  );
}

function SceneChoice() {
  const bench = useBench();
  const { dimensions, scenes } = bench.configuration.value;
  const all: readonly Dimensions[] = [2, 3];
  const offered = bench.catalog.scenes.filter((scene) =>
    scene.dimensions.some((dim) => dimensions.includes(dim)),
  );
  return (
    <SetupSection title="Scenes">
      <div class="toggles">
        {all.map((dim) => (
          <Toggle
            key={dim}
            name={`dimensions-${dim}`}
            checked={dimensions.includes(dim)}
            onToggle={() => bench.choose({ dimensions: toggled(dimensions, dim) })}
          >
            {dim}D
          </Toggle>
        ))}
      </div>
      <div class="toggles">
        {offered.map(({ id, title, sentence }) => (
          <Toggle
            key={id}
            name={`scene-${id}`}
            title={sentence}
            checked={scenes.includes(id)}
            onToggle={() => bench.choose({ scenes: toggled(scenes, id) })}
          >
            {title}
          </Toggle>
        ))}
      </div>
    </SetupSection>
  );
}

function SizeChoice() {
  const bench = useBench();
  const configuration = bench.configuration.value;
  const { from, to, sizes } = configuration;
  const field = (label: string, key: 'from' | 'to', value: number) => (
    <NumberField
      label={label}
      name={key}
      value={value}
      min={limits.min}
      max={limits.max}
      step={1}
      slider="ratio"
      onChange={(n) => bench.choose({ [key]: n } satisfies Partial<Configuration>)}
    />
  );
  return (
    <SetupSection title="Boxes (n)">
      {field('From', 'from', from)}
      {field('To', 'to', to)}
      <NumberField
        label="Sizes"
        name="sizes"
        value={sizes}
        min={1}
        max={limits.sizes}
        step={1}
        slider="linear"
        hint={`n = ${sizesOf(configuration).map(count).join(', ')}`}
        onChange={(n) => bench.choose({ sizes: n })}
      />
    </SetupSection>
  );
}

function PhaseChoice() {
  const bench = useBench();
  const { phases } = bench.configuration.value;
  const moving = bench.catalog.phases.filter(({ group }) => group === 'frame');
  const others = bench.catalog.phases.filter(({ group }) => group !== 'frame');
  const toggles = (list: typeof moving, label: (phase: (typeof moving)[number]) => string) => (
    <div class="toggles">
      {list.map((phase) => (
        <Toggle
          key={phase.id}
          name={`phase-${phase.id}`}
          title={`${phase.title}: ${phase.sentence}`}
          checked={phases.includes(phase.id)}
          onToggle={() => bench.choose({ phases: toggled(phases, phase.id) })}
        >
          {label(phase)}
        </Toggle>
      ))}
    </div>
  );
  return (
    <>
      <SetupSection title="Frame: share of boxes that move">
        {toggles(moving, ({ moving: share }) => (share === null ? 'Rebuild' : `${share} %`))}
      </SetupSection>
      <SetupSection title="Other work">{toggles(others, ({ title }) => title)}</SetupSection>
    </>
  );
}

function title({ rebuilds, heavy, dimensions }: ContenderInfo): string {
  return [
    dimensions.length === 1 ? `${dimensions[0]}D only` : '',
    rebuilds ? 'Cannot move boxes: rebuilt each frame' : '',
    heavy ? 'Includes its own WebAssembly module: a large download' : '',
  ]
    .filter((word) => word !== '')
    .join('. ');
}

function ContenderChoice() {
  const { catalog, configuration } = useBench();
  const offered = catalog.contenders.filter((contender) => {
    const selected = configuration.value.dimensions;
    return !contender.hidden && contender.dimensions.some((dim) => selected.includes(dim));
  });
  const ours = offered.filter(({ side, variantOf }) => side === 'sapwood' && variantOf === null);
  const isAside = ({ key }: ContenderInfo) => isTextbook(key.replace(/^sapwood:/, ''));
  const others = offered.filter(({ side }) => side !== 'sapwood');
  return (
    <>
      <SetupSection title="Structures of Sapwood">
        <Toggles contenders={ours.filter((contender) => !isAside(contender))} />
        <Textbook>
          <Toggles contenders={ours.filter(isAside)} />
        </Textbook>
      </SetupSection>
      <SetupSection title="Other libraries and plain JavaScript">
        <Toggles contenders={others} />
        <Notes contenders={others} />
      </SetupSection>
    </>
  );
}

/** Returns the names of a contender in all selected dimensions, as the Explore page shows them. */
function namesOf(bench: BenchState, { key }: ContenderInfo, dimensions: readonly Dimensions[]) {
  const names = dimensions.map((dim) => bench.titleOf(key, dim).replace(/^sapwood /, ''));
  return [...new Set(names)].join(' / ');
}

function Toggles({ contenders }: { contenders: readonly ContenderInfo[] }) {
  const bench = useBench();
  const { contenders: chosen, dimensions } = bench.configuration.value;
  return (
    <div class="toggles">
      {contenders.map((contender) => (
        <Toggle
          key={contender.key}
          name={`contender-${contender.key}`}
          title={title(contender)}
          checked={chosen.includes(contender.key)}
          onToggle={() => bench.choose({ contenders: toggled(chosen, contender.key) })}
        >
          {namesOf(bench, contender, dimensions)}
          {contender.side === 'library' && <small>{contender.version}</small>}
        </Toggle>
      ))}
    </div>
  );
}

function Notes({ contenders }: { contenders: readonly ContenderInfo[] }) {
  const noted = contenders.filter(({ notes }) => notes.length > 0);
  return (
    <details class="details contender-notes">
      <summary>Notes on each library</summary>
      <p class="hint">
        All contenders get the same boxes and must return the same results. Each library has its own
        adapter in the folder web/peers/src/adapters of the source code.
      </p>
      <dl>
        {noted.map(({ key, notes, package: name, rebuilds, title: called, version }) => (
          <div key={key}>
            <dt>
              {called} {name && version}
            </dt>
            {rebuilds && <dd>Cannot move boxes: rebuilt each frame.</dd>}
            {notes.map((note) => (
              <dd key={note}>{note}.</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function SetupSection(props: { title: string; children: ComponentChildren }) {
  return (
    <section class="section" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Removes or appends `item`. `conformConfiguration` later restores catalog order. */
function toggled<Item>(list: readonly Item[], item: Item): Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
