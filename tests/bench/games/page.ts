/** docs/benchmarks/games.md, made from a record. */

import { type GameRow, games } from 'measuring/games';
import { type Cell, listText, milliseconds, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import type { GamesRecord } from './record';

export const PAGE = 'docs/benchmarks/games.md';

const OPENING = `# Scenes of games

What a frame of a game asks for, beside what web developers would take instead: other npm libraries and code written by hand.
\`npm run bench -- games\` plays everything anew and writes \`tests/bench/results/games.json\` and this page; \`--help\` tells how to narrow it.`;

const RULES = [
  'A time is update and queries of one frame, answers in typed arrays included; moving the things themselves is not timed.',
  'In each frame all players take their turns, another one first each time, and the hash of every answer must be that of the first player, which is not ours: a row that once was not is WRONG and has no time.',
  'Frames before the first 30 do not count; a 99th percentile of some hundred frames rests on very few of them.',
  'What an interface asks for is in its time: lists of hits are turned into pairs, points into boxes, for whoever has no other way.',
  '`pairsWithin` builds a second index of grown boxes in each call, in every structure, and sorts out by distance what its pairs have too many; a grid that knows its arena and its reach needs neither.',
  'The rivals of rollback keep no state and tell no begins and ends, the world does both; with culling, the world also finds its pairs.',
  'The least median of a table is bold, whoever it belongs to.',
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
    ? `; the best of ours, ${ours.player}, takes ${milliseconds(ours.p50!)} ms`
    : '';
  return `We lose here: ${best.player} takes ${milliseconds(best.p50!)} ms${mine}.`;
}

function tableOf(rows: readonly GameRow[]): string {
  const times = rows.flatMap(({ p50 }) => (p50 === null ? [] : [p50]));
  const best = Math.min(...times);
  const [{ n, frames, found }] = rows;
  const caption = `n = ${whole(n)}, ${whole(frames)} frames, ${whole(found)} found a frame; milliseconds a frame:`;
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
    return [`## ${id}, ${dimensions}D`, `n ${title}.`, ...tables];
  });
  return `${[OPENING, cardOf(environment), ...remarks, listText(RULES), ...sections].join('\n\n')}\n`;
}
