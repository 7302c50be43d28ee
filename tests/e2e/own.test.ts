/** The visitor's own boxes: read from files, exact, and never sent anywhere. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const input = 'input[name="own-file"]';

function file(name: string, content: string | Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

async function expectShown(playground: PlaygroundPage, items: number, dim: 2 | 3): Promise<void> {
  await playground.page.waitForFunction(
    (count) => window.playground?.snapshot()?.items === count,
    items,
  );
  await playground.ready();
  const { settings, pairs } = await playground.snapshot();
  expect(settings).toMatchObject({ scene: 'own', dim, n: items });
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(await playground.faults()).toEqual([]);
}

/** Two triangles that share an edge, 1 by 1 by 0, drawn twice: as they are, and 3 to the right. */
function gltf(binary: boolean) {
  const bytes = Buffer.alloc(12 * 4 + 6 * 2);
  const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  for (const [i, value] of corners.entries()) bytes.writeFloatLE(value, 4 * i);
  for (const [i, at] of [0, 1, 2, 0, 2, 3].entries()) bytes.writeUInt16LE(at, 48 + 2 * i);
  const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  const root = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { mesh: 0, children: [1] },
      { mesh: 0, translation: [3, 0, 0] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
    buffers: [binary ? { byteLength: 60 } : { byteLength: 60, uri }],
  };
  let text = JSON.stringify(root);
  if (!binary) return Buffer.from(text);
  while (text.length % 4 !== 0) text += ' ';
  const head = Buffer.alloc(20);
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + bytes.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(bytes.length, 0);
  chunk.writeUInt32LE(0x004e4942, 4);
  return Buffer.concat([head, Buffer.from(text), chunk, bytes]);
}

const csv = ['minX,minY,maxX,maxY', '0,0,2,2', '1,1,3,3', '5,5,6,6', '# far', '9,0,9.5,1'].join(
  '\n',
);
const geojson = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', geometry: { type: 'Point', coordinates: [7, 46, 500] } },
    {
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [6, 45],
            [8, 45],
            [8, 47],
            [6, 45],
          ],
        ],
      },
    },
    { type: 'Feature', geometry: null },
    {
      type: 'Feature',
      geometry: {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 2],
            ],
          },
        ],
      },
    },
  ],
};
const obj = ['v 0 0 0', 'v 1 0 0', 'v 1 1 0', 'v 0 1 2', 'f 1/1 2/2 3/3 4/4', 'f -4 -3 -1'].join(
  '\n',
);

