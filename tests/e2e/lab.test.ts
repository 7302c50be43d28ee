/** Experiments beside the scene, and what the page tells of a camera's walk. */

import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=uniform&n=300&motion=still&play=0&show=bodies';

const number = async ({ page }: PlaygroundPage, id: string) =>
  Number((await page.textContent(`[data-number="${id}"]`))?.replace(/[,%]/g, ''));

async function violations({ page }: PlaygroundPage): Promise<string[]> {
  await prepareChecker(page);
  const found = await page.evaluate(() => window.axe.run('dialog[open]'));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}

test('[BV2] five volumes around a body: opened by its button, turned by keys, closed again', async () => {
  const playground = await opened.page({ ...phone, reducedMotion: 'reduce' });
  await playground.open(scene);
  const { page } = playground;
  await page.getByRole('button', { name: 'Scene', exact: true }).click();
  await page.click('[data-lab="volumes"]');
  await page.locator('[data-volume]').nth(4).waitFor();
  // nothing turns by itself where stillness is preferred
  const angle = page.locator('input[name="lab-angle"]');
  expect(await angle.inputValue()).toBe('20');
  const before = await number(playground, 'box-area');
  expect(await number(playground, 'hull-false')).toBeLessThan(
    await number(playground, 'ball-false'),
  );
  await angle.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  expect(await number(playground, 'box-area')).not.toBe(before);
  const ball = await number(playground, 'ball-area');
  await page.check('input[name="lab-body"][value="plank"]');
  await expect.poll(() => number(playground, 'ball-area')).toBeGreaterThan(1.5 * ball);
  // in space a plank is its own hull, and its ball the larger for it
  const flat = await number(playground, 'ball-area');
  await page.check('input[name="lab-space"][value="space"]');
  await page.getByRole('heading', { name: '14-DOP' }).waitFor();
  expect(await number(playground, 'hull-area')).toBe(1);
  expect(await number(playground, 'ball-area')).toBeGreaterThan(1.5 * flat);
  expect(await violations(playground)).toEqual([]);
  const small = await page.evaluate(
    () =>
      [...document.querySelectorAll('.lab button')].filter((button) => {
        const { width, height } = button.getBoundingClientRect();
        return Math.min(width, height) < 44;
      }).length,
  );
  expect(small).toBe(0);
  expect(playground.addressHash()).toContain('lab=volumes');
  await page.keyboard.press('Escape');
  // the browser closes it first, and tells of it then
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.lab === null);
  expect(await page.locator('dialog[open]').count()).toBe(0);
});

test('fragments are counted by the renderer: front to back shades the fewest', async () => {
  const playground = await opened.page();
  // no answer about the scene before is taken for that of the present one
  await playground.open(`${scene}&dim=2&q=none&lab=shading`);
  await playground.page.locator('.lab .notice').waitFor();
  await playground.goTo(`${scene}&q=frustum&lab=shading`);
  await playground.page.locator('[data-order="backwards"]').waitFor();
  const shaded = async (order: string) => number(playground, `shaded-${order}`);
  const [stored, walked, sorted, backwards] = [
    await shaded('stored'),
    await shaded('split-planes'),
    await shaded('sorted'),
    await shaded('backwards'),
  ];
  const covered = Number(
    (await playground.page.textContent('.lab .hint:last-child'))
      ?.match(/in ([\d,]+) pixels/)?.[1]
      .replace(/,/g, ''),
  );
  // every pixel that is covered is shaded once at the least, whatever comes first
  expect(covered).toBeGreaterThan(10_000);
  for (const fragments of [stored, walked, sorted, backwards]) {
    expect(fragments).toBeGreaterThanOrEqual(covered);
  }
  expect(sorted).toBeLessThan(0.7 * stored);
  expect(walked).toBeLessThan(0.75 * stored);
  expect(backwards).toBeGreaterThan(1.5 * stored);
  expect(await violations(playground)).toEqual([]);
});

