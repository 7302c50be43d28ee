/** The landing page reads the nodes of a tree from its serialized bytes. */

import { DynamicTree, init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { placeBoxes } from '../../../web/playground/src/landing/swarm.js';
import { treeBranches } from '../../../web/playground/src/landing/tree-branches.js';

beforeAll(() => init());

const textAt = (bounds: ArrayLike<number>, at: number) =>
  Array.from({ length: 4 }, (_, i) => bounds[4 * at + i]).join();

test.each([2, 3, 600, 1200])('the read nodes equal the tree of %i boxes', (count) => {
  const boxes = new Float32Array(4 * count);
  placeBoxes(boxes, 1.5);
  const tree = new DynamicTree({ dimensions: 2, margin: 0 });
  tree.build(boxes);
  const { bounds, items, levels } = treeBranches(tree, boxes);
  const nodes = tree.nodes();
  expect(items.length).toBe(nodes.count);
  const found = Array.from(items, (_, i) => `${levels[i]}: ${textAt(bounds, i)}`);
  const expected = Array.from(nodes.level, (level, i) => `${level}: ${textAt(nodes.bounds, i)}`);
  expect(found.sort()).toEqual(expected.sort());
  expect([...items].filter((item) => item >= 0).sort((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, i) => i),
  );
  tree.dispose();
});
