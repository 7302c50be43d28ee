/**
 * Files that the user opens: their content is read, and invalid files are rejected with a message.
 */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readJson } from '../../../web/playground/src/features/own/read-boxes.js';
import { loadFile } from '../../../web/playground/src/features/own/read-file.js';
import { ownData, ownError, ownProgress } from '../../../web/playground/src/model/own-data.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);
beforeEach(() => {
  ownData.value = null;
});

const file = (name: string, content: string | Buffer<ArrayBuffer>) => new File([content], name);

/**
 * Returns a glTF file of a unit square that consists of two triangles. It has two instances, at the
 * origin and at x = 3.
 */
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
] as const)('%s is shown as boxes, in both dimensions', async (name, content, items, dim) => {
  expect(await loadFile(file(name, content))).toBe(true);
  expect(ownData.value).toMatchObject({ name, count: items, dimensions: dim });
  for (const seen of [2, 3]) {
    await withScene(`v=1&scene=own&dim=${seen}&n=${items}&play=0&structure=octree`, (scene) => {
      expect(scene.settings).toMatchObject({ scene: 'own', dim: seen, n: items });
      expect(scene.session.source.count).toBe(items);
      scene.expectSound();
    });
  }
});

test('with too many boxes is limited to 200,000', async () => {
  const lines = Array.from({ length: 200_003 }, (_, i) => `${i},0,${i + 0.5},1`);
  expect(await loadFile(file('many.csv', lines.join('\n')))).toBe(true);
  expect(ownData.value).toMatchObject({ count: 200_000, omitted: 3 });
});

test('with boxes that all overlap is shown, and its pairs are checked without a list', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${i / 1e6},0,${2 + i / 1e6},1`);
  expect(await loadFile(file('pile.csv', lines.join('\n')))).toBe(true);
  await withScene('v=1&scene=own&dim=2&n=20000&play=0&show=items', (scene) => {
    expect(scene.side).toMatchObject({ tooManyPairs: true, pairCount: 199_990_000 });
    expect(scene.hits).toEqual(scene.bruteForceHits());
  });
});

test.each([
  ['boxes.csv', '0,0,1,1\n1,2,3', /Line 2: expected 4 numbers, found 3/],
  ['boxes.csv', '0,0,1,1\n4,0,3,1', /Line 2: the minimum lies above the maximum/],
  ['boxes.csv', '0,0,1,1\n4,x,5,1', /Line 2, column 2: expected a number, found “x”/],
  ['five.csv', '0,0,1,1,9\n1,2,3,4,5', /Line 1: without column names, .* found 5/],
  ['late.csv', 'x,y\n1,2\n3', /Line 3: expected 2 numbers, found 1/],
  ['words.csv', 'name,town\nAda,London', /no lines of numbers/],
  ['one.csv', '0,0,1,1', /At least two boxes/],
  ['boxes.json', '{"a": ', /not valid JSON/],
  ['boxes.json', '{"a": 1}', /Expected a list of boxes/],
  ['mesh.obj', 'v 0 0 0\nf 1 2 3', /refers to vertex 2, which does not exist/],
  ['mesh.obj', 'v 0 0 0', /no triangles/],
  ['mesh.glb', 'glTF, but not really: just words', /damaged|truncated|not valid JSON/],
  ['mesh.glb', 'nothing', /not a binary glTF/],
  ['mesh.gltf', '{"buffers":[{"uri":"mesh.bin"}]}', /separate files/],
  ['picture.png', 'png', /Open a file that ends in .csv/],
])('%s that holds %j is rejected in plain words', async (name, text, message) => {
  expect(await loadFile(file(name, text))).toBe(false);
  expect(ownError.value).toMatch(message);
  expect(ownError.value).toContain(`${name} cannot be read.`);
  expect(ownData.value).toBeNull();
});

const near = (values: readonly number[]) => values.map((value) => Math.fround(value));

test.each([
  [
    'names in any order, and columns that say nothing of a place',
    'id,minX,minY,maxX,maxY,kind\n7,1,2,3,4,tree\n8,5,6,7,8,"a house"',
    2,
    [1, 2, 3, 4, 5, 6, 7, 8],
    /^2D boxes: minX, minY = minimum; maxX, maxY = maximum; ignored: id, kind$/,
  ],
  [
    'semicolons, and commas in the numbers',
    'name;lat;lon\nParis;48,8566;2,3522\nBern;46,948;7,4474',
    2,
    near([2.3522, 48.8566, 2.3522, 48.8566, 7.4474, 46.948, 7.4474, 46.948]),
    /^2D points: lon, lat = position; ignored: name$/,
  ],
  [
    'a corner and a size, between tabs',
    'x\ty\twidth\theight\n1\t2\t3\t4\n0\t0\t1\t1',
    2,
    [1, 2, 4, 6, 0, 0, 1, 1],
    /^2D boxes: x, y = minimum corner; width, height = size$/,
  ],
  [
    'a byte order mark, quotes, and a height that is a place',
    '\ufeff"x","y","z"\r\n"1","2","3"\r\n"4","5","6"\r\n',
    3,
    [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6],
    /^3D points: x, y, z = position$/,
  ],
  [
    'columns x1, y1, x2, y2',
    'x1,y1,x2,y2\n0,0,2,2\n1,1,3,3',
    2,
    [0, 0, 2, 2, 1, 1, 3, 3],
    /^2D boxes: x1, y1 = minimum; x2, y2 = maximum$/,
  ],
  ['two numbers per line', '1 2\n3 4', 2, [1, 2, 1, 2, 3, 4, 3, 4], /^2D points/],
  ['three numbers per line', '1,2,3\n3,4,5', 3, [1, 2, 3, 1, 2, 3, 3, 4, 5, 3, 4, 5], /^3D points/],
  [
    'names that say nothing',
    'a,b,c,d\n0,0,1,1\n2,2,3,3',
    2,
    [0, 0, 1, 1, 2, 2, 3, 3],
    /minimum, then maximum/,
  ],
] as const)('a table with %s is read', async (_what, text, dimensions, boxes, interpretation) => {
  expect(await loadFile(file('table.csv', text)), ownError.value ?? '').toBe(true);
  expect(ownData.value?.dimensions).toBe(dimensions);
  expect([...(ownData.value?.boxes ?? [])]).toEqual(boxes);
  expect(ownData.value?.interpretation).toMatch(interpretation);
});

test.each([[[]], [{ boxes: [] }], [{ boxes: 7 }], [{}], [null], ['0,0,1,1']])(
  '%j has no boxes, and the message describes the accepted formats',
  (root) => {
    expect(() => readJson(root)).toThrow(
      'Expected a list of boxes, an object with `boxes`, or GeoJSON.',
    );
  },
);

test('if two files are read concurrently, the page shows the file that was opened last', async () => {
  const long = `x,y\n${'1,2\n'.repeat(50_000)}`;
  const [first, second] = await Promise.all([
    loadFile(new File([long], 'long.csv')),
    loadFile(new File(['x,y\n3,4\n5,6'], 'short.csv')),
  ]);
  expect([first, second]).toEqual([false, true]);
  expect(ownData.value?.name).toBe('short.csv');
  expect(ownProgress.value).toBeNull();
});
