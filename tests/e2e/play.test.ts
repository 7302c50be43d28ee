/**
 * The page Play with its games: keyboard, mouse and touch move the player, and the page is
 * accessible.
 */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { PlaygroundPage, phone, usePlayground, wide } from './support/playground-page.js';

class PlayPage extends PlaygroundPage {
  static override readonly contextKey = 'play';
  /** Each test loads the page, because a game continues in its last state otherwise. */
  protected override readonly navigatesInPlace = false;

  override async ready(): Promise<void> {
    await this.page.waitForFunction(() =>
      /\d/.test(document.querySelector('.play-numbers div:last-child dd')?.textContent ?? ''),
    );
  }
}

const opened = usePlayground();

async function reading(page: Page, name: string): Promise<string> {
  const row = page.locator('.play-numbers div', { hasText: name });
  return (await row.locator('dd').textContent()) ?? '';
}

async function position(page: Page): Promise<number[]> {
  return (await reading(page, 'Position')).split(', ').map(Number);
}

async function open(hash: string, options = wide): Promise<PlayPage> {
  const play = await opened.as(PlayPage, options);
  await play.open(hash);
  await expect.poll(() => reading(play.page, 'On the ground')).toBe('yes');
  return play;
}

async function distanceFrom(page: Page, from: readonly number[]): Promise<number> {
  const at = await position(page);
  return at.length === 2 ? Math.abs(at[0] - from[0]) : Math.hypot(at[0] - from[0], at[2] - from[2]);
}

test('the player walks with keys and jumps with the space bar', async () => {
  const { page } = await open('play');
  expect(await reading(page, 'Triangles')).toMatch(/^\d{2},\d{3}$/);
  expect(Number(await reading(page, 'Contacts'))).toBeGreaterThan(0);
  const start = await position(page);
  await page.keyboard.down('w');
  await expect.poll(() => distanceFrom(page, start)).toBeGreaterThan(1.5);
  await page.keyboard.up('w');
  await page.keyboard.down('Space');
  await expect.poll(() => reading(page, 'On the ground')).toBe('no');
  await page.keyboard.up('Space');
  await expect.poll(() => reading(page, 'On the ground')).toBe('yes');
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(() => distanceFrom(page, start)).toBeLessThan(0.2);
});

test('the address stores the game, the camera, the tree and the ray', async () => {
  const play = await open('play');
  const { page } = play;
  const reload = async () => {
    await page.reload();
    await play.ready();
  };
  const options = ['First person', 'Tree', 'Ray'].map((name) =>
    page.locator('#play').getByLabel(name, { exact: true }),
  );
  for (const option of options) await option.check();
  expect(new URL(page.url()).hash).toBe('#play.first.tree.ray');
  await reload();
  for (const option of options) expect(await option.isChecked()).toBe(true);
  expect(await position(page)).toHaveLength(3);
  await page.getByRole('button', { name: '2D platformer' }).click();
  await expect.poll(() => position(page).then(({ length }) => length)).toBe(2);
  expect(new URL(page.url()).hash).toBe('#play.2d.first.tree.ray');
  await reload();
  expect(await position(page)).toHaveLength(2);
  for (const option of options.slice(1)) expect(await option.isChecked()).toBe(true);
  await options[1].uncheck();
  expect(new URL(page.url()).hash).toBe('#play.2d.first.ray');
});

/**
 * Returns a count that the page shows for the ray search, such as 27, and the largest possible
 * count, such as 3953.
 */
async function share(page: Page, name: string): Promise<number[]> {
  const row = page.locator('.play-ray dl div', { hasText: name });
  const text = (await row.locator('dd').textContent()) ?? '';
  return text.split(' of ').map((part) => Number(part.replace(',', '')));
}

