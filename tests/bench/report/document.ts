/**
 * Functions for generated pages: format tables and charts as Markdown, and fill the blocks of a
 * page.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LineChart, renderLineChart } from 'measuring/charts';

export type Cell = string | number;

export interface Table {
  /** Sentence above the table; ends with a colon. */
  readonly caption: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Chart extends LineChart {
  /** File name in docs/images without extension. */
  readonly name: string;
}

export function tableText({ caption, header, rows }: Table): string {
  const rule = header.map((_, i) => (i === 0 ? '---' : '---:'));
  const lines = [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [caption, '', ...lines].join('\n');
}

/**
 * Replaces a block of a document: the text between `<!-- name: begin -->` and `<!-- name: end -->`.
 * Throws if the document does not contain both markers.
 */
export function replaceBlock(document: string, name: string, text: string): string {
  const begin = `<!-- ${name}: begin -->`;
  const end = `<!-- ${name}: end -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`expected the markers ${begin} and ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}

export function chartLink({ title, name }: Pick<Chart, 'title' | 'name'>): string {
  return `![${title}](../images/${name}.svg)`;
}

export function listText(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}

/** Returns the words of a text. Code in backticks is one word, because it must not be wrapped. */
const wordsOf = (text: string) => text.match(/(?:`[^`]*`|[^\s`])+/g) ?? [];

function wrapBlock(block: string, width: number): string {
  const [, mark, text] = block.match(/^([-*] |\d+\. )?([\s\S]*)$/) ?? [];
  const indent = ' '.repeat(mark?.length ?? 0);
  const lines = [mark ?? ''];
  for (const [i, word] of wordsOf(text).entries()) {
    const line = lines[lines.length - 1];
    if (i === 0) lines[0] += word;
    else if (line.length + word.length < width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/**
 * Wraps the paragraphs and lists of Markdown text. Does not change tables, code, images or
 * headings.
 */
export function wrapProse(text: string, width = 100): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m);
  const wrapped = parts.map((part) => {
    if (part.startsWith('```')) return part;
    // a block ends at an empty line or before the next list item
    return part.replace(
      /^(?![|#!<\s])\S.*(?:\n(?![-*] |\d+\. |[|#!<])\S.*|\n {2,}\S.*)*/gm,
      (block) => wrapBlock(block, width),
    );
  });
  return wrapped.join('');
}

/** Text of files by their path relative to the root of the repository. */
export type Files = ReadonlyMap<string, string>;

const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

export function writeFile(name: string, text: string): void {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), text);
}

export function readFile(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

export function joined(paragraphs: readonly string[]): string {
  return paragraphs.filter((text) => text !== '').join('\n\n');
}

type Blocks = Readonly<Record<string, string | readonly string[]>>;

export function fillPage(path: string, blocks: Blocks): string {
  return Object.entries(blocks).reduce(
    (page, [name, texts]) => replaceBlock(page, name, wrapProse(joined([texts].flat()))),
    readFile(path),
  );
}

export function pageFiles(path: string, blocks: Blocks, charts: readonly Chart[] = []): Files {
  const files = new Map([[path, fillPage(path, blocks)]]);
  for (const chart of charts) files.set(`docs/images/${chart.name}.svg`, renderLineChart(chart));
  return files;
}

export function rounded(value: number): number {
  return value >= 10 ? Math.round(value) : Math.round(10 * value) / 10;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return value < 1 ? String(Number(value.toPrecision(2))) : String(Number(value.toPrecision(3)));
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Formats the relative change from `base` to `value` with its sign. */
export function change(value: number, base: number): string {
  const relative = value / base - 1;
  return `${relative < 0 ? '−' : '+'}${Math.round(100 * Math.abs(relative))} %`;
}
