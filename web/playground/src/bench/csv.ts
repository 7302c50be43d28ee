/** A run as comma-separated values: the card in lines that begin with #, then one line a result. */

import type { LoadedRun, Result } from './model.js';

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

function cardLines({ environment, marks, label }: LoadedRun): string[] {
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
    clock_tick_ms: browser?.tickMs,
    isolated: browser?.isolated,
    preset: environment.preset,
    rounds: environment.rounds,
    seed: environment.querySeed,
    calibration_ms: calibration.map((ms) => ms.toFixed(2)).join(' before; after '),
    throttled: marks.throttled,
    dropped_measurements: marks.dropped,
    user_agent: browser?.userAgent,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `# ${name}: ${String(value).replaceAll(/[\n\r]/g, ' ')}`);
}

export function toCsv(run: LoadedRun): string {
  const lines = run.results.map((result) =>
    columns.map(([, read]) => field(read(result, run))).join(','),
  );
  const header = columns.map(([name]) => name).join(',');
  return `${[...cardLines(run), header, ...lines].join('\n')}\n`;
}
