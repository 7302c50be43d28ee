/** Derives the rules of the package from a record and renders web/sapwood/src/advice/table.ts. */

import type { OptionValue, SceneFigures } from 'sapwood/all';
import { costOf, type Purpose, purposes, type WeightTable, weightsOf } from './cost';
import { type Condition, type LearnedRule, learnRules, type TrainingWorld } from './learn';
import type { AdviseRecord, RecordedCell } from './record';

export const TABLE = 'web/sapwood/src/advice/table.ts';

const stillFigures = [
  'count',
  'dimensions',
  'sweepTests',
  'pairs',
  'sizeRatio',
  'xOverlap',
] as const;
const movingFigures = [...stillFigures, 'moved', 'distance'] as const;
type RuleFigure = (typeof movingFigures)[number];

export type MotionKind = 'still' | 'moving';
export const motionKinds: readonly MotionKind[] = ['still', 'moving'];

export interface DerivedRule {
  readonly when: readonly Condition<RuleFigure>[];
  readonly structure: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly policy: RecordedCell['policy'];
}

export type DerivedTable = Readonly<
  Record<Purpose, Readonly<Record<MotionKind, readonly DerivedRule[]>>>
>;

export interface WorldKind {
  readonly dimensions: 2 | 3;
  readonly motion: MotionKind;
}

export function kindOf({ dimensions, motion }: SceneFigures): WorldKind {
  return { dimensions, motion: motion ? 'moving' : 'still' };
}

function valuesOf(figures: SceneFigures): Record<RuleFigure, number> {
  const { count, dimensions, sweepTests, pairs, sizeRatio, axisOverlap, motion } = figures;
  const [xOverlap] = axisOverlap;
  const { moved = 0, distance = 0 } = motion ?? {};
  return { count, dimensions, sweepTests, pairs, sizeRatio, xOverlap, moved, distance };
}

/** Penalty factor for each option that differs from its default. */
const AN_OPTION = 1.05;

function handicap(key: string): number {
  return AN_OPTION ** Object.keys(readKey(key).options).length;
}

const keyOf = ({ structure, policy }: RecordedCell) => `${structure} | ${policy}`;

/**
 * Returns the cost of each cell. Its key is the text of the structure, its options and the update
 * policy.
 */
export function costsIn(
  weights: WeightTable,
  purpose: Purpose,
  { dimensions, motion }: WorldKind,
  cells: readonly RecordedCell[],
): ReadonlyMap<string, number> {
  const moves = motion === 'moving';
  return new Map(
    cells.map((cell) => [keyOf(cell), costOf(weights, purpose, { ...cell, dimensions }, moves)]),
  );
}

/**
 * Candidates whose cost exceeds the least cost by more than this factor in every world are ignored.
 */
const MAX_BEST_RATIO = 1.2;

function trainingWorlds(
  record: AdviseRecord,
  weights: WeightTable,
  purpose: Purpose,
  motion: MotionKind,
): { worlds: TrainingWorld<RuleFigure>[]; keys: string[] } {
  const cases = record.cases.filter(({ figures }) => kindOf(figures).motion === motion);
  const costs = cases.map(({ id, figures }) => {
    const mine = record.cells.filter((cell) => cell.case === id);
    return costsIn(weights, purpose, kindOf(figures), mine);
  });
  const minCosts = costs.map((one) => Math.min(...one.values()));
  const keys = [...new Set(costs.flatMap((one) => [...one.keys()]))].filter((key) =>
    costs.some(
      (one, i) => (one.get(key) ?? Number.POSITIVE_INFINITY) <= MAX_BEST_RATIO * minCosts[i],
    ),
  );
  const worlds = cases.map(({ figures }, i) => {
    const ratios = keys.map(
      (key) => (handicap(key) * (costs[i].get(key) ?? Number.POSITIVE_INFINITY)) / minCosts[i],
    );
    return { figures: valuesOf(figures), ratios };
  });
  return { worlds, keys };
}

