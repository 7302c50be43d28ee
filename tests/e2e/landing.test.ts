/**
 * The landing page: figure, game, size, accessibility, and browsers that lack a required feature.
 */

import type { Page } from 'playwright-core';
import { BruteForce, DynamicTree, init, SpatialHash } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { CELL, LENS_RADIUS } from '../../web/playground/src/landing/swarm.js';
import { prepareChecker } from './support/checker.js';
import { compressed } from './support/compressed-site.js';
import { LandingPage } from './support/landing-page.js';
import { phone, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const laptop = { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' } as const;

beforeAll(() => init());

async function landing(options: Parameters<typeof opened.page>[0] = laptop): Promise<LandingPage> {
  const playground = await opened.as(LandingPage, options);
  await playground.load();
  return playground;
}

describe('the figure', () => {
  const indices = {
    all: () => new BruteForce({ dimensions: 2 }),
    grid: () => new SpatialHash({ dimensions: 2, cellSize: CELL }),
    tree: () => new DynamicTree({ dimensions: 2, margin: 0 }),
  };

  test.each(['all', 'grid', 'tree'] as const)('shows the number of tests of %s', async (method) => {
    const playground = await landing();
    await playground.pause();
    await playground.page.click(`#figure input[value="${method}"]`);
    await playground.page.mouse.move(900, 300);
    await playground.page.waitForFunction(
      (expected) => window.landing?.figure.moment.method === expected,
      method,
    );
    await playground.frames(2);
    const { boxes, hits, lens } = await playground.count();
    const index = indices[method]();
    index.build(boxes);
    const found = index.querySphere([...lens], LENS_RADIUS);
    expect(found.length).toBeGreaterThan(0);
    expect(hits.sort((a, b) => a - b)).toEqual([...found].sort((a, b) => a - b));
    const { itemTests, nodeVisits } = index.counters();
    expect(await playground.tests('#figure', method)).toBe(itemTests + nodeVisits);
    index.dispose();
  });

  test('shows without a click that a tree needs a fraction of the tests', async () => {
    const playground = await landing();
    await playground.page.waitForFunction(
      () => window.landing?.figure.moment.method === 'tree',
      null,
      { polling: 50 },
    );
    await playground.frames(2);
    const [all, tree] = [
      await playground.tests('#figure', 'all'),
      await playground.tests('#figure', 'tree'),
    ];
    expect(all).toBe(1200);
    expect(tree).toBeLessThan(all / 3);
  });

  test('the lens follows the pointer', async () => {
    const playground = await landing();
    await playground.pause();
    const box = await playground.page.locator('#figure-canvas').boundingBox();
    if (!box) throw new Error('the canvas is not on the page');
    await playground.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await playground.frames(2);
    const { lens } = await playground.count();
    expect(lens[0]).toBeCloseTo(480, -1);
    expect(lens[1]).toBeCloseTo(300, -1);
  });

  test('stops when it is paused, and when it is out of view', async () => {
    const playground = await landing();
    const moves = async () => {
      const before = await playground.count();
      await playground.frames(10);
      return (await playground.count()).boxes.some((value, i) => value !== before.boxes[i]);
    };
    expect(await moves()).toBe(true);
    await playground.pause();
    expect(await moves()).toBe(false);
    await playground.page.getByRole('button', { name: 'Play', exact: true }).first().click();
    expect(await moves()).toBe(true);
    await playground.page.locator('.choose').scrollIntoViewIfNeeded();
    await expect.poll(moves).toBe(false);
  });

  test('does not move until it is played if the visitor prefers reduced motion', async () => {
    const playground = await landing({ ...laptop, reducedMotion: 'reduce' });
    const before = await playground.count();
    await playground.frames(10);
    expect((await playground.count()).boxes).toEqual(before.boxes);
    const animated = () => document.getAnimations().filter((one) => one.playState === 'running');
    expect(await playground.page.evaluate(animated)).toEqual([]);
    await playground.page.locator('#pause').click();
    await playground.frames(10);
    expect((await playground.count()).boxes).not.toEqual(before.boxes);
  });

  test('has half as many boxes on a phone', async () => {
    const playground = await landing(phone);
    expect((await playground.count()).boxes.length).toBe(4 * 600);
  });
});

/**
 * Returns the names of the controls that the Tab key reaches, up to the first control outside of
 * the window.
 */
async function tabStops(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const [name, isVisible] = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { bottom, top } = focused.getBoundingClientRect();
      const label = (focused as HTMLInputElement).labels?.[0] ?? focused;
      const isIn =
        bottom > 0 && top < innerHeight && document.querySelector('#landing')?.scrollTop === 0;
      return [label.textContent?.trim() ?? '', isIn] as const;
    });
    if (!isVisible) return names;
    names.push(name);
  }
}

