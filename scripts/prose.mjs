// The prose linter: textlint with a word list (prose/words.mjs) and a sentence limit, for all texts
// that people read. `npm run check:prose -- [files or folders]` lists its findings.
//
// Each package has one purpose:
//
//   @textlint/kernel               runs rules
//   textlint-plugin-markdown       parses Markdown
//   textlint-rule-terminology      checks the word list
//   textlint-rule-sentence-length  checks the length of sentences
//   typescript                     parses sources (prose/extract.mjs)
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextlintKernel } from '@textlint/kernel';
import markdownPlugin from '@textlint/textlint-plugin-markdown';
import sentenceLength from 'textlint-rule-sentence-length';
import terminology from 'textlint-rule-terminology';
import { newCommits, subjectFaults } from './prose/commits.mjs';
import {
  comments,
  doubleSlash,
  googleTestNames,
  markdown,
  strings,
  testNames,
  tripleSlash,
  values,
} from './prose/extract.mjs';
import { WORDS } from './prose/words.mjs';
import { filesBelow, hashOf } from './stamps.mjs';
import { ROOT } from './steps.mjs';

/**
 * Maximum length of a sentence: about 30 words. The goal is 25 words, but many sentences of 25 to
 * 30 words are lists or contain code.
 */
const MAX_CHARACTERS = 170;

/** Our TypeScript and JavaScript, without generated files. */
const SCRIPTS =
  /^(?!.*(?:\/dist\/|\/generated\/|\/wasm\/|\/output\/|node_modules)).*\.[cm]?[jt]sx?$/;

/**
 * File patterns and their extractors. For a new kind of source file, add a row here and its folder
 * to PLACES. `rules` selects rules; the default is all.
 */
export const SOURCES = [
  // docs/api.md is generated from doc comments, which are checked themselves
  { files: /^(?!CODE_OF_CONDUCT|docs\/api\.md).*(?<!THIRD-PARTY)\.md$/, extract: markdown },
  { files: SCRIPTS, extract: comments },
  { files: /\.test\.m?[jt]s$/, extract: testNames },
  { files: /^tests\/cpp\/.*_test\.cpp$/, extract: googleTestNames },
  { files: /^web\/sapwood\/src\/(?!generated\/).*\.ts$/, extract: strings },
  { files: /^cpp\/include\/.*\.hpp$/, extract: tripleSlash },
  // words only: many of these comments are lists and tables without sentences
  { files: /^(?:tests\/)?cpp\/.*\.[hc]pp$/, extract: doubleSlash, rules: ['words'] },
  { files: /^web\/playground\/src\/.*\.tsx?$/, extract: strings },
  {
    files: /^(?:web\/playground|examples\/\w+)\/index\.html$/,
    extract: values(/(?:>|content=")(\w[^<>"]* [^<>"]*)/),
  },
  {
    files: /^\.github\/ISSUE_TEMPLATE\/.*\.yml$/,
    extract: values(/^\s*(?:- )?(?:name|title|about|description|label|value): (\w.*)/),
  },
  { files: /^tests\/scenes\/.*\.json$/, extract: values(/"title": "([^"]+)"/) },
];
export const PLACES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', '.github', 'docs'],
  'emsdk-config',
  'examples',
  ...['cpp', 'scripts', 'tests', 'web'],
];

/**
 * Texts that begin with a free relative clause, which is not a title and does not describe anything
 * by itself.
 */
const OPENING = /^(?:What|Who|Whose|Of|How(?! to\b| many\b| much\b|.* works?\b))\b(?!.*\?$)/s;
const openings = ({ Syntax, RuleError, report, getSource }) => {
  const check = (node) => {
    const first = node.children[0];
    const opening =
      first?.type === Syntax.Str ? OPENING.exec(getSource(node).replace(/^#+ /, '')) : null;
    if (!opening) return;
    const message = `“${opening[0]} …” is not a title or a subject; begin with a noun, or with a verb such as “Returns”`;
    report(first, new RuleError(message));
  };
  return { [Syntax.Header]: check, [Syntax.Paragraph]: check };
};

/** The word list in the format of textlint-rule-terminology. */
const terms = WORDS.map(([{ source }, use]) => [
  `\\b(?:${source.replaceAll(' ', '\\s+')})\\b`,
  use,
]);

const kernel = new TextlintKernel();
const options = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdownPlugin.default }],
  rules: [
    {
      ruleId: 'words',
      rule: terminology,
      options: { defaultTerms: false, terms, skip: ['Delete'] },
    },
    { ruleId: 'sentences', rule: sentenceLength.default, options: { max: MAX_CHARACTERS } },
    { ruleId: 'openings', rule: openings },
  ],
};

