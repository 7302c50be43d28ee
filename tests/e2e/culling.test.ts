/** The renderers of three.js draw the same pixels with and without culling by Sapwood. */

import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from './fixtures/culling/page.js';
import { sharedBrowser } from './support/browser.js';
import { type Site, serveBuilt } from './support/site.js';

const root = fileURLToPath(new URL('fixtures/culling', import.meta.url));
const outputOf = (three: string) =>
  fileURLToPath(new URL(`output/culling-${three}`, import.meta.url));

/** Package names of the newest version of three.js and of the oldest supported version. */
const VERSIONS = ['three', 'three-0.170'] as const;

/**
 * Maximum number of different pixels. Culling changes the drawing order of instances. Where two
 * instances have equal depth, the one drawn last is visible.
 */
const MAX_DIFFERENT = 3;

const sites = new Map<string, Site>();
beforeAll(async () => {
  for (const three of VERSIONS) sites.set(three, await serveBuilt(root, outputOf(three), three));
});
afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

async function onPage(three: string, run: (page: Page) => Promise<void>): Promise<void> {
  const page = await (await sharedBrowser()).newPage();
  try {
    await page.goto(sites.get(three)?.url ?? '');
    await page.waitForFunction(() => window.compareLevels !== undefined);
    await run(page);
  } finally {
    await page.close();
  }
}

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

const versioned = [
  ...cases.map((options) => ({ three: VERSIONS[0], ...options })),
  // The old version has two faults. Its WebGPURenderer draws wrong instances after their order
  // changes. Its WebGLRenderer culls plain objects with the camera array instead of the cameras in
  // it.
  ...cases
    .filter(({ kind, camera }) => kind === 'webgl' && camera !== 'array')
    .map((options) => ({ three: VERSIONS[1], ...options })),
];

test.each(versioned)(
  'culling does not change the pixels: $three, $kind, $order, $camera, $depth, shadows $shadows',
  ({ three, ...options }) =>
    onPage(three, async (page) => {
      const hasAdapter = await page.evaluate(
        async () => ((await navigator.gpu?.requestAdapter()) ?? null) !== null,
      );
      const { backend, frames } = await page.evaluate((one) => window.compareFrames(one), options);
      expect(backend).toBe(options.kind === 'webgpu' && hasAdapter ? 'webgpu' : 'webgl');
      for (const { different, colors, culled, full } of frames) {
        expect(different).toBeLessThanOrEqual(MAX_DIFFERENT);
        expect(colors).toBeGreaterThan(10);
        // with an array of cameras or with shadows, three.js culls a batch for each camera and each
        // light, so the triangle counts with and without Sapwood cannot be compared
        const isSeparate = options.camera === 'array' || options.shadows;
        if (!isSeparate) expect(culled).toBeLessThan(full);
      }
      const partial = frames.filter(({ partialUploads }) => partialUploads > 0);
      if (options.kind === 'webgl') expect(partial.length > 10).toBe(options.order === 'any');
    }),
);

test.each(['auto', 'any'] as const)(
  'instances have the pixels of their levels with order %s',
  (order) =>
    onPage('three', async (page) => {
      const frames = await page.evaluate((name) => window.compareLevels(name), order);
      for (const { different } of frames) expect(different).toBeLessThanOrEqual(MAX_DIFFERENT);
      for (const channel of [0, 1, 2]) {
        const drawn = frames.filter(({ pixels }) => pixels[channel] > 50);
        expect(drawn.length).toBeGreaterThan(10);
      }
    }),
);
