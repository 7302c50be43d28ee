/** docs/benchmarks/games.md, made from a record. */

import { type GameRow, games } from 'measuring/games';
import { type Cell, listText, milliseconds, tableText, whole, wrapProse } from '../report/document';
import { cardOf } from '../report/table';
import type { GamesRecord } from './record';

export const PAGE = 'docs/benchmarks/games.md';

const OPENING = `# Game scenes

This page measures typical frames of games with Sapwood, with other npm libraries, and with code written by hand.

\`npm run bench -- games\` repeats the measurement and writes \`tests/bench/results/games.json\` and this page. \`--help\` lists the options.`;

const RULES = [
  'A time contains the update and the queries of one frame, with results in typed arrays. Moving the objects is not timed.',
  'In each frame all implementations run in turns, and the first one changes in each frame. The hash of every result must be that of the first implementation, which is not Sapwood; otherwise the row is WRONG and has no time.',
  'The first 30 frames are not counted. A 99th percentile of some hundred frames depends on very few of them.',
  'Conversions that an interface requires are part of its time: lists of hits to pairs, points to boxes.',
  '`pairsWithin` builds a second index of enlarged boxes in each call and filters its pairs by distance. A grid for a fixed arena and a fixed radius needs no second index and no separate pass.',
  'In `rollback`, a `World` stores its state and reports begins and ends, which the other libraries do not. In scenes with culling, a `World` also finds its pairs.',
  'The least median of a table is in bold.',
];

function timeCells(row: GameRow, best: number): Cell[] {
  if (row.p50 === null || row.p99 === null) return ['**WRONG**', ''];
  const text = milliseconds(row.p50);
  return [row.p50 === best ? `**${text}**` : text, milliseconds(row.p99)];
}

/** Where a player that is not ours has the least median, a sentence says so. */
function verdictOf(rows: readonly GameRow[]): string {
  const right = rows.filter(({ p50 }) => p50 !== null);
  if (right.length === 0) return '';
  const best = right.reduce((a, b) => (b.p50! < a.p50! ? b : a));
  if (best.ours) return '';
  const ours = right.filter((row) => row.ours).sort((a, b) => a.p50! - b.p50!)[0];
  const mine = ours
    ? `; the fastest of Sapwood, ${ours.player}, takes ${milliseconds(ours.p50!)} ms`
    : '';
  return `Sapwood is slower here: ${best.player} takes ${milliseconds(best.p50!)} ms${mine}.`;
}

function tableOf(rows: readonly GameRow[]): string {
  const times = rows.flatMap(({ p50 }) => (p50 === null ? [] : [p50]));
  const best = Math.min(...times);
  const [{ n, frames, found }] = rows;
  const caption = `n = ${whole(n)}, ${whole(frames)} frames, ${whole(found)} results per frame; milliseconds per frame:`;
  const lines = rows.map((row) => [row.player, ...timeCells(row, best)]);
  const table = tableText({ caption, header: ['', 'median', '99th percentile'], rows: lines });
  return [table, verdictOf(rows)].filter((part) => part !== '').join('\n\n');
}

export function renderPage({
  environment,
  rows,
  remarks = [],
}: Omit<GamesRecord, 'schema'>): string {
  const sections = games.flatMap(({ id, title, dimensions }) => {
    const mine = rows.filter(({ game }) => game === id);
    if (mine.length === 0) return [];
    const sizes = [...new Set(mine.map(({ n }) => n))];
    const tables = sizes.map((n) => tableOf(mine.filter((row) => row.n === n)));
    return [`## ${id}, ${dimensions}D`, `Scene: n ${title}.`, ...tables];
  });
  const parts = [
    OPENING,
    cardOf(environment),
    ...remarks,
    '## Method',
    listText(RULES),
    ...sections,
  ];
  return wrapProse(`${parts.join('\n\n')}\n`);
}
