/**
 * Common part of 2D and 3D levels: boxes sorted by cell.
 *
 * Cells are numbered row by row, so that neighbors in a row are one run of slots. An empty cell
 * after each row (and an empty row after each layer) avoids special cases at borders.
 */

import { atLeast, type IdList } from '../id-list.js';
import { type Axis, layAxes, type Selection } from './lattice.js';

export abstract class Level {
  /** Boxes in cell order; the numbers of a box are consecutive. */
  protected slots = new Float32Array(0);
  /** Slots of cell c: starts[c] to starts[c + 1] - 1. */
  protected starts = new Uint32Array(0);
  protected axes: readonly Axis[] = [];
  /** Item of each slot. */
  slotIds = new Uint32Array(0);
  /** Slots in use. */
  count = 0;
  /** Items that are too wide for the cells: the first `widerCount`. */
  wider = new Uint32Array(0);
  widerCount = 0;
  /** Cell of each item, -1 for wide ones. */
  protected cells = new Int32Array(0);

  constructor(readonly dimensions: number) {}

  /** Sorts the selected boxes into cells. */
  fill(selection: Selection): void {
    const { count } = selection;
    this.axes = layAxes(selection, this.dimensions);
    const cells = this.layCells();
    this.cells = atLeast(this.cells, count);
    this.starts = atLeast(this.starts, cells);
    this.starts.fill(0, 0, cells);
    this.widerCount = this.countCells(selection);
    this.count = count - this.widerCount;
    this.slots = atLeast(this.slots, 2 * this.dimensions * this.count);
    this.slotIds = atLeast(this.slotIds, this.count);
    this.wider = atLeast(this.wider, this.widerCount);
    // while cell c is filled, starts[c + 1] is its next slot; afterwards, it is the start of cell c
    // + 1
    let sum = 0;
    for (let c = 1; c < cells; c++) {
      const boxes = this.starts[c];
      this.starts[c] = sum;
      sum += boxes;
    }
    this.fillSlots(selection);
  }

  /** Sets the strides. Returns the length of `starts`. */
  protected abstract layCells(): number;

  /**
   * Writes `cells`, counts the boxes of cell c in starts[c + 1], and returns the number of wide
   * ones.
   */
  protected abstract countCells(selection: Selection): number;

  protected abstract fillSlots(selection: Selection): void;

  /** Appends the pairs of the level, as slots. */
  abstract slotPairs(pairs: IdList): void;

  /** Appends the ids of the boxes that overlap the flat box at `at`. */
  abstract find(boxes: Float32Array, at: number, found: IdList): void;

  /** Appends the pairs of the level. */
  pairs(list: IdList): void {
    const from = list.length;
    this.slotPairs(list);
    const { values, length } = list;
    const { slotIds } = this;
    for (let at = from; at < length; at += 2) {
      const a = slotIds[values[at]];
      const b = slotIds[values[at + 1]];
      values[at] = a < b ? a : b;
      values[at + 1] = a < b ? b : a;
    }
  }
}
