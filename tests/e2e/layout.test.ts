/** Layout on low screens and phones: the stage remains high enough, and texts are not cut off. */

import { expect, test } from 'vitest';
import { type PlaygroundPage, phone, usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const low = { ...wide, viewport: { width: 1280, height: 720 } };
const balance =
  'v=1&dim=2&scene=clustered&n=600&motion=swirl&policy=move&structure=dynamic-tree&show=problems,tree&q=box&play=0';

interface Shift {
  readonly value: number;
}

interface Seen {
  readonly shift: number;
}

function smallWords({ page }: PlaygroundPage): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#panels *')].flatMap((element) => {
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const { fontSize, visibility } = getComputedStyle(element);
      const shown = visibility !== 'hidden' && element.getClientRects().length > 0;
      const small = own.length > 0 && shown && Number.parseFloat(fontSize) < 12;
      return small ? [`${element.className}: ${element.textContent}`] : [];
    }),
  );
}

longTest(
  'on a low screen an example with a deep tree leaves room for the stage and the legend',
  async () => {
    const playground = await opened.page(low);
    const { page } = playground;
    const both = `${balance}&o.balance=none&with=dynamic-tree&w.balance=height&tour=balance.2`;
    await playground.open(both);
    for (let i = 0; i < 6; i++) await page.keyboard.press('.');
    await playground.settle();
    expect((await playground.snapshot()).sides[0].height).toBeGreaterThan(18);
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`${selector} is not shown`);
      return box;
    };
    expect((await boxOf('.dock')).y).toBeGreaterThan(400);
    expect((await boxOf('.item-levels')).height).toBeLessThan(240);
    const wider = await page
      .locator('.readings')
      .evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await playground.goTo(
      `${both.replace('o.balance=none', 'o.balance=none&o.margin=0.5&o.prediction=0')}&w.margin=0.5&w.prediction=0`,
    );
    await playground.ready();
    const [first, second] = await page
      .locator('.caption')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(first.right).toBeLessThanOrEqual(second.left);
    expect((await boxOf('.brand')).height).toBeLessThan(90);
    const mark = page.locator('.tree .side-B').first();
    const background = await mark.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(background).not.toMatch(/rgba\(0, 0, 0, 0\)|transparent/);
    expect(await smallWords(playground)).toEqual([]);
  },
);

test('on a phone the speed is not cut off, and the levels are apart from their number', async () => {
  const playground = await opened.page(phone);
  const { page } = playground;
  await playground.open('v=1&dim=2&scene=uniform&n=300&play=0&show=problems,hierarchy');
  await page.locator('.more summary').click();
  const room = await page.locator('select[name="speed"]').evaluate((select) => {
    const style = getComputedStyle(select);
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.font = style.font;
    const words = Math.max(...['1 ×', '½ ×', '8 ×'].map((text) => context.measureText(text).width));
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return select.clientWidth - padding - words;
  });
  expect(room).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const gap = await page.locator('.levels legend').evaluate((legend) => {
    const range = document.createRange();
    range.selectNode(legend.firstChild as Node);
    const number = legend.querySelector('output') as Element;
    return number.getBoundingClientRect().left - range.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThan(4);
  expect(await smallWords(playground)).toEqual([]);
});

/** Returns the texts of elements that extend beyond the left or right edge of the window. */
const cutOff = ({ page }: PlaygroundPage, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = width > 0 && (left < 0 || right > window.innerWidth);
      return isCut ? [element.textContent?.trim() || element.className] : [];
    }),
  );

test('header, tabs and the buttons of sheets fit a width of 320 pixels', async () => {
  const playground = await opened.page({ ...phone, viewport: { width: 320, height: 568 } });
  await playground.open('v=1&dim=2&scene=uniform&n=100&play=0');
  const { page } = playground;
  for (const tab of ['Examples', 'Scene', 'View', 'Query', 'Numbers']) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    const bars = '.site-header a:visible, .sheet-bar *, .sheet-tabs *, .top-line *';
    expect(await cutOff(playground, bars), tab).toEqual([]);
  }
  const tops = await page
    .locator('.site-header a:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(await smallWords(playground)).toEqual([]);
});

test.each([
  ['an example', 'v=1&structure=octree&dim=3&scene=straddlers&n=900&tour=loose.1'],
  ['Bench', 'bench'],
])('parts that load late do not shift the layout: %s', async (_, hash) => {
  const playground = await opened.fresh(low);
  const { page } = playground;
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as Shift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('about:blank');
  await page.goto(`${opened.site().url}?aa=0#${hash}`);
  await page
    .locator(hash === 'bench' ? '.run-files' : '.tour p')
    .first()
    .waitFor();
  await playground.frames(10);
  const { shift } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(shift).toBeLessThan(0.05);
});
