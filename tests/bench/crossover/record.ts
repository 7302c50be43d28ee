/** Record of a run of small scenes: tests/bench/results/crossover.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';
import type { Counts, Times } from '../published/record';

export const SCHEMA = 'sapwood-crossover/1';
export const RECORD = 'tests/bench/results/crossover.json';

export interface CrossoverCell extends Counts {
  readonly scene: string;
  readonly n: number;
  readonly structure: string;
  /** Milliseconds of a build and a query of all pairs. */
  readonly total: Times;
}

export interface CrossoverRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly cells: readonly CrossoverCell[];
}

export function formatRecord({ cells, ...head }: CrossoverRecord): string {
  return recordText(head, { cells });
}

export const readRecord = (text: string) => recordOf<CrossoverRecord>(SCHEMA, text);
