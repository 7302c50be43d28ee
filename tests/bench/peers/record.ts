/** Record of a run of the benchmark with other libraries: tests/bench/results/peers.json. */

import type { Cell, Environment, Subject } from 'measuring';
import { recordOf, recordText } from '../command/record';
import type { Preset } from './plan';

export const SCHEMA = 'sapwood-peers/2';
export const RECORD = 'tests/bench/results/peers.json';

/**
 * Outcome of a measurement:
 *
 *   ok       the result is correct
 *   wrong    the result is wrong, so there is no time
 *   failed   the contender threw, crashed or took too long
 *   missing  the library is not installed
 */
export type Status = 'ok' | 'wrong' | 'failed' | 'missing';

/**
 * Spread of the milliseconds per call in all rounds. The time of a round is the median of one
 * process.
 */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Time of each round, in the order of the rounds. Rows of a cell are compared round by round. */
  readonly each: readonly number[];
}

export interface PeerRow extends Cell, Subject {
  readonly status: Status;
  /** Reason for a status other than `ok`, or a description of a tolerated difference. */
  readonly note?: string;
  readonly ms: Spread | null;
  /** Number of rounds. Each round is a separate process. */
  readonly rounds: number;
}

/**
 * Combination of workload, scene, dimensions and number of boxes. It has the number of results and
 * the checksum that every contender must produce.
 */
export interface PeerCell extends Cell {
  readonly count: number;
  readonly hash: string;
}

export interface PeerLibrary {
  readonly id: string;
  readonly package: string;
  readonly version: string;
}

export interface PeersRecord {
  readonly schema: typeof SCHEMA;
  readonly preset: Preset;
  readonly environment: Environment;
  readonly libraries: readonly PeerLibrary[];
  readonly cells: readonly PeerCell[];
  readonly rows: readonly PeerRow[];
}

export function formatRecord({ libraries, cells, rows, ...head }: PeersRecord): string {
  return recordText(head, { libraries, cells, rows });
}

export const readRecord = (text: string) => recordOf<PeersRecord>(SCHEMA, text);

export function rowsOf(record: PeersRecord, cell: Cell): PeerRow[] {
  return record.rows.filter((row) => sameCell(row, cell));
}

export function sameCell(a: Cell, b: Cell): boolean {
  return (
    a.workload === b.workload && a.scene === b.scene && a.dimensions === b.dimensions && a.n === b.n
  );
}
