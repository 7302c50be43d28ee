/** The programs of the folder `examples` start, behave as described, and show correct numbers. */

import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import {
  colorAt,
  differences,
  ExamplePage,
  exportsOfPackage,
  manifestOf,
  NAMES,
  programsOf,
  serveExample,
  VERSIONS,
} from './support/examples.js';
import { statistics } from './support/pixels.js';
import type { Site } from './support/site.js';
import { isFull, longTest } from './support/volume.js';

/** A small window, because Chromium draws without a graphics card in tests. */
const DESKTOP: BrowserContextOptions = {
  viewport: { width: 640, height: 400 },
  reducedMotion: 'reduce',
};
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  hasTouch: true,
  isMobile: true,
};
/**
 * Maximum number of pixels that culling may change. The pixels are at edges where two objects have
 * the same depth.
 */
const MAX_DIFFERENT = 20;
const MAX_LINES = 150;

const canRun = (name: string) => name !== 'fiber' || exportsOfPackage().includes('./react');

const sites = new Map<string, Promise<Site>>();
function siteOf(name: string): Promise<Site> {
  const site = sites.get(name) ?? serveExample(name);
  sites.set(name, site);
  return site;
}
afterAll(async () => {
  for (const site of sites.values()) await (await site).close();
});

/**
 * Returns a test function that opens an example and calls `run`. The test fails if the page reports
 * an error.
 */
function onPage(
  name: string,
  options: BrowserContextOptions,
  run: (example: ExamplePage) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const example = await ExamplePage.open(await siteOf(name), options);
    try {
      await run(example);
      expect(example.errors).toEqual([]);
    } finally {
      await example.close();
    }
  };
}

