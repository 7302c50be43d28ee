/**
 * K-d tree of boxes. Nodes are split on alternating axes, at the median of the right (or lower)
 * edges.
 *
 * The published query skips the left side of a node if the left side ends before the query. It
 * never skips the right side, because boxes of the right side may start anywhere. The correct form
 * also stores where the right side starts.
 */

import type { Boxes } from './boxes.js';
import { PairCollector, type PairSearch } from './pair-search.js';

export const publishedCapacity = 64;

interface Split {
  readonly axis: 0 | 1;
  /**
   * Largest right (or lower) edge in the left subtree. `rightStarts` is the smallest left (or
   * upper) edge in the right subtree.
   */
  readonly leftEnds: number;
  readonly rightStarts: number;
  readonly left: KdNode;
  readonly right: KdNode;
}
export type KdNode = Split | { readonly items: readonly number[] };

const near = ({ left, top }: Boxes, axis: 0 | 1) => (axis === 0 ? left : top);
const far = ({ right, bottom }: Boxes, axis: 0 | 1) => (axis === 0 ? right : bottom);

export function buildKdTree(boxes: Boxes, capacity = publishedCapacity): KdNode {
  const divide = (items: readonly number[], axis: 0 | 1): KdNode => {
    if (items.length <= capacity) return { items };
    const ends = far(boxes, axis);
    const sorted = [...items].sort((a, b) => ends[a] - ends[b] || a - b);
    const middle = sorted.length >> 1;
    const [lower, upper] = [sorted.slice(0, middle), sorted.slice(middle)];
    const starts = near(boxes, axis);
    return {
      axis,
      leftEnds: ends[lower[lower.length - 1]],
      rightStarts: upper.reduce((min, item) => Math.min(min, starts[item]), Infinity),
      left: divide(lower, axis === 0 ? 1 : 0),
      right: divide(upper, axis === 0 ? 1 : 0),
    };
  };
  return divide(
    Array.from({ length: boxes.count }, (_, i) => i),
    0,
  );
}

export type Sides = 'left-only' | 'both';

/**
 * Queries the tree for each box. A box is not compared with itself; a pair may be compared twice.
 */
export function kdTreePairs(boxes: Boxes, root: KdNode, sides: Sides): PairSearch {
  const pairs = new PairCollector(boxes);
  for (let item = 0; item < boxes.count; item++) {
    const open = [root];
    while (open.length > 0) {
      const node = open.pop()!;
      pairs.visits += 1;
      if ('items' in node) {
        for (const other of node.items) if (other !== item) pairs.compare(item, other);
        continue;
      }
      if (near(boxes, node.axis)[item] <= node.leftEnds) open.push(node.left);
      if (sides === 'left-only' || far(boxes, node.axis)[item] >= node.rightStarts) {
        open.push(node.right);
      }
    }
  }
  return pairs;
}
