/** Costs: weights x counters. Weights are fitted to a record's times; counters may be anybody's. */

import type { PolicyId } from './candidates';
import { fitUndisturbed, medianError, type Row, weigh } from './fit';
import { type QueryKind, queryKinds } from './mix';
import type { AdviseRecord, RecordedCell } from './record';
import type { Work } from './work';

export type Weights = readonly number[];

/** What following a change is made of. */
function followTerms({ items, passed, changed, nodes }: Work): number[] {
  return [1, items, passed, passed * Math.log2(items + 1), changed, nodes];
}

/** A frame: following, then all pairs. */
function frameTerms(work: Work): number[] {
  return [...followTerms(work), ...work.pairs];
}

/** All queries of a kind. */
function queryTerms(work: Work, kind: QueryKind): number[] {
  return [work.asked, ...work.queries[kind]];
}

/** By structure with its options and by dimensions; `follow` and `frame` by policy too. */
export interface WeightTable {
  readonly follow: ReadonlyMap<string, Weights>;
  readonly frame: ReadonlyMap<string, Weights>;
  readonly queries: Readonly<Record<QueryKind, ReadonlyMap<string, Weights>>>;
  /** Median of |weighed / measured - 1| over all that was measured. */
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

const askedKey = ({ structure, dimensions }: Priced) => `${structure} | ${dimensions}D`;
const followedKey = (one: Priced) => `${askedKey(one)} | ${one.policy}`;

const tables = new WeakMap<AdviseRecord, WeightTable>();

/** Made once for each record: it takes seconds. */
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
  const follow = fitAll(cells, followedKey, ({ work }, ns) => ({
    terms: followTerms(work),
    ns: ns[0],
  }));
  const frame = fitAll(cells, followedKey, ({ work }, ns) => ({
    terms: frameTerms(work),
    ns: ns[1],
  }));
  const queries = queryKinds.map((kind, i) => {
    const fitted = fitAll(cells, askedKey, ({ work }, ns) => ({
      terms: queryTerms(work, kind),
      ns: ns[2 + i] * work.asked,
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

/** What somebody wants of a world. */
export const purposes = ['pairs', 'queries'] as const;
export type Purpose = (typeof purposes)[number];

/** Queries a frame: all items ask once in a world that is built once, a tenth of them each frame in one that moves. */
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

/** Nanoseconds a frame by weights and counters. */
export function costOf(table: WeightTable, purpose: Purpose, one: Priced, moves: boolean): number {
  const { work } = one;
  const key = followedKey(one);
  if (purpose === 'pairs') return weigh(weightOf(table.frame, key), frameTerms(work));
  const asked = (queryShare(moves) * work.items) / queryKinds.length / work.asked;
  const queries = queryKinds.map((kind) =>
    weigh(weightOf(table.queries[kind], askedKey(one)), queryTerms(work, kind)),
  );
  const follow = weigh(weightOf(table.follow, key), followTerms(work));
  return follow + asked * queries.reduce((sum, ns) => sum + ns, 0);
}

/** The same by what was measured. */
export function measuredCost(purpose: Purpose, { work, ns }: RecordedCell, moves: boolean): number {
  if (!ns) return Number.NaN;
  const [follow, frame, ...queries] = ns;
  if (purpose === 'pairs') return frame;
  const asked = (queryShare(moves) * work.items) / queryKinds.length;
  return follow + asked * queries.reduce((sum, one) => sum + one, 0);
}
