/**
 * The first screen of Explore: numbers of controls and words at three window sizes, requests, and
 * Tab stops.
 */

import { expect, test } from 'vitest';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const sizes = {
  '1280 x 720': { viewport: { width: 1280, height: 720 } },
  '1440 x 900': { viewport: { width: 1440, height: 900 } },
  '390 x 844': phone,
};

/**
 * Counts visible controls and words. Handles of the query are not counted, and of a menu only the
 * selected option is counted.
 */
function countScreen({ page }: PlaygroundPage) {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const controls = [
      ...document.querySelectorAll('a[href], button, select, input, summary, textarea'),
    ].filter((control) => isShown(control) && !control.closest('.handles'));
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      const isHidden = !parent || !isShown(parent) || parent.closest('.visually-hidden, select');
      if (!isHidden) texts.push(textContent ?? '');
    }
    for (const select of document.querySelectorAll('select')) {
      if (isShown(select)) texts.push(select.selectedOptions[0]?.text ?? '');
    }
    return { controls: controls.length, words: texts.join(' ').trim().split(/\s+/).length };
  });
}

test.each(Object.entries(sizes))(
  'at %s the first screen has at most 22 controls and 100 words, and names the structure',
  async (_, options) => {
    const playground = await opened.fresh(options);
    await playground.load();
    const { controls, words } = await countScreen(playground);
    expect(controls).toBeGreaterThan(10);
    expect(controls).toBeLessThanOrEqual(22);
    expect(words).toBeGreaterThan(10);
    expect(words).toBeLessThanOrEqual(100);
    const menu = playground.page.locator('select[name="structure"]');
    expect(await menu.isVisible()).toBe(true);
    expect(await menu.locator('option:checked').textContent()).toBe('Hash grid');
  },
);

test('the page loads the physics engine only for the pile', async () => {
  const playground = await opened.fresh();
  const requests: string[] = [];
  playground.page.on('request', (request) => requests.push(request.url()));
  await playground.load();
  const isEngine = (url: string) => /pile|rapier/i.test(url);
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter(isEngine)).toEqual([]);
  await playground.open('v=1&dim=3&scene=pile&n=100&play=0');
  expect(requests.filter(isEngine)).not.toEqual([]);
});

test('the structure is at most three Tab stops after the navigation, before all handles', async () => {
  const playground = await opened.fresh();
  await playground.load();
  const { page } = playground;
  await page.locator('#site-header a').last().focus();
  const names: string[] = [];
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const { activeElement: focused } = document;
        return focused?.matches('.handle') ? 'a handle' : (focused?.getAttribute('name') ?? '');
      }),
    );
  }
  expect(names).toContain('structure');
  expect(names).not.toContain('a handle');
});

test('steps of a query leave the stage 60 % of the height, and the trace plays', async () => {
  const playground = await opened.fresh({ viewport: { width: 1280, height: 720 } });
  await playground.load(
    'v=1&structure=dynamic-tree&dim=2&scene=uniform&n=300&play=0&show=items,hierarchy,tree&step=0',
  );
  const { page } = playground;
  const dock = await page.locator('.dock').boundingBox();
  expect(dock?.y).toBeGreaterThan(0.6 * 720);
  await page.getByRole('button', { name: 'Play the trace' }).click();
  await page.waitForFunction(() => (window.playground?.snapshot()?.settings.step ?? 0) > 5);
  await page.keyboard.press('Escape');
});

test('a button shows the hidden panels again', async () => {
  const playground = await opened.fresh(phone);
  await playground.load('v=1&scene=uniform&n=100&play=0');
  const { page } = playground;
  await page.locator('.more summary').click();
  await page.getByRole('button', { name: 'Hide the panels' }).click();
  await page.locator('.sheet-tabs').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Show the panels' }).click();
  await page.locator('.sheet-tabs').waitFor();
});
