/** The tables of docs/benchmarks/games.md. */

import { type GameRow, games } from 'measuring/games';
import { type Cell, fillPage, milliseconds, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import type { GamesRecord } from './record';

export const PAGE = 'docs/benchmarks/games.md';

function timeCells(row: GameRow, best: number): Cell[] {
  if (row.p50 === null || row.p99 === null) return ['**WRONG**', ''];
  const text = milliseconds(row.p50);
  return [row.p50 === best ? `**${text}**` : text, milliseconds(row.p99)];
}

/** Returns a sentence if an implementation of another library has the least median. */
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
  const scenes = [...remarks, ...sections].join('\n\n');
  return fillPage(PAGE, { environment: cardOf(environment), scenes });
}
