/** The page "Which one?": selection by keyboard, results, and links to Explore and Bench. */

import { expect, test } from 'vitest';
import { phone, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&n=60&play=0';

test('a selection by keys shows a result and a link to a scene', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { page } = playground;
  await page.keyboard.press('/');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type('should i use');
  await page.keyboard.press('Enter');
  const which = page.locator('#which');
  await which.getByText(/^Use /).waitFor();
  await which.getByLabel('Number of boxes').fill('300');
  await which.getByLabel('Needed result').selectOption('camera');
  await which.getByText('one frustum query').waitFor();
  expect(await which.getByLabel('Dimensions').inputValue()).toBe('3');
  const first = await which.locator('[data-which-first]').getAttribute('data-which-first');
  expect(await which.locator('[data-which-rank]').first().getAttribute('data-which-rank')).toBe(
    first,
  );
  await which.getByRole('link', { name: 'Watch it' }).focus();
  await page.keyboard.press('Enter');
  await which.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => window.playground?.snapshot()?.items === 300);
  const { notices, settings } = await playground.snapshot();
  expect(settings).toMatchObject({ structure: first, dim: 3, query: 'frustum', n: 300 });
  expect(notices).toEqual({});
});

longTest(
  'on a phone: targets are large enough, the map sets the form, and Bench opens its setup',
  async () => {
    const playground = await opened.page(phone);
    await playground.open(still);
    const { page } = playground;
    await page.getByRole('button', { name: 'Which structure?' }).click();
    const which = page.locator('#which');
    await which.getByRole('button', { name: /^300 boxes, moving:/ }).click();
    expect(await which.getByLabel('Number of boxes').inputValue()).toBe('300');
    const small = await which.locator('button, a, select, input').evaluateAll((all) =>
      all
        .map((one) => [one.textContent, one.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => height < 42 || width < 42)
        .map(([text]) => text),
    );
    expect(small).toEqual([]);
    await which.getByRole('link', { name: 'Measure it here' }).click();
    await page.waitForFunction(() => window.benchPage !== undefined);
    const plan = await page.evaluate(() => window.benchPage?.configuration());
    expect(plan).toMatchObject({ from: 300, to: 300, dimensions: [2], phases: ['frame'] });
  },
);

test('textbook structures are in a collapsed list below the other structures', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { page } = playground;
  await page.keyboard.press('w');
  const which = page.locator('#which');
  await which.getByText(/^Use /).waitFor();
  const folded = which.locator('details.textbook [data-which-rank]');
  expect(await folded.count()).toBeGreaterThan(1);
  expect(await folded.first().isVisible()).toBe(false);
  const keys = await which
    .locator('ol:not(details *) > [data-which-rank]')
    .evaluateAll((all) => all.slice(1).map((one) => (one as HTMLElement).dataset.whichRank ?? ''));
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => /cluster-split|sorted-range|quadtree/.test(key))).toEqual([]);
  await page.goBack();
  await which.waitFor({ state: 'hidden' });
});
