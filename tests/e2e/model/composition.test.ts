/** What of the stage a clip shows, and where its words break. */

import { expect, test } from 'vitest';
import { cutOf, linesOf } from '../../../web/playground/src/features/clip/composition.js';

const page = { width: 1280, height: 720 };
const free = { left: 320, right: 240, top: 10, bottom: 110 };

test.each([
  { width: 1280, height: 640 },
  { width: 960, height: 860 },
  { width: 720, height: 1180 },
])(
  'the cut has the proportions of the clip and holds what is free: $width by $height',
  (wanted) => {
    const cut = cutOf(page, free, wanted);
    expect(cut.width / cut.height).toBeCloseTo(wanted.width / wanted.height);
    expect(cut.x).toBeLessThanOrEqual(free.left);
    expect(cut.y).toBeLessThanOrEqual(free.top);
    expect(cut.x + cut.width).toBeGreaterThanOrEqual(page.width - free.right);
    expect(cut.y + cut.height).toBeGreaterThanOrEqual(page.height - free.bottom);
  },
);

test('words that would not fit go to the next line; what is left over ends in dots', () => {
  const widthOf = (text: string) => text.length;
  expect(linesOf('one two three', 7, widthOf)).toEqual(['one two', 'three']);
  expect(linesOf('unbreakable a', 4, widthOf)).toEqual(['unbreakable', 'a']);
  expect(linesOf('a b c d', 1, widthOf, 2)).toEqual(['a', 'b …']);
  expect(linesOf('  ', 9, widthOf)).toEqual([]);
});
