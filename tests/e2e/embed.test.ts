/** The playground embedded in a frame of another page. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const frame = { ...wide, viewport: { width: 640, height: 400 } };
const hash = 'v=1&structure=octree&scene=uniform&n=300&play=0&show=bodies';

test('an embedded page shows only the stage and one line, and does not capture the wheel', async () => {
  const playground = await opened.page(frame);
  await playground.open(hash, 'embed=1&aa=0');
  const { page } = playground;
  expect(
    await page.locator('.rail, .readings, .dock, .sheet, .top-line, .site-header:visible').count(),
  ).toBe(0);
  const caption = page.getByRole('region', { name: 'About this picture' });
  const { nodes, structure } = await playground.snapshot();
  expect(structure).toBe('octree');
  expect(await caption.textContent()).toContain('Octree');
  expect(await caption.locator('#numbers').textContent()).toBe(
    `Uniform · 300 boxes · ${nodes.toLocaleString('en')} nodes`,
  );
  const bar = await caption.boundingBox();
  expect(bar?.height).toBeLessThan(64);
  expect(bar && bar.y + bar.height).toBe(400);
  for (const key of ['h', '?', 'b', 's', 'c']) await page.keyboard.press(key);
  await playground.settle();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await playground.snapshot()).sides.length).toBe(1);
  expect(new URL(page.url()).hash).not.toContain('bench');
  await page.mouse.move(320, 150);
  const center = () => playground.handlePosition('box-center');
  const at = await center();
  await page.mouse.wheel(0, -300);
  await playground.settle();
  expect(await center()).toEqual(at);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await playground.settle();
  expect(await center()).not.toEqual(at);
});

longTest('the link of an embedded page opens the whole page in the same state', async () => {
  const playground = await opened.page(frame);
  await playground.open(hash, 'embed=1&aa=0');
  const { page } = playground;
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await playground.dragHandle('box-center', 30, -12);
  const { settings } = await playground.snapshot();
  const link = page.getByRole('link', { name: 'Open in the playground (new tab)' });
  const address = new URL((await link.getAttribute('href')) ?? '');
  expect(address.search).toBe('?aa=0');
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await popup.waitForFunction(() => window.playground?.snapshot()?.status.kind === 'ready');
  const after = await popup.evaluate(() => window.playground?.snapshot());
  expect(after?.settings.box).toEqual(settings.box);
  expect(after?.structure).toBe('octree');
  expect(await popup.locator('.rail, .sheet').count()).toBe(1);
  expect(await popup.locator('.embed-caption').count()).toBe(0);
});

longTest.each(['dark', 'light'] as const)('the frame is accessible: %s', async (colorScheme) => {
  const playground = await opened.page({ ...frame, colorScheme });
  for (const more of ['', '&with=loose-octree']) {
    await playground.open(`${hash}${more}`, 'embed=1&aa=0');
    const { page } = playground;
    await prepareChecker(page);
    const found = await page.evaluate(() =>
      window.axe
        .run(document, { resultTypes: ['violations'] })
        .then(({ violations }) =>
          violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
        ),
    );
    expect(found).toEqual([]);
  }
  const { page } = playground;
  const names: string[] = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  expect(names).toContain('Play');
  expect(names.some((name) => name.startsWith('Open in the playground'))).toBe(true);
});

longTest('Bench is complete in a frame', async () => {
  const playground = await opened.page(frame);
  await playground.page.goto(`${opened.site().url}?embed=1#bench`);
  await playground.page.getByRole('button', { name: /^Run/ }).waitFor();
  expect(await playground.page.locator('.embed-caption').count()).toBe(0);
});

let host: Server;

beforeAll(async () => {
  host = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>A page</title><iframe title="Octree" width="640" height="400" src="${opened.site().url}?embed=1&aa=0#${hash}"></iframe>`,
    );
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
});

afterAll(() => {
  host?.close();
});

test('an embedded page works in a frame of a page of another origin', async () => {
  const playground = await opened.page({ ...wide, viewport: { width: 700, height: 480 } });
  const { port } = host.address() as AddressInfo;
  await playground.page.goto(`http://127.0.0.1:${port}/`);
  const inside = playground.page.frameLocator('iframe');
  await inside.locator('#numbers', { hasText: '300 boxes' }).waitFor();
  expect(await inside.getByRole('link').count()).toBe(1);
});
