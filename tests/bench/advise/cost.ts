/** Estimates costs as sums of weights times counters. The weights are fitted to recorded times. */

import type { PolicyId } from './candidates';
import { fitUndisturbed, medianError, type Row, weigh } from './fit';
import { type QueryKind, queryKinds } from './mix';
import type { AdviseRecord, RecordedCell } from './record';
import type { Work } from './work';

export type Weights = readonly number[];

function followTerms({ items, passed, changed, nodes }: Work): number[] {
  return [1, items, passed, passed * Math.log2(items + 1), changed, nodes];
}

function frameTerms(work: Work): number[] {
  return [...followTerms(work), ...work.pairs];
}

function queryTerms(work: Work, kind: QueryKind): number[] {
  return [work.queryCount, ...work.queries[kind]];
}

/** Weights by structure, options and dimensions; `follow` and `frame` also by policy. */
export interface WeightTable {
  readonly follow: ReadonlyMap<string, Weights>;
  readonly frame: ReadonlyMap<string, Weights>;
  readonly queries: Readonly<Record<QueryKind, ReadonlyMap<string, Weights>>>;
  /** Median of `|estimate / measured - 1|` over all measured times. */
  readonly error: Readonly<Record<'follow' | 'frame' | QueryKind, number>>;
}

type PricedCell = RecordedCell & Priced;

interface Fitted {
  readonly weights: ReadonlyMap<string, Weights>;
  readonly error: number;
}

function fitAll(
  cells: readonly PricedCell[],
  keyOf: (cell: PricedCell) => string,
  rowOf: (cell: PricedCell, ns: readonly number[]) => Row,
): Fitted {
  const rows = new Map<string, Row[]>();
  for (const cell of cells) {
    if (!cell.ns) continue;
    const key = keyOf(cell);
    const row = rowOf(cell, cell.ns);
    const known = rows.get(key);
    if (known) known.push(row);
    else rows.set(key, [row]);
  }
  const weights = new Map([...rows].map(([key, mine]) => [key, fitUndisturbed(mine)]));
  const errors = [...rows].map(([key, mine]) => medianError(mine, weights.get(key)!));
  errors.sort((a, b) => a - b);
  return { weights, error: errors[errors.length >> 1] ?? 0 };
}

const queryKey = ({ structure, dimensions }: Priced) => `${structure} | ${dimensions}D`;
const followKey = (one: Priced) => `${queryKey(one)} | ${one.policy}`;

const tables = new WeakMap<AdviseRecord, WeightTable>();

/** The weights are computed once per record, because this takes seconds. */
export function weightsOf(record: AdviseRecord): WeightTable {
  const table = tables.get(record) ?? fitTable(record);
  tables.set(record, table);
  return table;
}

function fitTable(record: AdviseRecord): WeightTable {
  const dimensions = new Map(record.cases.map(({ id, figures }) => [id, figures.dimensions]));
  const cells = record.cells.map((cell) => ({
    ...cell,
    dimensions: dimensions.get(cell.case) ?? 3,
  }));
  const follow = fitAll(cells, followKey, ({ work }, ns) => ({
    terms: followTerms(work),
    ns: ns[0],
  }));
  const frame = fitAll(cells, followKey, ({ work }, ns) => ({
    terms: frameTerms(work),
    ns: ns[1],
  }));
  const queries = queryKinds.map((kind, i) => {
    const fitted = fitAll(cells, queryKey, ({ work }, ns) => ({
      terms: queryTerms(work, kind),
      ns: ns[2 + i] * work.queryCount,
    }));
    return [kind, fitted] as const;
  });
  return {
    follow: follow.weights,
    frame: frame.weights,
    queries: Object.fromEntries(
      queries.map(([kind, { weights }]) => [kind, weights]),
    ) as WeightTable['queries'],
    error: {
      follow: follow.error,
      frame: frame.error,
      ...(Object.fromEntries(queries.map(([kind, { error }]) => [kind, error])) as Record<
        QueryKind,
        number
      >),
    },
  };
}

export const purposes = ['pairs', 'queries'] as const;
export type Purpose = (typeof purposes)[number];

/**
 * Queries per item and frame: 1 in static worlds, which have one frame, and 0.1 in moving worlds.
 */
export const queryShare = (moves: boolean) => (moves ? 0.1 : 1);

export interface Priced {
  readonly structure: string;
  readonly policy: PolicyId;
  readonly dimensions: 2 | 3;
  readonly work: Work;
}

function weightOf(table: ReadonlyMap<string, Weights>, key: string): Weights {
  const weights = table.get(key);
  if (!weights) throw new Error(`no weights of ${key}: run npm run bench -- advise`);
  return weights;
}

/** Returns nanoseconds per frame according to weights and counters. */
export function costOf(table: WeightTable, purpose: Purpose, one: Priced, moves: boolean): number {
  const { work } = one;
  const key = followKey(one);
  if (purpose === 'pairs') return weigh(weightOf(table.frame, key), frameTerms(work));
  const queryCount = (queryShare(moves) * work.items) / queryKinds.length / work.queryCount;
  const queries = queryKinds.map((kind) =>
    weigh(weightOf(table.queries[kind], queryKey(one)), queryTerms(work, kind)),
  );
  const follow = weigh(weightOf(table.follow, key), followTerms(work));
  return follow + queryCount * queries.reduce((sum, ns) => sum + ns, 0);
}

/** Returns nanoseconds per frame according to measured times. */
export function measuredCost(purpose: Purpose, { work, ns }: RecordedCell, moves: boolean): number {
  if (!ns) return Number.NaN;
  const [follow, frame, ...queries] = ns;
  if (purpose === 'pairs') return frame;
  const queryCount = (queryShare(moves) * work.items) / queryKinds.length;
  return follow + queryCount * queries.reduce((sum, one) => sum + one, 0);
}
