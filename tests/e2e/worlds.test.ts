/**
 * Generated scenes such as cities and swarms have exact results, and the selected share of boxes
 * moves.
 */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

async function step(playground: PlaygroundPage, frames: number): Promise<void> {
  const { page } = playground;
  const before = await page.evaluate(() => window.playground?.snapshot()?.frame ?? 0);
  for (let i = 0; i < frames; i++) await page.keyboard.press('.');
  await page.waitForFunction(
    (frame) => (window.playground?.snapshot()?.frame ?? 0) >= frame,
    before + frames,
  );
  // waits for the picture, because the page searches pairs when it draws
  await playground.settle();
}

async function expectSound(playground: PlaygroundPage): Promise<void> {
  const { pairs, notices } = await playground.snapshot();
  expect(await playground.faults()).toEqual([]);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(notices).toEqual({});
}

function movedBetween(a: readonly number[], b: readonly number[], dim: number): number[] {
  const moved = new Set<number>();
  for (const [at, value] of a.entries()) {
    if (b[at] !== value) moved.add(Math.floor(at / (2 * dim)));
  }
  return [...moved];
}

describe('the share of moving boxes', () => {
  test('is set by its control and stored in the address', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=1000&motion=drift&play=0&policy=move');
    await playground.enter('moving', '10');
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

  longTest('is a setting only of motions that move all boxes', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&motion=teleport&play=0');
    await playground.drawer('Scene');
    expect(await playground.page.locator('input[name="moving"]').count()).toBe(0);
    await playground.select('motion', 'swirl');
    expect(await playground.page.locator('input[name="moving"]').count()).toBe(1);
  });
});
