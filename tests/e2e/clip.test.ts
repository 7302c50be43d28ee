/** A clip of the stage: by a key, with a caption of one's own, recorded by the browser, played and saved. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import { phone, usePlayground } from './support/playground-page.js';
import { isFull, longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&dim=2&scene=uniform&n=60&motion=still&play=0&structure=octree&q=box';

test('the walk of a query becomes a video with a caption, and the view is as before', async () => {
  const playground = await opened.fresh({ ...phone, reducedMotion: 'reduce' });
  await playground.open(scene);
  const { page } = playground;
  const before = await playground.snapshot();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Clip' });
  const caption = dialog.getByLabel('Caption', { exact: true });
  expect(await caption.inputValue()).toMatch(/^Quadtree .* over 60 boxes: Uniform$/);
  expect(await dialog.locator('input[name="clip-mover"]:checked').inputValue()).toBe('steps');
  const picture = () =>
    dialog.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const first = await picture();
  await caption.fill('Eleven tests, not sixty');
  await playground.settle();
  expect(await picture()).not.toBe(first);
  if (isFull) {
    await prepareChecker(page);
    const { violations } = await page.evaluate(() => window.axe.run('dialog[open]'));
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Record' }).click();
  await dialog.locator('[data-clip="done"]').waitFor();
  // what was recorded can be played here, in the shape that was chosen
  const shape = await dialog.locator('video').evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    while (video.readyState < 2) await new Promise((done) => setTimeout(done, 20));
    return [video.videoWidth, video.videoHeight];
  });
  expect(shape).toEqual([960, 960]);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save video' }).click();
  const download = await saving;
  const [, ending] = download.suggestedFilename().match(/^sapwood-quadtree-.*\.(mp4|webm)$/) ?? [];
  const video = await readFile(await download.path());
  const isOne = ending === 'mp4' ? video.toString('latin1', 4, 8) : video.readUInt32BE(0);
  expect(isOne).toBe(ending === 'mp4' ? 'ftyp' : 0x1a45dfa3);
  const small = await dialog.locator('button').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { height, width } = one.getBoundingClientRect();
        return Math.min(height, width) < 44 && !(one as HTMLButtonElement).hidden;
      }).length,
  );
  expect(small).toBe(0);
  // a browser that gives up says so, and lets one try again
  await dialog.getByRole('button', { name: 'Record another' }).click();
  await page.evaluate(() => {
    MediaRecorder.prototype.start = () => {
      throw new Error('no encoder');
    };
  });
  await dialog.getByRole('button', { name: 'Record' }).click();
  await dialog.getByText('The clip could not be recorded: no encoder').waitFor();
  expect(await dialog.getByRole('button', { name: 'Record' }).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.lab === null);
  expect((await playground.snapshot()).settings).toEqual(before.settings);
});

longTest('a clip that has no picture is told, and is no video', async () => {
  const playground = await opened.fresh({ ...phone, reducedMotion: 'reduce' });
  await playground.open(scene);
  const { page } = playground;
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Clip' });
  // the clip is over before the recorder has begun
  await page.evaluate(() => {
    const { performance } = window;
    const now = performance.now.bind(performance);
    performance.now = () => 1e4 * now();
    const { captureStream } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.captureStream = function () {
      return captureStream.call(this, 0);
    };
  });
  await dialog.getByRole('button', { name: 'Record' }).click();
  await dialog
    .getByText('The clip could not be recorded: the browser recorded no frames')
    .waitFor();
  expect(await dialog.getByRole('button', { name: 'Record' }).isVisible()).toBe(true);
});
