/** Code blocks of the documentation, and the HTML comments before the blocks. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../package/package-folder.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export type Language = 'js' | 'jsx' | 'ts' | 'tsx';

export interface Block {
  /** Path of the documentation page, relative to the root of the repository. */
  readonly page: string;
  /** Line of the opening fence (```), starting at 1. */
  readonly line: number;
  readonly language: Language;
  readonly code: string;
  /** Names of the modules in `preludes/` that declare names for the block. */
  readonly preludes: readonly string[];
  /** Code that is appended to the block and calls its functions. */
  readonly after: string;
  /** Output of the block according to the page. */
  readonly prints?: string;
  /** Reason why the block cannot run in Node; undefined for a block that runs. */
  readonly notRun?: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  jsx: 'jsx',
  ts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
};

/**
 * Generated page. It is skipped, because `exampleBlocks` reads the same examples from the doc
 * comments.
 */
const REFERENCE = 'docs/api.md';

/** Returns the pages of the documentation, as paths relative to the root of the repository. */
export function documentationPages(): readonly string[] {
  const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = files.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`);
  return ['README.md', ...pages.filter((path) => path !== REFERENCE).sort()];
}

export function blocksOf(page: string): readonly Block[] {
  return blocksIn(page, readFileSync(join(ROOT, page), 'utf8'));
}

export function blocksIn(page: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    const fence = lines[i].match(/^( *)(`{3,}|~{3,}) *([\w+-]*)/);
    if (!fence) continue;
    const [, indent, marks, info] = fence;
    const start = i;
    i += 1;
    while (i < lines.length && lines[i].trim() !== marks) i += 1;
    const language = LANGUAGES[info.toLowerCase()];
    if (language === undefined) continue;
    const code = lines.slice(start + 1, i).map((line) => line.slice(indent.length));
    blocks.push({
      page,
      line: start + 1,
      language,
      code: `${code.join('\n')}\n`,
      ...marksBefore(lines, start),
      ...printedAfter(lines, i + 1),
    });
  }
  return blocks;
}

export function exampleBlocks(): readonly Block[] {
  const folder = join(packageFolder, 'dist');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const declarations = files.filter((path) => path.endsWith('.d.ts')).sort();
  const blocks = declarations.flatMap((path) =>
    examplesIn(path, readFileSync(join(folder, path), 'utf8')),
  );
  return [...new Map(blocks.map((block) => [block.code, block])).values()];
}

/**
 * Returns the examples in the doc comments of a text. An example without imports has the prelude
 * `all`.
 */
export function examplesIn(page: string, text: string): readonly Block[] {
  const lines = text.split('\n').map((line) => line.replace(/^ *\* ?/, ''));
  return blocksIn(page, lines.join('\n')).map((block) =>
    block.code.startsWith('import ') ? block : { ...block, preludes: ['all'] },
  );
}

/** Reads the HTML comments on the lines directly before the fence of a code block. */
function marksBefore(lines: readonly string[], fence: number) {
  const preludes: string[] = [];
  let after = '';
  let notRun: string | undefined;
  for (let i = fence - 1; i >= 0; i -= 1) {
    const comment = lines[i].trim().match(/^<!-- *(.*?) *-->$/)?.[1];
    if (comment === undefined) break;
    const [, kind, rest] = comment.match(/^(prelude|then|not run): *(.+)$/) ?? [];
    if (kind === 'prelude') preludes.push(...rest.split(/, */));
    else if (kind === 'then') after = after === '' ? rest : `${rest}\n${after}`;
    else if (kind === 'not run') notRun = rest;
  }
  return { preludes, after, ...(notRun !== undefined && { notRun }) };
}

/**
 * Reads the output after a code block: the line `It prints`, followed by a fence without a
 * language.
 */
function printedAfter(lines: readonly string[], end: number): Pick<Block, 'prints'> {
  const [says, fence, ...rest] = lines.slice(end).filter((line) => line.trim() !== '');
  if (!/^It prints:?$/.test(says ?? '') || fence !== '```') return {};
  return { prints: `${rest.slice(0, rest.indexOf('```')).join('\n')}\n` };
}
