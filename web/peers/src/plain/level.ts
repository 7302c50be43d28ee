/**
 * What the levels of the plain grid have in common in two and three dimensions: their boxes sorted by cell.
 *
 * Cells are numbered row by row, so that neighboring cells of a row are one run of slots. There is an empty cell
 * behind each row (and an empty row behind each layer): neighbors need no special case at the borders.
 */

import { atLeast, type IdList } from '../id-list.js';
import { type Axis, layAxes, type Selection } from './lattice.js';

export abstract class Level {
  /** Boxes in cell order: all numbers of a box side by side. */
  protected slots = new Float32Array(0);
  /** Slots of cell c: starts[c] ... starts[c + 1]. */
  protected starts = new Uint32Array(0);
  protected axes: readonly Axis[] = [];
  /** Item of each slot. */
  slotIds = new Uint32Array(0);
  /** Slots in use. */
  count = 0;
  /** Items that are too wide for the cells: the first `widerCount`. */
  wider = new Uint32Array(0);
  widerCount = 0;
  /** Cell of each item, -1 for the wide ones. */
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
    // starts[c + 1] runs through the slots of cell c while they are filled, and ends as the start of cell c + 1
    let sum = 0;
    for (let c = 1; c < cells; c++) {
      const boxes = this.starts[c];
      this.starts[c] = sum;
      sum += boxes;
    }
    this.fillSlots(selection);
  }

  /** Fixes the strides; returns the length of `starts`. */
  protected abstract layCells(): number;

  /** Writes `cells`, counts the boxes of cell c in starts[c + 1], returns how many are too wide. */
  protected abstract countCells(selection: Selection): number;

  protected abstract fillSlots(selection: Selection): void;

  /** Appends the level's own pairs, as slots. */
  abstract slotPairs(pairs: IdList): void;

  /** Appends the ids of the boxes that overlap the box at `at` of some flat boxes. */
  abstract find(boxes: Float32Array, at: number, found: IdList): void;

  /** Appends the level's own pairs. */
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
