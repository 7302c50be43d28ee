/** Converts runs to and from JSON, which contains every sample. */

import {
  type Check,
  driftOf,
  type Environment,
  formatReport,
  type LibraryInfo,
  type Report,
  type Row,
  SCHEMA,
  subjectKey,
  subjectOf,
} from 'measuring';
import { benchCatalog } from './catalog.js';
import {
  type Catalog,
  type Cell,
  Fault,
  type LoadedRun,
  type Marks,
  type Result,
  type RunState,
} from './model.js';
import { titleOfKey } from './names.js';
import { checkReport } from './report-check.js';
import { readLink, writeLink } from './share.js';
import { spreadOf } from './tally.js';

const NS_A_MS = 1e6;
const DIGITS = 6;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

// --- write -------------------------------------------------------------------------------------

type Found = NonNullable<Result['found']>;

function checkOf(found: Found, expected: Found): Check {
  const counts = { count: found.count, expectedCount: expected.count };
  return { against: 'oracle', of: 'answer', hash: found.hash, expected: expected.hash, ...counts };
}

function rowOf(result: Result, seed: number, catalog: Catalog): Row {
  const { scene, dimensions, n, phase, status, note, ms, operations, calls } = result;
  const { side, id, options } = subjectOf(result.contender);
  const info = catalog.phases.find((one) => one.id === phase);
  const toNs = (value: number) => rounded((value * NS_A_MS) / operations);
  const { found, expected } = result;
  return {
    ...{ scene, dimensions, n, seed, phase, structure: id },
    ...(side !== 'sapwood' && { peer: true }),
    ...{ options, status, ...(note && { note }) },
    ...{ operation: info?.operation ?? 'box', operations, calls, samples: result.sampleCount },
    ns: ms && { min: toNs(ms.min), p25: toNs(ms.p25), median: toNs(ms.median), p75: toNs(ms.p75) },
    ...(result.samples.length > 0 && { sampleNs: result.samples.map(toNs) }),
    work: null,
    byteLength: result.bytes,
    checks: found && expected ? [checkOf(found, expected)] : [],
  };
}

function librariesOf(keys: readonly string[], { contenders }: Catalog): LibraryInfo[] {
  return contenders
    .filter(({ key }) => keys.includes(key))
    .map(({ key, title, package: name, version }) => ({
      ...{ id: key, title, package: name ?? '', version: version || null },
    }));
}

/** Throws if the run has no environment yet. */
export function toReport({ plan, environment, results }: RunState, catalog: Catalog): Report {
  if (!environment) throw new Fault('There are no results to save yet. Press Run first.');
  const { configuration } = plan;
  return {
    schema: SCHEMA,
    environment,
    phases: catalog.phases
      .filter(({ id }) => configuration.phases.includes(id))
      .map(({ id, title, sentence }) => ({ id, title: `${title}. ${sentence}` })),
    libraries: librariesOf(configuration.contenders, catalog),
    configuration: writeLink(configuration),
    rows: results.map((result) => rowOf(result, configuration.seed, catalog)),
  };
}

export function writeReport(report: Report): string {
  return formatReport(report);
}

/** Number of results to convert before the page gets time for other work. */
const SHARE = 200;

/** Converts a run to JSON text, `SHARE` results at a time, so that the page stays responsive. */
export async function reportText(state: RunState, catalog: Catalog): Promise<string> {
  const { results } = state;
  const rows: Row[] = [];
  for (let from = 0; from < results.length; from += SHARE) {
    const share = results.slice(from, from + SHARE);
    rows.push(...toReport({ ...state, results: share }, catalog).rows);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return writeReport({ ...toReport({ ...state, results: [] }, catalog), rows });
}

// --- read --------------------------------------------------------------------------------------

function resultOf(row: Row): Result {
  const { scene, dimensions, n, status, note, operations, calls, samples, ns, checks } = row;
  const { structure: id, options, sampleNs = [] } = row;
  const toMs = (value: number) => rounded((value * operations) / NS_A_MS);
  const samplesMs = sampleNs.map(toMs);
  const [check] = checks;
  const quartiles = ns && {
    ...{ min: toMs(ns.min), p25: toMs(ns.p25), median: toMs(ns.median), p75: toMs(ns.p75) },
  };
  return {
    ...{ scene, dimensions, n, phase: row.phase as Cell['phase'], status, ...(note && { note }) },
    contender: subjectKey({ side: row.peer ? 'library' : 'sapwood', id, options }),
    // computed from the samples, so that quartiles and samples in a file cannot contradict each
    // other
    ms: status === 'ok' && samplesMs.length > 0 ? spreadOf(samplesMs) : quartiles,
    ...{ samples: samplesMs, sampleCount: samples, operations, calls, bytes: row.byteLength },
    found: check?.count === undefined ? null : { count: check.count, hash: check.hash },
    expected:
      check?.expectedCount === undefined
        ? null
        : { count: check.expectedCount, hash: check.expected },
  };
}

function marksOf({ browser, calibration }: Environment): Marks {
  const { throttled = false, dropped = 0 } = browser ?? {};
  return { throttled, dropped, drift: driftOf(calibration) };
}

function namesOf(libraries: readonly LibraryInfo[]) {
  return {
    versions: Object.fromEntries(libraries.map(({ id, version }) => [id, version ?? ''])),
    titles: Object.fromEntries(libraries.map(({ id, title }) => [id, titleOfKey(id) ?? title])),
  };
}

function loaded(report: Report, label: string): LoadedRun {
  const { environment, libraries = [], configuration, rows } = report;
  return {
    label,
    results: rows.map(resultOf),
    environment,
    marks: marksOf(environment),
    configuration:
      configuration === undefined ? null : readLink(configuration, benchCatalog()).configuration,
    ...namesOf(libraries),
  };
}

/** Maximum number of characters in a file. This page never saves a larger file. */
const MAX_CHARACTERS = 64e6;

function parseRun(text: string, label: string): unknown {
  if (text.length > MAX_CHARACTERS) throw new Fault(`${label} is too large to be a run of Bench.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault(`${label} is not JSON: it may have been cut off.`);
  }
}

/** Throws a `Fault` if the text is not a valid run. */
export const readRun = (text: string, label: string): LoadedRun =>
  loaded(checkReport(parseRun(text, label), label), label);

export function runOf(state: RunState, label: string): LoadedRun {
  const { environment, marks, results, plan } = state;
  if (!environment) throw new Fault('There are no results to show yet. Press Run first.');
  const { configuration } = plan;
  const libraries = librariesOf(configuration.contenders, benchCatalog());
  return { label, results, environment, marks, configuration, ...namesOf(libraries) };
}
