/** The address of the page contains its state. */

import { describe, expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';

const opened = usePlayground();

test('settings survive a reload', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=50&play=0');
  await playground.check('dim', '2');
  await playground.select('structure', 'sweep-and-prune');
  await playground.select('scene', 'mixed');
  await playground.select('motion', 'drift');
  await playground.check('policy', 'rebuild');
  await playground.check('query', 'sphere');
  await (await playground.control('input[name="show-hierarchy"]')).uncheck();
  await playground.enter('n', '345');
  await playground.ready();
  await playground.dragHandle('ball-center', 40, 20);
  const before = await playground.snapshot();
  const hash = await playground.hash();
  await playground.page.waitForFunction((text) => location.hash === `#${text}`, hash);
  await playground.page.reload();
  await playground.ready();
  expect(await playground.hash()).toBe(hash);
  const after = await playground.snapshot();
  expect(after.settings).toEqual(before.settings);
  expect(after.query).toEqual(before.query);
  expect(before.settings).toMatchObject({
    structure: 'sweep-and-prune',
    dim: 2,
    scene: 'mixed',
    n: 345,
    motion: 'drift',
    policy: 'rebuild',
    query: 'sphere',
  });
});

test('Back and Forward restore previous settings', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const seen = [await playground.hash()];
  await playground.select('structure', 'brute-force');
  seen.push(await playground.hash());
  await playground.check('query', 'ray');
  seen.push(await playground.hash());
  expect(new Set(seen).size).toBe(3);
  for (const expected of [seen[1], seen[0]]) {
    await playground.page.goBack();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('dynamic-tree');
  for (const expected of [seen[1], seen[2]]) {
    await playground.page.goForward();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('brute-force');
});

test('ignores unknown keys and clamps values, with a message on the stage and at the control', async () => {
  const playground = await opened.page();
  await playground.open(
    'v=1&scene=dust&n=-7&seed=1e99&structure=oak&q=nearest&k=999999&play=0&moon=full&o.bark=1&box=a,b',
  );
  const { settings, notices } = await playground.snapshot();
  expect(settings).toMatchObject({ structure: 'dynamic-tree', n: 2, seed: 0xffffffff, k: 500 });
  expect(Object.keys(notices).sort()).toEqual(['k', 'n', 'seed', 'structure']);
  const words = (await playground.page.locator('.status-notice').allTextContents()).join(' ');
  for (const part of ['oak', 'at least 2', 'at most 500']) expect(words).toContain(part);
  const field = playground.page.locator('.field', { has: playground.page.locator('[name="k"]') });
  await playground.control('input[name="k"]');
  expect(await field.locator('.notice').textContent()).toContain('at most 500');
  expect(await playground.hash()).not.toMatch(/moon|bark/);
  await playground.enter('k', '9');
  await playground.settle();
  expect(await field.locator('.notice').count()).toBe(0);
});

describe('the camera', () => {
  test.each([
    ['2D', 'v=1&scene=uniform&dim=2&n=50&play=0&q=box', 3],
    ['3D', 'v=1&scene=uniform&n=50&play=0&q=box', 6],
  ])('of a moved view is stored in the address and restored: %s', async (_, hash, numbers) => {
    // a fresh page, because the panels of earlier tests can have moved the scene
    const playground = await opened.fresh();
    await playground.open(hash);
    expect(await playground.hash()).not.toContain('camera=');
    const { page } = playground;
    let shown = '';
    /**
     * Waits until the address and the view are stable. Returns the position of the query box's
     * center in the window.
     */
    const center = async () => {
      await expect
        .poll(
          async () => {
            const before = shown;
            const place = await playground.handlePosition('box-center');
            shown = JSON.stringify([await playground.hash(), place]);
            return shown === before;
          },
          // the page stores the camera after 250 ms without motion
          { interval: 600 },
        )
        .toBe(true);
      return playground.handlePosition('box-center');
    };
    const middle = await center();
    await page.mouse.move(middle.x + 90, middle.y + 140);
    await page.mouse.down();
    await page.mouse.move(middle.x + 30, middle.y + 120, { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(() => window.playground?.hash().includes('camera='));
    const dragged = await playground.hash();
    await playground.wheel(-400);
    await expect.poll(() => playground.hash()).not.toBe(dragged);
    const before = await center();
    await playground.addressed();
    const address = await playground.hash();
    const camera = new URLSearchParams(address).get('camera')?.split(',') ?? [];
    expect(camera).toHaveLength(numbers);
    await page.reload();
    await playground.ready();
    expect(await playground.hash()).toBe(address);
    const after = await center();
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(2);
    await page.getByRole('button', { name: 'Center the view' }).click();
    await playground.addressed();
    expect(await playground.hash()).toBe(address.replace(/&camera=[^&]*/, ''));
    expect(Math.abs((await center()).x - after.x)).toBeGreaterThan(3);
  });
});