test('the first screen has at most 12 controls and 90 words', async () => {
  const playground = await landing();
  const { page } = playground;
  const words = await page.evaluate(() => {
    const isIn = (text: Node) => {
      const range = document.createRange();
      range.selectNode(text);
      const { bottom, height, top } = range.getBoundingClientRect();
      const style = getComputedStyle(text.parentElement as Element);
      return height > 0 && top < innerHeight && bottom > 0 && style.visibility === 'visible';
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (isIn(text) && !text.parentElement?.closest('script, style, noscript, .skip')) {
        texts.push(text.textContent ?? '');
      }
    }
    return texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => /\w/.test(word));
  });
  expect(words.length).toBeGreaterThan(30);
  expect(words.length).toBeLessThanOrEqual(90);
  const stops = await tabStops(page);
  expect(stops.shift()).toBe('Skip to content');
  expect(stops.slice(0, 7)).toEqual([
    'Explore',
    'Learn',
    'Which one?',
    'Bench',
    'Games',
    'Docs',
    'GitHub',
  ]);
  expect(stops).toContain('Play with it');
  expect(stops.length).toBeLessThanOrEqual(12);
});

test('at most 150 kB are loaded until the figure moves', async () => {
  const playground = await opened.fresh(laptop, LandingPage);
  const files = new Set<string>();
  playground.page.on('response', (response) => {
    const { pathname, protocol } = new URL(response.url());
    if (protocol.startsWith('http')) files.add(pathname);
  });
  await playground.page.goto(opened.site().url);
  await playground.ready();
  const early = await playground.page.evaluate(() => {
    const [alive] = performance.getEntriesByName('figure alive');
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= alive.startTime)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(early).toContainEqual(expect.stringMatching(/core-.*\.wasm$/));
  const sizes = ['index.html', ...new Set(early)].map((name) => compressed(name).length);
  const untilMoving = sizes.reduce((sum, each) => sum + each, 0);
  console.log(`until the figure is alive: ${untilMoving} bytes in ${sizes.length} files`);
  expect(untilMoving).toBeGreaterThan(80_000);
  expect(untilMoving, early.join('\n')).toBeLessThanOrEqual(150_000);
  await playground.page.waitForTimeout(3000);
  expect(files.size).toBeGreaterThanOrEqual(sizes.length);
  expect([...files].join('\n')).not.toMatch(/explore-|three|trace-|service-worker/);
});

describe('the bullet game', () => {
  const ship = ({ page }: LandingPage) =>
    page.evaluate(() => ({ ...(window.landing?.game.bullets.ship ?? { x: 0, y: 0 }) }));

  test('is controlled by arrow keys, also while the mouse moves over it', async () => {
    const playground = await landing();
    const { page } = playground;
    await page.locator('#game-start').click();
    const before = await ship(playground);
    await page.keyboard.down('ArrowLeft');
    await page.keyboard.down('ArrowUp');
    const box = await page.locator('#game-canvas').boundingBox();
    if (!box) throw new Error('the canvas is not on the page');
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.9 * box.height);
    await playground.frames(10);
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.up('ArrowUp');
    const after = await ship(playground);
    expect(after.x).toBeLessThan(before.x);
    expect(after.y).toBeLessThan(before.y);
    await playground.frames(5);
    expect(await ship(playground)).toEqual(after);
  });

  test('is controlled by touch', async () => {
    const playground = await landing(phone);
    const { page } = playground;
    await page.locator('#game-canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('#game-canvas').boundingBox();
    if (!box) throw new Error('the canvas is not on the page');
    await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 4);
    await playground.frames(3);
    const { x, y } = await ship(playground);
    const { height, width } = await page.evaluate(() => ({
      ...(window.landing?.game.bullets.field ?? { width: 0, height: 0 }),
    }));
    expect(x / width).toBeCloseTo(0.25, 1);
    expect(y / height).toBeCloseTo(0.25, 1);
    expect(await page.locator('#game-start').isHidden()).toBe(true);
  });

  test('finds all touching pairs with each method, and shows its number of tests', async () => {
    const playground = await landing({ ...laptop, reducedMotion: 'reduce' });
    const { page } = playground;
    await page.locator('#game-canvas').scrollIntoViewIfNeeded();
    await expect.poll(() => playground.tests('.game', 'grid')).toBeGreaterThan(0);
    await page.getByRole('button', { name: '1,000 more bullets' }).click();
    await page.waitForFunction(() => window.landing?.game.tests.get('all') === (2001 * 2000) / 2);
    for (const method of ['all', 'grid', 'tree']) {
      await page.check(`.game input[value="${method}"]`);
      await page.waitForTimeout(300);
      await playground.frames(3);
      const { boxes, flashing } = await page.evaluate(() => {
        const bullets = window.landing?.game.bullets;
        return { boxes: [...(bullets?.boxes ?? [])], flashing: [...(bullets?.flashes ?? [])] };
      });
      const index = new BruteForce({ dimensions: 2 });
      index.build(boxes);
      const paired = new Set(index.pairs());
      expect(paired.size).toBeGreaterThan(0);
      const lit = flashing.flatMap((seconds, item) => (seconds > 0 ? [item] : []));
      expect(lit, method).toEqual([...paired].sort((a, b) => a - b));
      index.dispose();
    }
    const shown = await playground.tests('.game', 'tree');
    expect(shown).toBe(await page.evaluate(() => window.landing?.game.tests.get('tree')));
    expect(shown).toBeLessThan((2001 * 2000) / 20);
  });
});

