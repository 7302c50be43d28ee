/** The hierarchy as an icicle chart: positions of nodes, and the node under the pointer. */

import type { NodeDump } from 'sapwood/all';
import { expect, test } from 'vitest';
import { icicle, nodeAt } from '../../../web/playground/src/features/tree/icicle.js';

/** Returns a forest from [parent, own items], parents first. */
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

// two roots: one with two children, of which one is empty, and one of two items
const layout = icicle(forest([-1, 1], [-1, 2], [0, 4], [0, 0]));
const spans = [...layout.left].map((left, node) => [8 * left, 8 * layout.right[node]]);

test('the width of a node is its share of the items; an empty node counts as one item', () => {
  expect(layout.levels).toBe(2);
  const rounded = spans.map((ends) => ends.map((end) => Math.round(1e9 * end) / 1e9));
  // children start at the left edge of their parent; its own item is a gap after them
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
  // below a gap and below a leaf it is the node above
  [5.5, 0.9, 0],
  [7, 0.9, 1],
  [-0.1, 0.1, null],
  [8, 0.1, null],
])('at %d of 8, in a height of %d, lies %s', (x, y, node) => {
  expect(nodeAt(layout, x / 8, y)).toBe(node);
});
