/** Convex volumes: batch queries and invalid planes. */

import { DynamicTree, init } from 'sapwood/all';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Planes of the region -2 <= x <= 2 in 2D. */
const SLAB = [
  { normal: [1, 0], constant: 2 },
  { normal: [-1, 0], constant: 2 },
];
let index: DynamicTree;

beforeAll(async () => {
  await init();
  index = new DynamicTree({ dimensions: 2 });
  index.build([0, 0, 1, 1, /**/ 5, 0, 6, 1, /**/ -1, 8, 1, 9]);
  index.setFilter(2, { category: 2, mask: 4 });
});
afterAll(() => index.dispose());

test('an empty batch has no hits', () => {
  expect(index.queryConvexMany([])).toEqual({
    offsets: Uint32Array.of(0),
    ids: new Uint32Array(0),
  });
});

test('a batch query finds items of every category, as single queries do', () => {
  const everything = index.queryConvex(SLAB);
  const { offsets, ids } = index.queryConvexMany([SLAB, SLAB]);
  expect([...everything].sort()).toEqual([0, 2]);
  expect([...ids]).toEqual([...everything, ...everything]);
  expect([...offsets]).toEqual([0, 2, 4]);
});

test.each(['2', undefined, null, true])('a plane whose constant is %j is rejected', (constant) => {
  const planes = [{ normal: [1, 0], constant: constant as never }];
  const invalidPlanes = expect.objectContaining({
    code: 'invalid-argument',
    message: expect.stringContaining('[0]: expected { normal, constant }'),
  });
  expect(() => index.queryConvex(planes)).toThrow(invalidPlanes);
  expect(() => index.queryConvexMany([planes])).toThrow(invalidPlanes);
});

test('raycastAll returns the distance of each hit that its callback accepts', () => {
  const hits = index.raycastAll([-3, 0.5], [1, 0], 100, (id) => id !== 0);
  expect([...hits.ids]).toEqual([1]);
  expect([...hits.distances]).toEqual([8]);
});
