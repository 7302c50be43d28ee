/** A race compares the speed of all structures, on the scene of the stage or in a game. */

import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { phone, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const scene = 'v=1&dim=2&scene=uniform&n=60&motion=still&play=0&structure=octree&o.capacity=4';

test('a race on a phone: all results agree, and each heat names the fastest', async () => {
  const playground = await opened.page({ ...phone, reducedMotion: 'reduce' });
  await playground.open(scene);
  const { page } = playground;
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Race' });
  await dialog.locator('[data-race="running"]').waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.locator('[data-race="stopped"]').waitFor();
  const lanes = await dialog.locator('[data-heat]').evaluateAll((all) =>
    all.map((lane) => {
      const equal = lane.querySelector<HTMLElement>('[data-equal]');
      return {
        runners: lane.querySelectorAll('[data-runner][data-status="ok"]').length,
        equal: Number(equal?.dataset.equal),
        of: Number(equal?.dataset.of),
        verdict: lane.querySelector('[data-verdict]')?.textContent ?? '',
        lists: [...lane.querySelectorAll('ol')].map((list) =>
          [...list.querySelectorAll<HTMLElement>('[data-status="ok"] .race-bar > span')].map(
            ({ style }) => Number(style.transform.match(/[\d.]+/)?.[0]),
          ),
        ),
        hidden: [...lane.querySelectorAll<HTMLElement>('details:not([open]) [data-runner]')].map(
          ({ dataset }) => dataset.runner,
        ),
      };
    }),
  );
  expect(lanes.length).toBe(3);
  const textbook = ['sapwood:cluster-split', 'sapwood:quadtree', 'sapwood:sorted-range'];
  for (const { equal, hidden, lists, of, runners, verdict } of lanes) {
    const bars = lists.flat();
    expect(textbook).toEqual(expect.arrayContaining(hidden));
    expect(hidden.length).toBeGreaterThan(1);
    // a longer bar means a longer time, as on the page "Which one?", and bars are sorted
    expect(bars).toHaveLength(runners);
    expect(Math.max(...bars)).toBe(1);
    for (const list of lists) expect([...list].sort((a, b) => a - b)).toEqual(list);
    expect([equal, runners]).toEqual([of, of]);
    expect(of).toBeGreaterThan(12);
    expect(verdict).toMatch(/ is fastest| ≈ /);
  }
  // the structure of the stage races with the options of the stage
  expect(await dialog.locator('[data-runner="sapwood:octree;capacity=4"]').count()).toBe(3);
  expect(await dialog.getByText('Nothing moves in this scene').count()).toBe(1);
  await prepareChecker(page);
  const { violations } = await page.evaluate(() => window.axe.run('dialog[open]'));
  expect(violations.map(({ id }) => id)).toEqual([]);
  const small = await dialog.locator('button').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { height, width } = one.getBoundingClientRect();
        return Math.min(height, width) < 44;
      }).length,
  );
  expect(small).toBe(0);
  expect(playground.addressHash()).toContain('lab=race');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.lab === null);
  expect(await dialog.isVisible()).toBe(false);
});

test('a race on a game: all results are equal, and the shortest bar is first', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&lab=race`);
  const { page } = playground;
  const dialog = page.getByRole('dialog', { name: 'Race' });
  await dialog.getByLabel('Race on').selectOption('swarm-3000');
  await dialog.locator('[data-race="done"]').waitFor({ timeout: 0 });
  const rows = dialog.locator('[data-heat="game"] li');
  const main = dialog.locator('[data-heat="game"] > ol > li');
  const players = await rows.evaluateAll((all) => all.map((row) => row.dataset.player ?? ''));
  expect(players).toContain('hand-written grid');
  expect(players.filter((player) => player.startsWith('sapwood:')).length).toBeGreaterThan(2);
  const bars = await main.evaluateAll((all) =>
    all.map((row) =>
      Number(
        row.querySelector<HTMLElement>('.race-bar > span')?.style.transform.match(/[\d.]+/)?.[0],
      ),
    ),
  );
  expect(bars).toEqual([...bars].sort((a, b) => a - b));
  expect(bars.at(-1)).toBeGreaterThan(0.1);
  await dialog.getByLabel('Race on').selectOption('bullet-hell-20000');
  await dialog.locator('[data-race="running"]').waitFor({ timeout: 0 });
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.locator('[data-race="stopped"]').waitFor();
  expect(await rows.count()).toBe(0);
  await page.reload();
  await dialog.locator('[data-race="running"]').waitFor({ timeout: 0 });
  expect(await dialog.getByLabel('Race on').inputValue()).toBe('bullet-hell-20000');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !location.hash.includes('lab='));
  expect(playground.addressHash()).not.toContain('game=');
});
