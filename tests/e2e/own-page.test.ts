/**
 * The page opens files: drop target, messages for accepted and rejected files, and the opened file
 * after a reload.
 */

import { expect, test } from 'vitest';
import { EditPage } from './support/edit-page.js';
import { countOn, countsOf } from './support/page-counts.js';
import { usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
/** A window that is too low to show all controls. */
const low = { ...wide, viewport: { width: 1280, height: 720 } };
const start = 'v=1&scene=uniform&n=60&play=0&show=items';

test('a dragged file shows a drop target, and an invalid file shows its error on the stage', async () => {
  const playground = await opened.page(low);
  await playground.open(start);
  await playground.drawer('Scene');
  const { page } = playground;
  const dragged = { name: 'a.csv', content: '1,2' };
  await playground.dragFile('dragover', dragged);
  await page.locator('.drop-sign').waitFor();
  await playground.dragFile('dragleave', dragged);
  await page.locator('.drop-sign').waitFor({ state: 'hidden' });
  await playground.openFile('broken.csv', '0,0,1,1\n1,2,3');
  const fault = page.locator('.file-desk .status-failed');
  await fault.waitFor();
  expect(await fault.textContent()).toContain('broken.csv cannot be read. Line 2');
  const box = await fault.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(360);
  const onTop = await fault.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementsFromPoint(left + width / 2, top + height / 2);
    return found.some((one) => one === element) || found.every((one) => !one.closest('.card'));
  });
  expect(onTop).toBe(true);
  await fault.getByRole('button', { name: 'Close' }).click();
  await fault.waitFor({ state: 'hidden' });
});

test('a table with column names shows its interpretation, and is restored after a reload', async () => {
  const playground = await opened.page(low);
  await playground.open(start);
  await playground.drawer('Scene');
  const { page } = playground;
  const table = 'name;lat;lon\nA;48,5;2,25\nB;46,5;7,5\nC;47,5;8,5';
  await playground.openFile('places.csv', table);
  await page.waitForFunction(() => window.playground?.snapshot()?.items === 3);
  await playground.ready();
  expect(await (await playground.control('#own-remark', 'Scene')).textContent()).toContain(
    'read as 2D points: lon, lat = position; ignored: name',
  );
  const before = await playground.boxes();
  await playground.addressed();
  await page.reload();
  await page.waitForFunction(() => window.playground?.snapshot()?.items === 3);
  await playground.ready();
  await playground.drawer('Scene');
  const { notices, settings } = await playground.snapshot();
  expect(settings).toMatchObject({ scene: 'own', dim: 2, n: 3 });
  expect(notices).toEqual({});
  expect(await playground.boxes()).toEqual(before);
  expect(await (await playground.control('#own-remark', 'Scene')).textContent()).toContain(
    'places.csv',
  );
});

test('a message summarizes a file and offers a recommended structure and its code', async () => {
  const playground = await opened.page(low);
  await playground.open(start);
  await playground.drawer('Scene');
  const { page } = playground;
  const lines = Array.from({ length: 600 }, (_, i) => {
    const [x, y] = [i % 30, Math.floor(i / 30)];
    return `${x},${y},${x + 1.2},${y + 1.2}`;
  });
  await playground.openFile('tiles.csv', lines.join('\n'));
  const message = page.locator('.file-desk .status-read');
  await message.waitFor();
  const box = await message.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(720);
  const text = await message.innerText();
  expect(text).toContain('tiles.csv: 600 boxes');
  expect(text).toContain('They extend over 30.2 × 20.2.');
  expect(text).toContain('The mean side is 1.2.');
  const advised = await message.locator('[data-own-pairs]').getAttribute('data-own-pairs');
  await message.getByRole('button', { name: 'Code' }).click();
  const code = page.getByRole('dialog', { name: 'This view as code' });
  await code.waitFor();
  expect((await playground.snapshot()).settings.structure).toBe(advised);
  expect(await code.getByLabel('Code').inputValue()).toContain("from './boxes.json'");
  const form = code.locator('form[action^="https://stackblitz.com/run"]');
  expect(await form.locator('[name="project[files][boxes.json]"]').inputValue()).toContain('30.2');
  await page.keyboard.press('Escape');
  await message.waitFor({ state: 'hidden' });
});

test('a link to a file of another browser shows a message', async () => {
  const playground = await opened.fresh(low);
  // deletes the stored files of earlier tests
  await playground.open(start);
  await playground.drawer('Scene');
  await playground.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase('sapwood-playground');
        request.onsuccess = request.onblocked = () => resolve();
      }),
  );
  const address = playground.page.url().replace(/#.*/, '#v=1&scene=own&n=600&play=0');
  await playground.page.goto('about:blank');
  await playground.page.goto(address);
  const message = playground.page.locator('.file-desk .status-failed');
  await message.waitFor();
  expect(await message.innerText()).toContain('is not in this browser');
  await message.getByRole('button', { name: 'Close' }).click();
  await message.waitFor({ state: 'hidden' });
});

test('the link of a view can be copied', async () => {
  const playground = await opened.page(low);
  const { page } = playground;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await playground.open(`${start}&seed=77&structure=octree`);
  await playground.drawer('Examples');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.status-text', { hasText: 'Link copied.' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).hash).toBe(`#${await playground.hash()}`);
});

test('copying and opening a link of an edited scene report that edits are missing', async () => {
  const playground = await opened.as(EditPage, low);
  const { page } = playground;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await playground.addBox();
  await playground.drawer('Examples');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.status-text', { hasText: 'does not include boxes' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await playground.goTo(new URL(copied).hash.slice(1));
  const message = page.locator('.file-desk .status-failed');
  expect(await message.innerText()).toContain('edits by hand');
  const box = await message.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(360);
  expect(await page.locator('.status-notice').count()).toBe(0);
  await message.getByRole('button', { name: 'Close' }).click();
  await message.waitFor({ state: 'hidden' });
});

longTest('a long file is read in a Worker, with its progress', async () => {
  const playground = await opened.fresh(low);
  const { page } = playground;
  await countOn(page);
  await playground.open(start);
  await playground.drawer('Scene');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('.file-desk')?.textContent ?? '';
      if (text !== '' && text !== seen.at(-1)) seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const lines = Array.from({ length: 400_000 }, (_, i) => `${i % 700},${Math.floor(i / 700)}`);
  await playground.openFile('many.csv', lines.join('\n'));
  await page.waitForFunction(() => window.playground?.snapshot()?.items === 200_000);
  expect((await countsOf(page)).started).toBe(1);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.filter((text) => /^Reading many.csv, \d+ %$/.test(text)).length).toBeGreaterThan(3);
  expect(await (await playground.control('#own-remark', 'Scene')).textContent()).toContain(
    'the first 200,000 of 400,000',
  );
});
