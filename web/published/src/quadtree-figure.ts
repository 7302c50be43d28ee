/**
 * Data of a figure: a quadtree with seven boxes, which stores an item in each leaf that it touches.
 */

import { type Bounds, type Boxes, boxesFrom, meets } from './boxes.js';

export interface QuadtreeFigure {
  readonly boxes: Boxes;
  readonly space: Bounds;
  readonly capacity: number;
}

const EDGES = [
  [303, 39, 364, 168],
  [145, 39, 207, 102],
  [339, 81, 465, 126],
  [382, 226, 442, 257],
  [58, 106, 120, 165],
  [346, 280, 409, 347],
  [277, 230, 330, 361],
];

export const quadtreeFigure: QuadtreeFigure = {
  boxes: boxesFrom(EDGES.flat(), 'edges'),
  space: { left: 13, top: 9, right: 485, bottom: 416 },
  capacity: 2,
};

function quartersOf({ left, top, right, bottom }: Bounds): Bounds[] {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    { left, top, right: x, bottom: y },
    { left: x, top, right, bottom: y },
    { left, top: y, right: x, bottom },
    { left: x, top: y, right, bottom },
  ];
}

export function quadtreeLeaves({ boxes, space, capacity }: QuadtreeFigure): number[][] {
  const leaves: number[][] = [];
  const waiting = [{ space, items: Array.from({ length: boxes.count }, (_, i) => i) }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { items } = node;
    if (items.length <= capacity) {
      leaves.push(items);
      continue;
    }
    for (const quarter of quartersOf(node.space)) {
      waiting.push({ space: quarter, items: items.filter((i) => meets(boxes, i, quarter)) });
    }
  }
  return leaves;
}
