/**
 * The directions of a camera are perpendicular, also for vertical views and if the target equals
 * the eye.
 */

import { expect, test } from 'vitest';
import { cameraFrame } from '../../../web/playground/src/model/frustum.js';

test.each([
  ['along x', [0, 0, 0], [2, 0, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0], 2],
  ['along -z', [0, 0, 5], [0, 0, 2], [0, 0, -1], [1, 0, 0], [0, 1, 0], 3],
  ['straight up', [1, 1, 1], [1, 5, 1], [0, 1, 0], [-1, 0, 0], [0, 0, -1], 4],
  ['straight down', [0, 1, 0], [0, 0, 0], [0, -1, 0], [1, 0, 0], [0, 0, -1], 1],
  // if the target equals the eye, the result is the initial direction of the page's camera
  ['at its own position', [3, 2, 1], [3, 2, 1], [0, 0, -1], [1, 0, 0], [0, 1, 0], 1e-6],
] as const)(
  'a camera that looks %s has perpendicular directions',
  (_where, eye, target, forward, right, up, distance) => {
    const frame = cameraFrame(eye, target);
    // adding 0 converts -0 to 0, which `toEqual` distinguishes
    const plain = (vector: readonly number[]) => vector.map((value) => value + 0);
    expect([frame.forward, frame.right, frame.up].map(plain)).toEqual([forward, right, up]);
    expect(frame.distance).toBe(distance);
  },
);
