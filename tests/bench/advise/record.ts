/** Record of a run: tests/bench/results/advise.json. */

import type { Environment } from 'measuring/schema';
import type { SceneFigures } from 'sapwood/all';
import type { PolicyId } from './candidates';
import { queryKinds } from './mix';
import type { Counts, Work } from './work';

export const SCHEMA = 'sapwood-advise/1';
export const RECORD = 'tests/bench/results/advise.json';

export interface RecordedCase {
  readonly id: string;
  readonly figures: SceneFigures;
}

/**
 * Nanoseconds of an update, of an update with all pairs, and of a query of each kind in the order
 * of `queryKinds`.
 */
export type RecordedTimes = readonly number[];

export interface RecordedCell {
  readonly case: string;
  readonly structure: string;
  readonly policy: PolicyId;
  readonly work: Work;
  /** Null in worlds that are only counted. */
  readonly ns: RecordedTimes | null;
}

export interface AdviseRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly cases: readonly RecordedCase[];
  readonly cells: readonly RecordedCell[];
}

/**
 * Cell in compact form, because the file contains thousands of cells. `candidate` is an index into
 * the list of candidates.
 */
type PackedCell = readonly [candidate: number, work: number[], ns: number[]];
type Candidates = readonly (readonly [structure: string, policy: PolicyId])[];

const short = (value: number) => Number(value.toPrecision(3));

const nameOf = ({ structure, policy }: RecordedCell) => JSON.stringify([structure, policy]);

function pack(names: readonly string[], cell: RecordedCell): PackedCell {
  const { work, ns } = cell;
  const { items, passed, changed, nodes, pairs, queryCount, queries } = work;
  const all = [items, passed, changed, nodes, ...pairs, queryCount];
  const kinds = queryKinds.flatMap((kind) => queries[kind]);
  return [names.indexOf(nameOf(cell)), [...all, ...kinds], (ns ?? []).map(short)];
}

function unpack(candidates: Candidates, one: string, packed: PackedCell): RecordedCell {
  const [candidate, numbers, ns] = packed;
  const [structure, policy] = candidates[candidate];
  const [items, passed, changed, nodes, visits, tests, results, queryCount, ...kinds] = numbers;
  const queries = Object.fromEntries(
    queryKinds.map((kind, i) => [kind, kinds.slice(3 * i, 3 * i + 3)]),
  );
  const work = {
    items,
    passed,
    changed,
    nodes,
    pairs: [visits, tests, results] as Counts,
    queryCount,
    queries: queries as unknown as Work['queries'],
  };
  return { case: one, structure, policy, work, ns: ns.length > 0 ? ns : null };
}

/** Writes one line per case, so that a diff shows the cases that changed. */
export function formatRecord({ schema, environment, cases, cells }: AdviseRecord): string {
  const names = [...new Set(cells.map(nameOf))].sort();
  const head = JSON.stringify({ schema, environment }, null, 1).slice(0, -2);
  const blocks = cases.map(({ id, figures }) => {
    const mine = cells.filter((cell) => cell.case === id);
    return `  ${JSON.stringify({ id, figures, cells: mine.map((cell) => pack(names, cell)) })}`;
  });
  const list = (lines: readonly string[]) => `[\n${lines.join(',\n')}\n ]`;
  const candidates = list(names.map((name) => `  ${name}`));
  return `${head},\n "candidates": ${candidates},\n "cases": ${list(blocks)}\n}\n`;
}

interface RecordFile extends Pick<AdviseRecord, 'schema' | 'environment'> {
  readonly candidates: Candidates;
  readonly cases: readonly (RecordedCase & { readonly cells: readonly PackedCell[] })[];
}

export function readRecord(text: string): AdviseRecord {
  const { schema, environment, candidates, cases } = JSON.parse(text) as RecordFile;
  if (schema !== SCHEMA) {
    throw new Error(`expected schema ${SCHEMA}, found ${JSON.stringify(schema)}`);
  }
  return {
    schema,
    environment,
    cases: cases.map(({ id, figures }) => ({ id, figures })),
    cells: cases.flatMap(({ id, cells }) => cells.map((cell) => unpack(candidates, id, cell))),
  };
}