describe('a file of the visitor', () => {
  test.each([
    ['boxes.csv', csv, 4, 2],
    [
      'boxes.json',
      JSON.stringify([
        [0, 0, 0, 1, 1, 1],
        [1, 0, 0, 2, 1, 1],
      ]),
      2,
      3,
    ],
    [
      'trees.json',
      JSON.stringify([
        { minX: 0, minY: 0, maxX: 1, maxY: 1 },
        { minX: 1, minY: 1, maxX: 2, maxY: 3 },
      ]),
      2,
      2,
    ],
    [
      'three.json',
      JSON.stringify({
        boxes: [
          { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } },
          { min: [4, 4, 4], max: [5, 6, 7] },
        ],
      }),
      2,
      3,
    ],
    ['places.geojson', JSON.stringify(geojson), 3, 2],
    ['mesh.obj', obj, 3, 3],
    ['mesh.gltf', gltf(false), 4, 3],
    ['mesh.glb', gltf(true), 4, 3],
  ] as const)('%s is shown as boxes', async (name, content, items, dim) => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.page.setInputFiles(input, file(name, content));
    await expectShown(playground, items, dim);
    expect(await playground.page.textContent('#own-remark')).toContain(name);
  });

  test('is seen in the other dimension too, and under another structure', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.page.setInputFiles(input, file('boxes.csv', csv));
    await expectShown(playground, 4, 2);
    await playground.check('dim', '3');
    await expectShown(playground, 4, 3);
    await playground.select('structure', 'octree');
    await expectShown(playground, 4, 3);
  });

  test('may be dropped anywhere, and another one takes its place', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    const drop = (name: string, text: string) =>
      playground.page.evaluate(
        ([title, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], title));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('canvas')?.dispatchEvent(event);
        },
        [name, text],
      );
    await drop('a.csv', '0 0 1 1\n2 2 3 3');
    await expectShown(playground, 2, 2);
    const before = (await playground.snapshot()).pairs;
    await drop('b.csv', '0 0 1 1\n1 1 3 3');
    await playground.page.waitForFunction(
      (pairs) => window.playground?.snapshot()?.pairs !== pairs,
      before,
    );
    await expectShown(playground, 2, 2);
  });

  test('never leaves the page', async () => {
    const playground = await opened.fresh();
    const requests: string[] = [];
    playground.page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(request.url());
    });
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.page.setInputFiles(input, file('boxes.csv', csv));
    await expectShown(playground, 4, 2);
    expect(requests).toEqual([]);
    const link = await playground.hash();
    await playground.open(link);
    const { settings, notices } = await playground.snapshot();
    expect(settings.scene).toBe('uniform');
    expect(notices.scene).toMatch(/not available here/);
  });

  test('of many boxes is cut to 200,000', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0&show=items&q=none&structure=hash-grid');
    const lines = Array.from({ length: 200_003 }, (_, i) => `${i},0,${i + 0.5},1`);
    await playground.page.setInputFiles(input, file('many.csv', lines.join('\n')));
    await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 200_000);
    expect(await playground.page.textContent('#own-remark')).toContain('3 more left out');
  });

  test('may hold 200,000 boxes in space, and queries of them stay exact', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0&show=items&structure=static-tree');
    const lines = Array.from({ length: 200_000 }, (_, i) => {
      const at = [i % 60, Math.floor(i / 60) % 60, Math.floor(i / 3600)];
      return [...at, ...at.map((low) => low + 0.5)].join(',');
    });
    await playground.page.setInputFiles(input, file('city.csv', lines.join('\n')));
    await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 200_000);
    await playground.ready();
    const hits = await playground.hits();
    expect(hits.length).toBeGreaterThan(100);
    expect(hits).toEqual(await playground.bruteForceHits());
    expect((await playground.snapshot()).settings).toMatchObject({ dim: 3, n: 200_000 });
  });

  test('that all lie over each other are shown, their pairs judged instead of listed', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0&show=items');
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i / 1e6},0,${2 + i / 1e6},1`);
    await playground.page.setInputFiles(input, file('pile.csv', lines.join('\n')));
    await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 20_000);
    await playground.ready();
    expect(await playground.page.textContent('[data-number="pairs"]')).toBe('about 199,990,000');
    expect(await playground.hits()).toEqual(await playground.bruteForceHits());
    await playground.select('scene', 'dust');
    expect((await playground.snapshot()).pairs).toBe(await playground.bruteForcePairs());
  });
});

test('a file that is too large for the page is refused before it is read', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  await playground.page.evaluate(() => {
    const large = new File(['0,0,1,1'], 'world.csv');
    Object.defineProperty(large, 'size', { value: 300e6 });
    const dropped = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(dropped, 'dataTransfer', { value: { files: [large] } });
    document.querySelector('canvas')?.dispatchEvent(dropped);
  });
  await playground.page.locator('#own-remark.notice').waitFor();
  expect(await playground.page.textContent('#own-remark')).toBe(
    'world.csv cannot be read. It is larger than 256 MB.',
  );
  expect((await playground.snapshot()).settings).toMatchObject({ scene: 'uniform', n: 100 });
});

test.each([
  ['boxes.csv', '0,0,1,1\n1,2,3', /Line 2: expected 4 numbers, found 3/],
  ['boxes.csv', '0,0,1,1\n4,0,3,1', /Line 2: the minimum lies above the maximum/],
  ['boxes.csv', '0,0,1,1\n4,x,5,1', /Line 2: a coordinate is not a number/],
  ['one.csv', '0,0,1,1', /At least two boxes/],
  ['boxes.json', '{"a": ', /not valid JSON/],
  ['boxes.json', '{"a": 1}', /Expected a list of boxes/],
  ['mesh.obj', 'v 0 0 0\nf 1 2 3', /there is no vertex 2/],
  ['mesh.obj', 'v 0 0 0', /no triangles/],
  ['mesh.glb', 'glTF, but not really: just words', /damaged|cut short|not valid JSON/],
  ['mesh.glb', 'nothing', /not a binary glTF/],
  ['mesh.gltf', '{"buffers":[{"uri":"mesh.bin"}]}', /files of their own/],
  ['picture.png', 'png', /Files that end in .csv/],
])(
  '%s that holds %j is refused in plain words, and the page stays',
  async (name, text, message) => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    const before = await playground.snapshot();
    await playground.page.setInputFiles(input, file(name, text));
    await playground.page.locator('#own-remark.notice').waitFor();
    const words = (await playground.page.textContent('#own-remark')) ?? '';
    expect(words).toMatch(message);
    expect(words).toContain(`${name} cannot be read.`);
    expect((await playground.snapshot()).settings).toEqual(before.settings);
    expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  },
);
