/**
 * After a file of points is opened, the page draws a mark for each point, and the camera shows all
 * points, wherever they are.
 */

import { expect, test } from 'vitest';
import { decodePng } from './support/pixels.js';
import { type PlaygroundPage, sharp, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const start = 'v=1&scene=uniform&n=60&play=0&show=items&q=none';

async function openPoints(playground: PlaygroundPage, text: string, count: number): Promise<void> {
  const { page } = playground;
  await playground.openFile('points.csv', text);
  await page.waitForFunction((n) => window.playground?.snapshot()?.items === n, count);
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.scene === 'own');
}

const clip = { x: 110, y: 130, width: 820, height: 590 };

async function picture(playground: PlaygroundPage): Promise<Uint8Array> {
  const { page } = playground;
  const message = page.locator('.file-message > button');
  if (await message.count()) await message.click();
  await playground.closeDrawer();
  return decodePng(await page.screenshot({ clip })).rgb;
}

function differing(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < one.length; i += 3) {
    const step = Math.max(...[0, 1, 2].map((c) => Math.abs(one[i + c] - other[i + c])));
    if (step > 40) count++;
  }
  return count;
}

/**
 * Expects the given number of marks. Repeats the check, because the code that draws marks is loaded
 * when the first file of points is opened.
 */
async function expectMarks(playground: PlaygroundPage, marks: number): Promise<void> {
  await (await playground.control('input[name="show-boxes"]')).uncheck();
  await playground.settle();
  const hidden = await picture(playground);
  await (await playground.control('input[name="show-boxes"]')).check();
  // each mark is a disc with a diameter of seven pixels
  await expect
    .poll(async () => differing(await picture(playground), hidden))
    .toBeGreaterThan(20 * marks);
  expect(differing(await picture(playground), hidden)).toBeLessThan(80 * marks);
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
  await expectMarks(playground, marks);
});

test('hits have marks, also when the items are hidden', async () => {
  const playground = await opened.page(sharp);
  await playground.open(start.replace('&q=none', ''));
  await (await playground.control('input[name="show-boxes"]')).uncheck();
  const pixelsOf = async (text: string, hits: readonly number[]) => {
    await openPoints(playground, text, text.split('\n').length - 1);
    await playground.ready();
    expect(await playground.hits()).toEqual(hits);
    return picture(playground);
  };
  const without = await pixelsOf('x,y\n0,0\n1,1\n1,0', []);
  await expect
    .poll(async () =>
      differing(await pixelsOf('x,y\n0,0\n1,1\n0.5,0.55\n0.55,0.5', [2, 3]), without),
    )
    .toBeGreaterThan(2 * 20);
});
