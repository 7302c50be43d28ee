/** Scenes that the page makes itself: cities, swarms and the like, and how much of a scene moves. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const N = 400;

async function step(playground: PlaygroundPage, frames: number): Promise<void> {
  const { page } = playground;
  const before = await page.evaluate(() => window.playground?.snapshot()?.frame ?? 0);
  for (let i = 0; i < frames; i++) await page.keyboard.press('.');
  await page.waitForFunction(
    (frame) => (window.playground?.snapshot()?.frame ?? 0) >= frame,
    before + frames,
  );
  // pairs are searched with the picture
  await playground.settle();
}

async function expectSound(playground: PlaygroundPage): Promise<void> {
  const { pairs, notices } = await playground.snapshot();
  expect(await playground.faults()).toEqual([]);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(notices).toEqual({});
}

/** Ids whose bounds differ. */
function movedBetween(a: readonly number[], b: readonly number[], dim: number): number[] {
  const moved = new Set<number>();
  for (const [at, value] of a.entries()) {
    if (b[at] !== value) moved.add(Math.floor(at / (2 * dim)));
  }
  return [...moved];
}

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

test.each(cases)('%s in %dD, %s: as many move as should', async (scene, dim, motion, share) => {
  const playground = await opened.page();
  const address = `v=1&scene=${scene}&dim=${dim}&motion=${motion}&n=${N}&play=0&policy=move&q=sphere`;
  await playground.open(address);
  const first = await playground.boxes();
  expect(first).toHaveLength(N * 2 * dim);
  await expectSound(playground);
  await step(playground, 3);
  const second = await playground.boxes();
  const moved = movedBetween(first, second, dim).length / N;
  expect(moved).toBeGreaterThanOrEqual(share[0]);
  expect(moved).toBeLessThanOrEqual(share[1]);
  await expectSound(playground);
  // the same address is the same scene, another seed is another one
  await playground.open(address);
  expect(await playground.boxes()).toEqual(first);
  if (scene === 'coincident') return;
  await playground.open(`${address}&seed=5`);
  expect(await playground.boxes()).not.toEqual(first);
});

test('the clouds of uneven clusters follow the law, sizes by a power law have a tail', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=power-law&dim=2&n=4000&motion=still&play=0&show=items&q=none');
  const boxes = await playground.boxes();
  const widths = Array.from({ length: 4000 }, (_, i) => boxes[4 * i + 2] - boxes[4 * i]).sort(
    (a, b) => a - b,
  );
  expect(widths[3999] / widths[2000]).toBeGreaterThan(10);
  expect(widths[2000] / widths[0]).toBeLessThan(4);
});

describe('how many of the boxes move', () => {
  test('is set by its control, and is part of the address', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=1000&motion=drift&play=0&policy=move');
    await playground.page.fill('input[name="moving"]', '10');
    await playground.page.keyboard.press('Enter');
    await playground.ready();
    expect(await playground.hash()).toContain('moving=10');
    const first = await playground.boxes();
    await playground.page.locator('body').press('Escape');
    await playground.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await step(playground, 2);
    const moved = movedBetween(first, await playground.boxes(), 3).length;
    expect(moved).toBeGreaterThan(70);
    expect(moved).toBeLessThan(130);
    await expectSound(playground);
    await playground.open('v=1&scene=uniform&n=50&motion=drift&play=0&moving=900');
    const { settings, notices } = await playground.snapshot();
    expect(settings.moving).toBe(100);
    expect(notices.moving).toMatch(/at most 100/);
  });

  test('is asked only where all would move', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&motion=teleport&play=0');
    expect(await playground.page.locator('input[name="moving"]').count()).toBe(0);
    await playground.select('motion', 'swirl');
    expect(await playground.page.locator('input[name="moving"]').count()).toBe(1);
  });
});
