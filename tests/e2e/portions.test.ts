/**
 * The page distributes the drawing of an expensive picture over several frames. The final pixels
 * equal those of a picture that is drawn in one frame.
 */

import { expect } from 'vitest';
import { decodePng } from './support/pixels.js';
import { type PlaygroundPage, sharp, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const MAX_VERTICES = 1000;
const small = { ...sharp, viewport: { width: 800, height: 480 } };

interface Drawn {
  /** Number of vertices in each frame that drew something. */
  readonly frames: number[];
  readonly messages: string[];
}

/**
 * Starts at the next load of the page to record the vertices and the message of each frame. Returns
 * a function that reads the record.
 */
async function recordVertices({ page }: PlaygroundPage): Promise<() => Promise<Drawn>> {
  await page.addInitScript(() => {
    const drawn = { frames: [] as number[], messages: [] as string[] };
    Object.assign(window, { drawn });
    const context = WebGL2RenderingContext.prototype;
    const { drawElementsInstanced } = context;
    let now = 0;
    context.drawElementsInstanced = function (mode, count, kind, offset, copies) {
      if (now === 0) {
        requestAnimationFrame(() => {
          drawn.frames.push(now);
          now = 0;
          drawn.messages.push(document.querySelector('.status-drawing')?.textContent ?? '');
        });
      }
      now += count * copies;
      drawElementsInstanced.call(this, mode, count, kind, offset, copies);
    };
  });
  return () => page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn);
}

/** Reads the pixels of the canvas only, because panels show times, which differ. */
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

longTest.each(pictures)('a picture in portions has the same pixels: %s', async (hash) => {
  const playground = await opened.fresh(small);
  const drawn = await recordVertices(playground);
  await playground.load(hash, `aa=0&corners=${MAX_VERTICES}`);
  await playground.frames(2);
  // discards the record of the first picture, which is drawn in one frame
  await playground.page.evaluate(() => {
    Object.assign((window as unknown as { drawn: Drawn }).drawn, { frames: [], messages: [] });
  });
  await playground.goTo(`${hash}&seed=2`);
  await playground.frames(2);
  const { frames, messages } = await drawn();
  // the maximum is doubled because each of two views draws up to MAX_VERTICES
  expect(Math.max(...frames)).toBeLessThanOrEqual(2 * MAX_VERTICES);
  expect(frames.length).toBeGreaterThan(6);
  expect(messages.some((text) => /^Drawing: \d+ %$/.test(text))).toBe(true);
  expect(await playground.page.locator('.status-drawing').count()).toBe(0);
  const portioned = await picture(playground);
  const other = await opened.page(small);
  await other.open(hash);
  await other.goTo(`${hash}&seed=2`);
  const reference = await picture(other);
  expect(portioned.length).toBe(reference.length);
  let differences = 0;
  for (let i = 0; i < reference.length; i++) if (portioned[i] !== reference[i]) differences++;
  expect(differences).toBe(0);
});

longTest(
  'a moving camera starts a new picture, and a playing scene waits for complete pictures',
  async () => {
    const playground = await opened.fresh(small);
    const drawn = await recordVertices(playground);
    await playground.load(
      'v=1&scene=uniform&n=150&motion=drift&play=0',
      `aa=0&corners=${MAX_VERTICES}`,
    );
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
    expect((await drawn()).messages.some((text) => text.startsWith('Drawing'))).toBe(true);
    expect(after.pictures - before.pictures).toBeGreaterThanOrEqual(after.frame - before.frame);
    expect(await playground.faults()).toEqual([]);
  },
);
