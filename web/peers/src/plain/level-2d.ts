/** One level of the plain 2D grid: boxes sorted by cell, with cells of one size. */

import type { IdList } from '../id-list.js';
import { cellAt, type Selection } from './lattice.js';
import { Level } from './level.js';

/**
 * Tests box `i` against the boxes from `from` to `to` - 1, all in cell order. Appends overlapping
 * pairs to `values`, and returns the new length. To avoid a branch, every pair is written, but the
 * length grows only if the boxes overlap.
 */
function meet(
  slots: Float32Array,
  values: Uint32Array,
  length: number,
  i: number,
  from: number,
  to: number,
): number {
  const minX = slots[4 * i];
  const minY = slots[4 * i + 1];
  const maxX = slots[4 * i + 2];
  const maxY = slots[4 * i + 3];
  let end = length;
  for (let j = from; j < to; j++) {
    const at = 4 * j;
    values[end] = i;
    values[end + 1] = j;
    const hit =
      Number(slots[at] <= maxX) &
      Number(minX <= slots[at + 2]) &
      Number(slots[at + 1] <= maxY) &
      Number(minY <= slots[at + 3]);
    end += hit << 1;
  }
  return end;
}

export class Level2 extends Level {
  /** Number of cells in a row, including the empty cell at its end. */
  private row = 0;

  constructor() {
    super(2);
  }

  protected layCells(): number {
    const [x, y] = this.axes;
    this.row = x.cells + 1;
    return this.row * (y.cells + 1) + 3;
  }

  protected countCells({ boxes, items, count }: Selection): number {
    const { row, starts, cells } = this;
    const [x, y] = this.axes;
    let wide = 0;
    for (let k = 0; k < count; k++) {
      const at = 4 * items[k];
      const minX = boxes[at];
      const minY = boxes[at + 1];
      if (boxes[at + 2] - minX > x.widest || boxes[at + 3] - minY > y.widest) {
        cells[k] = -1;
        wide++;
        continue;
      }
      const column = ((minX - x.origin) * x.scale) | 0;
      const cell = (((minY - y.origin) * y.scale) | 0) * row + column;
      cells[k] = cell;
      starts[cell + 1]++;
    }
    return wide;
  }

  protected fillSlots({ boxes, items, count }: Selection): void {
    const { starts, slots, slotIds, cells, wider } = this;
    let wide = 0;
    for (let k = 0; k < count; k++) {
      const cell = cells[k];
      if (cell < 0) {
        wider[wide++] = items[k];
        continue;
      }
      const slot = starts[cell + 1]++;
      const at = 4 * items[k];
      slotIds[slot] = items[k];
      slots[4 * slot] = boxes[at];
      slots[4 * slot + 1] = boxes[at + 1];
      slots[4 * slot + 2] = boxes[at + 2];
      slots[4 * slot + 3] = boxes[at + 3];
    }
  }

  slotPairs(pairs: IdList): void {
    const { row, starts, slots } = this;
    const [x, y] = this.axes;
    for (let cy = 0; cy < y.cells; cy++) {
      for (let cell = cy * row; cell < cy * row + x.cells; cell++) {
        const end = starts[cell + 1];
        const right = starts[cell + 2];
        const above = starts[cell + row - 1];
        const aboveEnd = starts[cell + row + 2];
        for (let i = starts[cell]; i < end; i++) {
          pairs.reserve(2 * (right - i + aboveEnd - above) + 2);
          const { values } = pairs;
          const length = meet(slots, values, pairs.length, i, i + 1, right);
          pairs.length = meet(slots, values, length, i, above, aboveEnd);
        }
      }
    }
  }

  find(boxes: Float32Array, at: number, found: IdList): void {
    const { row, starts } = this;
    const [x, y] = this.axes;
    const first = cellAt(x, boxes[at] - x.side);
    const last = cellAt(x, boxes[at + 2]);
    const top = cellAt(y, boxes[at + 3]);
    for (let cy = cellAt(y, boxes[at + 1] - y.side); cy <= top; cy++) {
      const from = starts[cy * row + first];
      const to = starts[cy * row + last + 1];
      found.reserve(to - from + 1);
      found.length = this.select(boxes, at, found, from, to);
    }
  }

  private select(boxes: Float32Array, at: number, found: IdList, from: number, to: number): number {
    const { slots, slotIds } = this;
    const { values } = found;
    const minX = boxes[at];
    const minY = boxes[at + 1];
    const maxX = boxes[at + 2];
    const maxY = boxes[at + 3];
    let end = found.length;
    for (let j = from; j < to; j++) {
      values[end] = slotIds[j];
      end +=
        Number(slots[4 * j] <= maxX) &
        Number(minX <= slots[4 * j + 2]) &
        Number(slots[4 * j + 1] <= maxY) &
        Number(minY <= slots[4 * j + 3]);
    }
    return end;
  }
}
