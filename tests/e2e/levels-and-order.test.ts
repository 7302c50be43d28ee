/** Numbers of a camera query, and counts of incremental builds. */

import { expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=uniform&n=300&motion=still&play=0&show=bodies';

const number = async ({ page }: PlaygroundPage, id: string) =>
  Number((await page.textContent(`[data-number="${id}"]`))?.replace(/[,%]/g, ''));

longTest(
  '[SB6] a camera query with split planes shows steps, adjacent steps and inversions',
  async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=sphere-tree&q=frustum`);
    const { page } = playground;
    await page.getByText('All numbers').click();
    await page.locator('[data-number="cull-steps"]').waitFor();
    const { nodeVisits } = (await playground.snapshot()).counters;
    expect(await number(playground, 'cull-steps')).toBe(nodeVisits - 1);
    await page.getByText('Camera at each corner').click();
    await page.locator('[data-corner]').nth(7).waitFor();
    const shares = await page.locator('[data-corner] td:nth-child(2)').allTextContents();
    expect(shares).toHaveLength(8);
    expect(Number.parseFloat(shares[0])).toBeGreaterThan(90);
    expect(Number.parseFloat(shares[7])).toBeLessThan(10);
    await playground.select('structure', 'static-tree');
    expect(await page.locator('.cull').count()).toBe(0);
  },
);

test('a stop of an example starts its counts again, and no frame exceeds the limit', async () => {
  const playground = await opened.page();
  const { page } = playground;
  const growing = 'v=1&dim=2&scene=uniform&n=200&motion=still&play=0&show=problems&q=none';
  const stop = `${growing}&structure=static-tree&policy=gradual`;
  const build = async () => (await playground.snapshot()).sides[0].build;
  await playground.open(`${stop}&work=500&tour=build.3`);
  for (let i = 0; i < 3; i++) await page.keyboard.press('.');
  await playground.settle();
  expect(await build()).toMatchObject({ maxWork: 500, spent: 1500 });
  await playground.goTo(`${stop}&work=100&tour=build.4`);
  await playground.settle();
  expect(await build()).toMatchObject({ maxWork: 0, spent: 0, finished: 0 });
  await page.keyboard.press('.');
  await playground.settle();
  expect(await build()).toMatchObject({ maxWork: 100, spent: 100 });
  expect(await page.textContent('[data-number="build-most"]')).toBe('100');
  await page.getByRole('button', { name: 'Close the example' }).click();
  await playground.settle();
  expect(await build()).toMatchObject({ maxWork: 100, spent: 100 });
});
