/** A run as comma-separated values: the card in lines that begin with #, then one line a result. */

import { benchCatalog } from './catalog.js';
import type { LoadedRun, Result } from './model.js';
import { completeness } from './plan.js';

type Cell = string | number | null | undefined;

/** Texts of other people: no spreadsheet shall take one for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const columns: readonly (readonly [
  name: string,
  read: (result: Result, run: LoadedRun) => Cell,
])[] = [
  ['scene', ({ scene }) => scene],
  ['dimensions', ({ dimensions }) => dimensions],
  ['n', ({ n }) => n],
  ['phase', ({ phase }) => phase],
  ['contender', ({ contender }) => contender],
  ['version', ({ contender }, { versions }) => versions[contender] ?? ''],
  ['status', ({ status }) => status],
  ['median_ms', ({ ms }) => ms?.median],
  ['p25_ms', ({ ms }) => ms?.p25],
  ['p75_ms', ({ ms }) => ms?.p75],
  ['min_ms', ({ ms }) => ms?.min],
  ['samples', ({ sampleCount }) => sampleCount],
  ['calls_a_sample', ({ calls }) => calls],
  ['operations_a_call', ({ operations }) => operations],
  ['bytes', ({ bytes }) => bytes],
  ['found', ({ found }) => found?.count],
  ['expected', ({ expected }) => expected?.count],
  ['hash', ({ found }) => found?.hash],
  ['note', ({ note }) => note ?? ''],
];

/** In one column of a spreadsheet, whatever it says. */
const inOneColumn = (text: string) =>
  text
    .replaceAll(/[\n\r]/g, ' ')
    .replaceAll(',', ';')
    .replaceAll('"', "'");

/** A link does not carry it. */
const calibrationText = ([before, after]: readonly [number, number]) =>
  before > 0 ? `${before.toFixed(2)} before; ${after.toFixed(2)} after` : undefined;

/** Of a run that was canceled: how much of it there is. */
function partText(run: LoadedRun): string | undefined {
  const part = completeness(run, benchCatalog());
  return part && part.there < part.wanted ? `${part.there} of ${part.wanted}` : undefined;
}

function cardLines(run: LoadedRun): string[] {
  const { environment, marks, label } = run;
  const { browser, calibration, commit } = environment;
  const facts: Readonly<Record<string, string | number | boolean | undefined>> = {
    run: label,
    date: environment.date,
    package: `sapwood ${environment.package}`,
    commit: commit ?? 'unknown',
    simd: environment.simd,
    browser: environment.runtime,
    system: environment.os,
    processor: environment.cpu,
    cores: environment.cores,
    clock_tick_ms: browser && Number(browser.tickMs.toPrecision(3)),
    isolated: browser?.isolated,
    preset: environment.preset,
    rounds: environment.rounds || undefined,
    seed: environment.querySeed,
    calibration_ms: calibrationText(calibration),
    throttled: marks.throttled,
    dropped_measurements: marks.dropped,
    results: partText(run),
    user_agent: browser?.userAgent,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `# ${name}: ${inOneColumn(String(value))}`);
}

export function toCsv(run: LoadedRun): string {
  const lines = run.results.map((result) =>
    columns.map(([, read]) => field(read(result, run))).join(','),
  );
  const header = columns.map(([name]) => name).join(',');
  return `${[...cardLines(run), header, ...lines].join('\n')}\n`;
}
