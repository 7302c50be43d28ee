/** Curves and splits that Learn draws, compared with the library. */

import { NodeKind, RTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, expect, test } from 'vitest';
import {
  along,
  boundsOfRun,
  type Curve,
  cellsAlong,
  curves,
  maxSubdivisions,
  meanSpan,
  sideOf,
} from '../../../web/playground/src/learn/curves.js';
import {
  areaOf,
  boxesOf,
  seedRules,
  sharedArea,
} from '../../../web/playground/src/learn/split-seeds.js';
import { around } from '../../../web/playground/src/learn/world.js';
import { prepare } from './scene.js';

beforeAll(prepare);

const jumpsOf = (curve: Curve, subdivisions: number) => along(curve, subdivisions).jumps;

test.each(Object.keys(curves) as Curve[])('the %s curve visits each cell once', (curve) => {
  for (let subdivisions = 1; subdivisions <= maxSubdivisions(curve); subdivisions++) {
    const order = cellsAlong(curve, subdivisions);
    const cells = sideOf(curve, subdivisions) ** 2;
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: cells }, (_, i) => i));
  }
});

test('[BL3] Hilbert and Peano curves have no jumps, the published curve has 127', () => {
  expect([jumpsOf('hilbert', 4), jumpsOf('peano', 3)]).toEqual([0, 0]);
  expect([jumpsOf('morton', 4), jumpsOf('published', 4)]).toEqual([127, 127]);
});

test('consecutive cells have smaller bounds without jumps', () => {
  const span = (curve: Curve, subdivisions: number) =>
    meanSpan(cellsAlong(curve, subdivisions), sideOf(curve, subdivisions), 16);
  expect(span('hilbert', 4)).toBeLessThan(span('published', 4));
  expect(span('peano', 3)).toBeLessThan(span('published', 5));
  expect(span('hilbert', 1)).toBeNaN();
  expect(boundsOfRun(cellsAlong('hilbert', 4), 16, 0, 16)).toEqual([0, 0, 4, 4]);
});

function randomBoxes(random: Mulberry32, count: number): Float32Array {
  const boxes = new Float32Array(4 * count);
  for (let at = 0; at < boxes.length; at += 4) {
    const [x, y] = [10 * random.unit(), 10 * random.unit()];
    boxes.set([x, y, x + 0.5 + 2 * random.unit(), y + 0.5 + 2 * random.unit()], at);
  }
  return boxes;
}

test.each(['linear', 'quadratic'] as const)(
  '[RT2] seeds of the %s split are in different nodes of the library',
  (split) => {
    const random = new Mulberry32(50);
    for (let round = 0; round < 200; round++) {
      const boxes = randomBoxes(random, 9);
      const { pair, waste } = seedRules[split](boxesOf(boxes));
      const tree = new RTree({ dimensions: 2, split, fanOut: 8 });
      tree.build(boxes);
      const { firstItem, itemCount, items, kind } = tree.nodes();
      const leaves = [...kind.keys()].filter((node) => kind[node] === NodeKind.Leaf);
      const itemsOf = (leaf: number) =>
        items.subarray(firstItem[leaf], firstItem[leaf] + itemCount[leaf]);
      const leafOf = (id: number) => leaves.find((leaf) => itemsOf(leaf).includes(id));
      expect(leaves).toHaveLength(2);
      expect(leafOf(pair[0])).not.toBe(leafOf(pair[1]));
      expect(waste).toBeLessThanOrEqual(seedRules.quadratic(boxesOf(boxes)).waste);
      tree.dispose();
    }
  },
);

test('areas of a box, of a union and of an intersection are correct', () => {
  const [a, b] = [
    [0, 0, 2, 2],
    [1, 1, 4, 3],
  ] as const;
  expect([areaOf(a), areaOf(around(a, b)), sharedArea(a, b)]).toEqual([4, 12, 1]);
  expect(sharedArea(a, [3, 0, 4, 1])).toBe(0);
});
