/** Card that describes the environment in which a run was measured. */

import { count } from '../../ui/format.js';
import type { LoadedRun } from '../model.js';
import { completeness } from '../plan.js';
import type { BenchState } from './bench-state.js';
import { useBench } from './bench-state.js';
import { milliseconds } from './words.js';

interface Entry {
  readonly label: string;
  readonly text: string;
}

function calibrationText([start, end]: readonly [number, number]): string {
  return `${milliseconds(start)} ms at the start, ${milliseconds(end)} ms at the end`;
}

function dateText(date: string): string {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? date : `${parsed.toISOString().slice(0, 16)} UTC`;
}

function samplesText({ results }: LoadedRun): string {
  const counts = results.flatMap(({ ms, sampleCount }) => (ms && sampleCount ? [sampleCount] : []));
  if (counts.length === 0) return '';
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  return min === max ? `${count(min)} per result` : `${count(min)} to ${count(max)} per result`;
}

/**
 * Returns the known properties of the environment. A run from a link has fewer than a run from a
 * file.
 */
function entriesOf(run: LoadedRun): readonly Entry[] {
  const { configuration, environment } = run;
  const { browser, calibration, commit, cores, cpu, date, os, runtime, simd } = environment;
  const entries: (Entry | false | undefined)[] = [
    { label: 'Browser', text: runtime },
    { label: 'System', text: os },
    { label: 'Processor', text: cores > 0 ? `${cpu}, ${count(cores)} cores` : cpu },
    browser && { label: 'Clock', text: `steps of ${milliseconds(browser.tickMs)} ms` },
    browser && {
      label: 'Cross-origin isolated',
      text: browser.isolated ? 'yes (finer clock)' : 'no (coarser clock)',
    },
    { label: 'SIMD', text: simd },
    { label: 'Sapwood', text: `${environment.package}${commit ? ` (${commit})` : ''}` },
    { label: 'Date', text: date && dateText(date) },
    { label: 'Seed', text: String(configuration?.seed ?? environment.querySeed) },
    { label: 'Preset', text: environment.preset },
    { label: 'Samples', text: samplesText(run) },
    calibration[0] > 0 && { label: 'Calibration', text: calibrationText(calibration) },
  ];
  return entries.filter((entry) => entry && entry.text !== '').map((entry) => entry as Entry);
}

function versionsOf({ titles, versions }: LoadedRun, bench: BenchState): Entry[] {
  return Object.entries(versions)
    .filter(([key, version]) => version !== '' && bench.sideOf(key) === 'library')
    .map(([key, text]) => ({ label: titles[key] ?? key, text }));
}

export function Marks({ run }: { run: LoadedRun }) {
  const bench = useBench();
  const { drift, dropped, throttled } = run.marks;
  const goesOn = run === bench.own.value && bench.isRunning.value;
  const part = goesOn ? null : completeness(run, bench.catalog);
  const ratio = Number(drift.toFixed(2));
  const remarks = [
    throttled &&
      `The speed of the machine changed during this run${ratio === 1 ? '' : `: at the end, the same work took ${ratio} times as long as at the start`}. Run again when the machine is idle.`,
    dropped > 0 &&
      `${count(dropped)} measurements were discarded because the page was hidden. Keep the page visible during a run.`,
    part !== null &&
      part.present < part.planned &&
      `This run is incomplete: it has ${count(part.present)} of ${count(part.planned)} results.`,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <div class="marks">
      {remarks.map((remark) => (
        <p key={remark} class="notice">
          {remark}
        </p>
      ))}
    </div>
  );
}

function Card({ run }: { run: LoadedRun }) {
  const bench = useBench();
  return (
    <>
      <Marks run={run} />
      <dl class="environment">
        {entriesOf(run).map(({ label, text }) => (
          <div key={label} class="number" data-environment={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {versionsOf(run, bench).map(({ label, text }) => (
          <div key={label} class="number">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function EnvironmentCard({ run }: { run: LoadedRun }) {
  return (
    <section class="card bench-card" id="environment">
      <h2>Environment of “{run.label}”</h2>
      <Card run={run} />
    </section>
  );
}
