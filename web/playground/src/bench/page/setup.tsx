/** What is to be measured: the left column. */

import { useMemo } from 'preact/hooks';
import { NumberField, Segments, Toggle } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { timeHere } from '../learned-pace.js';
import {
  type Catalog,
  type Configuration,
  type Dimensions,
  limits,
  type Preset,
  presets,
} from '../model.js';
import { makePlan, presetConfiguration, sizesOf } from '../plan.js';
import { ContenderChoice } from './contender-choice.js';
import { useBench } from './context.js';
import { SetupSection, toggled } from './setup-section.js';
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
      <SeedChoice />
    </fieldset>
  );
}

function timeOf(preset: Preset, catalog: Catalog): string {
  return briefly(timeHere(makePlan(presetConfiguration(preset, catalog), catalog)));
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
      least={limits.least}
      most={limits.most}
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
        least={1}
        most={limits.sizes}
        step={1}
        slider="linear"
        hint={`n = ${sizesOf(configuration).map(count).join(', ')}`}
        onChange={(wanted) => bench.choose({ sizes: wanted })}
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

function SeedChoice() {
  const bench = useBench();
  return (
    <section class="section" aria-label="Seed">
      <NumberField
        label="Seed"
        name="seed"
        value={bench.configuration.value.seed}
        least={0}
        most={limits.seed}
        step={1}
        onChange={(seed) => bench.choose({ seed })}
      />
    </section>
  );
}
