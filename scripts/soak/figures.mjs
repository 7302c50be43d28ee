// Adds up the results of a soak run. Formats them as a table, and as the block between the two
// markers in docs/reliability.md.
import { existsSync, readFileSync } from 'node:fs';

/**
 * Figures of one part of a soak run. `bytes` counts damaged byte arrays that were loaded. `writes`
 * counts writes to memory views that the package returned; `detachedWrites` counts only writes to
 * detached views.
 */
export const NO_FIGURES = {
  operations: 0,
  pairs: 0,
  bytes: 0,
  writes: 0,
  detachedWrites: 0,
  faults: 0,
  seconds: 0,
};

const KEYS = Object.keys(NO_FIGURES);

export function sumFigures(list) {
  return list.reduce(
    (sum, one) => Object.fromEntries(KEYS.map((key) => [key, sum[key] + (one[key] ?? 0)])),
    NO_FIGURES,
  );
}

export function joinRounds(rounds) {
  const names = [...new Set(rounds.flat().map(({ name }) => name))];
  return names.map((name) => {
    const own = rounds.flat().filter((part) => part.name === name);
    return { ...own.at(-1), ...sumFigures(own) };
  });
}

const grouped = (count) => Math.round(count).toLocaleString('en-US');

/** Formats a duration as "12 s", "12 min" or "7 h 40 min". */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const COLUMNS = {
  operations: 'operations',
  pairs: 'pairs compared',
  bytes: 'bytes damaged',
  writes: 'writes to kept views',
  detachedWrites: 'of these to detached ones',
  faults: 'faults',
};
const HEADINGS = ['part', ...Object.values(COLUMNS), 'time'];

function row({ name, seconds, skipped, ...figures }) {
  const keys = Object.keys(COLUMNS);
  if (skipped) return [name, ...keys.map(() => ''), `skipped: ${skipped}`];
  return [name, ...keys.map((key) => grouped(figures[key] ?? 0)), duration(seconds)];
}

function rowsOf(parts) {
  return [...parts.map(row), row({ name: 'all', ...sumFigures(parts) })];
}

export function table(parts) {
  const rows = [HEADINGS, ...rowsOf(parts)];
  const widths = HEADINGS.map((_, i) => Math.max(...rows.map((cells) => cells[i].length)));
  const line = (cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

const BEGIN = '<!-- soak: begin -->';
const END = '<!-- soak: end -->';

export function figuresBlock({ date, commit, machine, seeds, parts }) {
  const cells = (list) => `| ${list.join(' | ')} |`;
  return [
    BEGIN,
    `Run of ${date}, commit ${commit}, ${machine}; seeds ${seeds.join(', ')}.`,
    '',
    cells(HEADINGS),
    `|---|${HEADINGS.slice(1).fill('--:').join('|')}|`,
    ...rowsOf(parts).map(cells),
    END,
  ].join('\n');
}

/**
 * Replaces the block between the two markers in a page, or appends the block if the page has no
 * markers.
 */
export function withBlock(page, block) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) return `${page.trimEnd()}\n\n${block}\n`;
  return page.slice(0, begin) + block + page.slice(end + END.length);
}

/** Returns the figures in a result file, or undefined if the file is missing. */
export function readFigures(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
