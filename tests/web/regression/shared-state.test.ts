import { BruteForce, init, SphereTree, WideTree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

// planes of a cube around the origin with sides of length 2
const frustum = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [0, 1, 0, 1],
  [0, -1, 0, 1],
  [0, 0, 1, 1],
  [0, 0, -1, 1],
].flat();

test('later queries without an eye do not use an eye that was rejected', () => {
  const tree = new SphereTree();
  tree.build([0, 0, 0, 1, 1, 1]);
  expect(() => tree.cullReport(frustum, [Number.NaN, 0, 0])).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  );
  const other = new BruteForce();
  other.build([0, 0, 0, 1, 1, 1]);
  expect([...other.queryFrustum(frustum)]).toEqual([0]);
  expect(() => tree.cullReport(frustum, [0, Infinity, 0])).toThrow();
  expect([...other.queryFrustum(frustum, { limit: 5 })]).toEqual([0]);
});

test('nearestAll of an empty index returns nothing after the shared result buffers are freed', () => {
  const empty = new WideTree({ dimensions: 2 });
  // frees the shared result buffers
  new WideTree({ dimensions: 2 }).dispose();
  expect([...empty.nearestAll(2).ids]).toEqual([]);
  expect(empty.nearestAllInto(2, new Int32Array(1), new Float32Array(1))).toBe(0);
  empty.dispose();
});
