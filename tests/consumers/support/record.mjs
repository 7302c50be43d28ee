// Table in docs/loading.md with a row for each consumer and a column for each entry point.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/steps.mjs';

const PAGE = join(ROOT, 'docs/loading.md');
const BEGIN = '<!-- consumers: written by npm run test:consumers -- --record -->';
const END = '<!-- /consumers -->';

const nameOf = ({ title, ways }) => `| ${title} | ${ways.map(({ way }) => way).join('; ')} |`;

/** Reads the page: the text before and after the table, its header, and its rows by name. */
function read() {
  const text = readFileSync(PAGE, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const [table, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/loading.md has no place for the table: ${BEGIN}`);
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  const rows = new Map(lines.slice(2).map((line) => [/^\|[^|]*\|[^|]*\|/.exec(line)[0], line]));
  return { before, after, header: lines[0], rows };
}

/**
 * Returns the consumers that have no row on the page, or a row with other ways to use the package.
 */
export function missingRows(consumers) {
  const { rows } = read();
  return consumers.filter((one) => !rows.has(nameOf(one))).map(({ title }) => title);
}

/**
 * Writes the results into the table. Keeps the rows of other consumers if the entry points are the
 * same.
 */
export function record(results, entries, consumers) {
  const { before, after, header, rows } = read();
  const columns = ['consumer', 'ways', ...entries.map(({ name }) => `\`${name}\``), 'reason'];
  const newHeader = `| ${columns.join(' | ')} |`;
  if (header !== newHeader) rows.clear();
  const lines = consumers.map((consumer) => {
    const own = results.filter((one) => one.consumer.name === consumer.name);
    const name = nameOf(consumer);
    return own.length > 0 ? `${name} ${cells(own, entries)} |` : rows.get(name);
  });
  const ruler = `|${columns.map(() => '---|').join('')}`;
  const table = [newHeader, ruler, ...lines.filter(Boolean)].join('\n');
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
}

function cells(own, entries) {
  const marks = entries.map(({ path }) => mark(own.filter(({ entry }) => entry.path === path)));
  const reasons = own.filter(({ verdict }) => verdict === 'known').map(({ why }) => why);
  return [...marks, [...new Set(reasons)].join('; ')].join(' | ');
}

/**
 * Returns "–" without results, "?" after an unexpected result, "yes", "**no**", or the ways to use
 * the package that do not work.
 */
function mark(results) {
  if (results.length === 0) return '–';
  if (results.some(({ verdict }) => verdict === 'wrong')) return '?';
  const failing = results.filter(({ verdict }) => verdict === 'known');
  if (failing.length === 0) return 'yes';
  if (failing.length === results.length) return '**no**';
  return `**not** ${failing.map(({ way }) => way.way).join('; ')}`;
}
