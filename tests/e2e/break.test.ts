/**
 * The tool "Break it", in which the user paints boxes that make a structure slow: counts,
 * explanation, undo, and links.
 */

import { structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { EditPage } from './support/edit-page.js';
import { phone, usePlayground } from './support/playground-page.js';

const opened = usePlayground();

test('painted boxes make a sweep collapse, and the address restores them', async () => {
  const playground = await opened.as(EditPage);
  await playground.open('v=1&scene=clustered&n=40&play=0');
  const { page } = playground;
  await page.keyboard.press('d');
  const tools = page.getByRole('region', { name: 'Break it' });
  await tools.locator('[data-verdict="holds"]').waitFor();
  expect((await playground.snapshot()).settings).toMatchObject({
    ...{ structure: 'sweep-and-prune', dim: 2, scene: 'uniform', n: 150, painted: '' },
  });
  await tools.getByRole('button', { name: 'Show me how' }).click();
  await tools.locator('[data-verdict="collapsed"]').waitFor();
  await playground.expectSound(470);
  const words = (await tools.locator('.break-verdict').textContent()) ?? '';
  expect(words).toMatch(
    /^Sweep and prune has collapsed: it needs [\d,]+ tests for [\d,]+ boxes, [\d.]+ % of brute force\. That is [\d.,]+ times as many as .+ needs \([\d,]+\)\.$/,
  );
  const beside = tools.getByRole('button', { name: /^Compare with / });
  for (const pressed of ['true', 'false']) {
    await beside.click();
    await playground.ready();
    expect(await beside.getAttribute('aria-pressed')).toBe(pressed);
    const { sides } = await playground.snapshot();
    expect(sides).toHaveLength(pressed === 'true' ? 2 : 1);
    const entry = structures.find(({ id }) => id === sides[1]?.structure);
    if (entry) expect(await beside.textContent()).toBe(`Compare with ${entry.title(2)}`);
  }
  const reason = (await tools.locator('[data-reason]').textContent()) ?? '';
  expect(reason).toMatch(/where \d+ % of all pairs overlap/);
  const boxes = await playground.boxes();
  await playground.addressed();
  const hash = await playground.hash();
  expect(hash.length).toBeLessThan(4000);
  await tools.getByRole('button', { name: 'Undo' }).click();
  await tools.locator('[data-verdict="holds"]').waitFor();
  await page.check('input[name="break-shape"][value="dust"]');
  await page.locator('.edit-cursor').focus();
  await page.keyboard.press('Enter');
  await playground.expectSound(162);
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'hidden' });
  await playground.ready();
  expect((await playground.snapshot()).settings).toMatchObject({
    ...{ structure: 'dynamic-tree', dim: 3, scene: 'clustered', n: 40, painted: null },
  });
  // a link opens the tool directly, so there is no previous scene to show when the tool closes
  await playground.goTo(hash);
  await tools.locator('[data-verdict="collapsed"]').waitFor();
  await tools.getByRole('button', { name: 'Done' }).click();
  await tools.waitFor({ state: 'hidden' });
  await playground.ready();
  expect((await playground.snapshot()).settings).toMatchObject({ scene: 'uniform', painted: null });
  const other = await opened.as(EditPage, { ...phone, colorScheme: 'dark' });
  await other.open(hash);
  await other.page.locator('[data-verdict="collapsed"]').waitFor();
  await other.expectSound(470);
  expect(await other.boxes()).toEqual(boxes);
  expect(await other.page.locator('[data-reason]').textContent()).toBe(reason);
  await prepareChecker(other.page);
  const { violations } = await other.page.evaluate(() => window.axe.run(document));
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`)).toEqual([]);
  const small = await other.page.locator('.break button:visible').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { height, width } = one.getBoundingClientRect();
        return Math.min(height, width) < 44;
      }).length,
  );
  expect(small).toBe(0);
  const wide = await other.page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await other.page.getByRole('button', { name: 'Clear' }).click();
  await other.page.locator('[data-verdict="holds"]').waitFor();
  expect((await other.snapshot()).items).toBe(150);
});
