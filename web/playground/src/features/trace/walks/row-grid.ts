/**
 * A hash grid of rows as its walks see it, from the numbers that come with its picture: levels, their rows, and in each
 * row the cells with their slots. Where cells lie is computed as the library does it.
 */

import type { NodeDump } from 'sapwood/all';
import { roundedDown, roundedUp } from './lattice.js';

const f = Math.fround;
/** Added, rounds numbers in single precision to whole ones. */
const ROUNDER = 2 ** 23;

export interface RowCell {
  /** On the first axis. */
  readonly at: number;
  /** Its slots, from `begin` to before `end`. */
  readonly begin: number;
  readonly end: number;
  /** Those of its items, in their order. */
  readonly taken: readonly number[];
  /** -1 where all items have left. */
  readonly node: number;
}

export interface Row {
  /** By axis; that of the first one is not used. */
  readonly at: readonly number[];
  readonly cells: RowCell[];
}

/** A block of cells, both ends included. */
export interface Block {
  readonly lo: readonly number[];
  readonly hi: readonly number[];
}

export class RowLevel {
  /** Ascending by the last axis, then the one before it. */
  readonly rows: Row[] = [];
  readonly last: readonly number[];
  private readonly side: number;
  private readonly slack: readonly number[];

  constructor(
    private readonly inverse: number,
    readonly isDense: boolean,
    private readonly origin: readonly number[],
    most: readonly number[],
    /** Bounds of the least corners of items. */
    private readonly low: readonly number[],
    private readonly high: readonly number[],
    /** Of the longest item. */
    readonly reach: readonly number[],
  ) {
    this.last = most;
    this.side = 1 / inverse;
    this.slack = low.map(
      (from, axis) =>
        (high[axis] - from) * 2 ** -20 + (Math.abs(from) + Math.abs(high[axis])) * 2 ** -50,
    );
  }

  get all(): Block {
    return { lo: this.last.map(() => 0), hi: this.last };
  }

  cell(axis: number, at: number): number {
    const cells = f(f(at - this.origin[axis]) * this.inverse);
    return f(Math.min(Math.max(cells, 0), this.last[axis]) + ROUNDER) - ROUNDER;
  }

  /** The cells of all items that may overlap a box; null when there are none. */
  around(min: ArrayLike<number>, max: ArrayLike<number>): Block | null {
    const least = this.reach.map((reach, axis) => f(min[axis] - reach));
    const some = least.every((at, axis) => at <= this.high[axis] && this.low[axis] <= max[axis]);
    if (!some) return null;
    return {
      lo: least.map((at, axis) => this.cell(axis, at)),
      hi: least.map((_, axis) => this.cell(axis, max[axis])),
    };
  }

  rowsIn({ lo, hi }: Block): Row[] {
    const isIn = (at: number, axis: number) => axis === 0 || (lo[axis] <= at && at <= hi[axis]);
    return this.rows.filter((row) => row.at.every(isIn));
  }

  /** Slots of a block, of items and of such that have left. */
  count(block: Block): number {
    const { lo, hi } = block;
    const of = ({ cells }: Row) => slotsOf(cells.filter(({ at }) => lo[0] <= at && at <= hi[0]));
    return this.rowsIn(block).reduce((sum, row) => sum + of(row), 0);
  }

  /** Least coordinate of the items whose least corner is in that cell of an axis, or behind it. */
  lower(axis: number, cell: number): number {
    const low = this.low[axis];
    return cell === 0 ? low : Math.max(low, this.edge(axis, cell - 0.5) - this.slack[axis]);
  }

  /** Greatest coordinate of those in that cell or before it. */
  upper(axis: number, cell: number): number {
    const high = this.high[axis];
    const corner =
      cell === this.last[axis]
        ? high
        : Math.min(high, this.edge(axis, cell + 0.5) + this.slack[axis]);
    return corner + this.reach[axis];
  }

  /** How far the items of those cells are from a coordinate, at least. */
  apart(axis: number, cell: number, from: number): number {
    return Math.max(0, this.lower(axis, cell) - from, from - this.upper(axis, cell));
  }

  /** Holds all items of a block. */
  bounds({ lo, hi }: Block): Float32Array {
    const min = lo.map((cell, axis) => roundedDown(this.lower(axis, cell)));
    const max = hi.map((cell, axis) => roundedUp(this.upper(axis, cell)));
    return Float32Array.from([...min, ...max]);
  }

  /** The cells of an axis whose items may reach into an interval. */
  cellsWithin(axis: number, least: number, most: number): readonly [low: number, high: number] {
    return [this.cell(axis, f(least - this.reach[axis])), this.cell(axis, f(most))];
  }

  private edge(axis: number, cells: number): number {
    return this.origin[axis] + cells * this.side;
  }
}

export function slotsOf(cells: readonly RowCell[]): number {
  return cells.reduce((sum, { begin, end }) => sum + end - begin, 0);
}

/** The first number of what the library tells: of a level, or of one of its cells. */
const LEVEL = 0;

export class RowGrid {
  readonly levels: readonly RowLevel[];
  /** The list of newcomers. */
  readonly list: number | null;

  constructor({ count, walk }: NodeDump, dimensions: number) {
    const numbers = [...(walk ?? [])];
    const levels: RowLevel[] = [];
    let lastNode = 0;
    for (let at = 0; at < numbers.length; ) {
      if (numbers[at] === LEVEL) {
        const [, , inverse, dense] = numbers.slice(at, at + 4);
        const part = (i: number) =>
          numbers.slice(at + 4 + i * dimensions, at + 4 + (i + 1) * dimensions);
        levels.push(
          new RowLevel(inverse, dense === 1, part(0), part(1), part(2), part(3), part(4)),
        );
        at += 4 + 5 * dimensions;
        continue;
      }
      const place = numbers.slice(at + 1, at + 1 + dimensions);
      at += 1 + dimensions;
      const [begin, end, node, vacancies] = numbers.slice(at, at + 4);
      const vacant = new Set(numbers.slice(at + 4, at + 4 + vacancies));
      const slots = Array.from({ length: end - begin }, (_, i) => begin + i);
      const taken = slots.filter((slot) => !vacant.has(slot));
      const { rows } = levels[levels.length - 1];
      const before = rows[rows.length - 1];
      const isNext = before?.at.every((cell, axis) => axis === 0 || cell === place[axis]);
      const row = isNext ? before : { at: place, cells: [] };
      if (!isNext) rows.push(row);
      row.cells.push({ at: place[0], begin, end, taken, node });
      lastNode = Math.max(lastNode, node);
      at += 4 + vacancies;
    }
    this.levels = levels;
    this.list = lastNode + 1 < count ? lastNode + 1 : null;
  }
}

const grids = new WeakMap<NodeDump, RowGrid>();

/** Of the present picture. */
export function rowGrid(dump: NodeDump, dimensions: number): RowGrid {
  const grid = grids.get(dump) ?? new RowGrid(dump, dimensions);
  grids.set(dump, grid);
  return grid;
}
