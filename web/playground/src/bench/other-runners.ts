/**
 * Runs of the other runners: Node, native, and the comparison with npm libraries. What they measure as this page does
 * lies over it under the same name; their other phases stand beside it, under their own names.
 */

import {
  type Environment,
  type LibraryInfo,
  labelOf,
  type Report,
  type Row,
  SCHEMA,
  subjectKey,
  workloads,
  workScenes,
} from 'measuring';
import {
  type Cell,
  type LoadedRun,
  type PhaseId,
  type PhaseInfo,
  phaseIds,
  type Result,
} from './model.js';
import { contenderTitle, titleOfKey } from './names.js';
import { isQueryPhase } from './plan.js';
import { marksOf, namesOf, parseRun, readParsed, resultOf } from './record.js';
import { checkEnvironment, checkReport, type Json, Place, schemaOf } from './report-check.js';

/** The second one has the times of each round too. */
const PEERS_SCHEMAS: readonly unknown[] = ['sapwood-peers/1', 'sapwood-peers/2'];
const isOfPeers = (value: unknown) => PEERS_SCHEMAS.includes(schemaOf(value));

/** Whether `readOther` takes it. */
function isOther(value: unknown): boolean {
  if (isOfPeers(value)) return true;
  return schemaOf(value) === SCHEMA && (value as Partial<Report>).configuration === undefined;
}

/** Throws a `Fault` that names the damaged place. */
function readOther(value: unknown, label: string): LoadedRun {
  return isOfPeers(value) ? peersRun(value, label) : runnerRun(value, label);
}

/** A phase that only looks like one of this page must not lie over it. */
const ownName = (phase: string) => `other:${phase}` as PhaseId;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function phaseInfo(id: string, sentence: string): PhaseInfo {
  const title = capital(id.replaceAll('-', ' '));
  return {
    ...{ id: ownName(id), title, sentence: capital(sentence.replace(/\.$/, '')) },
    ...{ group: 'other', moving: null, unit: 'ms', operation: 'operation' },
  };
}

/** `uniform-2d-100k` is this page's `uniform`. */
function sceneOf(name: string): string {
  const short = name.replace(/-[23]d(-\d+k)?$/, '');
  return workScenes.some(({ id }) => id === short) ? short : name;
}

// --- Node and native ---------------------------------------------------------------------------

/** The same structure compiled twice, or a library with an option, is somebody else. */
function contenderOf({ options, peer, runtime, structure }: Row): string {
  const all = runtime ? { ...options, runtime } : options;
  if (!peer) return subjectKey({ side: 'sapwood', id: structure, options: all });
  const chosen = Object.entries(options).map(([name, value]) => `;${name}=${value}`);
  return `${structure}${chosen.join('')}`;
}

function titleOf(row: Row, libraries: readonly LibraryInfo[]): string {
  const native = row.runtime === 'native' ? ' native' : '';
  if (!row.peer) return titleOfKey(contenderOf(row)) ?? `sapwood ${labelOf(row)}${native}`;
  const name = libraries.find(({ id }) => id === row.structure)?.title ?? row.structure;
  return [name, ...Object.values(row.options)].join(' ');
}

function runnerRun(value: unknown, label: string): LoadedRun {
  const { environment, libraries = [], phases, rows } = checkReport(value, label, 'any');
  const results = rows.map((row): Result => {
    const scene = sceneOf(row.scene);
    return { ...resultOf(row), scene, phase: ownName(row.phase), contender: contenderOf(row) };
  });
  const titles = rows.map((row) => [contenderOf(row), titleOf(row, libraries)] as const);
  return {
    ...{ label, results, environment, marks: marksOf(environment), configuration: null },
    versions: namesOf(libraries).versions,
    titles: Object.fromEntries(titles),
    phases: phases.map(({ id, title }) => phaseInfo(id, title.replaceAll('`', ''))),
  };
}

