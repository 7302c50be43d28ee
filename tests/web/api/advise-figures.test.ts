/** Numbers that advise() returns, compared with values that are computed by hand. */

import { advise } from 'sapwood/all';
import { expect, test } from 'vitest';

const point = (...at: number[]) => [...at, ...at];

test('clustering is the share of pairs in one cell, divided by the share for evenly spread boxes', () => {
  // four cells, away from the origin, with four points each: 24 of 120 pairs share a cell;
  // of uniformly distributed points, a quarter of the pairs would share a cell
  const corners = [10, 30].flatMap((x) => [10, 30].flatMap((y) => point(x, y)));
  const boxes = Array.from({ length: 4 }, () => corners).flat();
  expect(advise({ boxes, dimensions: 2 }).sample.clustering).toBe((24 / 120) * 4);
});

test('the motion of points is measured in mean gaps, the side of the cube for one point', () => {
  const boxes = [0, 2].flatMap((x) => [0, 4].flatMap((y) => [0, 8].flatMap((z) => point(x, y, z))));
  const next = [...boxes];
  next[0] = 1;
  next[3] = 1;
  const { motion } = advise({ boxes, next, dimensions: 3 }).sample;
  // eight points at the corners of a 2 × 4 × 8 box; one of them moves by 1
  expect(motion).toEqual({ moved: 1 / 8, distance: 1 / 2 });
});

test('advises static structures when two frames are equal', () => {
  const boxes = Array.from({ length: 2000 }, (_, i) => point(i % 50, Math.floor(i / 50))).flat();
  const still = advise({ boxes, dimensions: 2 });
  const next = advise({ boxes, next: boxes, dimensions: 2 });
  for (const of of ['pairs', 'queries'] as const) {
    const { structure, options, policy } = next[of];
    expect({ structure, options, policy }).toMatchObject({
      structure: still[of].structure,
      options: still[of].options,
      policy: 'rebuild',
    });
  }
});

test.each([1e300, -1e300, 1e19])(
  'a coordinate of the second frame that is out of range is rejected: %d',
  (far) => {
    const boxes = [0, 0, 1, 1];
    const next = far > 0 ? [0, 0, far, 1] : [far, 0, 1, 1];
    expect(() => advise({ boxes, next, dimensions: 2 })).toThrow(
      expect.objectContaining({
        code: 'invalid-box',
        message: expect.stringMatching(/^next\[0\]/),
      }),
    );
  },
);
