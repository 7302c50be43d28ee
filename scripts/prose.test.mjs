import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectFaults } from './prose/commits.mjs';
import { lintFile, PLACES, SOURCES } from './prose.mjs';
import { filesBelow } from './stamps.mjs';

/** Returns findings in a file as `line:column word`, or with the message if there is no word. */
async function findings(path, ...lines) {
  const found = await lintFile(path, lines.join('\n'));
  return found.map(
    ({ line, column, message }) => `${line}:${column} ${/“([^”]*)”/.exec(message)?.[1] ?? message}`,
  );
}

const DOCS = 'docs/page.md';
const MODULE = 'web/sapwood/src/module.ts';
const PAGE = 'web/playground/src/page.tsx';
const HEADER = 'cpp/include/sapwood/header.hpp';
const LONG = `The tree ${'returns each item of a long list and '.repeat(5)}stops.`;

const faulty = [
  ['a paragraph', DOCS, ['# Queries', '', 'A query answers ids.'], ['3:9 answers']],
  ['an item of a list', DOCS, ['- One', '- A query', '  is told anew.'], ['3:6 told', '3:11 anew']],
  ['a cell of a table', DOCS, ['| a | b |', '|---|---|', '| 1 | a colour |'], ['3:9 colour']],
  ['a title', DOCS, ['# Who is asked'], ['1:3 Who …', '1:10 asked']],
  ['a long sentence', DOCS, ['Short.', '', `- ${LONG}`], [/^3:3 A sentence of \d+ characters/]],
  ['a guide for contributors', '.github/PULL_REQUEST.md', ['Ask nobody.'], ['1:5 nobody']],
  [
    'an issue form',
    '.github/ISSUE_TEMPLATE/a.yml',
    ['  - label: A query answers'],
    ['1:20 answers'],
  ],
  ['the page', 'web/playground/index.html', ['<p id="a">A colour map</p>'], ['1:13 colour']],
  ['a title of a scene', 'tests/scenes/a.json', ['  "title": "A colour map",'], ['1:15 colour']],
  ['a doc comment', MODULE, ['/** Returns the colour. */', 'export class A {}'], ['1:17 colour']],
  [
    'a doc comment of several lines',
    MODULE,
    ['export class A {', '  /**', '   * Returns so', '   * many ids.', '   */', '  b = 1;', '}'],
    ['3:14 so many'],
  ],
  [
    'a parameter',
    MODULE,
    ['/**', ' * Inserts a box.', ' * @param id what whoever asks', ' */', 'export const f = 1;'],
    ['3:19 whoever', '3:27 asks'],
  ],
  [
    'a name that is exported at the end',
    MODULE,
    ['/** The centre. */', 'const a = 1;', 'export { a };'],
    ['1:9 centre'],
  ],
  [
    'an error message',
    MODULE,
    ['const a = 1;', `throw new SapwoodError('bad-data', \`got \${a}: the bytes are refused\`);`],
    ['2:61 refused'],
  ],
  [
    'a comment in code',
    MODULE,
    ['f(); // made anew', '{', '  // nobody', '}'],
    ['1:14 anew', '3:6 nobody'],
  ],
  [
    'a comment of several lines',
    'scripts/a.mjs',
    ['// Boxes are made', '// anew.', 'f();'],
    ['2:4 anew'],
  ],
  [
    'a comment of a private member',
    MODULE,
    ['class A {', '  /** Made anew. */', '  #b = 1;', '}'],
    ['2:12 anew'],
  ],
  ['a row of a list in a comment', MODULE, ['/*', ' *   a  made anew', ' */'], ['2:14 anew']],
  [
    'the reason of a directive',
    MODULE,
    ['// biome-ignore lint/a/b: made anew', 'f();'],
    ['1:32 anew'],
  ],
  [
    'a test name',
    'tests/web/a.test.ts',
    ["test.each(cases)('[A1] answers %s', f);"],
    ['1:24 answers'],
  ],
  [
    'the name of a check',
    'tests/web/a.test.ts',
    ["check('answers', f);", "f({ name: 'asks', run: f });"],
    ['1:8 answers', '2:12 asks'],
  ],
  [
    'a GoogleTest name',
    'tests/cpp/a_test.cpp',
    ['TEST(Tree, T1_asks_nobody) {'],
    ['1:15 asks', '1:20 nobody'],
  ],
  ['text of JSX', PAGE, ['const a = (', '  <p>', '    Built anew', '  </p>', ');'], ['3:11 anew']],
  ['an attribute', PAGE, ['const a = <p title="Shown anew" />;'], ['1:27 anew']],
  ['a label in a table', PAGE, ["const a = { label: 'Answers' };"], ['1:21 Answers']],
  ['a comment of C++', HEADER, ['  /// Returns', '  /// the answer.', 'int a();'], ['2:11 answer']],
  ['a comment behind a member', HEADER, ['int a;  ///< The colour.'], ['1:18 colour']],
  ['a comment inside C++', HEADER, ['  // Built', '  // anew.', 'int a();'], ['2:6 anew']],
];

