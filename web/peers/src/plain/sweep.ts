/**
 * Fast sweep in plain JavaScript, as a baseline for libraries.
 *
 * Boxes are sorted by their lower x edge. In that order, they are distributed to columns, which
 * divide the other axes. A box is copied into each column that it touches. In a column, each box is
 * tested without branches against the following boxes that begin before it ends in x.
 *
 * A pair is reported only in the first column that both boxes touch. On each axis, this column is
 * also the first column of at least one of the two boxes. Two bits per copy store whether a column
 * is the first column of its box. Typed arrays are reused. Results are exact for all boxes.
 */

import { atLeast, IdList } from '../id-list.js';
import { RadixOrder } from './radix-order.js';

/**
 * Width of a column, in units of the mean box size. The time is nearly constant around this value.
 */
const WIDTH = 2.5;
/** Minimum mean number of boxes per column. It limits the number of columns in sparse scenes. */
const MIN_IN_COLUMN = 8;
/** Maximum mean number of copies per box. If it is exceeded, the columns become wider. */
const MAX_COPIES = 8;

interface Cut {
  readonly low: number;
  readonly span: number;
  readonly columns: number;
  /**
   * Number of columns per unit of length. It is rounded down slightly, so that the upper end of the
   * range is in the last column.
   */
  readonly scale: number;
}

const NO_CUT: Cut = { low: 0, span: 0, columns: 1, scale: 0 };

function cutInto(low: number, span: number, required: number): Cut {
  const columns = Math.max(1, Math.floor(required));
  if (columns === 1) return { ...NO_CUT, low, span };
  return { low, span, columns, scale: (columns / span) * (1 - 1e-7) };
}

/**
 * Returns the range of the boxes on an axis, and the number of columns that suits their mean size.
 */
function columnsAlong(boxes: Float32Array, dimensions: number, axis: number) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let extents = 0;
  for (let at = axis; at < boxes.length; at += 2 * dimensions) {
    const min = boxes[at];
    const max = boxes[at + dimensions];
    if (min < low) low = min;
    if (max > high) high = max;
    extents += max - min;
  }
  const count = boxes.length / (2 * dimensions);
  const span = high - low;
  const columns = extents > 0 ? (span * count) / (WIDTH * extents) : count;
  return { low, span, columns: Math.min(columns, count) };
}

/**
 * Divides all axes except the first into columns. The product of the column counts is at most
 * `maxColumns`.
 */
function cutAxes(boxes: Float32Array, dimensions: number, maxColumns: number): Cut[] {
  const axes = Array.from({ length: dimensions - 1 }, (_, k) =>
    columnsAlong(boxes, dimensions, k + 1),
  );
  const total = () => axes.reduce((all, { columns }) => all * Math.max(columns, 1), 1);
  while (total() > Math.max(maxColumns, 1)) for (const axis of axes) axis.columns *= 0.9;
  return axes.map(({ low, span, columns }) => cutInto(low, span, columns));
}

export class PlainSweep {
  private readonly order = new RadixOrder();
  private readonly list = new IdList();
  /** Column c contains the slots starts[c] to starts[c + 1] - 1. A slot is a copy of a box. */
  private starts = new Uint32Array(0);
  private slots = new Float32Array(0);
  private ids = new Uint32Array(0);
  /**
   * Bits of each slot: 1 if its column is the first column of the box on the second axis, 2 if it
   * is the first on the third axis.
   */
  private firsts = new Uint8Array(0);
  private y = NO_CUT;
  private z = NO_CUT;

  constructor(readonly dimensions: 2 | 3) {}

  /** Returns each overlapping pair once, as ids a < b. The result is valid until the next call. */
  pairs(boxes: Float32Array): Uint32Array {
    const { dimensions, list } = this;
    const count = boxes.length / (2 * dimensions);
    list.length = 0;
    if (count < 2) return list.view();
    this.order.sort(boxes, count, 2 * dimensions);
    this.cut(boxes, count);
    const bin = dimensions === 2 ? this.binPlane : this.binSpace;
    const sweep = dimensions === 2 ? this.sweepPlane : this.sweepSpace;
    bin.call(this, boxes, count);
    for (let c = 0; c < this.y.columns * this.z.columns; c++) {
      sweep.call(this, this.starts[c], this.starts[c + 1]);
    }
    this.putSmallerFirst();
    return list.view();
  }

  /** Chooses the columns. Makes them wider as long as there are too many copies of boxes. */
  private cut(boxes: Float32Array, count: number): void {
    const { dimensions } = this;
    [this.y, this.z = NO_CUT] = cutAxes(boxes, dimensions, count / MIN_IN_COLUMN);
    let copies = this.count(boxes, count);
    while (copies > MAX_COPIES * count && this.y.columns * this.z.columns > 1) {
      this.y = cutInto(this.y.low, this.y.span, this.y.columns / 2);
      this.z = cutInto(this.z.low, this.z.span, this.z.columns / 2);
      copies = this.count(boxes, count);
    }
    this.slots = atLeast(this.slots, copies * 2 * dimensions);
    this.ids = atLeast(this.ids, copies);
    this.firsts = atLeast(this.firsts, copies);
  }