// --- the comparison with npm libraries ---------------------------------------------------------

/** Queries of a batch, in all its presets. */
const PEER_QUERIES = 10_000;

interface PeerRow {
  readonly workload: string;
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly side: 'library' | 'plain' | 'sapwood';
  readonly id: string;
  readonly options: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  readonly status: 'ok' | 'wrong' | 'failed' | 'missing';
  readonly note?: string;
  readonly ms: { readonly median: number; readonly low: number; readonly high: number } | null;
  readonly rounds: number;
}

interface PeersRecord {
  readonly environment: Environment;
  readonly libraries: readonly Omit<LibraryInfo, 'title'>[];
  readonly rows: readonly PeerRow[];
}

function checkPeerRow(row: Json, place: Place): void {
  place.texts(row, ['workload', 'scene', 'id', 'side'], 100);
  place.at('options').object(row.options);
  place.at('n').whole(row.n, 1);
  place.at('rounds').whole(row.rounds);
  place.at('dimensions').dimensions(row.dimensions);
  place.at('status').oneOf(row.status, ['ok', 'wrong', 'failed', 'missing']);
  place.optional(row.note, (note) => place.at('note').text(note));
  if (row.ms === null) {
    if (row.status === 'ok') place.at('ms').fail('times', row.ms);
    return;
  }
  const ms = place.at('ms').object(row.ms);
  for (const name of ['low', 'median', 'high']) place.at('ms').at(name).number(ms[name]);
}

function checkPeers(value: unknown, label: string): PeersRecord {
  const place = new Place(label);
  const record = place.object(value);
  checkEnvironment(record.environment, place.at('environment'));
  place
    .at('libraries')
    .each(record.libraries, (library, at) => at.texts(library, ['id', 'version']));
  place.at('rows').each(record.rows, checkPeerRow);
  return record as unknown as PeersRecord;
}

const phaseOf = (workload: string): PhaseId =>
  phaseIds.find((id) => id === workload) ?? ownName(workload);

function peerResult({ id, ms, note, options, rounds, side, status, ...row }: PeerRow): Result {
  const phase = phaseOf(row.workload);
  const cell: Cell = { scene: row.scene, dimensions: row.dimensions, n: row.n, phase };
  const range = ms && { min: ms.low, p25: ms.low, median: ms.median, p75: ms.high };
  return {
    ...{ ...cell, contender: subjectKey({ side, id, options }) },
    status: status === 'missing' ? 'skipped' : status,
    ...(note && { note }),
    ms: status === 'ok' ? range : null,
    ...{ samples: [], sampleCount: rounds, calls: 0, bytes: null, found: null, expected: null },
    operations: isQueryPhase(phase) ? PEER_QUERIES : 0,
  };
}

function callOf(workload: string): string {
  const known = workloads.find(({ id }) => id === workload);
  return known
    ? `${known.title}: ${known.call}`
    : 'Measured as in the comparison with npm libraries';
}

/** Each round is a process; the spread of a time is the range of the rounds. */
function peersRun(value: unknown, label: string): LoadedRun {
  const { environment, libraries, rows } = checkPeers(value, label);
  const strange = [...new Set(rows.map(({ workload }) => workload))].filter(
    (workload) => phaseOf(workload) === ownName(workload),
  );
  return {
    ...{ label, environment, marks: marksOf(environment), configuration: null },
    results: rows.map(peerResult),
    titles: Object.fromEntries(rows.map((row) => [subjectKey(row), contenderTitle(row)])),
    versions: Object.fromEntries(libraries.map(({ id, version }) => [id, version ?? ''])),
    phases: strange.map((id) => phaseInfo(id, callOf(id))),
  };
}

/** Throws a `Fault` with a plain sentence. */
export function readAnyRun(text: string, label: string): LoadedRun {
  const value = parseRun(text, label);
  return isOther(value) ? readOther(value, label) : readParsed(value, label);
}
