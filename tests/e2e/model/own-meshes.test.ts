/** Boxes are read from mesh files: one box for each face, line and point. */

import { describe, expect, test } from 'vitest';
import { readContent } from '../../../web/playground/src/features/own/read-content.js';
import { GltfMaker } from './gltf-maker.js';

async function boxesOf(file: File): Promise<number[][]> {
  const { boxes, dimensions } = await readContent(file);
  expect(dimensions).toBe(3);
  return Array.from({ length: boxes.length / 6 }, (_, i) => [...boxes.slice(6 * i, 6 * i + 6)]);
}

const obj = (...lines: string[]) => new File([lines.join('\n')], 'mesh.obj');
const square = ['v 0 0 0', 'v 1 0 0', 'v 1 1 0', 'v 0 1 2'];

test('returns the corners of triangles for drawing', async () => {
  const file = obj(...square, 'f 1 2 3', 'l 1 2', 'f 1 3 4');
  const { boxes, triangles } = await readContent(file);
  expect(boxes).toHaveLength(3 * 6);
  expect([...(triangles ?? [])]).toEqual([
    ...[0, 0, 0, 1, 0, 0, 1, 1, 0],
    ...[0, 0, 0, 1, 1, 0, 0, 1, 2],
  ]);
  expect((await readContent(obj(...square, 'l 1 2', 'p 3'))).triangles).toBeUndefined();
});

describe('an OBJ file', () => {
  test.each([
    ['a face', ['f 1 2 3'], [[0, 0, 0, 1, 1, 0]]],
    [
      'a face with four vertices',
      ['f 1 2 3 4'],
      [
        [0, 0, 0, 1, 1, 0],
        [0, 0, 0, 1, 1, 2],
      ],
    ],
    ['a line continuation', ['f 1 2 \\', '3'], [[0, 0, 0, 1, 1, 0]]],
    ['a line continuation without blanks', ['f 1\\', '2\\', '3'], [[0, 0, 0, 1, 1, 0]]],
    ['a continued vertex', ['v 5 \\', '6 7', 'p -1'], [[5, 6, 7, 5, 6, 7]]],
    ['a continuation at the end of the file', ['f 1 2 3 \\'], [[0, 0, 0, 1, 1, 0]]],
    ['negative indices', ['f -4 -3 -1'], [[0, 0, 0, 1, 1, 2]]],
    [
      'negative indices between vertices',
      ['f -4 -3 -2', 'v 9 9 9', 'f -4 -3 -1'],
      [
        [0, 0, 0, 1, 1, 0],
        [1, 0, 0, 9, 9, 9],
      ],
    ],
    [
      'texture and normal indices',
      ['vt 0 0', 'vn 0 0 1', 'f 1/1/1 2//1 3/1'],
      [[0, 0, 0, 1, 1, 0]],
    ],
    ['colors of vertices', ['v 5 5 5 0.1 0.2 0.3', 'f 1 2 5'], [[0, 0, 0, 5, 5, 5]]],
    [
      'groups, materials, comments',
      ['o a', 'g b', 'usemtl c', 's off', 'f 1 2 3 # the first'],
      [[0, 0, 0, 1, 1, 0]],
    ],
    [
      'a line of three vertices',
      ['l 1 2 4'],
      [
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 1, 1, 2],
      ],
    ],
    [
      'faces beside lines and points',
      ['f 1 2 3', 'l 1 2', 'p 4 1'],
      [
        [0, 0, 0, 1, 1, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 1, 2, 0, 1, 2],
        [0, 0, 0, 0, 0, 0],
      ],
    ],
  ])('with %s is read', async (_what, lines, boxes) => {
    expect(await boxesOf(obj(...square, ...lines))).toEqual(boxes);
  });

  test('with CR line ends is read', async () => {
    const file = new File([[...square, 'f 1 2 \\', '3'].join('\r\n')], 'mesh.obj');
    expect(await boxesOf(file)).toEqual([[0, 0, 0, 1, 1, 0]]);
  });

  test.each([
    ['a vertex that is missing', ['f 1 2 9'], 'Line 5: refers to vertex 9, which does not exist.'],
    [
      'a vertex that comes later',
      ['f 1 2 5', 'v 0 0 0'],
      'Line 5: refers to vertex 5, which does not exist.',
    ],
    ['the vertex 0', ['f 0 1 2'], 'Line 5: refers to vertex 0, which does not exist.'],
    [
      'an index that is too negative',
      ['f -1 -2 -9'],
      'Line 5: refers to vertex -9, which does not exist.',
    ],
    ['a decimal comma', ['v 1,5 2 3'], 'Line 5: expected a number, found “1,5”'],
    ['NaN', ['v nan 2 3'], 'Line 5: expected a number, found “nan”'],
    ['two coordinates', ['v 1 2'], 'Line 5: expected 3 coordinates, found 2'],
    ['a face of two vertices', ['f 1 2'], 'Line 5: a face needs at least 3 vertices'],
    [
      'a surface',
      ['cstype bspline', 'surf 0 1 0 1 1 2 3 4'],
      'Line 5: curves and surfaces (cstype) are not supported',
    ],
  ])('with %s is rejected with its line', async (_what, lines, message) => {
    await expect(readContent(obj(...square, ...lines))).rejects.toThrow(message);
  });
});