test('the ray opens few nodes and tests few triangles', async () => {
  const { page } = await open('play');
  await page.getByLabel('Ray', { exact: true }).check();
  await page.mouse.move(700, 500);
  await expect.poll(() => share(page, 'Nodes').then(([opened]) => opened)).toBeGreaterThan(1);
  const [opened, nodes] = await share(page, 'Nodes');
  const [tested, triangles] = await share(page, 'Triangles');
  expect(triangles).toBe(Number((await reading(page, 'Triangles')).replace(',', '')));
  expect(tested).toBeGreaterThan(0);
  expect(tested).toBeLessThan(triangles / 100);
  expect(opened).toBeLessThan(nodes / 10);
});

async function distance(page: Page): Promise<string> {
  return (await page.locator('.play-ray dl div', { hasText: 'Hit' }).textContent()) ?? '';
}

test('a click fixes the ray, and the next click releases it', async () => {
  const { page } = await open('play');
  await page.getByLabel('Ray', { exact: true }).check();
  const hold = page.getByLabel('Hold the ray');
  await page.mouse.click(700, 500);
  expect(await hold.isChecked()).toBe(true);
  await expect.poll(() => distance(page)).toMatch(/[1-9].* m/);
  const held = await distance(page);
  const start = await position(page);
  await page.keyboard.down('w');
  await expect.poll(() => distanceFrom(page, start)).toBeGreaterThan(1);
  await page.keyboard.up('w');
  expect(await distance(page)).toBe(held);
  await page.mouse.click(900, 600);
  expect(await hold.isChecked()).toBe(false);
  await expect.poll(() => distance(page)).not.toBe(held);
});

test('the slider selects the levels of the tree', async () => {
  const { page } = await open('play.tree');
  const words = page.locator('.play-levels span');
  expect(await words.textContent()).toBe('Levels 0–4');
  await page.getByLabel('Last level of the tree').fill('7');
  await expect.poll(() => words.textContent()).toBe('Levels 0–7');
});

test('in the platformer, the ray reports segments', async () => {
  const { page } = await open('play.2d.ray');
  await page.mouse.move(900, 780);
  await expect.poll(() => distance(page)).toMatch(/[1-9].* m/);
  const [tested, segments] = await share(page, 'Segments');
  expect(tested).toBeGreaterThan(0);
  expect(tested).toBeLessThan(segments / 2);
});

test('the platformer follows the arrow keys', async () => {
  const { page } = await open('play.2d');
  const start = await position(page);
  await page.locator('.play-stage').focus();
  await page.keyboard.down('ArrowRight');
  await expect.poll(() => distanceFrom(page, start)).toBeGreaterThan(1.5);
  await page.keyboard.up('ArrowRight');
  expect((await position(page))[0]).toBeGreaterThan(start[0]);
});

test('on a phone, a drag on the left half walks and a button jumps', async () => {
  const { page } = await open('play', phone);
  const start = await position(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  await touch('touchStart', { x: 90, y: 700 });
  await touch('touchMove', { x: 90, y: 640 });
  await expect.poll(() => distanceFrom(page, start)).toBeGreaterThan(1);
  await touch('touchEnd');
  await page.getByRole('button', { name: 'Jump' }).tap();
  await expect.poll(() => reading(page, 'On the ground')).toBe('no');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('on a phone, a tap aims the ray and does not jump', async () => {
  const { page } = await open('play.ray', phone);
  await expect.poll(() => distance(page)).toMatch(/[1-9].* m/);
  const first = await distance(page);
  await page.touchscreen.tap(330, 700);
  await expect.poll(() => distance(page)).not.toBe(first);
  expect(await page.getByLabel('Hold the ray').isChecked()).toBe(true);
  expect(await reading(page, 'On the ground')).toBe('yes');
});

test.each(['light', 'dark'] as const)(
  'the page has no accessibility violations, %s',
  async (colorScheme) => {
    const { page } = await open('play.tree.ray', { ...wide, colorScheme });
    await prepareChecker(page);
    const found = await page.evaluate(() =>
      window.axe.run('#play', { resultTypes: ['violations'] }).then((result) => result.violations),
    );
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  },
);
