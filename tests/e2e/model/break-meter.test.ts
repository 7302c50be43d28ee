/**
 * The meter of the tool "Break it": which structure it reports as best when several need equal
 * work, and its explanation for a grid with mixed sizes.
 */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { readMeter } from '../../../web/playground/src/features/break/meter.js';
import { prepare } from './scene.js';

beforeAll(prepare);

test('of structures with equal work, the meter names the first one in the list as the best', () => {
  const one = { boxes: Float32Array.of(0, 0, 1, 1), dimensions: 2 } as const;
  const inPlane = structures.filter(({ dimensions }) => dimensions.includes(2));
  for (const chosen of ['octree', 'hash-grid', 'static-tree']) {
    const [first] = inPlane.filter(({ id }) => id !== chosen && id !== 'brute-force');
    const reading = readMeter(one, chosen, {});
    // a single box has no pairs, so all structures need no work
    expect(reading).toMatchObject({ all: 0, best: { id: first.id, share: 0 } });
  }
});

test.each([
  { dimensions: 2, sides: [1, 1, 1, 2, 50], times: '50' },
  { dimensions: 2, sides: [0.5, 1, 4, 1, 1], times: '8' },
  { dimensions: 3, sides: [1, 1, 3, 2, 1], times: '3' },
] as const)(
  'a grid reports the ratio of sizes for boxes with sides $sides in $dimensions dimensions',
  ({ dimensions, sides, times }) => {
    // each box has one long side, which determines its size, and its other sides are a quarter of
    // that length
    const boxes = Float32Array.from(
      sides.flatMap((side, i) => {
        const low = Array.from({ length: dimensions }, () => 100 * i);
        const high = low.map((value, axis) => value + (axis === i % dimensions ? side : side / 4));
        return [...low, ...high];
      }),
    );
    const { reason = '' } = readMeter({ boxes, dimensions }, 'hash-grid', {}) ?? {};
    expect(reason).toContain(`The largest box is ${times} times as large as the smallest.`);
  },
);
