/** The page's state in the address. */

import { expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';

const opened = usePlayground();

test('what is set survives a reload', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=50&play=0');
  await playground.check('dim', '2');
  await playground.select('structure', 'sweep-and-prune');
  await playground.select('scene', 'mixed');
  await playground.select('motion', 'drift');
  await playground.check('policy', 'rebuild');
  await playground.check('query', 'sphere');
  await (await playground.control('input[name="show-hierarchy"]')).uncheck();
  await (await playground.control('input[name="n"]')).fill('345');
  await playground.page.keyboard.press('Enter');
  await playground.ready();
  await playground.dragHandle('ball-center', 40, 20);
  const before = await playground.snapshot();
  const hash = await playground.hash();
  await playground.page.waitForFunction((text) => location.hash === `#${text}`, hash);
  await playground.page.reload();
  await playground.ready();
  expect(await playground.hash()).toBe(hash);
  const after = await playground.snapshot();
  expect(after.settings).toEqual(before.settings);
  expect(after.query).toEqual(before.query);
  expect(before.settings).toMatchObject({
    structure: 'sweep-and-prune',
    dim: 2,
    scene: 'mixed',
    n: 345,
    motion: 'drift',
    policy: 'rebuild',
    query: 'sphere',
  });
});

test('back and forward walk through the choices', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const seen = [await playground.hash()];
  await playground.select('structure', 'brute-force');
  seen.push(await playground.hash());
  await playground.check('query', 'ray');
  seen.push(await playground.hash());
  expect(new Set(seen).size).toBe(3);
  for (const expected of [seen[1], seen[0]]) {
    await playground.page.goBack();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('dynamic-tree');
  for (const expected of [seen[1], seen[2]]) {
    await playground.page.goForward();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('brute-force');
});

test('unknown keys are ignored and absurd values are brought into range, with a word beside the control', async () => {
  const playground = await opened.page();
  await playground.open(
    'v=1&scene=dust&n=-7&seed=1e99&structure=oak&q=nearest&k=999999&play=0&moon=full&o.bark=1&box=a,b',
  );
  const { settings, notices } = await playground.snapshot();
  expect(settings).toMatchObject({ structure: 'dynamic-tree', n: 2, seed: 0xffffffff, k: 500 });
  expect(Object.keys(notices).sort()).toEqual(['k', 'n', 'seed', 'structure']);
  const notice = (name: string) =>
    playground.page.locator('.field', { has: playground.page.locator(`[name="${name}"]`) });
  // the menu of the structure has no room for a sentence
  const status = playground.page.locator('.status-notice');
  expect((await status.allTextContents()).join()).toContain('oak');
  await playground.drawer('Scene');
  expect(await notice('n').locator('.notice').first().textContent()).toContain('at least 2');
  await playground.drawer('Query');
  expect(await notice('k').locator('.notice').textContent()).toContain('at most 500');
  expect(await playground.hash()).not.toMatch(/moon|bark/);
  await (await playground.control('input[name="k"]')).fill('9');
  await playground.page.keyboard.press('Enter');
  await playground.settle();
  await playground.drawer('Query');
  expect(await notice('k').locator('.notice').count()).toBe(0);
});
