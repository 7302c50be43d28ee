/** The search finds structures, scenes, examples, keys and documentation by name. */

import { expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&n=100&play=0';

async function openFinder({ page }: PlaygroundPage) {
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.waitFor();
  return dialog;
}

const searches = [
  ['kd', { structure: 'kd-tree' }],
  ['scene pruner', { structure: 'scene-pruner' }],
  ['touching', { scene: 'grid', dim: 3 }],
  ['bullet', { scene: 'bullets', dim: 2 }],
  ['packing an', { structure: 'packed-r-tree', tour: 'packing.1' }],
  ['best enemies', { structure: 'dynamic-tree' }],
  ['misses', { tour: 'grid.1' }],
  ['results agree', { lab: 'race' }],
  ['break it', { painted: '', structure: 'sweep-and-prune' }],
] as const;

/** Searches of the short run: a scene in 2D, which changes the dimension, and an example. */
const few = ['bullet', 'misses'];

test.each(sample(searches, ([text]) => few.includes(text)))(
  '“%s” and Enter choose the result',
  async (text, settings) => {
    const playground = await opened.page();
    await playground.open(still);
    const dialog = await openFinder(playground);
    await playground.page.keyboard.type(text);
    await playground.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await playground.ready();
    const snapshot = await playground.snapshot();
    expect(snapshot.settings).toMatchObject(settings);
    expect(snapshot.notices).toEqual({});
  },
);

test.each([
  ['game', 'scene-city'],
  ['game', 'scene-bullets'],
  ['three.js', 'docs-three.md'],
  ['docs', 'docs-README.md'],
  ['SAH', 'chapter-surface-area'],
  ['surface area', 'chapter-surface-area'],
  ['bounding volume hierarchy', 'chapter-boxes-around-boxes'],
  ['textbook', 'structure-quadtree'],
])('“%s” finds %s', async (text, entry) => {
  const playground = await opened.page();
  await playground.open(still);
  const dialog = await openFinder(playground);
  await dialog.locator('input').fill(text);
  await dialog.locator(`[data-find="${entry}"]`).waitFor();
  await playground.page.keyboard.press('Escape');
});

test('arrow keys select results, letters are typed into the field, Escape closes it', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { keyboard } = playground.page;
  const before = await playground.snapshot();
  const dialog = await openFinder(playground);
  await keyboard.type('tree');
  const names = await dialog.locator('li button span').allTextContents();
  expect(names.length).toBeGreaterThan(4);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  const focused = await playground.page.evaluate(() => document.activeElement?.textContent ?? '');
  expect(focused).toContain(names[1]);
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await keyboard.type(' rb?h/');
  expect(await dialog.locator('[role="status"]').textContent()).toMatch(/Nothing matches/);
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect((await playground.snapshot()).settings).toEqual(before.settings);
  expect(await playground.page.getByLabel('Drawers').isVisible()).toBe(true);
});

longTest('keys can be found and run from the results', async () => {
  const playground = await opened.page();
  await playground.open(still);
  await openFinder(playground);
  await playground.page.keyboard.type('as a chart');
  await playground.page.keyboard.press('Enter');
  await playground.settle();
  expect((await playground.snapshot()).settings.show.has('tree')).toBe(true);
});

longTest('the search works by touch', async () => {
  const playground = await opened.page({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await playground.open(still);
  const { page } = playground;
  await page.getByRole('button', { name: 'Examples', exact: true }).click();
  await page.getByRole('button', { name: /^Search/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.locator('input').fill('octree');
  await dialog.locator('[data-find="structure-loose-octree"]').click();
  await dialog.waitFor({ state: 'hidden' });
  await playground.ready();
  expect((await playground.snapshot()).structure).toBe('loose-octree');
});
