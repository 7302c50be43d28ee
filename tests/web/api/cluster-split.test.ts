import { ClusterSplit, deserialize, init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

/**
 * Two rows of ten touching boxes. The variance of the centers is larger along x, but the gap
 * between the rows is along y.
 */
const rows = [0, 5].flatMap((y) => Array.from({ length: 10 }, (_, x) => [x, y, x + 1, y + 1]));
const boxes = rows.flat();

function testsOf(index: ClusterSplit): number {
  index.build(boxes);
  expect(index.pairs()).toHaveLength(2 * 18);
  return index.counters().itemTests;
}

test("[CL1] axis 'variance' splits only at gaps along the axis of largest variance", () => {
  const byVariance = new ClusterSplit({ dimensions: 2, axis: 'variance' });
  expect(testsOf(byVariance)).toBe((20 * 19) / 2);
  expect(testsOf(new ClusterSplit({ dimensions: 2 }))).toBe(2 * ((10 * 9) / 2));
  expect(deserialize(byVariance.serialize()).options).toEqual(byVariance.options);
});

test('[CL2] a part with at most capacity items is not split', () => {
  const whole = new ClusterSplit({ dimensions: 2, capacity: 20 });
  expect(testsOf(whole)).toBe((20 * 19) / 2);
  expect(whole.stats().leaves).toBe(1);
  expect(testsOf(new ClusterSplit({ dimensions: 2, capacity: 19 }))).toBe(2 * ((10 * 9) / 2));
});
