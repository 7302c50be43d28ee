/**
 * With incremental rebuilds, boxes that jump are removed and inserted, and boxes that move a short
 * distance are moved.
 */

import { beforeAll, expect, test } from 'vitest';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

const scene = 'v=1&dim=2&scene=uniform&n=300&structure=scene-pruner&policy=gradual&work=50&play=0';

test.each(['teleport', 'drift'])('the motion %s calls the expected methods', async (motion) => {
  await withScene(`${scene}&motion=${motion}&moving=20`, (opened) => {
    const { index } = opened.side;
    const calls = { moveMany: 0, remove: 0, insert: 0 };
    for (const method of Object.keys(calls) as (keyof typeof calls)[]) {
      const real = index[method].bind(index) as (...args: unknown[]) => unknown;
      Object.assign(index, {
        [method]: (...args: unknown[]) => {
          calls[method]++;
          return real(...args);
        },
      });
    }
    const moved = { boxes: 0, frames: 0 };
    while (moved.frames < 3) {
      opened.step();
      const { movedCount } = opened.session.source;
      moved.boxes += movedCount;
      if (movedCount > 0) moved.frames++;
    }
    opened.expectSound();
    const { boxes, frames } = moved;
    const expected =
      motion === 'teleport'
        ? { moveMany: 0, remove: boxes, insert: boxes }
        : { moveMany: frames, remove: 0, insert: 0 };
    expect(calls).toEqual(expected);
  });
});