  /**
   * Counts the copies of boxes in each column, and returns their total. Sets starts[c + 1] to the
   * start of column c; this offset advances while the column is filled.
   */
  private count(boxes: Float32Array, count: number): number {
    const { y, z, dimensions } = this;
    const columns = y.columns * z.columns;
    this.starts = atLeast(this.starts, columns + 2);
    const { starts } = this;
    starts.fill(0, 0, columns + 2);
    for (let i = 0; i < count; i++) {
      const at = 2 * dimensions * i;
      const lastY = ((boxes[at + dimensions + 1] - y.low) * y.scale) | 0;
      const firstY = ((boxes[at + 1] - y.low) * y.scale) | 0;
      const lastZ = dimensions === 3 ? ((boxes[at + 5] - z.low) * z.scale) | 0 : 0;
      const firstZ = dimensions === 3 ? ((boxes[at + 2] - z.low) * z.scale) | 0 : 0;
      for (let cz = firstZ; cz <= lastZ; cz++) {
        const row = cz * y.columns + 2;
        for (let cy = firstY; cy <= lastY; cy++) starts[row + cy]++;
      }
    }
    for (let c = 2; c < columns + 2; c++) starts[c] += starts[c - 1];
    return starts[columns + 1];
  }

  private binPlane(boxes: Float32Array, count: number): void {
    const { y, starts, slots, ids, firsts } = this;
    const { items } = this.order;
    for (let k = 0; k < count; k++) {
      const at = 4 * items[k];
      const first = ((boxes[at + 1] - y.low) * y.scale) | 0;
      const last = ((boxes[at + 3] - y.low) * y.scale) | 0;
      for (let column = first; column <= last; column++) {
        const slot = starts[column + 1]++;
        ids[slot] = items[k];
        firsts[slot] = column === first ? 1 : 0;
        slots[4 * slot] = boxes[at];
        slots[4 * slot + 1] = boxes[at + 1];
        slots[4 * slot + 2] = boxes[at + 2];
        slots[4 * slot + 3] = boxes[at + 3];
      }
    }
  }

  private binSpace(boxes: Float32Array, count: number): void {
    const { y, z, starts, slots, ids, firsts } = this;
    const { items } = this.order;
    for (let k = 0; k < count; k++) {
      const at = 6 * items[k];
      const firstY = ((boxes[at + 1] - y.low) * y.scale) | 0;
      const lastY = ((boxes[at + 4] - y.low) * y.scale) | 0;
      const firstZ = ((boxes[at + 2] - z.low) * z.scale) | 0;
      const lastZ = ((boxes[at + 5] - z.low) * z.scale) | 0;
      for (let cz = firstZ; cz <= lastZ; cz++) {
        for (let cy = firstY; cy <= lastY; cy++) {
          const slot = starts[cz * y.columns + cy + 1]++;
          ids[slot] = items[k];
          firsts[slot] = (cy === firstY ? 1 : 0) | (cz === firstZ ? 2 : 0);
          for (let d = 0; d < 6; d++) slots[6 * slot + d] = boxes[at + d];
        }
      }
    }
  }

  private sweepPlane(from: number, to: number): void {
    const { slots, ids, firsts, list } = this;
    let { length } = list;
    for (let i = from; i < to; i++) {
      list.length = length;
      list.reserve(2 * (to - i) + 2);
      const { values } = list;
      const id = ids[i];
      const first = firsts[i];
      const minY = slots[4 * i + 1];
      const maxX = slots[4 * i + 2];
      const maxY = slots[4 * i + 3];
      for (let j = i + 1; j < to && slots[4 * j] <= maxX; j++) {
        values[length] = id;
        values[length + 1] = ids[j];
        const hit =
          Number(slots[4 * j + 1] <= maxY) & Number(minY <= slots[4 * j + 3]) & (first | firsts[j]);
        length += hit << 1;
      }
    }
    list.length = length;
  }

  private sweepSpace(from: number, to: number): void {
    const { slots, ids, firsts, list } = this;
    let { length } = list;
    for (let i = from; i < to; i++) {
      list.length = length;
      list.reserve(2 * (to - i) + 2);
      const { values } = list;
      const id = ids[i];
      const first = firsts[i];
      const minY = slots[6 * i + 1];
      const minZ = slots[6 * i + 2];
      const maxX = slots[6 * i + 3];
      const maxY = slots[6 * i + 4];
      const maxZ = slots[6 * i + 5];
      for (let j = i + 1; j < to && slots[6 * j] <= maxX; j++) {
        values[length] = id;
        values[length + 1] = ids[j];
        const hit =
          Number(slots[6 * j + 1] <= maxY) &
          Number(minY <= slots[6 * j + 4]) &
          Number(slots[6 * j + 2] <= maxZ) &
          Number(minZ <= slots[6 * j + 5]) &
          Number((first | firsts[j]) === 3);
        length += hit << 1;
      }
    }
    list.length = length;
  }

  private putSmallerFirst(): void {
    const { values, length } = this.list;
    for (let at = 0; at < length; at += 2) {
      const a = values[at];
      const b = values[at + 1];
      values[at] = a < b ? a : b;
      values[at + 1] = a < b ? b : a;
    }
  }
}