const LENGTH = /^Line \d+ sentence length\((\d+)\).*/s;

/**
 * Returns findings in pieces of prose as `{ line, column, message }`, with positions in the source
 * file. `names` selects rules; the default is all.
 */
export async function lint(pieces, names) {
  const text = pieces.map((piece) => piece.text).join('\n');
  const rules = options.rules.filter(({ ruleId }) => names?.includes(ruleId) ?? true);
  const { messages } = await kernel.lintText(text, { ...options, rules });
  return messages.map(({ index, message }) => {
    const before = text.slice(0, index).split('\n');
    const { line, column } = pieces[before.length - 1];
    const limit = `A sentence of $1 characters; at most ${MAX_CHARACTERS}`;
    return {
      line,
      column: column + before.at(-1).length,
      message: message.replace(LENGTH, limit).replaceAll(/\s+/g, ' '),
    };
  });
}

/**
 * Returns findings in a file. Uses every row of `SOURCES` whose pattern matches the path of the
 * file.
 */
export async function lintFile(path, source) {
  const found = [];
  for (const { files, extract, rules } of SOURCES) {
    if (files.test(path)) found.push(...(await lint(extract(source, path), rules)));
  }
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

const CACHE_FILE = join(ROOT, 'build/prose.json');

/**
 * Reads the cache: the hash and the findings of each file, by path. A cache that another version of
 * the linter or of its rules has written is ignored.
 */
function readCache(version) {
  const cache = existsSync(CACHE_FILE) ? JSON.parse(readFileSync(CACHE_FILE, 'utf8')) : {};
  return cache.version === version ? cache.files : {};
}

async function lintFiles(paths) {
  const version = hashOf(['package-lock.json', 'scripts/prose', 'scripts/prose.mjs']);
  const cache = readCache(version);
  const found = [];
  for (const path of paths) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const hash = createHash('sha256').update(source).digest('hex');
    if (cache[path]?.hash !== hash) cache[path] = { hash, found: await lintFile(path, source) };
    found.push(...cache[path].found.map((finding) => ({ place: path, ...finding })));
  }
  mkdirSync(dirname(CACHE_FILE), { recursive: true });
  writeFileSync(CACHE_FILE, JSON.stringify({ version, files: cache }));
  return found;
}

async function lintCommits() {
  const found = [];
  for (const { id, subject } of await newCommits()) {
    const findings = [...subjectFaults(subject), ...(await lint(markdown(subject)))];
    found.push(...findings.map((finding) => ({ place: `commit ${id}`, ...finding })));
  }
  return found;
}

/**
 * Returns findings in files and folders as lines of text. By default, checks all `PLACES` and the
 * subjects of new commits.
 */
export async function lintAll(...chosen) {
  const paths = filesBelow(...(chosen.length > 0 ? chosen : PLACES));
  const read = paths.filter((path) => SOURCES.some(({ files }) => files.test(path)));
  const found = await lintFiles(read);
  if (chosen.length === 0) found.push(...(await lintCommits()));
  return found.map(({ place, line, column, message }) => `${place}:${line}:${column} ${message}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const paths = process.argv.slice(2).map((path) => relative(ROOT, resolve(path)));
  const lines = await lintAll(...paths);
  console.log([...lines, `${lines.length} to reword`].join('\n'));
  if (lines.length > 0) process.exitCode = 1;
}
