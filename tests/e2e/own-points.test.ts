/** A file of points: each has a mark that can be seen, and the camera looks at something, wherever they are. */

import { expect, test } from 'vitest';
import { decodePng } from './support/pixels.js';
import { type PlaygroundPage, sharp, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const start = 'v=1&scene=uniform&n=60&play=0&show=items&q=none';

async function openPoints({ page }: PlaygroundPage, text: string, count: number): Promise<void> {
  await page.setInputFiles('input[name="own-file"]', {
    name: 'points.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.waitForFunction((n) => window.playground?.snapshot()?.items === n, count);
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.scene === 'own');
}

/** Pixels of the stage between the panels that differ with and without the items. */
async function pixelsOfItems(playground: PlaygroundPage): Promise<number> {
  const { page } = playground;
  const clip = { x: 340, y: 120, width: 540, height: 480 };
  const picture = async () => {
    await playground.settle();
    return decodePng(await page.screenshot({ clip })).rgb;
  };
  const shown = await picture();
  await page.uncheck('input[name="show-items"]');
  await page.uncheck('input[name="show-bodies"]');
  const hidden = await picture();
  let differing = 0;
  for (let i = 0; i < shown.length; i += 3) {
    const step = Math.max(...[0, 1, 2].map((c) => Math.abs(shown[i + c] - hidden[i + c])));
    if (step > 40) differing++;
  }
  return differing;
}

test.each([
  ['2D', 'x,y\n0,0\n1,1\n2,0.5', 3],
  ['3D', 'x,y,z\n0,0,0\n1,1,1\n2,0.5,0.5', 3],
  ['far from the origin', 'x,y\n500000,4000000\n500100,4000100\n500200,4000050', 3],
  ['3D, all equal', 'x,y,z\n5,6,7\n5,6,7\n5,6,7', 1],
  ['2D, all equal', 'x,y\n5,6\n5,6', 1],
  ['3D, all equal and far from the origin', 'x,y,z\n500000,4000000,300\n500000,4000000,300', 1],
])('points in %s have marks', async (_what, text, marks) => {
  const playground = await opened.page(sharp);
  await playground.open(start);
  await openPoints(playground, text, text.split('\n').length - 1);
  await playground.ready();
  const pixels = await pixelsOfItems(playground);
  // a disc of seven pixels each
  expect(pixels).toBeGreaterThan(20 * marks);
  expect(pixels).toBeLessThan(80 * marks);
});

test('points that a query finds have the color of hits', async () => {
  const playground = await opened.page(sharp);
  const { page } = playground;
  await playground.open(start.replace('&q=none', ''));
  await openPoints(playground, 'x,y\n0,0\n1,1\n0.5,0.5\n0.52,0.5', 4);
  await playground.ready();
  expect((await playground.hits()).length).toBeGreaterThan(0);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  const hidden = async (name: string) => page.uncheck(`input[name="show-${name}"]`);
  for (const name of ['items', 'bodies']) await hidden(name);
  expect(playground.complaints).toEqual([]);
});