test('[PX16] the cost of a merge is told beside those of inserting and of building anew', async () => {
  const playground = await opened.page();
  await playground.open(`${scene.replace('n=300', 'n=100')}&lab=merge`);
  await playground.page.locator('.lab-merge[aria-busy="false"]').waitFor();
  const rows = playground.page.locator('.lab-merge tbody tr');
  // two structures, three sizes of the tile, three ways
  expect(await rows.count()).toBe(18);
  const [time, touched, memory, visits] = await rows
    .first()
    .locator('td:nth-child(n+3)')
    .allTextContents();
  expect(time).toMatch(/^[\d.]+ (µs|ms)$/);
  expect(Number(touched.replace(/\D/g, ''))).toBeGreaterThan(0);
  expect(memory).toMatch(/ KiB, \+[\d.]+ (B|KiB)$/);
  expect(Number(visits)).toBeGreaterThan(0);
  expect(await playground.page.locator('[data-merge-case] svg[role="img"]').count()).toBe(3);
  expect(await number(playground, 'leaf-shifted')).toBe(0);
  expect(await number(playground, 'outside-shifted')).toBeGreaterThan(0);
  // 100 boxes fit into one slab of 199 slots
  const slabs = playground.page.locator('[data-slabs="1"] td');
  expect((await slabs.allTextContents()).slice(1)).toEqual(['1', '199', '0 (0 %)']);
  expect(await violations(playground)).toEqual([]);
});

longTest(
  '[SB6] a camera over split planes tells steps, adjacent steps and inversions',
  async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=sphere-tree&q=frustum`);
    const { page } = playground;
    await page.locator('[data-number="cull-steps"]').waitFor();
    const { nodeVisits } = (await playground.snapshot()).counters;
    expect(await number(playground, 'cull-steps')).toBe(nodeVisits - 1);
    await page.getByText('Camera at each corner').click();
    await page.locator('[data-corner]').nth(7).waitFor();
    const shares = await page.locator('[data-corner] td:nth-child(2)').allTextContents();
    expect(shares).toHaveLength(8);
    expect(Number.parseFloat(shares[0])).toBeGreaterThan(90);
    expect(Number.parseFloat(shares[7])).toBeLessThan(10);
    // no other structure has split planes
    await playground.select('structure', 'static-tree');
    expect(await page.locator('.cull').count()).toBe(0);
  },
);

test('[OC9] levels in the published colors, with ours beside them', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&structure=octree&show=hierarchy&color=published`);
  const legend = playground.page.locator('[data-legend="published"]');
  await legend.waitFor();
  expect(await legend.locator('.legend-ramp').count()).toBe(2);
  const barOf = (level: number) =>
    playground.page
      .locator('.levels-columns li')
      .nth(level)
      .locator('.levels-bar')
      .evaluate((bar) => getComputedStyle(bar).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
  const [root] = [await barOf(0)];
  // shallow is red
  expect(root[0]).toBeGreaterThan(2 * Math.max(root[1], root[2]));
  await playground.select('color', 'level');
  expect(await barOf(0)).not.toEqual(root);
});

test('a stop of a tour begins anew, and nothing stands above its limit', async () => {
  const playground = await opened.page();
  const { page } = playground;
  const growing = 'v=1&dim=2&scene=uniform&n=200&motion=still&play=0&show=stuck&q=none';
  const stop = `${growing}&structure=static-tree&policy=gradual`;
  const build = async () => (await playground.snapshot()).sides[0].build;
  await playground.open(`${stop}&work=500&tour=progressive.1`);
  for (let i = 0; i < 3; i++) await page.keyboard.press('.');
  await playground.settle();
  expect(await build()).toMatchObject({ most: 500, spent: 1500 });
  await playground.goTo(`${stop}&work=100&tour=progressive.2`);
  await playground.settle();
  expect(await build()).toMatchObject({ most: 0, spent: 0, finished: 0 });
  await page.keyboard.press('.');
  await playground.settle();
  expect(await build()).toMatchObject({ most: 100, spent: 100 });
  expect(await page.textContent('[data-number="build-most"]')).toBe('100');
  // whoever ends the tour keeps what is there
  await page.getByRole('button', { name: 'End the tour' }).click();
  await playground.settle();
  expect(await build()).toMatchObject({ most: 100, spent: 100 });
});
