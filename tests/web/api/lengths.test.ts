/** Array-like arguments must have a `length` that is a valid number of elements. */

import { DynamicTree, init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

test.each([-4, 2.5, Number.NaN, 2 ** 28 + 4, '4', undefined, null])(
  'a length of %s is rejected and does not change the index',
  (length) => {
    const index = new DynamicTree({ dimensions: 2 });
    index.build([0, 0, 1, 1]);
    const boxes = { length } as unknown as number[];
    expect(() => index.build(boxes)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringMatching(/^boxes/),
      }),
    );
    expect([...index.queryBox([0, 0, 1, 1])]).toEqual([0]);
    index.dispose();
  },
);

test.each([null, 4, 'four'])('%s is rejected as an array', (boxes) => {
  const index = new DynamicTree({ dimensions: 2 });
  expect(() => index.build(boxes as unknown as number[])).toThrow(
    expect.objectContaining({
      code: 'invalid-argument',
      message: expect.stringContaining('expected a flat array of numbers'),
    }),
  );
  index.dispose();
});

test('accepts empty input for insert, move and remove', () => {
  const index = new DynamicTree({ dimensions: 3 });
  index.build([0, 0, 0, 1, 1, 1]);
  expect(index.insertMany([])).toEqual(new Uint32Array(0));
  expect(index.moveMany([], [])).toBe(0);
  expect([...index.queryBox([0, 0, 0, 1, 1, 1])]).toEqual([0]);
  index.dispose();
});
