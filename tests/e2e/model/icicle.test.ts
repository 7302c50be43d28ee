/** The hierarchy as an icicle chart: computes the positions of nodes and the node at a position. */

import type { NodeDump } from 'sapwood/all';
import { expect, test } from 'vitest';
import { icicle, nodeAt } from '../../../web/playground/src/features/tree/icicle.js';

/**
 * Returns a forest. Each node is given by its parent and the number of its own items, and parents
 * precede children.
 */
function forest(...nodes: readonly (readonly [parent: number, items: number])[]): NodeDump {
  const level: number[] = [];
  for (const [parent] of nodes) level.push(parent < 0 ? 0 : level[parent] + 1);
  return {
    count: nodes.length,
    level: Uint32Array.from(level),
    parent: Int32Array.from(nodes, ([parent]) => parent),
    itemCount: Uint32Array.from(nodes, ([, items]) => items),
  } as unknown as NodeDump;
}

// two roots: the first has one item and two children, of which one is empty, and the second has two
// items
const layout = icicle(forest([-1, 1], [-1, 2], [0, 4], [0, 0]));
const spans = [...layout.left].map((left, node) => [8 * left, 8 * layout.right[node]]);

test('the width of a node is its share of the items; an empty node counts as one item', () => {
  expect(layout.levels).toBe(2);
  const rounded = spans.map((ends) => ends.map((end) => Math.round(1e9 * end) / 1e9));
  // children start at the left edge of their parent, and the space to the right of the children
  // is for the parent's own item
  expect(rounded).toEqual([
    [0, 6],
    [6, 8],
    [0, 4],
    [4, 5],
  ]);
});

test.each([
  [0, 0.1, 0],
  [5.9, 0.1, 0],
  [6, 0.4, 1],
  [7.9, 0.4, 1],
  [0, 0.6, 2],
  [4, 0.6, 3],
  [4.9, 0.99, 3],
  // at a position without a node, the result is the node above the position
  [5.5, 0.9, 0],
  [7, 0.9, 1],
  [-0.1, 0.1, null],
  [8, 0.1, null],
])('the node at %d of 8, in a height of %d, is %s', (x, y, node) => {
  expect(nodeAt(layout, x / 8, y)).toBe(node);
});
