/** Files of a visitor with nothing in them, and two at once. */

import { expect, test } from 'vitest';
import { readJson } from '../../../web/playground/src/features/own/read-boxes.js';
import { takeFile } from '../../../web/playground/src/features/own/read-file.js';
import { ownData, ownProgress } from '../../../web/playground/src/model/own-data.js';

test.each([[[]], [{ boxes: [] }], [{ boxes: 7 }], [{}], [null], ['0,0,1,1']])(
  '%j has no boxes, and is told what would have some',
  (root) => {
    expect(() => readJson(root)).toThrow(
      'Expected a list of boxes, an object with `boxes`, or GeoJSON.',
    );
  },
);

test('of two files that are read at once, the one that was opened last is shown', async () => {
  const long = `x,y\n${'1,2\n'.repeat(50_000)}`;
  const [first, second] = await Promise.all([
    takeFile(new File([long], 'long.csv')),
    takeFile(new File(['x,y\n3,4\n5,6'], 'short.csv')),
  ]);
  expect([first, second]).toEqual([false, true]);
  expect(ownData.value?.name).toBe('short.csv');
  expect(ownProgress.value).toBeNull();
});
