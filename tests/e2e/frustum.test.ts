/** The frustum query: visible items, their order, and the handles of its camera. */

import { expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=uniform&n=200&motion=still&play=0&show=bodies,hierarchy&q=frustum';

/** Returns the squared distance from the eye to the box of an item. */
function distance(boxes: readonly number[], id: number, eye: readonly number[]): number {
  return eye.reduce((sum, at, axis) => {
    const gap = Math.max(boxes[6 * id + axis] - at, at - boxes[6 * id + 3 + axis], 0);
    return sum + gap * gap;
  }, 0);
}

test.each(
  sample(
    ['dynamic-tree', 'kd-tree', 'sphere-tree', 'sweep-and-prune', 'hash-grid'],
    (_, i) => i === 0,
  ),
)('the results of a %s equal brute force and are sorted from front to back', async (structure) => {
  const playground = await opened.page();
  await playground.open(`${scene}&structure=${structure}`);
  const { inOrder, query } = await playground.snapshot();
  const expected = await playground.bruteForceHits();
  expect(expected.length).toBeGreaterThan(20);
  expect(await playground.hits()).toEqual(expected);
  expect([...inOrder].sort((a, b) => a - b)).toEqual(expected);
  const boxes = await playground.boxes();
  const distances = inOrder.map((id) => distance(boxes, id, query.eye ?? []));
  // the library sorts by float32 distances, so rounding errors are tolerated
  for (let i = 1; i < distances.length; i++) {
    expect(distances[i]).toBeGreaterThanOrEqual(distances[i - 1] * (1 - 1e-5) - 1e-5);
  }
});

test('the first items have number labels that do not overlap', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  const labels = playground.page.locator('.order-labels').last().locator('span:visible');
  const numbers = (await labels.allTextContents()).map(Number);
  expect(numbers.length).toBeGreaterThan(8);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(numbers[0]).toBe(1);
  expect(numbers.at(-1)).toBeLessThanOrEqual(50);
  expect(await playground.page.getByRole('list', { name: 'Colors' }).textContent()).toContain(
    'First … last hit',
  );
  await playground.check('query', 'box');
  expect(await playground.page.locator('.order-labels span:visible').count()).toBe(0);
});

test('the eye, the target and the angle have handles, also for keys', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  const start = await playground.snapshot();
  await playground.dragHandle('cam-eye', 30, -20);
  const dragged = await playground.snapshot();
  expect(dragged.query.eye).not.toEqual(start.query.eye);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  const cam = (from: typeof start) => from.settings.cam as number[];
  expect(cam(dragged)[3] - cam(start)[3]).toBeCloseTo(cam(dragged)[0] - cam(start)[0], 3);
  await playground.dragHandle('cam-spread', 40, 0);
  const widened = await playground.snapshot();
  expect(cam(widened)[6]).not.toBe(cam(dragged)[6]);
  expect(cam(widened).slice(0, 6)).toEqual(cam(dragged).slice(0, 6));
  await playground.handle('cam-target').focus();
  for (let i = 0; i < 5; i++) await playground.page.keyboard.press('ArrowLeft');
  await playground.settle();
  const aimed = await playground.snapshot();
  expect(cam(aimed).slice(0, 3)).toEqual(cam(widened).slice(0, 3));
  expect(cam(aimed).slice(3, 6)).not.toEqual(cam(widened).slice(3, 6));
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
});

longTest('the frustum query is not offered in 2D', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&dim=2`);
  expect((await playground.snapshot()).settings.query).toBe('box');
  const choice = await playground.control('input[name="query"][value="frustum"]');
  expect(await choice.isDisabled()).toBe(true);
});

longTest('the frustum query is restored after a reload and shared by two views', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&structure=octree&with=static-tree`);
  await playground.dragHandle('cam-eye', 20, 10);
  const before = await playground.snapshot();
  expect(before.sides[1].hits).toEqual(before.sides[0].hits);
  const hash = await playground.hash();
  expect(hash).toContain('q=frustum&cam=');
  await playground.open(hash);
  const after = await playground.snapshot();
  expect(after.settings.cam).toEqual(before.settings.cam);
  expect(after.inOrder).toEqual(before.inOrder);
});
