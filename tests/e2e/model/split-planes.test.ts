/** The split planes of a quadtree halve its cells and do not cross deeper nodes. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { splitPlanes } from '../../../web/playground/src/features/planes/split-planes.js';
import { NodeLinks } from '../../../web/playground/src/model/node-links.js';
import { prepare } from './scene.js';

beforeAll(prepare);

const entry = structures.find(({ id }) => id === 'quadtree')!;
const SIDE = 64;

/**
 * Returns points in a square. Its corners are among the points, so that the quadtree covers exactly
 * the square.
 */
function points(count: number): Float32Array {
  const corners = [0, 0, SIDE, 0, 0, SIDE, SIDE, SIDE];
  const places = Array.from({ length: 2 * count }, (_, i) =>
    i < 8 ? corners[i] : SIDE * ((i * (i % 2 === 0 ? 0.618034 : 0.754878)) % 1),
  );
  return Float32Array.from({ length: 4 * count }, (_, i) => places[2 * (i >> 2) + (i % 2)]);
}

test('planes are at odd multiples of half a cell and have the length of the cell that they split', () => {
  const boxes = points(400);
  const index = entry.create({ dimensions: 2 });
  index.build(boxes);
  const dump = index.nodes();
  const links = new NodeLinks(dump);
  const planes = splitPlanes('quadtree', links, boxes, 2);
  const split = Array.from(links.childCount, (children, node) => ({ children, node }))
    .filter(({ children }) => children > 0)
    .map(({ node }) => dump.level[node]);
  expect([...planes.levels].sort()).toEqual([...split, ...split].sort());
  expect(Math.max(...planes.levels)).toBeGreaterThan(1);
  const seen = new Set<string>();
  planes.levels.forEach((level, plane) => {
    const [x0, y0, x1, y1] = planes.boxes.subarray(4 * plane, 4 * plane + 4);
    const cell = SIDE / 2 ** level;
    const [place, from, to] = x0 === x1 ? [x0, y0, y1] : [y0, x0, x1];
    expect((place / (cell / 2)) % 2).toBe(1);
    expect([from % cell, to - from]).toEqual([0, cell]);
    seen.add([x0, y0, x1, y1].join());
    for (let node = 0; node < dump.count; node++) {
      if (dump.level[node] <= level) continue;
      const [left, bottom, right, top] = dump.bounds.subarray(4 * node, 4 * node + 4);
      const [low, high, near, far] =
        x0 === x1 ? [left, right, bottom, top] : [bottom, top, left, right];
      const beside = far <= from || near >= to;
      expect(beside || high <= place || low >= place).toBe(true);
    }
  });
  expect(seen.size).toBe(planes.count);
  index.dispose();
});
