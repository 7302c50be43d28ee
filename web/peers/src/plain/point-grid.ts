/**
 * Spatial hash in typed arrays, like a typical implementation in a game. Points are sorted by cell,
 * and a cell is about as wide as the search radius. Each point is tested against later points in
 * its cell and all points in half of the adjacent cells.
 *
 * Coordinates must be between 0 and `side`.
 */

import { atLeast, IdList } from '../id-list.js';

export class PointGrid {
  private readonly list = new IdList();
  /** Number of cells along an axis. A border of empty cells around them avoids special cases. */
  private readonly cells: number;
  private readonly row: number;
  private readonly scale: number;
  private readonly starts: Uint32Array;
  private cellOf = new Uint32Array(0);
  private ids = new Uint32Array(0);
  /** Points in cell order. */
  private slots = new Float32Array(0);

  constructor(
    readonly dimensions: 2 | 3,
    side: number,
    private readonly radius: number,
  ) {
    // cells are slightly wider than the search radius, so that neighbors are in adjacent cells
    // despite rounding
    this.cells = Math.max(1, Math.floor(side / (radius * 1.0001)));
    this.row = this.cells + 2;
    this.scale = this.cells / side;
    this.starts = new Uint32Array(this.row ** dimensions + 2);
  }

  /**
   * Returns each pair of points within the search radius once, as ids a < b. The result is valid
   * until the next call.
   */
  pairs(points: Float32Array): Uint32Array {
    const count = points.length / this.dimensions;
    this.sort(points, count);
    this.list.length = 0;
    const { row, cellOf, ids, starts } = this;
    for (let slot = 0; slot < count; slot++) {
      const cell = cellOf[ids[slot]];
      this.meet(slot, slot + 1, starts[cell + 2]);
      this.meetRow(slot, cell + row);
      if (this.dimensions === 2) continue;
      const above = cell + row * row;
      for (let at = above - row; at <= above + row; at += row) this.meetRow(slot, at);
    }
    return this.list.view();
  }

  private meetRow(slot: number, middle: number): void {
    this.meet(slot, this.starts[middle - 1], this.starts[middle + 2]);
  }

  private meet(slot: number, from: number, to: number): void {
    const { slots, ids, list, dimensions, radius } = this;
    const at = slot * dimensions;
    const id = ids[slot];
    for (let other = from; other < to; other++) {
      const dx = slots[other * dimensions] - slots[at];
      const dy = slots[other * dimensions + 1] - slots[at + 1];
      const dz = dimensions === 3 ? slots[other * 3 + 2] - slots[at + 2] : 0;
      if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
      const second = ids[other];
      list.pushPair(id, second);
    }
  }

  private sort(points: Float32Array, count: number): void {
    const { dimensions, starts } = this;
    this.cellOf = atLeast(this.cellOf, count);
    this.ids = atLeast(this.ids, count);
    this.slots = atLeast(this.slots, count * dimensions);
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      let cell = 0;
      for (let k = dimensions - 1; k >= 0; k--) {
        const place = Math.floor(points[i * dimensions + k] * this.scale);
        cell = cell * this.row + 1 + Math.max(0, Math.min(this.cells - 1, place));
      }
      this.cellOf[i] = cell;
      starts[cell + 1]++;
    }
    this.place(points, count);
  }

  /** Turns the counts of the cells into start offsets, and copies the points in cell order. */
  private place(points: Float32Array, count: number): void {
    const { dimensions, starts, slots, ids, cellOf } = this;
    for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
    // counts down, so that starts[c + 1] becomes the start of cell c; `copyWithin` shifts the array
    // afterwards
    for (let i = count - 1; i >= 0; i--) {
      const slot = --starts[cellOf[i] + 1];
      ids[slot] = i;
      for (let k = 0; k < dimensions; k++)
        slots[slot * dimensions + k] = points[i * dimensions + k];
    }
    starts.copyWithin(0, 1);
    starts[starts.length - 1] = count;
  }
}
