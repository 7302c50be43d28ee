/** Results column of the Bench page: charts of a scene, conclusions, environment, and export. */

import { useMemo } from 'preact/hooks';
import { SelectField } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { isAt, type Mark, type Place } from '../charts/chart-data.js';
import type { LoadedRun, PhaseGroup, PhaseInfo } from '../model.js';
import { placeKey, useBench } from './bench-state.js';
import { ChartCard, type View } from './chart-card.js';
import { EnvironmentCard } from './environment-card.js';
import { ResultCard } from './result-card.js';
import { RunFiles } from './run-files.js';
import { placeTitle, roughly } from './words.js';

export function Results() {
  const bench = useBench();
  const looked = bench.shown.value;
  const place = bench.place.value;
  return (
    <>
      {looked && looked !== bench.reference.value ? (
        <ResultCard run={looked} />
      ) : (
        <Opening shown={looked} />
      )}
      <Toolbar />
      {looked && place && (
        <>
          <Charts place={place} />
          <EnvironmentCard run={looked} />
        </>
      )}
      {/* after the charts, which would otherwise shift it */}
      {(looked || !bench.referenceAwaited.value) && <RunFiles />}
    </>
  );
}

function Opening({ shown }: { shown: LoadedRun | null }) {
  const { isRunning, plan, referenceAwaited, unsupportedReason } = useBench();
  if (isRunning.value) {
    return (
      <section class="card bench-opening">
        <p>The first results will appear in a moment.</p>
      </section>
    );
  }
  return (
    <section class="card bench-opening">
      <h2>How fast is it on your machine?</h2>
      <p>
        Sapwood and other libraries do the same work on the same boxes, each in a new Worker, in
        random order. A time counts only if its result is correct. No data leaves this page.
        {unsupportedReason === null &&
          ` Press Run to measure: this takes ${roughly(plan.value.estimatedMs)}.`}
      </p>
      {shown && <ShownRun run={shown} />}
      {!shown && referenceAwaited.value && <p class="shown-run">Loading the reference …</p>}
    </section>
  );
}

/** Omits the number of cores if it is 0, as in the reference run. */
const machineText = (cpu: string, cores: number) => (cores > 0 ? `${cpu}, ${cores} cores` : cpu);

function ShownRun({ run }: { run: LoadedRun }) {
  const { cores, cpu, date, os, runtime } = run.environment;
  const facts = [runtime, os, machineText(cpu, cores), date.slice(0, 10)];
  return (
    <p class="shown-run">
      Shown below until then: <strong>{run.label}</strong>
      {facts.filter((fact) => fact !== '').map((fact) => ` · ${fact}`)}
    </p>
  );
}

function Toolbar() {
  const bench = useBench();
  const place = bench.place.value;
  const places = bench.places.value;
  return (
    <section class="bench-toolbar" aria-label="View">
      {place && (
        <SelectField
          label="Scene"
          name="place"
          hideLabel
          value={placeKey(place)}
          choices={places.map((one) => ({
            value: placeKey(one),
            label: placeTitle(bench.catalog, one),
          }))}
          onChoose={(key) => bench.lookAt(key)}
        />
      )}
      {place && <LineButtons />}
      <Runs />
    </section>
  );
}

function LineButtons() {
  const bench = useBench();
  const all = bench.contenders.value;
  return (
    <div class="presets">
      <button
        type="button"
        class="preset"
        onClick={() => {
          bench.hidden.value = new Set();
        }}
      >
        Show all lines
      </button>
      <button
        type="button"
        class="preset"
        onClick={() => {
          bench.hidden.value = new Set(all);
        }}
      >
        Hide all lines
      </button>
    </div>
  );
}

const frameMarks: readonly Mark[] = [
  { value: 1000 / 60, label: '16.7 ms, 60 frames per second' },
  { value: 1000 / 30, label: '33.3 ms, 30 frames per second' },
];

const groupTitles: Readonly<Record<PhaseGroup, string>> = {
  frame: 'Frame: boxes move, then all pairs are found',
  build: 'Build',
  update: 'Update',
  query: 'Queries',
  memory: 'Memory',
};

/** Returns the phases for which the shown run has results in this scene, in catalog order. */
function usePhases(place: Place): readonly PhaseInfo[] {
  const bench = useBench();
  const here = bench.shown.value?.results.filter((result) => isAt(place, result)) ?? [];
  const found = new Set(here.map(({ phase }) => phase));
  const phases = bench.catalog.phases.filter(({ id }) => found.has(id));
  return useMemo(() => phases, [phases.map(({ id }) => id).join(' ')]);
}

function phaseView({ group, id, moving, sentence, title, unit }: PhaseInfo): View {
  return {
    id,
    title,
    sentence,
    label: moving !== null && group === 'frame' ? `${moving} % move` : title,
    measure: unit === 'bytes' ? { kind: 'bytes', phase: id } : { kind: 'time', phase: id },
  };
}

/** Chart cards. During a run, they stay mounted and update their own numbers. */
function Charts({ place }: { place: Place }) {
  const phases = usePhases(place);
  return useMemo(() => <ChartCards place={place} phases={phases} />, [place, phases]);
}

interface ChartCardsProps {
  readonly place: Place;
  readonly phases: readonly PhaseInfo[];
}

function ChartCards({ place, phases }: ChartCardsProps) {
  const viewsOf = (group: PhaseGroup) =>
    phases.filter((phase) => phase.group === group).map(phaseView);
  const frames = viewsOf('frame');
  const groups = (['build', 'update', 'query', 'memory'] as const).filter(
    (group) => viewsOf(group).length > 0,
  );
  return (
    <>
      {frames.length > 0 && (
        <ChartCard
          id="frame"
          title={groupTitles.frame}
          views={frames}
          marks={frameMarks}
          place={place}
          wide
        />
      )}
      <div class="charts">
        {groups.map((group) => (
          <ChartCard
            key={group}
            id={group}
            title={groupTitles[group]}
            views={viewsOf(group)}
            place={place}
          />
        ))}
      </div>
    </>
  );
}

function Runs() {
  const bench = useBench();
  const fault = bench.fileFault.value;
  const loaded = bench.loaded.value;
  const runs = bench.runs.value;
  return (
    <div class="runs">
      {runs.length > 1 && (
        <SelectField
          label="Run"
          name="run"
          hideLabel
          value={bench.shown.value?.label ?? ''}
          choices={runs.map(({ label }) => ({ value: label, label }))}
          onChoose={(label) => bench.show(label)}
        />
      )}
      <label class="own-button">
        <input
          type="file"
          name="run-file"
          accept=".json,application/json"
          aria-describedby="run-file-remark"
          onChange={({ currentTarget }) => {
            void bench.openFile(currentTarget.files?.[0]);
            // without this, selecting the same file again would not trigger an event
            currentTarget.value = '';
          }}
        />
        <span>Open a run …</span>
      </label>
      {loaded && (
        <span class="run-chip">
          {loaded.label}
          <CloseButton name={`Close ${loaded.label}`} onClick={() => bench.close()} />
        </span>
      )}
      <p id="run-file-remark" class={fault ? 'notice' : 'visually-hidden'} role="status">
        {fault ?? 'Opens a run that was saved as JSON. You can also drop a file on the page.'}
      </p>
    </div>
  );
}