describe.each(NAMES)('%s', (name) => {
  test(`has at most ${MAX_LINES} lines`, () => {
    const lines = programsOf(name).flatMap((text) => text.trimEnd().split('\n'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  });

  test('depends on the exact versions that are tested', () => {
    const { dependencies, devDependencies, scripts } = manifestOf(name);
    for (const [one, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, one).toBe(VERSIONS[one]);
    }
    expect(dependencies.sapwood).toBeDefined();
    expect(scripts.start).toBe('vite');
  });

  test.runIf(isFull && canRun(name))(
    'fills the screen of a phone without horizontal scrolling',
    onPage(name, PHONE, async (example) => {
      const size = await example.page.evaluate(() => {
        const canvas = document.querySelector('canvas') as HTMLCanvasElement;
        const { width, height } = canvas.getBoundingClientRect();
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { width, height, scrollWidth, scrollHeight };
      });
      expect(size).toEqual({ width: 390, height: 844, scrollWidth: 390, scrollHeight: 844 });
      const { colors, commonest } = statistics(await example.picture(), [0, 0, 390, 844]);
      expect(colors).toBeGreaterThan(20);
      expect(commonest).toBeLessThan(0.8);
      const panel = await example.page.locator('#panel').boundingBox();
      expect(panel?.height).toBeLessThan(300);
    }),
  );
});

const POINTS = Array.from({ length: 80 }, (_, i) => [
  40 + ((i * 97) % 560),
  240 + ((i * 53) % 140),
]);

/**
 * Moves the mouse until the page shows that the pointer is over an object. Returns the position of
 * the pointer.
 */
async function hover(example: ExamplePage): Promise<[number, number]> {
  const isOver = () =>
    document.body.style.cursor === 'pointer' ||
    (document.querySelector('#label')?.textContent ?? '') !== '';
  for (const [x, y] of POINTS) {
    await example.page.mouse.move(x, y);
    await example.frames(2);
    if (await example.page.evaluate(isOver)) return [x, y];
  }
  throw new Error('nothing is under the pointer');
}

async function drag(example: ExamplePage, distance: number): Promise<void> {
  const { mouse } = example.page;
  await mouse.move(500, 300);
  await mouse.down();
  await mouse.move(500 + distance, 300, { steps: 4 });
  await mouse.up();
  await example.frames(3);
}

describe('picking', () => {
  test(
    'highlights the rock under the pointer, marks it at a click, and counts what WebGL draws',
    onPage('picking', DESKTOP, async (example) => {
      const { counts, webgl } = await example.drawn();
      expect(webgl.instances).toEqual([counts[0]]);
      expect(counts[0]).toBeGreaterThan(1000);
      expect(counts[0]).toBeLessThan(60_000);
      expect(counts[1]).toBe(100_000);

      const { page } = example;
      const label = page.locator('#label');
      const [x, y] = await hover(example);
      const rock = await label.textContent();
      expect(rock).toMatch(/^Rock \d[\d,]*$/);
      const [red, green, blue] = colorAt(await example.picture(), x, y);
      expect(red).toBeGreaterThan(1.3 * green);
      expect(green).toBeGreaterThan(blue);

      await page.mouse.click(x, y);
      await example.shows(/ 1 marked/);
      await page.mouse.move(320, 5); // the sky, where no object is
      await page.waitForFunction(() => document.querySelector('#label')?.textContent === '');
      await example.frames(2);
      const marked = colorAt(await example.picture(), x, y);
      expect(marked[1]).toBeGreaterThan(1.2 * marked[0]);

      await page.mouse.click(x, y);
      await example.shows(/ 0 marked/);
      expect(await label.textContent()).toBe(rock);
    }),
  );

  longTest(
    'a drag turns the view and marks nothing',
    onPage('picking', DESKTOP, async (example) => {
      const before = await example.picture();
      await drag(example, -200);
      expect(await example.text()).toContain(' 0 marked');
      expect(differences(before, await example.picture())).toBeGreaterThan(5000);
    }),
  );

  longTest(
    'culling does not change the picture',
    onPage('picking', DESKTOP, async (example) => {
      const { counts } = await example.drawn();
      const culled = await example.picture();
      await example.page.locator('#culling').uncheck();
      await example.shows(/^100,000 of 100,000 drawn/);
      await example.frames(2);
      expect((await example.drawn()).webgl.instances).toEqual([100_000]);
      expect(differences(culled, await example.picture())).toBeLessThanOrEqual(MAX_DIFFERENT);
      await example.page.locator('#culling').check();
      await example.shows(new RegExp(`^${counts[0].toLocaleString('en')} of`));
    }),
  );

  longTest(
    'a tap marks a rock on a phone',
    onPage('picking', PHONE, async (example) => {
      for (let i = 0; i < 30; i += 1) {
        await example.page.touchscreen.tap(40 + ((i * 97) % 310), 560 + ((i * 53) % 240));
        await example.frames(3);
        if (/ 1 marked/.test(await example.text())) return;
      }
      throw new Error('no tap marked a rock');
    }),
  );

  longTest(
    'moves automatically unless reduced motion is preferred',
    onPage('picking', { ...DESKTOP, reducedMotion: 'no-preference' }, async (example) => {
      const first = await example.picture();
      const changed = async () => differences(first, await example.picture());
      await expect.poll(changed).toBeGreaterThan(2000);
    }),
  );
});

describe('forest', () => {
  test(
    'culling does not change the picture with its shadows',
    onPage('forest', DESKTOP, async (example) => {
      const { counts, webgl } = await example.drawn();
      const inPicture = webgl.objects + webgl.instances.reduce((sum, one) => sum + one, 0);
      expect(webgl.objects).toBeGreaterThan(50);
      expect(webgl.shadows).toBeGreaterThan(50);
      expect(counts[0]).toBeGreaterThanOrEqual(inPicture);
      expect(counts[0]).toBeLessThan(10_000);
      // objects: three levels of detail for each of 4,000 trees, 16,000 tufts of grass, and the
      // ground
      expect(counts[1]).toBe(3 * 4_000 + 16_000 + 1);
      const culled = await example.picture();

      await example.page.locator('#culling').uncheck();
      await example.shows(/^Unknown/);
      await example.frames(2);
      expect((await example.drawn()).webgl.instances).toContain(16_000);
      expect(differences(culled, await example.picture())).toBeLessThanOrEqual(MAX_DIFFERENT);
    }),
  );

  longTest(
    'a drag turns the view, and the slider starts walking',
    onPage('forest', DESKTOP, async (example) => {
      const first = await example.picture();
      await drag(example, -150);
      const turned = await example.picture();
      expect(differences(first, turned)).toBeGreaterThan(5000);
      await example.frames(2);
      expect(differences(turned, await example.picture())).toBe(0);

      await example.page.locator('#speed').focus();
      for (let i = 0; i < 3; i += 1) await example.page.keyboard.press('ArrowRight');
      const changed = async () => differences(turned, await example.picture());
      await expect.poll(changed).toBeGreaterThan(5000);
    }),
  );
});

describe('level', () => {
  const height = (text: string) => Number(/height (-?[\d.]+)/.exec(text)?.[1]);

  test(
    'keys walk up the stairs to crystals and onto the platform',
    onPage('level', DESKTOP, async (example) => {
      const { page } = example;
      expect(height(await example.shows(/on the ground/))).toBeLessThan(3);
      await page.keyboard.down('KeyW');
      await example.shows(/^1 of 5 crystals/);
      expect(height(await example.shows(/^2 of 5 crystals/))).toBeGreaterThan(5);
      // the text appears only on the platform: a player who misses it falls into the sea and starts
      // again
      await example.shows(/on the platform/);
      await page.keyboard.up('KeyW');
    }),
  );

  test(
    'the space bar jumps, and a player who walks into the sea starts again',
    onPage('level', DESKTOP, async (example) => {
      const { keyboard } = example.page;
      await example.shows(/on the ground/);
      await keyboard.down('Space');
      expect(height(await example.shows(/in the air/))).toBeGreaterThan(2);
      await keyboard.up('Space');
      await example.shows(/on the ground/);
      await keyboard.down('ArrowDown');
      await example.shows(/height (-|0\.)/);
      await keyboard.up('ArrowDown');
      await example.shows(/on the ground · height 2/);
    }),
  );

  longTest(
    'a drag turns the camera',
    onPage('level', DESKTOP, async (example) => {
      await example.shows(/on the ground/);
      const first = await example.picture();
      await drag(example, -150);
      expect(differences(first, await example.picture())).toBeGreaterThan(20_000);
    }),
  );

  test(
    'the stick walks and the button jumps on a phone',
    onPage('level', PHONE, async (example) => {
      const { page } = example;
      await example.shows(/on the ground/);
      const session = await page.context().newCDPSession(page);
      const center = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        if (box === null) throw new Error(`${selector} is hidden`);
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      const stick = await center('#stick');
      await touch('touchStart', stick.x, stick.y);
      await touch('touchMove', stick.x, stick.y - 50);
      await example.shows(/^1 of 5 crystals/);
      await touch('touchEnd');
      const button = await center('#jump');
      await touch('touchStart', button.x, button.y);
      await example.shows(/in the air/);
      await touch('touchEnd');
      await example.shows(/on the ground/);
    }),
  );
});

describe.each(['tres', 'threlte'])('%s', (name) => {
  test(
    'draws only what is in view, and enlarges the object under the pointer',
    onPage(name, DESKTOP, async (example) => {
      const { counts, webgl } = await example.drawn();
      expect(counts[1]).toBe(3000);
      expect(counts[0]).toBeLessThan(1500);
      expect(counts[0]).toBeGreaterThanOrEqual(webgl.objects);
      expect(webgl.objects).toBeGreaterThan(100);

      const before = await example.picture();
      await hover(example);
      const changed = async () => differences(before, await example.picture());
      expect(await changed()).toBeGreaterThan(10);
      await drag(example, -200);
      expect(await changed()).toBeGreaterThan(5000);
    }),
  );
});

describe.runIf(canRun('fiber'))('fiber', () => {
  test(
    'lights the lantern under the pointer, and a click changes its color',
    onPage('fiber', DESKTOP, async (example) => {
      const { counts, webgl } = await example.drawn();
      expect(counts[1]).toBe(10_000);
      expect(counts[0]).toBe(webgl.objects);
      expect(counts[0]).toBeLessThan(6000);

      const { page } = example;
      const resting = await example.picture();
      const [x, y] = await hover(example);
      expect(await page.locator('#label').textContent()).toMatch(/^Lantern \d[\d,]*$/);
      await example.frames(2);
      const lit = colorAt(await example.picture(), x, y);
      expect(lit[1]).toBeGreaterThan(colorAt(resting, x, y)[1] + 10);
      await page.mouse.click(x, y);
      const isBlue = async () => {
        const [red, , blue] = colorAt(await example.picture(), x, y);
        return blue - red;
      };
      await expect.poll(isBlue).toBeGreaterThan(40);
    }),
  );
});
