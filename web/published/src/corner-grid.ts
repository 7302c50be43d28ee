/**
 * Uniform grid. The published form adds an item to the cells of its four corners. The correct form
 * adds an item to each cell that it covers.
 */

import { type Boxes, boxesFrom } from './boxes.js';
import { PairCollector, type PairSearch } from './pair-search.js';

export interface GridShape {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

export const publishedGrid: GridShape = { width: 50, height: 50, x: 0, y: 0 };

export type Entering = 'corners' | 'covered';

type Cell = `${number} ${number}`;

function cellsOf(boxes: Boxes, item: number, grid: GridShape, entering: Entering): Set<Cell> {
  const column = (x: number) => Math.floor((x - grid.x) / grid.width);
  const row = (y: number) => Math.floor((y - grid.y) / grid.height);
  const [first, last] = [column(boxes.left[item]), column(boxes.right[item])];
  const [upper, lower] = [row(boxes.top[item]), row(boxes.bottom[item])];
  const step = entering === 'covered' ? [1, 1] : [last - first || 1, lower - upper || 1];
  const cells = new Set<Cell>();
  for (let x = first; x <= last; x += step[0]) {
    for (let y = upper; y <= lower; y += step[1]) cells.add(`${x} ${y}`);
  }
  return cells;
}

/** Returns the items of each cell that is not empty. */
export function enterItems(boxes: Boxes, grid: GridShape, entering: Entering): number[][] {
  const cells = new Map<Cell, number[]>();
  for (let item = 0; item < boxes.count; item++) {
    for (const cell of cellsOf(boxes, item, grid, entering)) {
      const items = cells.get(cell);
      if (items) items.push(item);
      else cells.set(cell, [item]);
    }
  }
  return [...cells.values()];
}

/**
 * Compares all pairs of items in each cell. A pair that shares several cells is compared several
 * times.
 */
export function gridPairs(boxes: Boxes, entering: Entering, grid = publishedGrid): PairSearch {
  const pairs = new PairCollector(boxes);
  for (const items of enterItems(boxes, grid, entering)) {
    for (let i = 0; i < items.length; i++) {
      for (let j = i + 1; j < items.length; j++) pairs.compare(items[i], items[j]);
    }
  }
  return pairs;
}

/** Returns the set of all pairs of items that share at least one cell. */
export function sharedCells(boxes: Boxes, entering: Entering, grid: GridShape): Set<string> {
  const shared = new Set<string>();
  for (const items of enterItems(boxes, grid, entering)) {
    for (let i = 0; i < items.length; i++) {
      for (let j = i + 1; j < items.length; j++) shared.add(`${items[i]} ${items[j]}`);
    }
  }
  return shared;
}

/** Data of a published figure: items 1 to 8 and the grid. */
export const gridFigure = {
  boxes: boxesFrom(
    [
      [116, 31, 180, 88],
      [271, 73, 341, 200],
      [208, 121, 259, 158],
      [175, 144, 221, 208],
      [138, 71, 164, 129],
      [197, 181, 299, 245],
      [88, 180, 119, 208],
      [45, 193, 79, 222],
    ].flat(),
    'edges',
  ),
  grid: { width: 91, height: 56.25, x: -34, y: 1 },
};
