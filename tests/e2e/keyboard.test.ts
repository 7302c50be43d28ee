/** Keyboard control of Explore. */

import { expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&n=300&play=0';

test('Space plays and pauses, the full stop makes one step', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { keyboard } = playground.page;
  await keyboard.press('.');
  await playground.settle();
  expect((await playground.snapshot()).frame).toBe(1);
  await keyboard.press(' ');
  await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 2);
  await keyboard.press(' ');
  await playground.settle();
  const { frame, settings } = await playground.snapshot();
  expect(settings.play).toBe(false);
  await playground.frames(10);
  expect((await playground.snapshot()).frame).toBe(frame);
});

test('brackets change the deepest drawn level', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const all = await playground.snapshot();
  expect(all.drawnNodes).toBe(all.nodes);
  await playground.page.keyboard.press('[');
  await playground.page.keyboard.press('[');
  await playground.settle();
  const fewer = await playground.snapshot();
  expect(fewer.settings.deepest).toBe(all.levels - 3);
  expect(fewer.drawnNodes).toBeLessThan(all.drawnNodes);
  await playground.page.keyboard.press(']');
  await playground.page.keyboard.press(']');
  await playground.settle();
  expect((await playground.snapshot()).drawnNodes).toBe(all.nodes);
});

test('the level sliders select a range without a change of the index', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { levels, nodes } = await playground.snapshot();
  await playground.page.getByLabel('Deepest level drawn').fill('4');
  await playground.page.getByLabel('Shallowest level drawn').fill('4');
  await playground.settle();
  const level = await playground.snapshot();
  expect(levels).toBeGreaterThan(5);
  expect(level.drawnNodes).toBeGreaterThan(1);
  expect(level.drawnNodes).toBeLessThanOrEqual(2 ** 4);
  expect(level.nodes).toBe(nodes);
  expect(await playground.page.textContent('[data-number="drawn-nodes"]')).toContain(
    String(level.drawnNodes),
  );
});

test('digits choose structures, R reseeds, H hides the panels, F frames the scene', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const { keyboard } = playground.page;
  await keyboard.press('1');
  await playground.ready();
  expect((await playground.snapshot()).structure).toBe('brute-force');
  const { seed } = (await playground.snapshot()).settings;
  await keyboard.press('r');
  await playground.ready();
  expect((await playground.snapshot()).settings.seed).not.toBe(seed);
  const controls = playground.page.getByLabel('Drawers');
  const wide = await playground.handlePosition('box-center');
  await keyboard.press('h');
  await controls.waitFor({ state: 'hidden' });
  await keyboard.press('h');
  await controls.waitFor({ state: 'visible' });
  await playground.page.mouse.move(600, 300);
  await playground.wheel(-600);
  const zoomed = await playground.handlePosition('box-center');
  await keyboard.press('f');
  await playground.settle();
  const framed = await playground.handlePosition('box-center');
  expect(Math.abs(zoomed.x - wide.x) + Math.abs(zoomed.y - wide.y)).toBeGreaterThan(3);
  expect(Math.abs(framed.x - wide.x) + Math.abs(framed.y - wide.y)).toBeLessThan(3);
});

test('the key ? opens the help, Escape closes it', async () => {
  const playground = await opened.page();
  await playground.open(still);
  await playground.page.keyboard.press('?');
  const help = playground.page.getByRole('dialog');
  await help.waitFor();
  expect(await help.textContent()).toContain('Play or pause');
  await playground.page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
});

longTest('keys typed into a field have no other effect', async () => {
  const playground = await opened.page();
  await playground.open(still);
  await (await playground.control('input[name="n"]')).focus();
  await playground.page.keyboard.press('1');
  await playground.page.keyboard.press('.');
  await (await playground.control('input[name="show-pairs"]')).focus();
  await playground.page.keyboard.press(' ');
  await playground.settle();
  const { frame, settings, structure } = await playground.snapshot();
  expect(structure).toBe('dynamic-tree');
  expect(frame).toBe(0);
  expect(settings.play).toBe(false);
  expect(await playground.isChecked('input[name="show-pairs"]')).toBe(true);
});

