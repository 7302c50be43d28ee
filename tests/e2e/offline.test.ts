/** After the first visit, the page works without a network. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { expect, test } from 'vitest';
import { addressOf, BenchPage, type Choice } from './support/bench-page.js';
import { type PlaygroundPage, usePlayground, wide } from './support/playground-page.js';
import { playgroundFolder } from './support/site.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const withServiceWorker = { ...wide, serviceWorkers: 'allow' } as const;
const tiny: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: [2], n: [200, 200], sizes: 1, seed: 5 },
  ...{ phases: ['pairs', 'memory'], who: ['sapwood:wide-tree', 'rbush'] },
};

/**
 * Returns whether a service worker controls the page and has cached all files that the page used,
 * including one that matches `file`.
 */
function isCached({ page }: PlaygroundPage, file: RegExp): Promise<boolean> {
  return page.evaluate(async (pattern) => {
    const { controller } = navigator.serviceWorker;
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration || controller?.state !== 'activated') return false;
    const used = performance.getEntriesByType('resource').map(({ name }) => name);
    const own = used.filter((name) => name.startsWith(`${registration.scope}assets/`));
    const found = await Promise.all(own.map((name) => caches.match(name)));
    return found.every(Boolean) && own.some((name) => new RegExp(pattern).test(name));
  }, file.source);
}

async function expectCached(playground: PlaygroundPage, file: RegExp): Promise<void> {
  await expect.poll(() => isCached(playground, file)).toBe(true);
}

/**
 * Opens the scene of the pile with the physics engine, reloads the page without a network, and
 * waits for the first step of the scene.
 */
async function openedAgain(): Promise<BenchPage> {
  const playground = await opened.fresh(withServiceWorker, BenchPage);
  const { page } = playground;
  const explore = () =>
    page.waitForFunction(() => window.playground?.snapshot()?.status.kind === 'ready');
  await page.goto(`${opened.site().url}?aa=0#v=1&n=60&play=0`);
  await explore();
  await expectCached(playground, /rapier/);
  await page.context().setOffline(true);
  await page.reload();
  await explore();
  await page.locator('body').press('.');
  await page.waitForFunction(() => window.playground?.snapshot()?.frame === 1);
  return playground;
}

test('without a network, the page opens with the pile and its engine, and Bench opens for the first time', async () => {
  const playground = await openedAgain();
  const { page } = playground;
  await page.locator('body').press('b');
  await page.waitForFunction(() => window.benchPage !== undefined);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // the error messages of the browser about the missing network are expected
  playground.errorMessages.length = 0;
});

longTest('offline, examples, the heat map and Bench work without an earlier visit', async () => {
  const playground = await openedAgain();
  const { page } = playground;
  // the following features need files that the page had not requested while it had a network
  await playground.drawer('Examples');
  await page.click('[data-example="loose"]');
  await page.locator('[data-tour]').waitFor();
  await (await playground.control('input[name="show-heat"]')).check();
  await page.waitForFunction(() => window.playground?.heatAt(1, 1) !== null);
  await page.locator('body').press('b');
  await page.waitForFunction(() => window.benchPage !== undefined);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, addressOf(tiny));
  await playground.settle();
  await playground.start();
  expect((await playground.ended()).stage).toBe('done');
  // pages from the cache are also cross-origin isolated, so that clocks are precise
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // the error messages of the browser about the missing network are expected
  playground.errorMessages.length = 0;
});

longTest('with a network, the newest page is loaded, also in a subfolder of a host', async () => {
  const root = mkdtempSync(join(tmpdir(), 'playground-'));
  const folder = join(root, 'dist');
  cpSync(playgroundFolder, folder, { recursive: true });
  const server = await preview({
    root,
    configFile: false,
    base: '/some/folder/',
    build: { outDir: folder },
    preview: { port: 0 },
    logLevel: 'error',
  });
  try {
    const playground = await opened.fresh(withServiceWorker);
    const { page } = playground;
    const address = `${server.resolvedUrls?.local[0]}?aa=0#v=1&scene=uniform&n=50&play=0`;
    await page.goto(address);
    await playground.ready();
    await expectCached(playground, /core/);
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(new URL(scope).pathname).toBe('/some/folder/');
    const html = join(folder, 'index.html');
    writeFileSync(
      html,
      readFileSync(html, 'utf8').replace('content="Interactive ', 'content="Newer: interactive '),
    );
    await page.reload();
    await playground.ready();
    expect(await page.evaluate(() => document.head.innerHTML)).toContain('Newer: interactive');
    await page.context().setOffline(true);
    await page.reload();
    await playground.ready();
    expect(await page.evaluate(() => document.head.innerHTML)).toContain('Newer: interactive');
    playground.errorMessages.length = 0;
  } finally {
    await server.close();
    rmSync(root, { recursive: true });
  }
});
