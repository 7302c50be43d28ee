/** A picture that is too much for a processor comes in portions, and ends as the one that is drawn at once. */

import { expect } from 'vitest';
import { decodePng } from './support/pixels.js';
import { type PlaygroundPage, sharp, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
/** Corners of a portion. */
const MOST = 1000;
const small = { ...sharp, viewport: { width: 800, height: 480 } };

interface Drawn {
  /** Corners in each frame in which something was drawn. */
  readonly frames: number[];
  readonly said: string[];
}

/** Counts what is drawn from the next load on. */
async function countCorners({ page }: PlaygroundPage): Promise<() => Promise<Drawn>> {
  await page.addInitScript(() => {
    const drawn = { frames: [] as number[], said: [] as string[] };
    Object.assign(window, { drawn });
    const context = WebGL2RenderingContext.prototype;
    const { drawElementsInstanced } = context;
    let now = 0;
    context.drawElementsInstanced = function (mode, count, kind, offset, copies) {
      if (now === 0) {
        requestAnimationFrame(() => {
          drawn.frames.push(now);
          now = 0;
          drawn.said.push(document.querySelector('.status-drawing')?.textContent ?? '');
        });
      }
      now += count * copies;
      drawElementsInstanced.call(this, mode, count, kind, offset, copies);
    };
  });
  return () => page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn);
}

/** Without the panels that lie over it: they tell times. */
async function picture({ page }: PlaygroundPage) {
  const address = await page
    .locator('#stage canvas')
    .first()
    .evaluate((canvas) => {
      return (canvas as HTMLCanvasElement).toDataURL('image/png');
    });
  return decodePng(Buffer.from(address.split(',')[1], 'base64')).rgb;
}

const pictures = [
  'v=1&scene=uniform&n=40&play=0&show=bodies,hierarchy,pairs&with=loose-octree',
  'v=1&dim=2&scene=clustered&n=700&play=0&structure=quadtree&show=bodies,hierarchy,details',
];

longTest.each(pictures)('%s', async (hash) => {
  const playground = await opened.fresh(small);
  const drawn = await countCorners(playground);
  await playground.load(hash, `aa=0&corners=${MOST}`);
  await playground.frames(2);
  // another picture: the first one is drawn before there is anything that cuts it
  await playground.page.evaluate(() => {
    Object.assign((window as unknown as { drawn: Drawn }).drawn, { frames: [], said: [] });
  });
  await playground.goTo(`${hash}&seed=2`);
  await playground.frames(2);
  const { frames, said } = await drawn();
  // two views draw each portion that both of them have
  expect(Math.max(...frames)).toBeLessThanOrEqual(2 * MOST);
  expect(frames.length).toBeGreaterThan(6);
  expect(said.some((text) => /^Drawing: \d+ %$/.test(text))).toBe(true);
  expect(await playground.page.locator('.status-drawing').count()).toBe(0);
  const inPortions = await picture(playground);
  const other = await opened.page(small);
  await other.open(hash);
  await other.goTo(`${hash}&seed=2`);
  const atOnce = await picture(other);
  expect(inPortions.length).toBe(atOnce.length);
  let differences = 0;
  for (let i = 0; i < atOnce.length; i++) if (inPortions[i] !== atOnce[i]) differences++;
  expect(differences).toBe(0);
});

longTest(
  'a camera that moves begins a new picture; a scene that plays waits for its own',
  async () => {
    const playground = await opened.fresh(small);
    const drawn = await countCorners(playground);
    await playground.load('v=1&scene=uniform&n=150&motion=drift&play=0', `aa=0&corners=${MOST}`);
    const { page } = playground;
    const still = await playground.snapshot();
    await page.mouse.move(500, 300);
    await playground.wheel(100);
    const before = await playground.snapshot();
    expect(before.pictures).toBeGreaterThan(still.pictures);
    await page.keyboard.press(' ');
    await page.waitForFunction(
      (frame) => (window.playground?.snapshot()?.frame ?? 0) >= frame + 3,
      before.frame,
    );
    await page.keyboard.press(' ');
    await playground.settle();
    const after = await playground.snapshot();
    expect((await drawn()).said.some((text) => text.startsWith('Drawing'))).toBe(true);
    // each step of the motion was shown whole
    expect(after.pictures - before.pictures).toBeGreaterThanOrEqual(after.frame - before.frame);
    expect(await playground.faults()).toEqual([]);
  },
);
