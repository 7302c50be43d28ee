/** Where the numbers were made: without that they say nothing. */

import { count } from '../../panel/format.js';
import type { LoadedRun } from '../model.js';
import { useBench } from './context.js';
import { milliseconds } from './words.js';

interface Entry {
  readonly label: string;
  readonly text: string;
}

function calibrationText([start, end]: readonly [number, number]): string {
  return `${milliseconds(start)} ms at the beginning, ${milliseconds(end)} ms at the end`;
}

function dateText(date: string): string {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? date : `${parsed.toISOString().slice(0, 16)} UTC`;
}

/** What the run says about itself; a link carries less than a file. */
function entriesOf({ configuration, environment }: LoadedRun): readonly Entry[] {
  const { browser, calibration, commit, cores, cpu, date, os, runtime, simd } = environment;
  const entries: (Entry | false | undefined)[] = [
    { label: 'Browser', text: runtime },
    { label: 'System', text: os },
    { label: 'Processor', text: `${cpu}, ${count(cores)} cores` },
    browser && { label: 'Clock', text: `steps of ${milliseconds(browser.tickMs)} ms` },
    browser && {
      label: 'Isolated',
      text: browser.isolated ? 'yes: the finer clock' : 'no: the coarser clock',
    },
    { label: 'SIMD', text: simd },
    { label: 'Sapwood', text: `${environment.package}${commit ? ` (${commit})` : ''}` },
    { label: 'Date', text: date && dateText(date) },
    { label: 'Seed', text: String(configuration?.seed ?? environment.querySeed) },
    { label: 'Preset', text: environment.preset },
    calibration && { label: 'Calibration', text: calibrationText(calibration) },
  ];
  return entries.filter((entry) => entry && entry.text !== '').map((entry) => entry as Entry);
}

/** The card in a few lines, for pictures. */
export function environmentLines(run: LoadedRun): string[] {
  const { commit, cores, cpu, date, os, package: version, runtime } = run.environment;
  const seed = run.configuration?.seed ?? run.environment.querySeed;
  const made = `Sapwood ${version}${commit ? ` (${commit})` : ''}, seed ${seed}, ${dateText(date)}`;
  return [[runtime, os, `${cpu}, ${cores} cores`].join(' · '), `${run.label} · ${made}`];
}

/** What makes the run less trustworthy. */
export function Marks({ run }: { run: LoadedRun }) {
  const { drift, dropped, throttled } = run.marks;
  const remarks = [
    throttled &&
      `The machine changed its pace during this run: at the end the same work took ${Number(drift.toFixed(2))} times as long as at the beginning.`,
    dropped > 0 &&
      `${count(dropped)} measurements were thrown away because the page was hidden meanwhile.`,
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

export function EnvironmentCard({ run }: { run: LoadedRun }) {
  const bench = useBench();
  const versions = Object.entries(run.versions).filter(
    ([key, version]) => version !== '' && bench.sideOf(key) === 'library',
  );
  return (
    <section class="card bench-card" id="environment">
      <h2>Where this was measured: {run.label}</h2>
      <Marks run={run} />
      <dl class="environment">
        {entriesOf(run).map(({ label, text }) => (
          <div key={label} class="number" data-environment={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {versions.map(([key, version]) => (
          <div key={key} class="number">
            <dt>{run.titles[key] ?? key}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
