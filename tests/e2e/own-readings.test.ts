/**
 * If a file has several interpretations, the page shows which one it used and offers the others.
 */

import { describe, expect, test } from 'vitest';
import { GltfMaker } from './model/gltf-maker.js';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const start = 'v=1&scene=uniform&n=60&play=0&show=items';

async function expectBoxes(playground: PlaygroundPage, boxes: readonly number[]): Promise<void> {
  await playground.page.waitForFunction(
    (expected) => JSON.stringify(window.playground?.boxes()) === expected,
    JSON.stringify(boxes),
  );
  await playground.ready();
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(await playground.faults()).toEqual([]);
}

const remark = async (playground: PlaygroundPage) =>
  (await playground.control('#own-remark', 'Scene')).textContent();
const selected = async (playground: PlaygroundPage) =>
  (await playground.control('select[name="own-reading"] option:checked', 'Scene')).textContent();

describe('a file with several interpretations', () => {
  test('shows the used interpretation and changes it, also by keys', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(start);
    await playground.openFile('rects.csv', 'id,x,y,width,height\n1,10,20,2,4\n2,30,40,6,8');
    await expectBoxes(playground, [10, 20, 12, 24, 30, 40, 36, 48]);
    expect(await remark(playground)).toBe(
      'rects.csv: 2 boxes; read as 2D boxes: x, y = minimum corner; width, height = size; ignored: id. The file does not leave this browser.',
    );
    await playground.drawer('Scene');
    const field = page.locator('select[name="own-reading"]');
    expect(await field.locator('option').allTextContents()).toEqual([
      '2D boxes; x, y = minimum corner',
      '2D boxes; x, y = center',
      '2D points; x, y',
    ]);
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await expectBoxes(playground, [9, 18, 11, 22, 27, 36, 33, 44]);
    expect(await remark(playground)).toContain('2 boxes; read as 2D boxes: x, y = center');
    expect(await selected(playground)).toContain('center');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expectBoxes(playground, [10, 20, 10, 20, 30, 40, 30, 40]);
    expect(await remark(playground)).toContain('2 points; read as 2D points');
  });

  test('changes between 2D and 3D', async () => {
    const playground = await opened.page();
    await playground.open(start);
    await playground.openFile('peaks.csv', 'longitude,latitude,height\n7,46,500\n8,47,900');
    await expectBoxes(playground, [7, 46, 500, 7, 46, 500, 8, 47, 900, 8, 47, 900]);
    expect((await playground.snapshot()).settings).toMatchObject({ scene: 'own', dim: 3 });
    await (await playground.control('select[name="own-reading"]', 'Scene')).selectOption({
      index: 1,
    });
    await expectBoxes(playground, [7, 46, 7, 46, 8, 47, 8, 47]);
    expect((await playground.snapshot()).settings).toMatchObject({ scene: 'own', dim: 2 });
  });

  test('is restored after a reload with its interpretation and the others', async () => {
    const playground = await opened.fresh();
    await playground.open(start);
    await playground.openFile('boxes.json', '[[1, 2, 3, 4], [5, 6, 7, 8]]');
    await expectBoxes(playground, [1, 2, 3, 4, 5, 6, 7, 8]);
    await (await playground.control('select[name="own-reading"]', 'Scene')).selectOption({
      index: 1,
    });
    await expectBoxes(playground, [1, 2, 4, 6, 5, 6, 12, 14]);
    await playground.addressed();
    await playground.page.reload();
    await expectBoxes(playground, [1, 2, 4, 6, 5, 6, 12, 14]);
    expect(await selected(playground)).toBe('2D boxes; minimum corner, then size');
    await (await playground.control('select[name="own-reading"]', 'Scene')).selectOption({
      index: 0,
    });
    await expectBoxes(playground, [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('with an error in the default interpretation can be opened with another', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(start);
    await playground.openFile('rects.csv', '10,20,2,4\n30,40,6,8');
    const fault = page.locator('.file-desk .status-failed');
    await fault.waitFor();
    expect(await fault.textContent()).toContain('Line 1: the minimum lies above the maximum.');
    expect((await playground.snapshot()).settings).toMatchObject({ scene: 'uniform' });
    await fault.getByLabel('Read rects.csv as').selectOption({ index: 1 });
    await expectBoxes(playground, [10, 20, 12, 24, 30, 40, 36, 48]);
    await fault.waitFor({ state: 'hidden' });
    expect(await selected(playground)).toBe('2D boxes; minimum corner, then size');
  });
});

test('a message on the stage shows the interpretation of a dropped file', async () => {
  const playground = await opened.page();
  const { page } = playground;
  await playground.open(start);
  const content = 'x,y,w,h\n10,20,2,4\n30,40,6,8';
  await playground.dragFile('drop', { name: 'rects.csv', content });
  await expectBoxes(playground, [10, 20, 12, 24, 30, 40, 36, 48]);
  const message = page.locator('.file-desk .status-read');
  expect(await message.textContent()).toContain('2 boxes; read as 2D boxes: x, y = minimum corner');
  await message.getByLabel('Read rects.csv as').selectOption({ index: 1 });
  await expectBoxes(playground, [9, 18, 11, 22, 27, 36, 33, 44]);
  expect(await message.textContent()).toContain('2 boxes; read as 2D boxes: x, y = center');
  await message.getByRole('button', { name: 'Close' }).click();
  await message.waitFor({ state: 'hidden' });
  expect(await selected(playground)).toBe('2D boxes; x, y = center');
});

test('a file with one interpretation shows it and offers no others', async () => {
  const playground = await opened.page();
  await playground.open(start);
  await playground.openFile('edges.csv', 'left,bottom,right,top\n1,2,3,5\n4,5,6,8');
  await expectBoxes(playground, [1, 2, 3, 5, 4, 5, 6, 8]);
  expect(await remark(playground)).toContain('read as 2D boxes: left, right, bottom, top = edges');
  expect(await playground.page.locator('select[name="own-reading"]').count()).toBe(0);
});

test('the loader of glTF files works in the Worker', async () => {
  const playground = await opened.page();
  await playground.open(start);
  const maker = new GltfMaker();
  const positions = [0, 0, 0, 32767, 0, 0, 32767, 32767, 0, 0, 32767, 32767];
  const POSITION = maker.accessor(positions, 'VEC3', 5122, { normalized: true });
  const indices = maker.accessor([0, 1, 2, 3], 'SCALAR', 5123);
  const primitives = [5, 6].map((mode) => ({ attributes: { POSITION }, indices, mode }));
  const glb = maker.glb({
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives }],
    extensionsRequired: ['KHR_mesh_quantization'],
    extensionsUsed: ['KHR_mesh_quantization'],
  });
  await playground.openFile('mesh.glb', Buffer.from(await glb.arrayBuffer()));
  const [low, high] = [
    [0, 0, 0, 1, 1, 0],
    [0, 0, 0, 1, 1, 1],
  ];
  await expectBoxes(playground, [...low, ...high, ...low, ...high]);
  expect(await remark(playground)).toContain('4 boxes; read as 3D bounds of 4 triangles');
});

test.each([
  [
    'ply',
    'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n4 5 6\n',
    [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6],
  ],
  ['obj', 'v 0 0 0\nv 1 0 0\nv 1 1 2\nf 1 2 \\\n3\nl 1 2\n', [0, 0, 0, 1, 1, 2, 0, 0, 0, 1, 0, 0]],
] as const)('a .%s file is read in the Worker', async (ending, text, boxes) => {
  const playground = await opened.page();
  await playground.open(start);
  await playground.openFile(`shape.${ending}`, text);
  await expectBoxes(playground, boxes);
});
