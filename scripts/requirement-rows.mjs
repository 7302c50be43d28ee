// Maps rows of docs/requirements.md to the tests that contain their ids. Writes links to these
// tests into the last column of the tables.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from './stamps.mjs';
import { ROOT } from './steps.mjs';

export const PAGE = 'docs/requirements.md';
const ROW = /^\| ([A-Z]+\d+) \| (.*) \|(.*)\|$/;

/**
 * Returns a pattern for ids with the given prefixes anywhere in a text: `[DT14]`, `DT14_area`,
 * `(T24)`.
 */
function idPattern(families) {
  return new RegExp(`(?<![A-Za-z0-9])(?:${families.join('|')})\\d+(?![A-Za-z0-9])`, 'g');
}

/** `texts` maps paths to contents. */
function filesById(texts, families) {
  const found = new Map();
  for (const [path, text] of texts) {
    for (const id of new Set(text.match(idPattern(families)))) {
      found.set(id, [...(found.get(id) ?? []), path]);
    }
  }
  return found;
}

const link = (path) => `[${basename(path).replace(/\.[a-z.]+$/, '')}](../${path})`;

/**
 * Returns the page with links to tests in the last column of its tables, and messages about errors.
 */
export function fillIn(page, texts) {
  const lines = page.split('\n');
  const ids = lines.flatMap((line) => ROW.exec(line)?.[1] ?? []);
  const found = filesById(texts, [...new Set(ids.map((id) => id.replace(/\d+$/, '')))]);
  const text = lines
    .map((line) =>
      line.replace(
        ROW,
        (_, id, words) => `| ${id} | ${words} | ${(found.get(id) ?? []).map(link).join(', ')} |`,
      ),
    )
    .join('\n');
  const problems = [
    ...ids.filter((id) => !found.has(id)).map((id) => `${PAGE}: no test names ${id}`),
    ...ids.filter((id, i) => ids.indexOf(id) < i).map((id) => `${PAGE}: ${id} occurs twice`),
    ...[...found]
      .filter(([id]) => !ids.includes(id))
      .map(([id, paths]) => `${paths[0]}: ${id} has no row in ${PAGE}`),
  ];
  return { text, problems };
}

/**
 * Returns the current docs/requirements.md, the same page with links to the current tests, and
 * messages about errors.
 */
export function readRequirements() {
  const read = (path) => readFileSync(join(ROOT, path), 'utf8');
  const tests = filesBelow('tests').filter((path) => /\.(cpp|hpp|test\.ts)$/.test(path));
  const page = read(PAGE);
  const texts = tests.map((path) => [path, read(path)]);
  return { page, ...fillIn(page, texts) };
}
