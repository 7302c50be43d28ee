import { BruteForce, init, SphereTree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

// the unit cube around the origin
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
