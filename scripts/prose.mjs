// The prose linter: textlint with a list of words (prose/words.jsonc) and a limit for sentences, over all texts that people read.
// `npm run check:prose -- [files or folders]` lists what it finds.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextlintKernel } from '@textlint/kernel';
import markdownPlugin from '@textlint/textlint-plugin-markdown';
import sentenceLength from 'textlint-rule-sentence-length';
import terminology from 'textlint-rule-terminology';
import { exportedDocs, markdown, strings, tripleSlash } from './prose/extract.mjs';
import { filesBelow, hashOf } from './stamps.mjs';
import { ROOT } from './steps.mjs';

const WORDS = join(ROOT, 'scripts/prose/words.jsonc');
/** About 30 words. The style guide asks for 25; up to here a reader may disagree. */
const MAX_CHARACTERS = 180;

/** What is read: files by their path, and how prose is taken out of them. A new kind of source is one more row. */
export const SOURCES = [
  {
    files: /^(?:docs\/.*|\.github\/.*|web\/sapwood\/\w+|(?!CODE_OF_CONDUCT)\w+)\.md$/,
    extract: markdown,
  },
  { files: /^web\/sapwood\/src\/(?!generated\/).*\.ts$/, extract: exportedDocs },
  { files: /^web\/sapwood\/src\/(?!generated\/).*\.ts$/, extract: strings },
  { files: /^cpp\/include\/.*\.hpp$/, extract: tripleSlash },
  { files: /^web\/playground\/src\/.*\.tsx?$/, extract: strings },
];
const FOLDERS = ['.github', 'cpp/include', 'docs', 'web/sapwood/src', 'web/playground/src'];
const PAGES = [
  'README',
  'CHANGELOG',
  'CONTRIBUTING',
  'SECURITY',
  'web/sapwood/README',
  'web/sapwood/CHANGELOG',
];

const kernel = new TextlintKernel();
const options = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdownPlugin.default }],
  rules: [
    {
      ruleId: 'words',
      rule: terminology,
      options: { defaultTerms: false, terms: WORDS, skip: ['Delete'] },
    },
    { ruleId: 'sentence', rule: sentenceLength.default, options: { max: MAX_CHARACTERS } },
  ],
};

/** Findings in pieces of prose as `{ line, column, message }` of the file that they come from. */
export async function lint(pieces) {
  const text = pieces.map((piece) => piece.text).join('\n');
  const { messages } = await kernel.lintText(text, options);
  return messages.map(({ index, message }) => {
    const before = text.slice(0, index).split('\n');
    const piece = pieces[before.length - 1];
    const column = piece.column + before.at(-1).length;
    return {
      line: piece.line,
      column,
      message: message.replace(/^Line \d+ s/, 'S').replace('\n', ' '),
    };
  });
}

/** Findings in a file by all rows that match its path. */
export async function lintFile(path, source) {
  const found = [];
  for (const { files, extract } of SOURCES) {
    if (files.test(path)) found.push(...(await lint(extract(source, path))));
  }
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

const KEPT = join(ROOT, 'build/prose.json');

/** Findings of earlier runs by the hash of a file's path and content, while linter and words are the same. */
function readKept(version) {
  const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
  return kept.version === version ? kept.found : {};
}

/** All findings in files and folders as lines of text. */
export async function lintAll(...chosen) {
  const version = hashOf(['package-lock.json', 'scripts/prose', 'scripts/prose.mjs']);
  const kept = readKept(version);
  const lines = [];
  const paths = chosen.length > 0 ? chosen : [...PAGES.map((page) => `${page}.md`), ...FOLDERS];
  for (const path of filesBelow(...paths)) {
    if (!SOURCES.some(({ files }) => files.test(path))) continue;
    const source = readFileSync(join(ROOT, path), 'utf8');
    const key = createHash('sha256').update(`${path}\0${source}`).digest('hex');
    kept[key] ??= await lintFile(path, source);
    for (const { line, column, message } of kept[key])
      lines.push(`${path}:${line}:${column} ${message}`);
  }
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ version, found: kept }));
  return lines;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const paths = process.argv.slice(2).map((path) => path.replace(/^\.\/|\/$/g, ''));
  const lines = await lintAll(...paths);
  console.log([...lines, `${lines.length} to reword`].join('\n'));
  if (lines.length > 0) process.exitCode = 1;
}
