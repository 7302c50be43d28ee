/** Culling with the renderers of three.js: the pixels are those of the scene without culling. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from './fixtures/culling/page.js';
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

const usual = {
  kind: 'webgl',
  order: 'auto',
  camera: 'perspective',
  depth: 'standard',
  shadows: false,
} as const;

const KINDS = ['webgl', 'webgpu', 'fallback'] as const;

const cases: Case[] = [
  ...KINDS.flatMap((kind): Case[] => [
    { ...usual, kind },
    { ...usual, kind, order: 'any' },
    { ...usual, kind, shadows: true },
    { ...usual, kind, depth: 'reversed' },
    { ...usual, kind, depth: 'logarithmic' },
  ]),
  { ...usual, camera: 'orthographic' },
  { ...usual, camera: 'array' },
];

test.each(cases)(
  'culling does not change the pixels: $kind, $order, $camera, $depth, shadows $shadows',
  async (options) => {
    const page = await (await theBrowser()).newPage();
    try {
      await page.goto(site.url);
      await page.waitForFunction(() => window.compareFrames !== undefined);
      const hasAdapter = await page.evaluate(
        async () => ((await navigator.gpu?.requestAdapter()) ?? null) !== null,
      );
      const { backend, frames } = await page.evaluate((one) => window.compareFrames(one), options);
      expect(backend).toBe(options.kind === 'webgpu' && hasAdapter ? 'webgpu' : 'webgl');
      for (const { different, colors, culled, full } of frames) {
        expect(different).toBeLessThanOrEqual(MAX_DIFFERENT);
        expect(colors).toBeGreaterThan(10);
        // three.js culls a batch for each view of an array and for each light
        const isSeparate = options.camera === 'array' || options.shadows;
        if (!isSeparate) expect(culled).toBeLessThan(full);
      }
      const partial = frames.filter(({ partialUploads }) => partialUploads > 0);
      if (options.kind === 'webgl') expect(partial.length > 10).toBe(options.order === 'any');
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
