/** Rows of cells from delimited text, parsed by Papa Parse. */

import Papa from 'papaparse';
import { FileError } from '../../model/own-data.js';

type Separator = ',' | ';' | '\t' | '|' | ' ';

export interface Row {
  readonly cells: readonly string[];
  /** Number of the first line of the row in the file, from 1. */
  readonly line: number;
  /** Whether the line is a comment or a separator declaration. The # of a comment is removed. */
  readonly isComment: boolean;
}

const SAMPLE_CHARACTERS = 20_000;
const SAMPLE_LINES = 20;

/** First line of a file that declares its separator for spreadsheet programs, such as sep=; */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?\n/;

/** Converts line ends to LF and removes the byte order mark. */
export function plainText(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** Returns the first non-empty lines that are not comments. Text in quotes is removed. */
function sampleOf(text: string): string[] {
  return text
    .slice(0, SAMPLE_CHARACTERS)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .slice(0, SAMPLE_LINES);
}

/**
 * Returns the separator that the file declares. Without a declaration, returns a semicolon, tab,
 * vertical bar or comma that occurs in at least half of the sampled lines, preferably in all of
 * them. Otherwise, returns a space.
 */
export function separatorOf(text: string): Separator {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named) return named as Separator;
  const sample = sampleOf(text);
  const marks = [';', '\t', '|', ','] as const;
  const linesWith = (mark: string) => sample.filter((line) => line.includes(mark)).length;
  const inAll = marks.find((mark) => linesWith(mark) === sample.length && sample.length > 0);
  return (
    inAll ??
    marks.find((mark) => linesWith(mark) > 0 && 2 * linesWith(mark) >= sample.length) ??
    ' '
  );
}

/**
 * Returns the error for an ambiguous row: it is either a comment, or data with a label that starts
 * with #.
 */
function hashError(line: number): FileError {
  return new FileError(
    `Line ${line}: the row starts with # and has as many cells as the rows before it. Remove the row or the #.`,
  );
}

function quoteError(line: number): FileError {
  return new FileError(`Line ${line}: a quoted cell is not closed, or has text after its quote.`);
}

/** Trims cells. With spaces as separators, removes the empty cells between repeated spaces. */
function tidy(cells: readonly string[], separator: Separator): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  return separator === ' ' ? trimmed.filter((cell) => cell !== '') : trimmed;
}

/** Counts line ends in quoted cells. */
function lineEndsIn(cells: readonly string[]): number {
  let found = 0;
  for (const cell of cells) if (cell.includes('\n')) found += cell.split('\n').length - 1;
  return found;
}

/** Calls `onRow` for each non-empty row, and `onProgress` with the share of the text read. */
export function forEachRow(
  text: string,
  separator: Separator,
  onRow: (row: Row) => void,
  onProgress: (share: number) => void,
): void {
  let line = 1;
  let rows = 0;
  let width = 1;
  // removes spaces before quotes, because the parser recognizes quotes only at the start of a cell
  const quotes = new RegExp(`(^|[${separator}]) +"`, 'gm');
  Papa.parse<string[]>(text.replace(quotes, '$1"'), {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      const first = line;
      line += 1 + lineEndsIn(data);
      if (rows++ % 20_000 === 0) onProgress(meta.cursor / text.length);
      const isComment = /^\s*#/.test(data[0]) || (first === 1 && SEPARATOR_LINE.test(text));
      // with spaces as separators, a comment of several words looks like data
      const isLikeData = separator !== ' ' && width > 1 && data.length === width;
      if (isComment && isLikeData) throw hashError(first);
      if (isComment) data[0] = data[0].replace(/^[\s#]+/, '');
      else if (errors.some(({ type }) => type === 'Quotes')) throw quoteError(first);
      const cells = tidy(data, separator);
      if (!cells.some((cell) => cell !== '')) return;
      if (!isComment) width = data.length;
      onRow({ cells, line: first, isComment });
    },
  });
}
