/** The page records for each node the frame in which it was created or changed. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { NodeAges } from '../../../web/playground/src/session/node-history.js';
import { prepare } from './scene.js';

beforeAll(prepare);

const entry = structures.find(({ id }) => id === 'dynamic-tree')!;

function scatter(count: number): Float32Array {
  const boxes = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [(i * 0.618) % 1, (i * 0.7548) % 1];
    boxes.set([x, y, x + 0.01, y + 0.01], 4 * i);
  }
  return boxes;
}

test('a change of bounds or level resets the age of a node', () => {
  const index = entry.create({ dimensions: 2 });
  index.build(scatter(200));
  const ages = new NodeAges();
  const first = index.nodes();
  ages.setDump(first, 3);
  expect(new Set(ages.createdAt)).toEqual(new Set([3]));
  const names = ({ bounds, level }: typeof first) =>
    Array.from(level, (of, node) => [...bounds.subarray(4 * node, 4 * node + 4), of].join());
  const before = new Set(names(first));
  index.move(7, [0.9, 0.1, 0.91, 0.11]);
  const second = index.nodes();
  ages.setDump(second, 8);
  const expected = names(second).map((name) => (before.has(name) ? 3 : 8));
  expect([...ages.createdAt]).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set([3, 8]));
  // a node that returns to earlier bounds counts as new
  index.move(7, [0.5, 0.5, 0.51, 0.51]);
  ages.setDump(index.nodes(), 9);
  expect(Math.max(...ages.createdAt)).toBe(9);
  ages.setDump(index.nodes(), 10);
  expect(Math.max(...ages.createdAt)).toBe(9);
  index.dispose();
});
