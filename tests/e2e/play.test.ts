/** The page with the games: keyboard, mouse and touch move the player, and it is accessible. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { PlaygroundPage, phone, usePlayground, wide } from './support/playground-page.js';

class PlayPage extends PlaygroundPage {
  static override readonly room = 'play';
  /** A game continues where it was, so each test loads the page. */
  protected override readonly goesInPlace = false;

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

/** How far the player has gone from a place, without the height. */
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

test('the address stores the game and the camera', async () => {
  const { page } = await open('play');
  await page.getByLabel('First person').check();
  await page.getByLabel('Tree of the mesh').check();
  expect(new URL(page.url()).hash).toBe('#play.first');
  await page.getByRole('button', { name: '2D platformer' }).click();
  await expect.poll(() => position(page).then(({ length }) => length)).toBe(2);
  expect(new URL(page.url()).hash).toMatch(/^#play\.2d/);
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

test.each(['light', 'dark'] as const)(
  'the page has no accessibility violations, %s',
  async (colorScheme) => {
    const { page } = await open('play', { ...wide, colorScheme });
    await prepareChecker(page);
    const found = await page.evaluate(() =>
      window.axe.run('#play', { resultTypes: ['violations'] }).then((result) => result.violations),
    );
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  },
);