for (const [what, path, lines, expected] of faulty) {
  test(`${what} with a banned word or form is reported at its place`, async () => {
    const found = await findings(path, ...lines);
    assert.equal(found.length, expected.length, found.join('\n'));
    found.forEach((text, i) => {
      if (expected[i] instanceof RegExp) assert.match(text, expected[i]);
      else assert.equal(text, expected[i]);
    });
  });
}

const clean = [
  ['code, code blocks and words to name', DOCS, ['`anew` and ~~anew~~', '', '```', 'anew', '```']],
  ['a long cell of a table', DOCS, ['| a |', '|---|', `| ${LONG.replace('.', '')} |`]],
  ['several short sentences', DOCS, ['The tree returns each item of the list. '.repeat(9)]],
  ['headings of guides', DOCS, ['## How it works', '', '## How to begin', '', '## What is it?']],
  [
    'words that end like British ones',
    DOCS,
    ['Otherwise, promise a precise exercise or surprise.'],
  ],
  ['directives', MODULE, ['// @ts-expect-error', '// biome-ignore lint/a/noAnew: fast', 'f();']],
  ['links in doc comments', MODULE, ['/** See {@link answers}. */', 'export const f = 1;']],
  ['paths, class lists and names', PAGE, ["import a from 'anew b';", '<p class="anew b">{a}</p>;']],
  ['a list in a comment inside C++', HEADER, [`// ${LONG}`, '// What it returns', 'int a();']],
];

for (const [what, path, lines] of clean) {
  test(`${what} are not reported`, async () => {
    assert.deepEqual(await findings(path, ...lines), []);
  });
}

test('British spelling is reported with the American one', async () => {
  const pairs = 'colours colors,behaviour behavior,centred centered,optimised optimized,grey gray';
  const more = 'serialisation serialization,analyse analyze,labelled labeled,metres meters';
  for (const pair of `${pairs},${more}`.split(',')) {
    const [british, american] = pair.split(' ');
    const [found] = await lintFile(DOCS, `It is ${british}.`);
    assert.ok(found?.message.includes(`“${american}”`), `${british}: ${found?.message}`);
  }
});

test('subjects of commits are “area: Verb object”', () => {
  for (const subject of ['docs: Add a page', 'core, tests: Pass ids', 'hash-grid: Embed rows']) {
    assert.deepEqual(subjectFaults(subject), [], subject);
  }
  const wrong = ['Add a page', 'docs: add a page', 'docs: Added a page', 'docs: The page'];
  for (const subject of [...wrong, 'docs: Adds it', `docs: Add ${'a'.repeat(63)}`]) {
    assert.equal(subjectFaults(subject).length, 1, subject);
  }
});

test('every kind of source has files', () => {
  const paths = filesBelow(...PLACES);
  for (const { files } of SOURCES)
    assert.ok(
      paths.some((path) => files.test(path)),
      `${files}`,
    );
});
