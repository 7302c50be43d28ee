/** The tables of docs/benchmarks/advise.md. */

import {
  type Cell,
  type Files,
  listText,
  pageFiles,
  percent,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { cardOf } from '../report/table';
import { type AdviceComparison, adviceFor, compareAdvice } from './advice-comparison';
import { type AdviseCase, learnedCases } from './cases';
import { type Purpose, purposes, queryShare, type WeightTable, weightsOf } from './cost';
import type { AdviseRecord, RecordedCase } from './record';
import {
  type DerivedRule,
  type DerivedTable,
  deriveTable,
  kindOf,
  type MotionKind,
  motionKinds,
} from './rules';
import { FRAMES } from './work';

export const PAGE = 'docs/benchmarks/advise.md';

function method({ error }: WeightTable): string[] {
  const each = Object.entries(error).map(([what, one]) => `${what} ${percent(one)}`);
  return [
    'Every structure is measured with its useful options in all shared scenes and in the same scenes at other sizes, from 10 to 100,000 boxes.',
    `A static scene is built once. A moving scene runs for ${FRAMES} frames with each update policy of the structure, and is measured at the end.`,
    `*Pairs* is the cost of updating the index and finding all pairs. *Queries* is the cost of updating it and of small box queries, ray casts and 8 nearest neighbors in equal parts. There is ${queryShare(false)} query per item in static scenes, and ${queryShare(true)} per item and frame in moving ones.`,
    `Costs are weights × counters (boxes passed, items that changed position, nodes, nodes visited, items tested, results). The counters are the same on every machine; the weights are fitted to times of this machine. The median error of the fitted times is: ${each.join(', ')}.`,
    'The rules are the best among all decision lists with at most three conditions, each of which compares one figure with a round number.',
  ];
}

interface ComparedCase extends RecordedCase {
  readonly comparisons: Readonly<Record<Purpose, AdviceComparison>>;
}

function compareAll(record: AdviseRecord, weights: WeightTable): ComparedCase[] {
  const byId = new Map<string, AdviseCase>(learnedCases.map((one) => [one.id, one]));
  return record.cases.map((one) => {
    const known = byId.get(one.id);
    if (!known) throw new Error(`${one.id} is not a case any more: run npm run bench -- advise`);
    const advice = adviceFor(known);
    const cells = record.cells.filter((cell) => cell.case === one.id);
    const comparisons = purposes.map(
      (purpose) =>
        [
          purpose,
          compareAdvice(weights, purpose, kindOf(one.figures), cells, advice[purpose]),
        ] as const,
    );
    return { ...one, comparisons: Object.fromEntries(comparisons) as ComparedCase['comparisons'] };
  });
}

const times = (ratio: number) => (Number.isNaN(ratio) ? '' : ratio.toFixed(2));

const nameOf = (key: string) => key.replace(' | ', ', ').replace(', rebuild', '');

function conditionText({ when }: DerivedRule): string {
  const parts = when.map(({ figure, above, atMost }) => {
    if (above === undefined) return `${figure} ≤ ${atMost}`;
    return atMost === undefined ? `${figure} > ${above}` : `${above} < ${figure} ≤ ${atMost}`;
  });
  return parts.length > 0 ? parts.join(', ') : 'always';
}

function rulesTable(table: DerivedTable, purpose: Purpose, motion: MotionKind): Table {
  const what = motion === 'still' ? 'static scenes' : 'moving scenes';
  return {
    caption: `${purpose}, ${what}:`,
    header: ['condition', 'structure', 'options', 'policy'],
    rows: table[purpose][motion].map((rule) => [
      conditionText(rule),
      rule.structure,
      Object.entries(rule.options)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
      rule.policy,
    ]),
  };
}

const mean = (ratios: readonly number[]) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

function summaryCells(comparisons: readonly AdviceComparison[]): Cell[] {
  const ratios = comparisons.map(({ ratio }) => ratio);
  const timed = comparisons.map((one) => one.timed).filter((ratio) => !Number.isNaN(ratio));
  return [
    times(mean(ratios)),
    times(Math.max(...ratios)),
    times(mean(timed)),
    times(Math.max(...timed)),
  ];
}

function summaryTable(cases: readonly ComparedCase[]): Table {
  const rows = purposes.flatMap((purpose) =>
    motionKinds.flatMap((motion) =>
      ([2, 3] as const).map((dimensions) => {
        const mine = cases.filter(
          ({ figures }) => kindOf(figures).motion === motion && figures.dimensions === dimensions,
        );
        const comparisons = mine.map((one) => one.comparisons[purpose]);
        return [`${purpose}, ${motion}, ${dimensions}D`, mine.length, ...summaryCells(comparisons)];
      }),
    ),
  );
  return {
    caption:
      'Cost of the recommended structure divided by the least cost of all, by counters and as timed:',
    header: ['', 'scenes', 'mean', 'worst', 'mean, timed', 'worst, timed'],
    rows,
  };
}

function winnersTable(cases: readonly ComparedCase[]): Table {
  const columns = purposes.flatMap((purpose) =>
    motionKinds.map((motion) => ({
      name: `${purpose}, ${motion}`,
      winners: cases
        .filter(({ figures }) => kindOf(figures).motion === motion)
        .map((one) => nameOf(one.comparisons[purpose].cheapest)),
    })),
  );
  const names = [...new Set(columns.flatMap(({ winners }) => winners))];
  const wins = (winners: readonly string[], name: string) =>
    winners.filter((winner) => winner === name).length;
  const total = (name: string) =>
    columns.reduce((sum, { winners }) => sum + wins(winners, name), 0);
  return {
    caption:
      'Number of scenes in which a structure has the least cost (with its policy unless that is rebuild):',
    header: ['', ...columns.map(({ name }) => name)],
    rows: names
      .sort((a, b) => total(b) - total(a) || (a < b ? -1 : 1))
      .map((name) => [name, ...columns.map(({ winners }) => wins(winners, name) || '')]),
  };
}

function worldsTable(cases: readonly ComparedCase[], purpose: Purpose): Table {
  return {
    caption: `${purpose}: the recommended structure, its cost divided by the least cost (by counters and as timed), and the structure with the least cost:`,
    header: ['scene', 'n', 'recommended', 'by counters', 'timed', 'least cost'],
    rows: cases.map(({ id, figures, comparisons }) => {
      const { advised, cheapest, ratio, timed } = comparisons[purpose];
      const best = cheapest === advised ? '' : nameOf(cheapest);
      return [id, whole(figures.count), nameOf(advised), times(ratio), times(timed), best];
    }),
  };
}

/** `weights` and `table` are derived from the record unless they are passed. */
export function renderPage(
  record: AdviseRecord,
  weights = weightsOf(record),
  table = deriveTable(record),
): Files {
  const cases = compareAll(record, weights);
  return pageFiles(PAGE, {
    environment: cardOf(record.environment),
    method: listText(method(weights)),
    comparison: tableText(summaryTable(cases)),
    fastest: tableText(winnersTable(cases)),
    rules: purposes.flatMap((purpose) =>
      motionKinds.map((motion) => tableText(rulesTable(table, purpose, motion))),
    ),
    scenes: purposes.map((purpose) => tableText(worldsTable(cases, purpose))),
  });
}
