/** Culling with WebGLRenderer: the pixels are those of the scene without culling. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { theBrowser } from './support/browser.js';
import { type Site, serveBuilt } from './support/site.js';

const root = fileURLToPath(new URL('fixtures/culling', import.meta.url));
const output = fileURLToPath(new URL('output/culling', import.meta.url));

/** Culling changes the order of instances, and at equal depths the last one is drawn. */
const MAX_DIFFERENT = 3;

let site: Site;
beforeAll(async () => {
  site = await serveBuilt(root, output);
});
afterAll(() => site?.close());

test.each(['auto', 'any'] as const)(
  'culling with order %s does not change the pixels of a scene',
  async (order) => {
    const page = await (await theBrowser()).newPage();
    try {
      await page.goto(site.url);
      await page.waitForFunction(() => window.compareFrames !== undefined);
      const frames = await page.evaluate((name) => window.compareFrames(name), order);
      for (const { different, colors, culled, full } of frames) {
        expect(different).toBeLessThanOrEqual(MAX_DIFFERENT);
        expect(colors).toBeGreaterThan(10);
        expect(culled).toBeLessThan(full);
      }
      const partial = frames.filter(({ partialUploads }) => partialUploads > 0);
      expect(partial.length > 10).toBe(order === 'any');
    } finally {
      await page.close();
    }
  },
);

test.each(['auto', 'any'] as const)(
  'instances have the pixels of their levels with order %s',
  async (order) => {
    const page = await (await theBrowser()).newPage();
    try {
      await page.goto(site.url);
      await page.waitForFunction(() => window.compareLevels !== undefined);
      const frames = await page.evaluate((name) => window.compareLevels(name), order);
      for (const { different } of frames) expect(different).toBeLessThanOrEqual(MAX_DIFFERENT);
      for (const channel of [0, 1, 2]) {
        const drawn = frames.filter(({ pixels }) => pixels[channel] > 50);
        expect(drawn.length).toBeGreaterThan(10);
      }
    } finally {
      await page.close();
    }
  },
);