test('every control can be reached by Tab and shows its focus', async () => {
  const playground = await opened.page();
  await playground.open(still);
  const reached = new Set<string>();
  for (let i = 0; i < 135; i++) {
    if (i === 0) await playground.drawer('Scene');
    if (i === 70) await playground.drawer('Query');
    await playground.page.keyboard.press('Tab');
    const focus = await playground.page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const dress = element.nextElementSibling ?? element;
      const outlined = [element, dress].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      });
      const handle = element.getAttribute('data-handle');
      const ring = handle
        ? getComputedStyle(element, '::before').outlineStyle !== 'none'
        : outlined;
      const name = handle ?? element.getAttribute('name') ?? element.textContent ?? element.tagName;
      return ring ? name : `${name} without a ring`;
    });
    if (focus.startsWith('More') && !reached.has(focus))
      await playground.page.keyboard.press('Enter');
    reached.add(focus);
  }
  expect([...reached].filter((name) => name.includes('without a ring'))).toEqual([]);
  for (const name of ['structure', 'scene', 'n', 'query', 'box-center', 'deepest', 'speed']) {
    expect([...reached]).toContain(name);
  }
});

test('B goes to Bench, and Back returns to the same scene', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const explore = playground.addressHash();
  const { page } = playground;
  await page.keyboard.press('b');
  await page.waitForFunction(() => window.benchPage !== undefined);
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  expect(playground.addressHash()).toMatch(/^bench/);
  expect(await page.title()).toMatch(/^Bench/);
  await page.goBack();
  await page.waitForFunction(() => !location.hash.startsWith('#bench'));
  expect(playground.addressHash()).toBe(explore);
  expect((await playground.snapshot()).items).toBe(100);
});

test('keys with a single character can be switched off, and Space remains active', async () => {
  const playground = await opened.fresh();
  await playground.open(still);
  const { page } = playground;
  await page.keyboard.press('?');
  const explore = page.getByRole('dialog', { name: 'Help' });
  await explore.getByLabel('Keys with a single character').uncheck();
  await page.keyboard.press('Escape');
  const before = await playground.hash();
  for (const key of ['k', 't', '.', '3', 'b']) await page.keyboard.press(key);
  await playground.settle();
  expect(await playground.hash()).toBe(before);
  expect((await playground.snapshot()).frame).toBe(0);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 0);
  // restores the setting, because the browser stores it for later tests
  await page.locator('.more summary').click();
  await page.getByRole('button', { name: 'Help' }).click();
  await explore.getByLabel('Keys with a single character').check();
  await page.keyboard.press('Escape');
  const { color } = (await playground.snapshot()).settings;
  // presses the key repeatedly, because a busy page applies the setting late
  await expect
    .poll(async () => {
      await page.keyboard.press('k');
      return (await playground.snapshot()).settings.color;
    })
    .not.toBe(color);
});

test.each([
  ['turn the view in 3D', 'v=1&scene=uniform&n=100&play=0&q=box'],
  ['move the view in 2D', 'v=1&dim=2&scene=uniform&n=100&play=0&q=box'],
])('Shift and the arrow keys %s, F centers it again', async (_, hash) => {
  const playground = await opened.page();
  await playground.open(hash);
  const before = await playground.handlePosition('box-max-x');
  const shift = async () => {
    await playground.settle();
    const { x, y } = await playground.handlePosition('box-max-x');
    return Math.hypot(x - before.x, y - before.y);
  };
  await playground.page.keyboard.press('Shift+ArrowRight');
  expect(await shift()).toBeGreaterThan(5);
  await playground.page.keyboard.press('Shift+ArrowLeft');
  expect(await shift()).toBeLessThan(1);
  await playground.page.keyboard.press('Shift+ArrowUp');
  expect(await shift()).toBeGreaterThan(5);
  await playground.page.keyboard.press('f');
  expect(await shift()).toBeLessThan(1);
});
