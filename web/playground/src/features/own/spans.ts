/** Computes the interval of an item on one axis from table columns. */

import { FileError } from '../../model/own-data.js';

/** Columns that define the interval on an axis. */
export type Span =
  | { readonly kind: 'ends'; readonly low: number; readonly high: number }
  /** Two ends in an unknown order, which is the same in all rows of a file. */
  | { readonly kind: 'pair'; readonly first: number; readonly second: number }
  | { readonly kind: 'corner'; readonly at: number; readonly size: number }
  /** Upper end and size: `at` is the column of the upper end. */
  | { readonly kind: 'far'; readonly at: number; readonly size: number }
  | { readonly kind: 'middle'; readonly at: number; readonly size: number }
  | { readonly kind: 'half'; readonly at: number; readonly size: number }
  | { readonly kind: 'place'; readonly at: number };

export function columnsOf(span: Span): number[] {
  return Object.values(span).filter((value) => typeof value === 'number');
}

/** Access to the cells of a table row by column index. */
export interface RowNumbers {
  /** Position in the file, for messages. */
  readonly place: string;
  number(column: number): number;
  name(column: number): string;
}

/** Returns minimum and maximum of a row on one axis. */
export type Interval = (row: RowNumbers) => readonly [low: number, high: number];

function sizeOf(row: RowNumbers, column: number): number {
  const size = row.number(column);
  if (size < 0) throw new FileError(`${row.place}: ${row.name(column)} is negative (${size}).`);
  return size;
}

/**
 * Returns a reader of intervals whose end columns are in unknown order. The first row with two
 * different ends determines which column is the lower end.
 */
function pairInterval(first: number, second: number): Interval {
  let sign = 0;
  return (row) => {
    const a = row.number(first);
    const b = row.number(second);
    const order = Math.sign(b - a);
    sign ||= order;
    if (order === -sign && order !== 0) {
      const [less, more] = sign > 0 ? [first, second] : [second, first];
      throw new FileError(
        `${row.place}: ${row.name(less)} is greater than ${row.name(more)}, unlike in the rows before.`,
      );
    }
    return a < b ? [a, b] : [b, a];
  };
}

export function intervalOf(span: Span): Interval {
  switch (span.kind) {
    case 'ends':
      return (row) => [row.number(span.low), row.number(span.high)];
    case 'pair':
      return pairInterval(span.first, span.second);
    case 'place':
      return (row) => {
        const at = row.number(span.at);
        return [at, at];
      };
    default:
      return sizedInterval(span.kind, span.at, span.size);
  }
}

function sizedInterval(
  kind: 'corner' | 'far' | 'middle' | 'half',
  at: number,
  sizeColumn: number,
): Interval {
  const before = { corner: 0, far: 1, middle: 0.5, half: 1 }[kind];
  const after = { corner: 1, far: 0, middle: 0.5, half: 1 }[kind];
  return (row) => {
    const position = row.number(at);
    const size = sizeOf(row, sizeColumn);
    return [position - before * size, position + after * size];
  };
}
