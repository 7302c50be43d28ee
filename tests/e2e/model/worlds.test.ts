/** Generated scenes such as cities and swarms: sizes, positions and motion of their boxes. */

import { beforeAll, expect, test } from 'vitest';
import { sceneMenu } from '../../../web/playground/src/model/scene-menu.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

const N = 400;

function movedBetween(a: readonly number[], b: readonly number[], dim: number): number[] {
  const moved = new Set<number>();
  for (const [at, value] of a.entries()) {
    if (b[at] !== value) moved.add(Math.floor(at / (2 * dim)));
  }
  return [...moved];
}

const boxesOf = (address: string) => withScene(address, ({ session }) => [...session.boxes]);

const cases: readonly [scene: string, dim: 2 | 3, motion: string, share: readonly number[]][] = [
  ['power-law', 3, 'drift', [1, 1]],
  ['power-law', 2, 'teleport', [0, 0.1]],
  ['zipf', 3, 'jitter', [1, 1]],
  ['zipf', 2, 'swirl', [1, 1]],
  ['coincident', 3, 'jitter', [1, 1]],
  ['coincident', 2, 'still', [0, 0]],
  ['city', 3, 'traffic', [0.08, 0.12]],
  ['city', 2, 'traffic', [0.08, 0.12]],
  ['terrain', 3, 'walk', [0.01, 0.12]],
  ['swarm', 3, 'flock', [0.99, 1]],
  ['swarm', 2, 'flock', [0.99, 1]],
  ['bullets', 2, 'volley', [0.99, 1]],
  ['explosion', 3, 'blast', [0.99, 1]],
  ['explosion', 2, 'blast', [0.99, 1]],
  ['city', 3, 'still', [0, 0]],
];

test.each(cases)(
  '%s in %dD, %s: the selected share of boxes moves',
  async (scene, dim, motion, share) => {
    const address = `v=1&scene=${scene}&dim=${dim}&motion=${motion}&n=${N}&play=0&policy=move&q=sphere`;
    const first = await withScene(address, (opened) => {
      const before = [...opened.session.boxes];
      expect(before).toHaveLength(N * 2 * dim);
      expect(opened.notices).toEqual({});
      opened.expectSound();
      opened.step(3);
      const moved = movedBetween(before, [...opened.session.boxes], dim).length / N;
      expect(moved).toBeGreaterThanOrEqual(share[0]);
      expect(moved).toBeLessThanOrEqual(share[1]);
      opened.expectSound();
      return before;
    });
    expect(await boxesOf(address)).toEqual(first);
    if (scene === 'coincident') return;
    expect(await boxesOf(`${address}&seed=5`)).not.toEqual(first);
  },
);

test('box sizes of the power-law scene have a long tail', async () => {
  const address = 'v=1&scene=power-law&dim=2&n=4000&motion=still&play=0&show=items&q=none';
  const boxes = await boxesOf(address);
  const widths = Array.from({ length: 4000 }, (_, i) => boxes[4 * i + 2] - boxes[4 * i]).sort(
    (a, b) => a - b,
  );
  expect(widths[3999] / widths[2000]).toBeGreaterThan(10);
  expect(widths[2000] / widths[0]).toBeLessThan(4);
});

/**
 * Compares the scene bounds with the extent of the boxes. Returns for each axis the ratio of their
 * lengths, and the relative position of the center of the bounds in the extent, from 0 to 1.
 */
function framing(
  boxes: Float32Array,
  sceneBounds: Float32Array,
): { times: number; middle: number }[] {
  const dim = sceneBounds.length / 2;
  return Array.from({ length: dim }, (_, axis) => {
    const bounds = boxes.filter((_, i) => i % dim === axis);
    const first = bounds.reduce((a, b) => Math.min(a, b));
    const taken = bounds.reduce((a, b) => Math.max(a, b)) - first;
    const [low, high] = [sceneBounds[axis], sceneBounds[dim + axis]];
    return { times: (high - low) / taken, middle: ((low + high) / 2 - first) / taken };
  });
}

test.each(sceneMenu.filter(({ id }) => id !== 'own'))(
  'the camera frames all boxes: $id',
  async ({ dimensions, id }) => {
    for (const dim of dimensions) {
      const address = `v=1&scene=${id}&dim=${dim}&n=400&motion=still&play=0&q=none`;
      const axes = await withScene(address, ({ session }) =>
        framing(session.boxes, session.source.sceneBounds),
      );
      for (const { times, middle } of axes) {
        expect(times).toBeGreaterThan(0.4);
        // the region is larger for explosions, because boxes fly apart
        expect(times).toBeLessThan(id === 'explosion' ? 6 : 2);
        // the boxes of the pile start above the region and fall into it
        if (id === 'pile') continue;
        expect(middle).toBeGreaterThan(0.2);
        expect(middle).toBeLessThan(0.8);
      }
    }
  },
);

test('the selected share of a scene moves', async () => {
  const address = 'v=1&scene=uniform&n=1000&motion=drift&play=0&policy=move&moving=10';
  await withScene(address, (opened) => {
    const first = [...opened.session.boxes];
    opened.step(2);
    const moved = movedBetween(first, [...opened.session.boxes], 3).length;
    expect(moved).toBeGreaterThan(70);
    expect(moved).toBeLessThan(130);
    opened.expectSound();
  });
});

test.each(['turn', 'pulse'])(
  'the teapot stays in the scene bounds and returns to its start: %s',
  async (motion) => {
    const address = `v=1&scene=teapot&dim=3&motion=${motion}&n=500&play=0&q=none`;
    await withScene(address, ({ session }) => {
      const { boxes, source } = session;
      const before = boxes.slice();
      let [max, last] = [0, 0];
      // after 1047 frames, the teapot has completed one turn or five pulses
      for (let frame = 0; frame < 1047; frame++) {
        source.step();
        source.writeBoxes(boxes);
        const out = boxes.findIndex((x, i) =>
          i % 6 < 3 ? x < source.sceneBounds[i % 6] : x > source.sceneBounds[i % 6],
        );
        expect(out, `frame ${frame}`).toBe(-1);
        last = boxes.reduce((far, x, i) => Math.max(far, Math.abs(x - before[i])), 0);
        max = Math.max(max, last);
      }
      expect(last).toBeLessThan(max / 50);
    });
  },
);
