/** The handles of a query that is small on the screen are moved apart. */

import { expect, test } from 'vitest';
import { spread } from '../../../web/playground/src/stage/handle-spacing.js';

const targets = (radius: number, ...places: (readonly [number, number])[]) =>
  places.map(([x, y], i) => ({ x, y, radius: i === 0 ? 22 : radius }));

test.each([
  ['on one place', 22, Array.from({ length: 7 }, () => [300, 200] as const)],
  [
    'of a cube of 60 pixels',
    22,
    [
      [0, 0],
      [26, 8],
      [-26, -8],
      [0, 30],
      [0, -30],
      [-14, 9],
      [14, -9],
    ],
  ],
  [
    'of a flat box',
    16,
    [
      [0, 0],
      [80, 0],
      [-80, 0],
      [0, 3],
      [0, -3],
    ],
  ],
] as const)('handles %s are moved apart, and the first stays', (_, radius, places) => {
  const all = targets(radius, ...places);
  const [first] = all;
  spread(all);
  expect([first.x, first.y]).toEqual(places[0]);
  for (const [i, one] of all.entries()) {
    for (const other of all.slice(i + 1)) {
      const distance = Math.hypot(one.x - other.x, one.y - other.y);
      expect(distance).toBeGreaterThan(one.radius + other.radius - 2);
    }
    expect(Math.hypot(one.x - places[i][0], one.y - places[i][1])).toBeLessThan(100);
  }
});

test('handles with enough space do not move', () => {
  const all = targets(16, [0, 0], [50, 0], [-50, 0], [0, 50]);
  const before = structuredClone(all);
  spread(all);
  expect(all).toEqual(before);
});
