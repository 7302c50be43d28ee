/**
 * Renders the table "which structure" of README.md and docs/choosing.md, and the sentence about the
 * table in the page of each structure.
 */

import { structures } from 'sapwood/all';
import { type Files, fillPage, type Table, tableText, wrapProse } from '../report/document';
import {
  type Choice,
  type ChosenCell,
  chooseAll,
  type Motion,
  motions,
  type Policy,
  type Question,
  questions,
  type Records,
} from './choices';
import { REPLACED } from './churn';

const README = 'README.md';
const CHOOSING = 'docs/choosing.md';
export const pageOf = (structure: string) => `docs/structures/${structure}.md`;

const questionWords: Readonly<Record<Question, string>> = {
  pairs: 'all overlapping pairs',
  ranges: 'small box queries',
  rays: 'rays',
  nearest: 'nearest neighbors',
  culling: 'frustum culling (3D)',
  frame: 'pairs and queries in one frame',
};

const motionWords: Readonly<Record<Motion, string>> = {
  still: 'nothing moves',
  few: '1 % move',
  some: '10 % move',
  all: 'everything moves',
  churn: `${100 * REPLACED} % are replaced`,
  single: 'one is replaced before each query',
};

const followWords: Readonly<Record<Policy, string>> = {
  rebuild: '`build`',
  refit: '`update`',
  incremental: '`moveMany`',
};

const replacedWords: Readonly<Record<Policy, string>> = {
  ...followWords,
  incremental: '`remove`, `insert`',
};

/** Number of next best structures in a row of docs/choosing.md. */
const OTHERS = 3;

/** Returns `KdTree` for `'kd-tree'`. */
const classNameOf = (structure: string) =>
  structure.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());

const code = (structure: string) => `\`${classNameOf(structure)}\``;
const times = (ratio: number) => ratio.toFixed(1);

function shortCell({ faster, take }: ChosenCell): string {
  const taken = code(take.structure);
  if (!faster) return taken;
  return `${taken} (${code(faster.structure)}: ${times(take.ratio / faster.ratio)} × as fast)`;
}

export function shortTable(cells: readonly ChosenCell[]): string {
  const header = ['', ...motions.map((motion) => motionWords[motion])];
  const rows = questions.map((question) => {
    const row = cells.filter((cell) => cell.question === question);
    return [questionWords[question], ...row.map(shortCell)];
  });
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

const followOf = ({ motion, take }: ChosenCell) =>
  motion === 'churn' || motion === 'single' ? replacedWords[take.policy] : followWords[take.policy];

const named = ({ ratio, structure }: Choice) => `${code(structure)} ${times(ratio)}`;

/** Returns a table with a row for each query and motion. Times are divided by the least time. */
function longTable(cells: readonly ChosenCell[]): Table {
  return {
    caption: 'Time divided by the least time of all structures, and the next best structures:',
    header: ['query', 'what moves', 'structure', 'update with', 'time ÷ least', 'next best'],
    rows: cells.map((cell) => {
      const { all, motion, question, take } = cell;
      const others = all.filter(({ structure }) => structure !== take.structure);
      return [
        ...[questionWords[question], motionWords[motion], code(take.structure), followOf(cell)],
        ...[times(take.ratio), others.slice(0, OTHERS).map(named).join(', ')],
      ];
    }),
  };
}

/**
 * Returns a Markdown list of the queries of the cells. For a query that does not occur with every
 * motion, the motions are added in parentheses: `pairs (10 % move)`.
 */
function listOf(cells: readonly ChosenCell[]): string {
  const parts = questions.flatMap((question) => {
    const mine = cells.filter((cell) => cell.question === question);
    if (mine.length === 0) return [];
    if (mine.length === motions.length) return [questionWords[question]];
    return [
      `${questionWords[question]} (${mine.map(({ motion }) => motionWords[motion]).join(', ')})`,
    ];
  });
  return wrapProse(parts.map((part) => `- ${part}`).join('\n'));
}

export function sentenceOf(structure: string, cells: readonly ChosenCell[]): string {
  const taken = cells.filter(({ take }) => take.structure === structure);
  const faster = cells.filter((cell) => cell.faster?.structure === structure);
  const table = '../choosing.md#structures-by-query';
  const set = '`sapwood/2d` and `sapwood/3d`';
  if (taken.length > 0) {
    const sentence = `In ${set}, this is the recommended structure for [these queries](${table}):`;
    return `${wrapProse(sentence)}\n\n${listOf(taken)}`;
  }
  if (faster.length > 0) {
    const sentence = `This structure is faster than those of ${set} for [these queries](${table}):`;
    return `${wrapProse(sentence)}\n\n${listOf(faster)}`;
  }
  return wrapProse(
    `[The table](${table}) recommends other structures for every measured query. Use this structure in these cases:`,
  );
}

function withBlock(path: string, choices: string): readonly [path: string, text: string] {
  return [path, fillPage(path, { choices })];
}

function cardOf({ advice, churn, culling }: Records): string {
  const { cpu, runtime } = advice.environment;
  const days = [advice, culling, churn].map(({ environment: { date } }) => date.slice(0, 10));
  const unique = [...new Set(days)].join(', ');
  return wrapProse(`Measured on ${cpu}, ${runtime}, ${unique}.`);
}

export function choiceFiles(records: Records): Files {
  const cells = chooseAll(records);
  const chosen = [shortTable(cells), tableText(longTable(cells)), cardOf(records)].join('\n\n');
  return new Map([
    withBlock(README, shortTable(cells)),
    withBlock(CHOOSING, chosen),
    ...structures.map(({ id }) => withBlock(pageOf(id), sentenceOf(id, cells))),
  ]);
}
