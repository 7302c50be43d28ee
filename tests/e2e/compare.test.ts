/**
 * Comparison of two structures: both views have the same scene, query and camera, and the page
 * shows the difference of the numbers.
 */

import { structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { decodePng, statistics } from './support/pixels.js';
import { type PlaygroundPage, sharp, usePlayground, wide } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&play=0&box=0.5,0.5,0.5,0.2,0.2,0.2';
const small = `${still}&n=120`;

async function expectBothExact(playground: PlaygroundPage): Promise<void> {
  const { sides } = await playground.snapshot();
  const hits = await playground.bruteForceHits();
  const pairs = await playground.bruteForcePairs();
  expect(sides).toHaveLength(2);
  for (const side of sides) {
    expect(side.hits, side.structure).toEqual(hits);
    expect(side.pairs, side.structure).toBe(pairs);
  }
  expect(await playground.faults()).toEqual([]);
}

function numberOf(playground: PlaygroundPage, id: string): Promise<string | null> {
  return playground.page.textContent(`[data-number="${id}"]`);
}

describe('the second view', () => {
  test('is opened and closed by its control, which offers every structure of the registry', async () => {
    const playground = await opened.page();
    await playground.open(small);
    const offered = await playground.page
      .locator('select[name="other"] option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect([...offered].sort()).toEqual(['', ...structures.map(({ id }) => id)].sort());
    const few = ['sphere-tree'];
    for (const structure of sample(offered.slice(1), (id) => few.includes(id))) {
      await playground.select('other', structure);
      const { sides } = await playground.snapshot();
      expect(sides.map((side) => side.structure)).toEqual(['dynamic-tree', structure]);
      await expectBothExact(playground);
    }
    await playground.select('other', '');
    expect((await playground.snapshot()).sides).toHaveLength(1);
    expect(await playground.page.locator('.caption').count()).toBe(0);
  });

  longTest('can have other options of the same structure', async () => {
    const playground = await opened.page();
    await playground.open(`${small}&structure=dynamic-tree&with=dynamic-tree`);
    await playground.page.getByText('Options of B').click();
    await playground.enter('other-option-margin', '3');
    await playground.ready();
    const { sides } = await playground.snapshot();
    expect(sides[0].options.margin).toBe(0.1);
    expect(sides[1].options.margin).toBe(3);
    expect(sides[1].nodeVisits).toBeGreaterThan(sides[0].nodeVisits);
    expect(playground.addressHash()).toMatch(/&with=dynamic-tree&.*&w\.margin=3$/);
    await expectBothExact(playground);
    expect(await playground.page.locator('.caption').nth(1).textContent()).toContain('Margin 3');
  });

  test('follows the scene in motion, frame by frame', async () => {
    const playground = await opened.page();
    await playground.open(`${small}&motion=drift&with=kd-tree`);
    for (let i = 0; i < 2; i++) {
      await playground.page.keyboard.press('.');
      await playground.settle();
      await expectBothExact(playground);
    }
  });

  test('shows the difference of the numbers', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&n=1000&structure=brute-force&with=dynamic-tree`);
    const { sides } = await playground.snapshot();
    const tests = sides.map(({ itemTests, nodeVisits }) => itemTests + nodeVisits);
    expect(await numberOf(playground, 'tests-A')).toBe(tests[0].toLocaleString('en'));
    expect(await numberOf(playground, 'tests-B')).toBe(tests[1].toLocaleString('en'));
    const less = Math.round((100 * (tests[0] - tests[1])) / tests[0]);
    expect(await numberOf(playground, 'tests-difference')).toBe(`▼ ${less} %`);
    expect(await playground.page.locator('.item-levels li').count()).toBeGreaterThan(5);
  });

  longTest('is swapped and toggled by keys', async () => {
    const playground = await opened.page();
    await playground.open(`${small}&structure=brute-force&with=dynamic-tree&w.margin=1`);
    const names = async () =>
      (await playground.snapshot()).sides.map(({ structure }) => structure).join(' ');
    await playground.page.keyboard.press('x');
    await playground.ready();
    expect(await names()).toBe('dynamic-tree brute-force');
    expect((await playground.snapshot()).sides[0].options.margin).toBe(1);
    await playground.page.keyboard.press('c');
    await playground.ready();
    expect(await names()).toBe('dynamic-tree');
    await playground.page.keyboard.press('c');
    await playground.ready();
    expect(await names()).toBe('dynamic-tree brute-force');
    await playground.page.getByRole('button', { name: 'Swap A and B' }).click();
    await playground.ready();
    expect(await names()).toBe('brute-force dynamic-tree');
  });

  longTest('is stored in the address and its history', async () => {
    const playground = await opened.page();
    await playground.open(small);
    await playground.select('other', 'loose-octree');
    const hash = await playground.hash();
    expect(hash).toContain('with=loose-octree');
    await playground.page.reload();
    await playground.ready();
    expect(await playground.hash()).toBe(hash);
    expect((await playground.snapshot()).sides).toHaveLength(2);
    await playground.page.goBack();
    await playground.ready();
    expect((await playground.snapshot()).sides).toHaveLength(1);
  });
});

describe('the camera', () => {
  const scene = `${still}&n=80&with=sweep-and-prune`;
  const desktop = { ...wide, viewport: { width: 1440, height: 900 } };

  async function shift(playground: PlaygroundPage, handle: string) {
    const here = await playground.handlePosition(handle);
    const there = await playground.handlePosition(`other-${handle}`);
    return { x: there.x - here.x, y: there.y - here.y };
  }

  longTest('is shared: turning one view turns the other', async () => {
    const playground = await opened.page(desktop);
    await playground.open(scene);
    const before = await playground.handlePosition('box-max-x');
    const apart = await shift(playground, 'box-max-x');
    expect(apart.x).toBeGreaterThan(150);
    expect(Math.abs(apart.y)).toBeLessThan(1);
    const { mouse } = playground.page;
    const center = await playground.handlePosition('other-box-center');
    await mouse.move(center.x + 20, center.y + 170);
    await mouse.down();
    await mouse.move(center.x + 90, center.y + 150, { steps: 4 });
    await mouse.up();
    await playground.settle();
    const after = await playground.handlePosition('box-max-x');
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(5);
    for (const handle of ['box-max-x', 'box-center', 'box-min-y']) {
      const now = await shift(playground, handle);
      expect(now.x, handle).toBeCloseTo(apart.x, 0);
      expect(now.y, handle).toBeCloseTo(apart.y, 0);
    }
  });

  longTest('allows dragging of the query in both views', async () => {
    const playground = await opened.page(desktop);
    await playground.open(scene);
    for (const handle of ['box-center', 'other-box-center']) {
      const before = await playground.handlePosition(handle);
      await playground.dragHandle(handle, 40, -30);
      const after = await playground.handlePosition(handle);
      expect(after.x - before.x).toBeCloseTo(40, -1);
      expect(after.y - before.y).toBeCloseTo(-30, -1);
      await expectBothExact(playground);
    }
  });

  longTest('shows views one above the other on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const playground = await opened.page(phone);
    await playground.open(`${scene}&dim=2`);
    const apart = await shift(playground, 'box-center');
    expect(Math.abs(apart.x)).toBeLessThan(1);
    expect(apart.y).toBeGreaterThan(150);
    await playground.page.getByRole('button', { name: 'Numbers', exact: true }).click();
    expect(await numberOf(playground, 'tests-difference')).toMatch(/▼|▲|same|≈/);
    const width = await playground.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});

describe('strict against loose', () => {
  test('is the second step of an example, in which the loose tree has no item in its upper levels', async () => {
    const playground = await opened.page();
    await playground.open(small);
    await playground.drawer('Examples');
    await playground.page.click('[data-example="loose"]');
    await playground.page.getByRole('button', { name: 'Next' }).click();
    await playground.page.waitForFunction(() => window.playground?.snapshot()?.sides.length === 2);
    await playground.ready();
    const { sides, settings } = await playground.snapshot();
    expect(sides.map(({ structure }) => structure)).toEqual(['octree', 'loose-octree']);
    expect(settings.play).toBe(false);
    expect(sides[0].stuck).toBeGreaterThan(20);
    expect(sides[1].stuck).toBeLessThan(0.1 * sides[0].stuck);
    await expectBothExact(playground);
    expect(await numberOf(playground, 'stuck-A')).toBe(String(sides[0].stuck));
  });

  longTest('looseness has a slider in the panel, and the caption shows it', async () => {
    const playground = await opened.page();
    await playground.open(`${small}&structure=octree&with=loose-octree&w.looseness=1.5`);
    expect((await playground.snapshot()).sides[1].options.looseness).toBe(1.5);
    await playground.drawer('Scene');
    await playground.page.getByText('Options of B').click();
    await playground.page.getByLabel('Looseness, slider').fill('100');
    await playground.ready();
    const { looseness } = (await playground.snapshot()).sides[1].options;
    expect(Number(looseness)).toBeGreaterThan(2);
    const caption = playground.page.locator('.caption').nth(1);
    expect(await caption.textContent()).toContain(`Looseness ${looseness}`);
    await expectBothExact(playground);
  });

  longTest(
    '[OC9] marks items in large cells by a color and a cross, only in their view',
    async () => {
      const playground = await opened.page({ ...sharp, viewport: { width: 1440, height: 900 } });
      const scene =
        'v=1&structure=octree&with=loose-octree&dim=2&scene=straddlers&n=300&play=0&q=none';
      await playground.open(`${scene}&show=problems`);
      const picture = decodePng(await playground.page.screenshot());
      const left = statistics(picture, [330, 130, 700, 700]);
      const right = statistics(picture, [735, 130, 1110, 700]);
      expect(left.vivid).toBeGreaterThan(300);
      expect(right.vivid).toBeLessThan(0.1 * left.vivid);
      await playground.open(`${scene}&show=`);
      const without = decodePng(await playground.page.screenshot());
      expect(statistics(without, [330, 130, 700, 700]).vivid).toBe(0);
    },
  );

  longTest('draws the loose bounds around cells', async () => {
    const playground = await opened.page({ ...sharp, viewport: { width: 1440, height: 900 } });
    const scene =
      'v=1&structure=loose-octree&dim=2&scene=uniform&n=60&play=0&q=none&show=hierarchy';
    await playground.open(scene);
    // an area of the screenshot outside of all cells, which edges of loose bounds cross
    const area: [number, number, number, number] = [830, 630, 880, 662];
    const cells = statistics(decodePng(await playground.page.screenshot()), area);
    await playground.open(`${scene},details`);
    const loose = statistics(decodePng(await playground.page.screenshot()), area);
    expect(cells.vivid).toBe(0);
    expect(loose.vivid).toBeGreaterThan(10);
  });
});
