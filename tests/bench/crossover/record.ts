/** What a run over small scenes leaves: tests/bench/results/crossover.json. */

import type { Counts, Times } from '../published/record';
import type { Environment } from '../report/schema';

export const SCHEMA = 'sapwood-crossover/1';
export const RECORD = 'tests/bench/results/crossover.json';

export interface CrossoverCell extends Counts {
  readonly scene: string;
  readonly n: number;
  readonly structure: string;
  /** Milliseconds: build from scratch, and all pairs. */
  readonly total: Times;
}

export interface CrossoverRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly cells: readonly CrossoverCell[];
}

export function formatRecord({ schema, environment, cells }: CrossoverRecord): string {
  const head = JSON.stringify({ schema, environment }, null, 1).slice(0, -2);
  const lines = cells.map((cell) => `  ${JSON.stringify(cell)}`);
  return `${head},\n "cells": [\n${lines.join(',\n')}\n ]\n}\n`;
}

export function readRecord(text: string): CrossoverRecord {
  const record = JSON.parse(text) as CrossoverRecord;
  if (record.schema !== SCHEMA) {
    throw new Error(`expected schema ${SCHEMA}, found ${JSON.stringify(record.schema)}`);
  }
  return record;
}