const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 2];
const moved = (by: number, box: readonly number[]) => box.map((v, i) => (i % 3 === 0 ? v + by : v));
const lower = [0, 0, 0, 1, 1, 0];
const upper = [0, 0, 0, 1, 1, 2];

function scene(primitive: object, more: object = {}) {
  return {
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [primitive] }],
    ...more,
  };
}

describe.each(['glb', 'gltf'] as const)('a .%s file', (kind) => {
  test.each([
    [undefined, [0, 1, 2, 0, 2, 3], [lower, upper]],
    [4, [0, 1, 2, 0, 2, 3], [lower, upper]],
    [5, [0, 1, 2, 3], [lower, [0, 0, 0, 1, 1, 2]]],
    [6, [0, 1, 2, 3], [lower, upper]],
    [
      0,
      [0, 3],
      [
        [0, 0, 0, 0, 0, 0],
        [0, 1, 2, 0, 1, 2],
      ],
    ],
    [
      1,
      [0, 1, 2, 3],
      [
        [0, 0, 0, 1, 0, 0],
        [0, 1, 0, 1, 1, 2],
      ],
    ],
    [
      2,
      [0, 1, 2],
      [
        [0, 0, 0, 1, 0, 0],
        [1, 0, 0, 1, 1, 0],
        [0, 0, 0, 1, 1, 0],
      ],
    ],
    [
      3,
      [0, 1, 2],
      [
        [0, 0, 0, 1, 0, 0],
        [1, 0, 0, 1, 1, 0],
      ],
    ],
  ])('with primitives of mode %s is read', async (mode, order, boxes) => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners, 'VEC3');
    const indices = maker.accessor(order, 'SCALAR', 5123);
    const file = maker[kind](scene({ attributes: { POSITION }, indices, mode }));
    expect(await boxesOf(file)).toEqual(boxes);
  });

  test('with strips and fans beside lists, with and without indices, is read', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners, 'VEC3');
    const indices = maker.accessor([0, 1, 2], 'SCALAR', 5121);
    const primitives = [
      { attributes: { POSITION }, indices },
      { attributes: { POSITION }, mode: 5 },
      { attributes: { POSITION }, mode: 6 },
    ];
    const file = maker[kind]({ ...scene({}), meshes: [{ primitives }] });
    const strip = [lower, [0, 0, 0, 1, 1, 2]];
    expect(await boxesOf(file)).toEqual([lower, ...strip, lower, upper]);
  });

  test('with normalized integer positions is read', async () => {
    const maker = new GltfMaker();
    const positions = [0, 0, 0, 32767, 0, 0, 32767, -32767, 16384];
    const POSITION = maker.accessor(positions, 'VEC3', 5122, { normalized: true });
    const bytes = maker.accessor([0, 0, 0, 255, 0, 0, 255, 51, 0], 'VEC3', 5121, {
      normalized: true,
    });
    const plain = maker.accessor([0, 0, 0, 7, 0, 0, 7, 9, -3], 'VEC3', 5122);
    const primitives = [POSITION, bytes, plain].map((at) => ({ attributes: { POSITION: at } }));
    const file = maker[kind]({
      ...scene({}),
      meshes: [{ primitives }],
      nodes: [{ mesh: 0, scale: [2, 2, 2] }],
      extensionsUsed: ['KHR_mesh_quantization'],
      extensionsRequired: ['KHR_mesh_quantization'],
    });
    const [short, byte, whole] = await boxesOf(file);
    expect(short[0]).toBe(0);
    expect(short[1]).toBe(-2);
    expect(short[3]).toBe(2);
    expect(short[5]).toBeCloseTo(1, 4);
    expect(byte).toEqual([0, 0, 0, 2, Math.fround(0.4), 0]);
    expect(whole).toEqual([0, 0, -6, 14, 18, 0]);
  });

  test('with sparse accessors is read', async () => {
    const maker = new GltfMaker();
    const sparse = {
      count: 1,
      indices: { bufferView: maker.view([2], 5123), componentType: 5123 },
      values: { bufferView: maker.view([5, 6, 7], 5126) },
    };
    const base = { componentType: 5126, count: 3, type: 'VEC3' };
    const bufferView = maker.view(corners.slice(0, 9), 5126);
    const changed = maker.addAccessor({ ...base, bufferView, sparse });
    const onlySparse = maker.addAccessor({ ...base, sparse });
    const primitives = [changed, onlySparse].map((at) => ({ attributes: { POSITION: at } }));
    const file = maker[kind]({ ...scene({}), meshes: [{ primitives }] });
    expect(await boxesOf(file)).toEqual([
      [0, 0, 0, 5, 6, 7],
      [0, 0, 0, 5, 6, 7],
    ]);
  });

  test('with EXT_mesh_gpu_instancing shows each instance', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const TRANSLATION = maker.accessor([0, 0, 0, 10, 0, 0, 0, 20, 0], 'VEC3');
    const SCALE = maker.accessor([1, 1, 1, 2, 2, 2, 1, 3, 1], 'VEC3');
    const extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION, SCALE } } };
    const file = maker[kind](
      scene(
        { attributes: { POSITION } },
        {
          nodes: [{ mesh: 0, translation: [100, 0, 0], extensions }],
          extensionsUsed: ['EXT_mesh_gpu_instancing'],
          extensionsRequired: ['EXT_mesh_gpu_instancing'],
        },
      ),
    );
    expect(await boxesOf(file)).toEqual([
      [100, 0, 0, 101, 1, 0],
      [110, 0, 0, 112, 2, 0],
      [100, 20, 0, 101, 23, 0],
    ]);
  });

  test('without scenes shows each node once', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const file = maker[kind]({
      nodes: [
        { mesh: 0, translation: [3, 0, 0] },
        { mesh: 0, children: [0, 2], translation: [10, 0, 0] },
        { mesh: 0 },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION } }] }],
    });
    const boxes = await boxesOf(file);
    expect(boxes).toHaveLength(3);
    expect(boxes).toEqual(
      expect.arrayContaining([moved(10, lower), moved(13, lower), moved(10, lower)]),
    );
  });

  test('with several nodes of one mesh shows each instance, moved by its parents', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const file = maker[kind](
      scene(
        { attributes: { POSITION } },
        {
          scenes: [{ nodes: [0] }, { nodes: [3] }],
          nodes: [
            { children: [1, 2], scale: [2, 1, 1] },
            { mesh: 0, translation: [4, 0, 0] },
            { mesh: 0, rotation: turned },
            { mesh: 0, translation: [999, 0, 0] },
          ],
        },
      ),
    );
    const [straight, other] = await boxesOf(file);
    expect(straight).toEqual([8, 0, 0, 10, 1, 0]);
    for (const [i, value] of [-2, 0, 0, 0, 1, 0].entries()) expect(other[i]).toBeCloseTo(value, 6);
  });

  test('with morph targets shows where they move the vertices', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const shift = maker.accessor([0, 0, 0, 4, 0, 0, 0, 0, 0], 'VEC3');
    const file = maker[kind](
      scene(
        { attributes: { POSITION }, targets: [{ POSITION: shift }] },
        {
          meshes: [
            {
              primitives: [{ attributes: { POSITION }, targets: [{ POSITION: shift }] }],
              weights: [0.5],
            },
          ],
        },
      ),
    );
    expect(await boxesOf(file)).toEqual([[0, 0, 0, 3, 1, 0]]);
  });

  test('with a skin shows where its joints move the vertices', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const JOINTS_0 = maker.accessor([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 'VEC4', 5121);
    const WEIGHTS_0 = maker.accessor([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 'VEC4');
    const file = maker[kind](
      scene(
        { attributes: { POSITION, JOINTS_0, WEIGHTS_0 } },
        {
          scenes: [{ nodes: [0, 1, 2] }],
          nodes: [{ mesh: 0, skin: 0 }, {}, { translation: [0, 0, 5] }],
          skins: [{ joints: [1, 2] }],
        },
      ),
    );
    expect(await boxesOf(file)).toEqual([[0, 0, 0, 1, 1, 5]]);
  });

  test('with interleaved attributes and offsets is read', async () => {
    const maker = new GltfMaker();
    const bufferView = maker.view(
      [9, ...corners.slice(0, 3), 9, ...corners.slice(3, 6), 9, ...corners.slice(6, 9)],
      5126,
      16,
    );
    const POSITION = maker.addAccessor({
      bufferView,
      byteOffset: 4,
      componentType: 5126,
      count: 3,
      type: 'VEC3',
    });
    expect(await boxesOf(maker[kind](scene({ attributes: { POSITION } })))).toEqual([lower]);
  });

  test('with an empty list of scenes shows each node once', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const file = maker[kind](scene({ attributes: { POSITION } }, { scene: undefined, scenes: [] }));
    expect(await boxesOf(file)).toEqual([lower]);
  });

  test('with Draco and uncompressed positions shows the uncompressed positions', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const extensions = {
      KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } },
    };
    const more = { extensionsUsed: ['KHR_draco_mesh_compression'] };
    const file = maker[kind](scene({ attributes: { POSITION }, extensions }, more));
    expect(await boxesOf(file)).toEqual([lower]);
  });

  test('with accessors beyond its bytes is rejected', async () => {
    const maker = new GltfMaker();
    const bufferView = maker.view(corners.slice(0, 9), 5126);
    const POSITION = maker.addAccessor({
      bufferView,
      componentType: 5126,
      count: 900,
      type: 'VEC3',
    });
    await expect(readContent(maker[kind](scene({ attributes: { POSITION } })))).rejects.toThrow();
  });

  test('with materials, textures, cameras and lights is read', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    const file = maker[kind](
      scene(
        { attributes: { POSITION }, material: 0 },
        {
          nodes: [{ mesh: 0, camera: 0, extensions: { KHR_lights_punctual: { light: 0 } } }],
          cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }],
          materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
          textures: [{ source: 0 }],
          images: [{ uri: 'wood.png' }],
          extensions: { KHR_lights_punctual: { lights: [{ type: 'point' }] } },
          extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_clearcoat'],
        },
      ),
    );
    expect(await boxesOf(file)).toEqual([lower]);
  });

  test.each([
    [
      'Draco',
      { extensionsRequired: ['KHR_draco_mesh_compression'] },
      'Draco compression is not supported',
    ],
    [
      'meshopt',
      { extensionsUsed: ['EXT_meshopt_compression'] },
      'meshopt compression is not supported',
    ],
    [
      'another extension',
      { extensionsRequired: ['ACME_splines'] },
      'requires ACME_splines, which is not supported',
    ],
    [
      'an index without a vertex',
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }] },
      'refers to vertex 9, but has only 3 vertices',
    ],
    [
      'a node with two parents',
      { nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] },
      'node 2 has two parents',
    ],
    [
      'a node below itself',
      { nodes: [{ mesh: 0 }, { children: [2] }, { children: [1] }] },
      'a node is its own descendant',
    ],
    [
      'a mesh that is missing',
      { nodes: [{ mesh: 7 }] },
      'node 0 refers to mesh 7, which does not exist',
    ],
    ['a scene that is missing', { scene: 3 }, 'refers to scene 3, which does not exist'],
    ['no geometry', { nodes: [{}] }, 'no triangles, lines or points'],
    ['version 1', { asset: { version: '1.0' } }, 'version 1.0 is not supported'],
    ['buffers elsewhere', { buffers: [{ byteLength: 36, uri: 'mesh.bin' }] }, 'separate files'],
  ])('with %s is rejected by its name', async (_what, more, message) => {
    const maker = new GltfMaker();
    const POSITION = maker.accessor(corners.slice(0, 9), 'VEC3');
    maker.accessor([0, 1, 9], 'SCALAR', 5123);
    const file = maker[kind](scene({ attributes: { POSITION } }, more));
    await expect(readContent(file)).rejects.toThrow(message);
  });
});

