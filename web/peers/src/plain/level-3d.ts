/** One level of the plain 3D grid: boxes sorted by cell, with cells of one size. */

import type { IdList } from '../id-list.js';
import { cellAt, type Selection } from './lattice.js';
import { Level } from './level.js';

/**
 * Tests box `i` against the boxes from `from` to `to` - 1, all in cell order. Appends overlapping
 * pairs to `values`, and returns the new length. Branchless, as in 2D.
 */
function meet(
  slots: Float32Array,
  values: Uint32Array,
  length: number,
  i: number,
  from: number,
  to: number,
): number {
  const minX = slots[6 * i];
  const minY = slots[6 * i + 1];
  const minZ = slots[6 * i + 2];
  const maxX = slots[6 * i + 3];
  const maxY = slots[6 * i + 4];
  const maxZ = slots[6 * i + 5];
  let end = length;
  for (let j = from; j < to; j++) {
    const at = 6 * j;
    values[end] = i;
    values[end + 1] = j;
    const hit =
      Number(slots[at] <= maxX) &
      Number(minX <= slots[at + 3]) &
      Number(slots[at + 1] <= maxY) &
      Number(minY <= slots[at + 4]) &
      Number(slots[at + 2] <= maxZ) &
      Number(minZ <= slots[at + 5]);
    end += hit << 1;
  }
  return end;
}

export class Level3 extends Level {
  /** Numbers of cells in a row and in a layer, including the empty cells at their ends. */
  private row = 0;
  private layer = 0;

  constructor() {
    super(3);
  }

  protected layCells(): number {
    const [x, y, z] = this.axes;
    this.row = x.cells + 1;
    this.layer = this.row * (y.cells + 1);
    return this.layer * (z.cells + 1) + this.row + 3;
  }

  protected countCells({ boxes, items, count }: Selection): number {
    const { row, layer, starts, cells } = this;
    const [x, y, z] = this.axes;
    let wide = 0;
    for (let k = 0; k < count; k++) {
      const at = 6 * items[k];
      const minX = boxes[at];
      const minY = boxes[at + 1];
      const minZ = boxes[at + 2];
      if (
        boxes[at + 3] - minX > x.widest ||
        boxes[at + 4] - minY > y.widest ||
        boxes[at + 5] - minZ > z.widest
      ) {
        cells[k] = -1;
        wide++;
        continue;
      }
      const column = ((minX - x.origin) * x.scale) | 0;
      const line = ((minY - y.origin) * y.scale) | 0;
      const cell = (((minZ - z.origin) * z.scale) | 0) * layer + line * row + column;
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
      const at = 6 * items[k];
      slotIds[slot] = items[k];
      slots[6 * slot] = boxes[at];
      slots[6 * slot + 1] = boxes[at + 1];
      slots[6 * slot + 2] = boxes[at + 2];
      slots[6 * slot + 3] = boxes[at + 3];
      slots[6 * slot + 4] = boxes[at + 4];
      slots[6 * slot + 5] = boxes[at + 5];
    }
  }

  slotPairs(pairs: IdList): void {
    const { row, layer } = this;
    const [x, y, z] = this.axes;
    for (let cz = 0; cz < z.cells; cz++) {
      for (let cy = 0; cy < y.cells; cy++) {
        const first = cz * layer + cy * row;
        for (let cell = first; cell < first + x.cells; cell++) this.meetNeighbors(cell, pairs);
      }
    }
  }

  /**
   * Finds pairs within a cell, and pairs with half of its 26 adjacent cells. The boxes of these 13
   * cells are stored in five contiguous ranges.
   */
  private meetNeighbors(cell: number, pairs: IdList): void {
    const { row, layer, starts, slots } = this;
    const end = starts[cell + 1];
    if (starts[cell] === end) return;
    const right = starts[cell + 2];
    const y = starts[cell + row - 1];
    const yEnd = starts[cell + row + 2];
    const below = starts[cell + layer - row - 1];
    const belowEnd = starts[cell + layer - row + 2];
    const middle = starts[cell + layer - 1];
    const middleEnd = starts[cell + layer + 2];
    const above = starts[cell + layer + row - 1];
    const aboveEnd = starts[cell + layer + row + 2];
    const others = right + yEnd - y + belowEnd - below + middleEnd - middle + aboveEnd - above;
    for (let i = starts[cell]; i < end; i++) {
      pairs.reserve(2 * (others - i) + 2);
      const { values } = pairs;
      let { length } = pairs;
      length = meet(slots, values, length, i, i + 1, right);
      length = meet(slots, values, length, i, y, yEnd);
      length = meet(slots, values, length, i, below, belowEnd);
      length = meet(slots, values, length, i, middle, middleEnd);
      pairs.length = meet(slots, values, length, i, above, aboveEnd);
    }
  }

  find(boxes: Float32Array, at: number, found: IdList): void {
    const { row, layer, starts } = this;
    const [x, y, z] = this.axes;
    const first = cellAt(x, boxes[at] - x.side);
    const last = cellAt(x, boxes[at + 3]);
    const bottom = cellAt(y, boxes[at + 1] - y.side);
    const top = cellAt(y, boxes[at + 4]);
    const back = cellAt(z, boxes[at + 5]);
    for (let cz = cellAt(z, boxes[at + 2] - z.side); cz <= back; cz++) {
      for (let cy = bottom; cy <= top; cy++) {
        const cell = cz * layer + cy * row;
        const from = starts[cell + first];
        const to = starts[cell + last + 1];
        found.reserve(to - from + 1);
        found.length = this.select(boxes, at, found, from, to);
      }
    }
  }

  private select(boxes: Float32Array, at: number, found: IdList, from: number, to: number): number {
    const { slots, slotIds } = this;
    const { values } = found;
    const minX = boxes[at];
    const minY = boxes[at + 1];
    const minZ = boxes[at + 2];
    const maxX = boxes[at + 3];
    const maxY = boxes[at + 4];
    const maxZ = boxes[at + 5];
    let end = found.length;
    for (let j = from; j < to; j++) {
      values[end] = slotIds[j];
      end +=
        Number(slots[6 * j] <= maxX) &
        Number(minX <= slots[6 * j + 3]) &
        Number(slots[6 * j + 1] <= maxY) &
        Number(minY <= slots[6 * j + 4]) &
        Number(slots[6 * j + 2] <= maxZ) &
        Number(minZ <= slots[6 * j + 5]);
    }
    return end;
  }
}
