/** After a mesh file is opened, the page draws the mesh until another file is opened. */

import { expect, test } from 'vitest';
import { decodePng } from './support/pixels.js';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();

/**
 * OBJ file of two triangles. Their boxes are so large that the page does not draw them as solids.
 */
const mesh = 'v 0 0 0\nv 10 0 0\nv 10 10 10\nv 0 10 10\nf 1 2 3\nf 1 3 4';
/**
 * CSV file without a mesh. Its two boxes have about the same size as the boxes of the triangles.
 */
const table = 'minX,minY,minZ,maxX,maxY,maxZ\n0,0,0,10,10,10\n0,0,0,10,10,9';

async function show(playground: PlaygroundPage, name: string, text: string): Promise<void> {
  const { page } = playground;
  await playground.openFile(name, text);
  const message = page.locator('.file-message', { hasText: name });
  await message.getByRole('button', { name: 'Close' }).click();
  await playground.ready();
}

async function picture({ page }: PlaygroundPage): Promise<Uint8Array> {
  const clip = { x: 480, y: 250, width: 400, height: 300 };
  return decodePng(await page.screenshot({ clip })).rgb;
}

/** Returns the fraction of pixels that change when the layer of boxes is shown. */
async function shareOfBoxes(playground: PlaygroundPage): Promise<number> {
  const boxes = await playground.control('input[name="show-boxes"]');
  await boxes.uncheck();
  await playground.settle();
  const without = await picture(playground);
  await boxes.check();
  await playground.settle();
  const drawn = await picture(playground);
  let changed = 0;
  for (let i = 0; i < drawn.length; i += 3) {
    const step = Math.max(...[0, 1, 2].map((c) => Math.abs(drawn[i + c] - without[i + c])));
    if (step > 20) changed++;
  }
  return changed / (drawn.length / 3);
}

test('a mesh is drawn as its surface, and removed when another file is opened', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=60&play=0&show=bodies&q=none');
  await show(playground, 'roof.obj', mesh);
  expect(await shareOfBoxes(playground)).toBeGreaterThan(0.1);
  await show(playground, 'table.csv', table);
  expect(await shareOfBoxes(playground)).toBeLessThan(0.01);
});

test('a mesh is drawn in addition to the outlines of its boxes', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=60&play=0&show=items&q=none');
  await show(playground, 'table.csv', table);
  const plain = await picture(playground);
  await show(playground, 'roof.obj', mesh);
  const differing = (await picture(playground)).filter(
    (value, i) => Math.abs(value - plain[i]) > 10,
  );
  expect(differing.length).toBeGreaterThan(0.1 * plain.length);
});
