/** Explore on a phone: layout, gestures and settings. */

import { expect, test } from 'vitest';
import { showMe } from '../../web/playground/src/model/examples.js';
import { phone, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

test('the page fits 390 x 844 without horizontal scrolling with any open sheet', async () => {
  const playground = await opened.page(phone);
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const overflow = () =>
    playground.page.evaluate(() => {
      const wide = [...document.querySelectorAll('body *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > 391 || left < -1) && !element.closest('.handles, option');
      });
      const { scrollWidth } = document.documentElement;
      return { scrollWidth, wide: wide.map((element) => element.className || element.tagName) };
    });
  expect(await overflow()).toEqual({ scrollWidth: 390, wide: [] });
  for (const tab of ['Examples', 'Scene', 'View', 'Query', 'Numbers']) {
    await playground.page.getByRole('button', { name: tab, exact: true }).click();
    await playground.page.locator('.sheet-body').waitFor();
    expect(await overflow(), tab).toEqual({ scrollWidth: 390, wide: [] });
  }
});

longTest('the initial scene and selected scenes have half the number of items', async () => {
  const playground = await opened.page(phone);
  await playground.load();
  expect((await playground.snapshot()).items).toBe(1000);
  expect(await playground.hash()).toContain('n=1000');
  await playground.select('scene', 'uniform');
  expect((await playground.snapshot()).items).toBe(1000);
  // an address without a number of items has the same number on phones and on desktops
  await playground.open('v=1&scene=uniform&play=0');
  expect((await playground.snapshot()).items).toBe(2000);
});

longTest('the stage has at most two pixels per CSS pixel, and the page can zoom', async () => {
  const playground = await opened.page({ ...phone, deviceScaleFactor: 3 });
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const { page } = playground;
  expect(
    await page.locator('#stage canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width),
  ).toBe(780);
  const viewport = (await page.getAttribute('meta[name="viewport"]', 'content')) ?? '';
  expect(viewport).toContain('width=device-width');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
});

test('all settings can be changed in the sheet', async () => {
  const playground = await opened.page(phone);
  await playground.open('v=1&scene=uniform&n=100&play=0');
  await playground.select('structure', 'brute-force');
  await playground.page.getByRole('button', { name: 'Query', exact: true }).click();
  await playground.check('query', 'nearest');
  await playground.page.getByRole('button', { name: 'Numbers', exact: true }).click();
  expect(await playground.page.textContent('[data-number="items"]')).toBe('100');
  expect((await playground.snapshot()).structure).toBe('brute-force');
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
});

test('the scene is centered in the area above the sheet', async () => {
  const playground = await opened.page(phone);
  await playground.open('v=1&scene=uniform&n=100&play=0&box=0.5,0.5,0.5,0.1,0.1,0.1');
  const before = await playground.handlePosition('box-center');
  await playground.page.getByRole('button', { name: 'Scene', exact: true }).click();
  await playground.settle();
  const after = await playground.handlePosition('box-center');
  expect(after.y).toBeLessThan(before.y - 60);
});

longTest('wide and low scenes fit into the area above the sheet', async () => {
  const playground = await opened.page(phone);
  for (const scene of ['city', 'terrain', 'uniform']) {
    const address = `v=1&scene=${scene}&n=300&play=0&q=ray`;
    await playground.open(address);
    const sheet = await playground.page.locator('.sheet').boundingBox();
    const places = [];
    for (const ray of ['0,0,1,1,0,0', '0,0,0,1,0,1', '0,1,1,1,1,0', '0,1,0,1,1,1']) {
      await playground.page.evaluate((hash) => {
        location.hash = hash;
      }, `${address}&ray=${ray}`);
      await playground.ready();
      places.push(await playground.handlePosition('ray-start'));
      places.push(await playground.handlePosition('ray-end'));
    }
    for (const { x, y } of places) {
      expect(x).toBeGreaterThan(4);
      expect(x).toBeLessThan(386);
      expect(y).toBeGreaterThan(80);
      expect(y).toBeLessThan(sheet?.y ?? 0);
    }
    const xs = places.map(({ x }) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(300);
  }
});

longTest('the card of a node does not cover numbers, captions or handles', async () => {
  for (const options of [phone, { viewport: { width: 1440, height: 900 } }]) {
    const playground = await opened.page(options);
    await playground.open(
      'v=1&structure=octree&with=loose-octree&scene=uniform&n=200&play=0&node=A2',
    );
    const card = await playground.page.locator('.node-card').boundingBox();
    if (!card) throw new Error('no card');
    const covered = await playground.page.evaluate((area) => {
      const others = document.querySelectorAll(
        '.site-header, .key-figures, .caption, .handle, .dock, .transport, .sheet-tabs, .readings, .rail',
      );
      return [...others]
        .filter((other) => {
          const { left, right, top, bottom, width } = other.getBoundingClientRect();
          const beside = right <= area.x || left >= area.x + area.width;
          return width > 0 && !beside && bottom > area.y && top < area.y + area.height;
        })
        .map((other) => other.className);
    }, card);
    expect(covered).toEqual([]);
  }
});

test('a pinch that begins on a handle zooms and does not change the query', async () => {
  const playground = await opened.fresh(phone);
  await playground.open('v=1&scene=uniform&dim=2&n=100&play=0&q=box');
  const { page } = playground;
  const { query } = await playground.snapshot();
  const box = await page.locator('[data-handle="box-center"]').boundingBox();
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const touch = await page.context().newCDPSession(page);
  const fingers = (type: string, ...touchPoints: { x: number; y: number; id: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  const first = { x, y, id: 1 };
  const second = { x: x + 30, y: y - 90, id: 2 };
  await fingers('touchStart', first);
  await fingers('touchStart', first, second);
  for (let i = 1; i <= 4; i++) {
    await fingers('touchMove', { ...first, y: y + 10 * i }, { ...second, y: second.y - 10 * i });
  }
  await fingers('touchEnd');
  await page.waitForFunction(() => window.playground?.hash().includes('camera='));
  const after = await playground.snapshot();
  expect(after.query).toEqual(query);
  expect(after.settings.camera?.[2]).toBeGreaterThan(1.2);
});

test('the help on a phone describes gestures instead of keys', async () => {
  const playground = await opened.page(phone);
  await playground.open('v=1&scene=uniform&n=100&play=0');
  await playground.page.locator('.more summary').click();
  await playground.page.getByRole('button', { name: 'Help' }).click();
  const dialog = playground.page.getByRole('dialog', { name: 'Help' });
  expect(await dialog.innerText()).toContain('two fingers');
  expect(await dialog.locator('kbd').count()).toBe(0);
});

test('handles of a small query are apart, and a drag starts without a jump', async () => {
  const playground = await opened.fresh(phone);
  await playground.open('v=1&scene=uniform&n=100&play=0&q=box&box=0.5,0.5,0.5,0.02,0.02,0.02');
  const { page } = playground;
  const handles = await page.locator('.handle:visible').evaluateAll((all) =>
    all.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return { x, y, width, isOnTop: document.elementFromPoint(x, y) === element };
    }),
  );
  expect(handles).toHaveLength(7);
  for (const [i, { isOnTop, width, x, y }] of handles.entries()) {
    expect(width).toBeGreaterThan(43.9);
    expect(isOnTop).toBe(true);
    for (const other of handles.slice(i + 1)) {
      expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(42);
    }
  }
  const before = (await playground.snapshot()).settings.box;
  await playground.dragHandle('box-max-y', 0, -2);
  const after = (await playground.snapshot()).settings.box;
  expect(after).not.toEqual(before);
  for (const [i, value] of after.entries()) expect(Math.abs(value - before[i])).toBeLessThan(0.02);
});

test.each([
  [390, 844],
  [320, 568],
])('each caption of the first example is visible on %i x %i', async (width, height) => {
  const playground = await opened.fresh({ ...phone, viewport: { width, height } });
  const { page } = playground;
  await playground.open('v=1&scene=uniform&n=100&play=0');
  await page.locator('[data-start]').tap();
  const { stops } = showMe;
  for (let stop = 1; stop <= stops.length; stop++) {
    await page.locator(`[data-tour$=".${stop}"]`).waitFor();
    await playground.settle();
    const hidden = await page.locator('.tour').evaluate((strip) => {
      const caption = strip.querySelector('[data-tour]')?.getBoundingClientRect();
      const visible = strip.getBoundingClientRect();
      return caption ? Math.max(visible.top - caption.top, caption.bottom - visible.bottom) : 1e9;
    });
    expect(hidden, `stop ${stop}`).toBeLessThanOrEqual(1);
    if (stop < stops.length) await page.getByRole('button', { name: 'Next', exact: true }).tap();
  }
});
