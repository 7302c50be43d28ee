/**
 * Fast grid in plain JavaScript, as a baseline for libraries.
 *
 * The cells are uniform, and each box is in the cell of its minimum corner. Boxes are sorted by
 * cell with a counting sort and copied in that order. Overlap tests are branchless, and typed
 * arrays are reused. Boxes much wider than most others are in a coarser level with larger cells; to
 * find their pairs, each of them queries the finer levels. Results are exact for all boxes. The
 * grid is slow for a few very small boxes in a very large world.
 */

import { atLeast, IdList } from '../id-list.js';
import type { Level } from './level.js';
import { Level2 } from './level-2d.js';
import { Level3 } from './level-3d.js';

export class PlainGrid {
  /** Levels from fine to coarse. Only the first `used` levels are valid. */
  private readonly levels: Level[] = [];
  private used = 0;
  private everything = new Uint32Array(0);
  private boxes: Float32Array = new Float32Array(0);
  private readonly list = new IdList();
  private readonly found = new IdList();

  constructor(readonly dimensions: 2 | 3) {}

  /** Keeps a reference to the array. */
  build(boxes: Float32Array): void {
    this.boxes = boxes;
    this.used = 0;
    let count = boxes.length / (2 * this.dimensions);
    let items = this.countTo(count);
    while (count > 0) {
      const level = this.nextLevel();
      level.fill({ boxes, items, count });
      items = level.wider;
      count = level.widerCount;
    }
  }

  /** Returns each overlapping pair once, as ids a < b. The result is valid until the next call. */
  pairs(): Uint32Array {
    const { list } = this;
    list.length = 0;
    for (let k = 0; k < this.used; k++) {
      this.levels[k].pairs(list);
      for (let finer = 0; finer < k; finer++) this.meetLevel(this.levels[k], this.levels[finer]);
    }
    return list.view();
  }

  find(queries: Float32Array, at: number, found: IdList): void {
    for (let k = 0; k < this.used; k++) this.levels[k].find(queries, at, found);
  }

  private meetLevel(coarse: Level, fine: Level): void {
    const { boxes, list, found, dimensions } = this;
    for (let slot = 0; slot < coarse.count; slot++) {
      const id = coarse.slotIds[slot];
      found.length = 0;
      fine.find(boxes, id * 2 * dimensions, found);
      for (let i = 0; i < found.length; i++) list.pushPair(id, found.values[i]);
    }
  }

  private nextLevel(): Level {
    if (this.used === this.levels.length) {
      this.levels.push(this.dimensions === 2 ? new Level2() : new Level3());
    }
    return this.levels[this.used++];
  }

  /** Returns an array that contains at least the numbers from 0 to `count` - 1 in order. */
  private countTo(count: number): Uint32Array {
    if (this.everything.length < count) {
      this.everything = atLeast(this.everything, count);
      for (let i = 0; i < this.everything.length; i++) this.everything[i] = i;
    }
    return this.everything;
  }
}