function optionValue(text: string): OptionValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** Parses a key such as `packed-r-tree axes=by-spread | refit`. */
function readKey(key: string): Pick<DerivedRule, 'structure' | 'options' | 'policy'> {
  const [label, policy] = key.split(' | ');
  const [structure, ...options] = label.split(' ');
  return {
    structure,
    options: Object.fromEntries(
      options.map((option) => {
        const [name, value] = option.split('=');
        return [name, optionValue(value)];
      }),
    ),
    policy: policy as DerivedRule['policy'],
  };
}

function merged({ when }: LearnedRule<RuleFigure>): Condition<RuleFigure>[] {
  return movingFigures.flatMap((figure) => {
    const mine = when.filter((condition) => condition.figure === figure);
    if (mine.length === 0) return [];
    const above = mine.flatMap((one) => (one.above === undefined ? [] : [one.above]));
    const atMost = mine.flatMap((one) => (one.atMost === undefined ? [] : [one.atMost]));
    return [
      {
        figure,
        ...(above.length > 0 && { above: Math.max(...above) }),
        ...(atMost.length > 0 && { atMost: Math.min(...atMost) }),
      },
    ];
  });
}

function rulesFor(
  record: AdviseRecord,
  weights: WeightTable,
  purpose: Purpose,
  motion: MotionKind,
): DerivedRule[] {
  const { worlds, keys } = trainingWorlds(record, weights, purpose, motion);
  const figures = motion === 'moving' ? movingFigures : stillFigures;
  return learnRules(worlds, figures).map((rule) => ({
    when: merged(rule),
    ...readKey(keys[rule.take]),
  }));
}

const tables = new WeakMap<AdviseRecord, DerivedTable>();

/** The result is cached for each record, because the derivation takes seconds. */
export function deriveTable(record: AdviseRecord): DerivedTable {
  const known = tables.get(record);
  if (known) return known;
  const weights = weightsOf(record);
  const of = (purpose: Purpose) => ({
    still: rulesFor(record, weights, purpose, 'still'),
    moving: rulesFor(record, weights, purpose, 'moving'),
  });
  const table = { pairs: of('pairs'), queries: of('queries') };
  tables.set(record, table);
  return table;
}

const literal = (value: OptionValue) => (typeof value === 'string' ? `'${value}'` : String(value));

function objectText(entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
}

function whenText(when: readonly Condition<RuleFigure>[]): string[] {
  if (when.length === 0) return ['when: {},'];
  const lines = when.map(({ figure, ...bounds }) => {
    const entries = Object.entries(bounds).map(([name, value]) => [name, String(value)] as const);
    return `  ${figure}: ${objectText(entries)},`;
  });
  return ['when: {', ...lines, '},'];
}

function ruleText({ when, structure, options, policy }: DerivedRule): string[] {
  const chosen = Object.entries(options).map(([name, value]) => [name, literal(value)] as const);
  return [
    '{',
    ...[
      ...whenText(when),
      `structure: '${structure}',`,
      `options: ${objectText(chosen)},`,
      `policy: '${policy}',`,
    ].map((line) => `  ${line}`),
    '},',
  ];
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/**
 * Returns the source text of web/sapwood/src/advice/table.ts, formatted as Biome would format it.
 */
export function tableText(table: DerivedTable): string {
  const lists = purposes.flatMap((purpose) => [
    `${purpose}: {`,
    ...indented(
      motionKinds.flatMap((motion) => [
        `${motion}: [`,
        ...indented(table[purpose][motion].flatMap(ruleText)),
        '],',
      ]),
    ),
    '},',
  ]);
  return `import type { RuleTable } from './rules.js';

/**
 * Rules of \`advise\`. Generated by \`npm run bench -- advise\` from tests/bench/results/advise.json. A
 * test checks that both files match. Do not edit this file; run the benchmark again.
 */
export const ruleTable: RuleTable = {
${indented(lists).join('\n')}
};
`;
}
