/** Tests `sapwood/react` with React Three Fiber, WebGL and pointer events of the browser. */

import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from './support/browser.js';
import { type Site, serveBuilt } from './support/site.js';

const root = fileURLToPath(new URL('fixtures/react', import.meta.url));
const output = fileURLToPath(new URL('output/react', import.meta.url));
const SIZE = 200;

let site: Site;
beforeAll(async () => {
  site = await serveBuilt(root, output);
});
afterAll(() => site?.close());

async function open(query: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 800, height: 400 } });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${site.url}?${query}`);
  await page.waitForFunction(() => window.isReady?.());
  await page.evaluate(() => window.change(0));
  return { page, errors };
}

/** Moves the pointer on a canvas to a position that depends on the step. Some steps also click. */
async function point(page: Page, canvas: number, step: number): Promise<void> {
  const box = await page.locator(`#canvas-${canvas}`).boundingBox();
  if (box === null) throw new Error('no canvas');
  // multiples of irrational numbers, modulo 1, distribute the positions over the whole canvas
  const x = box.x + Math.floor(SIZE * ((0.618 * step) % 1));
  const y = box.y + Math.floor(SIZE * ((0.414 * step) % 1));
  await page.mouse.move(x, y);
  if (step % 3 === 0) await page.mouse.click(x, y);
  if (step % 7 === 0) await page.mouse.dblclick(x, y);
  if (step % 5 === 0) await page.mouse.click(x, y, { button: 'right' });
  // moves outside, so that the pointer leaves both canvases
  await page.mouse.move(780, 380);
}

test.each([
  // few steps, because this mode draws every frame, which is slow in software
  ['always', 8],
  ['demand', 24],
])(
  'events and pixels are the same with and without an index, with frameloop %s',
  async (frameloop, steps) => {
    const { page, errors } = await open(`frameloop=${frameloop}`);
    try {
      let culled = 0;
      for (let step = 1; step <= steps; step += 1) {
        for (const canvas of [0, 1]) await point(page, canvas, step);
        if (step % 2 === 0) await page.evaluate((at) => window.change(at), step);
        // objects move between two frames, so that events must use an updated index
        else if (frameloop === 'demand') await page.evaluate((at) => window.moveNow(at), step);
        const [found, right] = await page.evaluate(() => window.reports());
        expect(found.log).toEqual(right.log);
        if (step % 2 === 0) {
          expect(found.pixels).toBe(right.pixels);
          expect(found.triangles).toBeLessThanOrEqual(right.triangles);
          if (found.triangles < right.triangles) culled += 1;
        }
      }
      const [found] = await page.evaluate(() => window.reports());
      expect(found.log.length).toBeGreaterThan(2 * steps);
      expect(found.pairs).toBeGreaterThan(0);
      expect(culled).toBeGreaterThan(0);
      expect(errors).toEqual([]);
    } finally {
      await page.close();
    }
  },
);

test('the scene is searched once per event, and never after the canvas is removed', async () => {
  const { page, errors } = await open('frameloop=demand');
  try {
    const before = await page.evaluate(() => [window.searches(), window.reports()[0].events]);
    for (let step = 1; step <= 20; step += 1) {
      const box = await page.locator('#canvas-0').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 8 * step, (box?.y ?? 0) + 70 + step);
    }
    const after = await page.evaluate(() => [window.searches(), window.reports()[0].events]);
    expect(after[1] - before[1]).toBeGreaterThanOrEqual(20);
    expect(after[0] - before[0]).toBe(after[1] - before[1]);
    await page.evaluate(() => window.remove(0));
    expect(await page.evaluate(() => window.liveIndices())).toBe(0);
    await point(page, 1, 1);
    expect(await page.evaluate(() => window.searches())).toBe(after[0]);
    await page.evaluate(() => window.remove(1));
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
});
