/**
 * The page shows the build of a structure in steps: playback, selection of a step, and three modes.
 */

import { expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&dim=2&scene=uniform&n=60&motion=still&play=0&show=items,hierarchy';

async function building(playground: PlaygroundPage) {
  const found = (await playground.snapshot()).sides[0].building;
  if (!found) throw new Error('no build is shown');
  return found;
}

async function press(playground: PlaygroundPage, key: string) {
  await playground.page.keyboard.press(key);
  await playground.settle();
  return building(playground);
}

longTest('plays to the end and stops, scrubs, and changes its mode', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&speed=4&structure=r-tree`);
  await (await playground.control('input[name="build"]')).check();
  await playground.settle();
  expect((await building(playground)).at).toBe(12);
  await playground.page.getByRole('button', { name: 'Play' }).click();
  await playground.page.waitForFunction(
    () => window.playground?.snapshot()?.sides[0].building?.at === 60,
  );
  await playground.settle();
  const { settings, frame } = await playground.snapshot();
  expect(settings.play).toBe(false);
  expect(frame).toBe(0);
  await playground.page.getByLabel('Steps of the build that are done').fill('20');
  await playground.settle();
  expect((await building(playground)).at).toBe(20);
  expect(await playground.page.textContent('[data-build="at"]')).toBe('20');
  await playground.page.getByRole('button', { name: 'Go to the end of the build' }).click();
  await playground.settle();
  expect((await building(playground)).at).toBe(60);
  await playground.check('build-mode', 'split');
  expect((await building(playground)).mode).toBe('split');
  const hash = await playground.hash();
  expect(hash).toContain('build=split.');
  await playground.open(hash);
  expect((await building(playground)).mode).toBe('split');
});

longTest('two structures are built side by side', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&structure=octree&with=r-tree&build=insert.30`);
  const { sides } = await playground.snapshot();
  expect(sides.map((side) => side.building?.at)).toEqual([30, 30]);
  expect(await playground.page.locator('.stepper-line').count()).toBe(2);
  expect(await playground.page.textContent('[data-number="nodes-B"]')).toBe(
    String(sides[1].building?.nodes),
  );
});

test('the key U opens and closes the steps, and hides the query', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  expect(await playground.handle('box-center').count()).toBe(1);
  await press(playground, 'u');
  expect(await playground.handle('box-center').count()).toBe(0);
  await playground.page.keyboard.press('u');
  await playground.settle();
  expect((await playground.snapshot()).settings.build).toBeNull();
  expect(await playground.handle('box-center').count()).toBe(1);
});

test('before its split a node contains all items that will be below it', async () => {
  const playground = await opened.page();
  const { page } = playground;
  const card = page.getByRole('region', { name: 'Node', exact: true });
  const fact = async (id: string) => Number(await page.textContent(`[data-node="${id}"]`));
  for (const structure of ['static-tree', 'octree', 'quadtree']) {
    await playground.open(`${scene}&structure=${structure}&o.capacity=4&build=split.0&node=A0`);
    // waits for the code that shows the steps, which loads after the first picture
    await expect.poll(() => card.locator('dt').first().textContent()).toBe('Not yet split');
    expect([await fact('own'), await fact('below'), await fact('children')]).toEqual([60, 60, 0]);
    expect(await page.textContent('[data-node="items"]')).toMatch(/^0, 1, 2, 3, 4, 5 …$/);
    const { made } = await press(playground, '.');
    await expect.poll(() => card.locator('dt').first().textContent()).toBe('Root');
    expect(await fact('children')).toBe(made);
    expect([await fact('own'), await fact('below')]).toEqual([
      structure === 'octree' ? expect.any(Number) : 0,
      60,
    ]);
    const { focus } = await playground.snapshot();
    expect(focus?.items).toHaveLength(60);
  }
});