test('an ASCII PLY file of faces is read', async () => {
  const head =
    'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z';
  const faces = 'element face 2\nproperty list uchar int vertex_indices\nend_header';
  const text = `${head}\n${faces}\n0 0 0\n1 0 0\n1 1 0\n0 1 2\n3 0 1 2\n3 0 2 3\n`;
  expect(await boxesOf(new File([text], 'mesh.ply'))).toEqual([lower, upper]);
  const points = `${head}\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 2\n`;
  expect(await boxesOf(new File([points], 'mesh.ply'))).toEqual([
    [0, 0, 0, 0, 0, 0],
    [1, 0, 0, 1, 0, 0],
    [1, 1, 0, 1, 1, 0],
    [0, 1, 2, 0, 1, 2],
  ]);
});

test('a PLY file with faces that the loader omits is rejected', async () => {
  const head =
    'ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z';
  const faces = 'element face 1\nproperty list uchar int vertex_indices\nend_header';
  const text = `${head}\n${faces}\n0 0 0\n1 0 0\n2 1 0\n1 2 0\n0 1 0\n5 0 1 2 3 4\n`;
  const file = new File([text], 'mesh.ply');
  await expect(readContent(file)).rejects.toThrow('faces with more than 4 corners');
});

test('a binary STL file is read, and rejected if it is truncated', async () => {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(1, 80);
  for (const [i, value] of [0, 0, 1, ...corners.slice(0, 9)].entries()) {
    bytes.writeFloatLE(value, 84 + 4 * i);
  }
  expect(await boxesOf(new File([bytes], 'mesh.stl'))).toEqual([lower]);
  await expect(readContent(new File([bytes.subarray(0, 100)], 'mesh.stl'))).rejects.toThrow();
});

test('an ASCII STL file is read', async () => {
  const facet =
    'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet';
  const file = new File([`solid a\n${facet}\n${facet}\nendsolid a`], 'mesh.stl');
  expect(await boxesOf(file)).toEqual([lower, lower]);
});