describe('a browser without a required feature', () => {
  test('without WebGL the figure moves', async () => {
    const playground = await opened.fresh(laptop, LandingPage);
    await playground.page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return kind === '2d' ? getContext.call(this, kind) : null;
      } as typeof getContext;
    });
    await playground.load();
    expect((await playground.count()).boxes.length).toBe(4 * 1200);
  });

  test('without WebAssembly SIMD the poster stays, with a message', async () => {
    const playground = await opened.fresh(laptop, LandingPage);
    const { page } = playground;
    await page.addInitScript('WebAssembly.validate = () => false');
    await page.goto(opened.site().url);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/SIMD/);
    expect(await page.locator('.figure-stage svg').isVisible()).toBe(true);
  });

  test('without JavaScript the text and the poster are visible', async () => {
    const playground = await opened.fresh({ ...laptop, javaScriptEnabled: false }, LandingPage);
    const { page } = playground;
    await page.goto(opened.site().url);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByText('npm i sapwood').isVisible()).toBe(true);
    expect(await page.locator('.figure-stage svg').isVisible()).toBe(true);
    expect(await page.locator('.hero-note').isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(3);
  });
});

test.each([
  ['dark', 'laptop', laptop],
  ['light', 'laptop', { ...laptop, colorScheme: 'light' }],
  ['dark', 'phone', { ...phone, colorScheme: 'dark' }],
  ['light', 'phone', { ...phone, colorScheme: 'light' }],
] as const)('no violations of accessibility rules: %s, %s', async (_scheme, _size, options) => {
  const playground = await landing(options);
  const { page } = playground;
  await playground.pause();
  await prepareChecker(page);
  const found = await page.evaluate(() =>
    window.axe
      .run(document, { resultTypes: ['violations'] })
      .then(({ violations }) =>
        violations.flatMap(({ id, nodes }) =>
          nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
        ),
      ),
  );
  expect(found).toEqual([]);
});

test('the page fits a width of 320 pixels', async () => {
  const playground = await landing({ ...phone, viewport: { width: 320, height: 568 } });
  const width = await playground.page.locator('#landing').evaluate((page) => page.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
