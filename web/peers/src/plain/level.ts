/**
 * Base class of the 2D and 3D levels of the plain grid: boxes sorted by cell.
 *
 * Cells are numbered row by row, so the boxes of adjacent cells in a row are contiguous. An empty
 * cell after each row, and in 3D an empty row after each layer, avoid special cases at the borders.
 */

import { atLeast, type IdList } from '../id-list.js';
import { type Axis, layAxes, type Selection } from './lattice.js';

export abstract class Level {
  /** Boxes in cell order. A slot is one box: 2 * `dimensions` consecutive numbers. */
  protected slots = new Float32Array(0);
  /** Cell c contains the slots starts[c] to starts[c + 1] - 1. */
  protected starts = new Uint32Array(0);
  protected axes: readonly Axis[] = [];
  slotIds = new Uint32Array(0);
  count = 0;
  /**
   * Items that are wider than the cells of this level. Only the first `widerCount` elements are
   * valid.
   */
  wider = new Uint32Array(0);
  widerCount = 0;
  /** Cell of each selected box, or -1 if the box is wider than a cell. */
  protected cells = new Int32Array(0);

  constructor(readonly dimensions: number) {}

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
    // during filling, starts[c + 1] is the next free slot of cell c; afterwards, it is the end of
    // cell c and the start of cell c + 1
    let sum = 0;
    for (let c = 1; c < cells; c++) {
      const boxes = this.starts[c];
      this.starts[c] = sum;
      sum += boxes;
    }
    this.fillSlots(selection);
  }

  /** Computes the strides of rows and layers. Returns the required length of `starts`. */
  protected abstract layCells(): number;

  /**
   * Writes the cell of each box to `cells`, and counts the boxes of cell c in starts[c + 1].
   * Returns the number of boxes that are wider than a cell.
   */
  protected abstract countCells(selection: Selection): number;

  protected abstract fillSlots(selection: Selection): void;

  /** Appends the pairs within this level, as indices of slots. */
  abstract slotPairs(pairs: IdList): void;

  abstract find(boxes: Float32Array, at: number, found: IdList): void;

  /** Appends the pairs within this level, as item ids. */
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
