/**
 * Measures cells, which are combinations of workload, scene, dimensions and number of boxes. Each
 * round measures all contenders once and starts with a different contender.
 */

import {
  type Cell,
  compareResults,
  type Input,
  inputOf,
  median,
  type Outcome,
  type Subject,
  subjectLabel,
  type Task,
  type WorkloadResult,
  workloadOf,
} from 'measuring';
import { type Preset, presets } from './plan';
import type { PeerCell, PeerRow, Spread, Status } from './record';
import { subjectsOf } from './subjects';

export interface Contest {
  readonly preset: Preset;
  readonly rounds: number;
  /** Ids of adapters. An empty list selects all adapters. */
  readonly peers: readonly string[];
}

/** Performs one task in a separate process or in this process. */
export type Perform = (task: Task) => Promise<Outcome>;

interface Contestant {
  readonly subject: Subject;
  readonly times: number[];
  status: Status;
  note?: string;
}

function recordOutcome(
  contestant: Contestant,
  outcome: Outcome,
  expected: WorkloadResult,
  input: Input,
): void {
  if (outcome.kind === 'missing') {
    contestant.status = 'missing';
    contestant.note = 'not installed';
  } else if (outcome.kind === 'failed') {
    contestant.status = 'failed';
    contestant.note = outcome.message;
  } else {
    const { right, note } = compareResults(outcome.result, expected, input);
    contestant.times.push(median(outcome.times));
    if (!right) contestant.status = 'wrong';
    if (note) contestant.note = note;
  }
}

const rounded = (ms: number) => Number(ms.toPrecision(4));

function spreadOf(times: readonly number[]): Spread {
  return {
    median: rounded(median(times)),
    low: rounded(Math.min(...times)),
    high: rounded(Math.max(...times)),
    each: times.map(rounded),
  };
}

function rowOf(cell: Cell, { subject, times, status, note }: Contestant): PeerRow {
  const ms = status === 'ok' ? spreadOf(times) : null;
  return { ...cell, ...subject, status, ...(note && { note }), ms, rounds: times.length };
}

export interface Measured {
  readonly cell: PeerCell;
  readonly rows: readonly PeerRow[];
}

/** Measures a cell in rounds. A contender that fails is not measured in later rounds. */
export async function measureCell(
  cell: Cell,
  request: Contest,
  perform: Perform,
  subjects = subjectsOf(workloadOf(cell.workload), cell.dimensions, request.peers),
): Promise<Measured> {
  const { queries, samplingLimits } = presets[request.preset];
  const input = inputOf(cell, queries);
  const expected = workloadOf(cell.workload).expected(input);
  const contestants = subjects.map((subject): Contestant => ({ subject, times: [], status: 'ok' }));
  for (let round = 0; round < request.rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length];
      if (contestant.status !== 'ok') continue;
      const { subject } = contestant;
      const outcome = await perform({ subject, workload: cell.workload, input, samplingLimits });
      recordOutcome(contestant, outcome, expected, input);
    }
  }
  const { count, hash } = expected;
  return { cell: { ...cell, count, hash }, rows: contestants.map((one) => rowOf(cell, one)) };
}

export function progressLine({ cell, rows }: Measured): string {
  const timed = rows.filter((row) => row.ms !== null);
  const best = (mine: boolean) =>
    timed
      .filter(({ side }) => (side === 'sapwood') === mine)
      .reduce<PeerRow | undefined>(
        (a, b) => (a && a.ms!.median <= b.ms!.median ? a : b),
        undefined,
      );
  const rowText = (row: PeerRow | undefined) =>
    row ? `${subjectLabel(row)} ${row.ms!.median} ms` : 'no result';
  const place = `${cell.workload} ${cell.scene} ${cell.dimensions}D n=${cell.n}`;
  const faults = rows.filter(({ status }) => status !== 'ok');
  const rest = faults.map((row) => `; ${subjectLabel(row)} ${row.status}: ${row.note}`).join('');
  return `${place}: ${rowText(best(true))}, best other ${rowText(best(false))}${rest}`;
}
