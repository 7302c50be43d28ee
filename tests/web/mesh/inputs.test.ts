/** Forms of vertices and indices that a mesh accepts, tested with three.js itself. */

import { init as initSegments, SegmentMesh } from 'sapwood/2d/mesh';
import { init, type MeshSource, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Float16BufferAttribute,
  Float32BufferAttribute,
  Frustum,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix3,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Sphere,
  TorusKnotGeometry,
  Vector2,
  Vector3,
} from 'three';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => Promise.all([init(), initSegments()]));

const CORNERS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const INDICES = [0, 1, 2, 0, 2, 3];
const FLOATS = new Float32Array(CORNERS);

function interleaved(): InterleavedBufferAttribute {
  const rows = Array.from({ length: 4 }, (_, i) => [
    9,
    9,
    9,
    ...CORNERS.slice(3 * i, 3 * i + 3),
    7,
  ]);
  return new InterleavedBufferAttribute(
    new InterleavedBuffer(new Float32Array(rows.flat()), 7),
    3,
    3,
  );
}

function geometryOf(position: BufferAttribute | InterleavedBufferAttribute, index?: number[]) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', position);
  if (index !== undefined) geometry.setIndex(index);
  return geometry;
}

const half = new Float16BufferAttribute(new Uint16Array(12), 3);
const normalized = new BufferAttribute(new Int16Array(12), 3, true);
for (let i = 0; i < 4; i += 1) {
  const [x, y, z] = CORNERS.slice(3 * i, 3 * i + 3);
  half.setXYZ(i, x, y, z);
  normalized.setXYZ(i, x, y, z);
}

const forms: readonly [string, MeshSource][] = [
  ['arrays', { positions: CORNERS, indices: INDICES }],
  ['float32 and 16 bits', { positions: FLOATS, indices: new Uint16Array(INDICES) }],
  [
    'float64 and 32 bits',
    { positions: new Float64Array(CORNERS), indices: new Uint32Array(INDICES) },
  ],
  ['8 bits', { positions: FLOATS, indices: new Uint8Array(INDICES) }],
  [
    'attributes',
    {
      positions: new BufferAttribute(FLOATS, 3),
      indices: new BufferAttribute(new Uint16Array(INDICES), 1),
    },
  ],
  ['integers', { positions: new BufferAttribute(new Int8Array(CORNERS), 3), indices: INDICES }],
  [
    'four numbers per vertex',
    {
      positions: new BufferAttribute(
        new Float32Array([0, 0, 0, 5, 1, 0, 0, 5, 1, 1, 0, 5, 0, 1, 0, 5]),
        4,
      ),
      indices: INDICES,
    },
  ],
  ['an interleaved attribute', { positions: interleaved(), indices: INDICES }],
  ['half floats', { positions: half, indices: INDICES }],
  ['normalized integers', { positions: normalized, indices: INDICES }],
  ['no indices', { positions: INDICES.flatMap((i) => CORNERS.slice(3 * i, 3 * i + 3)) }],
  [
    'null for indices',
    { positions: INDICES.flatMap((i) => CORNERS.slice(3 * i, 3 * i + 3)), indices: null },
  ],
  ['a geometry', { geometry: geometryOf(new Float32BufferAttribute(CORNERS, 3), INDICES) }],
  [
    'a geometry without index',
    { geometry: geometryOf(new Float32BufferAttribute(CORNERS, 3), INDICES).toNonIndexed() },
  ],
  [
    'a geometry with interleaved attributes',
    { geometry: geometryOf(interleaved(), INDICES), build: 'quality' },
  ],
  [
    'an array-like object',
    { positions: { ...CORNERS, length: 12 }, indices: { ...INDICES, length: 6 } },
  ],
];

test.each(forms)('a mesh is built from %s', (_, source) => {
  const mesh = new TriangleMesh(source);
  expect(mesh.size).toBe(2);
  expect([...mesh.bounds]).toEqual([0, 0, 0, 1, 1, 0]);
  const [first, second] = [
    mesh.raycast([0.75, 0.25, 1], [0, 0, -1]),
    mesh.raycast([0.25, 0.75, 1], [0, 0, -1]),
  ];
  expect([first?.triangle, second?.triangle]).toEqual([0, 1]);
  mesh.dispose();
});

test('the input is copied', () => {
  const positions = FLOATS.slice();
  const mesh = new TriangleMesh({ positions, indices: INDICES });
  positions.fill(7);
  expect([...mesh.bounds]).toEqual([0, 0, 0, 1, 1, 0]);
  const moved = new BufferAttribute(
    FLOATS.map((value) => value + 1),
    3,
  );
  mesh.update(moved);
  moved.array.fill(0);
  expect([...mesh.bounds]).toEqual([1, 1, 1, 2, 2, 1]);
  mesh.updateRange(2, 1, interleaved());
  expect([...mesh.bounds]).toEqual([1, 1, 0, 2, 2, 1]);
  mesh.dispose();
});

test('a mesh of segments accepts attributes with two or three numbers per vertex', () => {
  const flat = new SegmentMesh({
    positions: new BufferAttribute(new Float32Array([0, 0, 4, 0]), 2),
  });
  const deep = new SegmentMesh({
    positions: new BufferAttribute(new Float32Array([0, 0, 9, 4, 0, 9]), 3),
  });
  for (const mesh of [flat, deep]) {
    expect([...mesh.bounds]).toEqual([0, 0, 4, 0]);
    const transform = new Matrix3().makeTranslation(0, 2);
    const hit = mesh.raycast(new Vector2(1, 5), new Vector2(0, -1), { transform });
    expect(hit).toEqual({ segment: 0, distance: 3, normal: [0, 1], u: 0.25 });
    mesh.dispose();
  }
});

describe('with the objects of three.js', () => {
  const geometry = new TorusKnotGeometry(1, 0.3, 200, 24);
  const rotation = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1);
  const transform = new Matrix4().compose(new Vector3(3, -2, 1), rotation, new Vector3(2, 2, 2));

  test.each([
    ['of a torus knot', geometry],
    ['of a box', new BoxGeometry(1, 2, 3, 4, 5, 6)],
    ['without index', geometry.toNonIndexed()],
  ])('rays hit the same triangles as its Raycaster: %s', (_, shape) => {
    const mesh = new TriangleMesh({ geometry: shape });
    const object = new Mesh(shape, new MeshBasicMaterial({ side: DoubleSide }));
    object.matrixAutoUpdate = false;
    object.matrixWorld.copy(transform);
    const random = new Mulberry32(4);
    let hits = 0;
    for (let i = 0; i < 60; i += 1) {
      const origin = new Vector3(random.unit() * 12 - 6, random.unit() * 12 - 6, 9);
      const target = new Vector3(3, -2, 1).add(
        new Vector3(random.unit() - 0.5, random.unit() - 0.5, 0).multiplyScalar(4),
      );
      const raycaster = new Raycaster(origin, target.sub(origin).normalize());
      const [expected] = raycaster.intersectObject(object);
      const hit = mesh.raycast(raycaster.ray, { transform });
      if (expected === undefined) {
        expect(hit).toBeNull();
        continue;
      }
      hits += 1;
      expect(hit?.distance).toBeCloseTo(expected.distance, 5);
      expect(hit?.triangle).toBe(expected.faceIndex);
      const all = mesh.raycastAll(raycaster.ray, { transform: transform.elements });
      expect(all.length).toBeGreaterThan(0);
    }
    expect(hits).toBeGreaterThan(10);
    mesh.dispose();
  });

  test('spheres, boxes and frusta are accepted as they are', () => {
    const mesh = new TriangleMesh({ geometry });
    geometry.computeBoundingBox();
    geometry.computeBoundingSphere();
    const box = geometry.boundingBox!;
    expect(mesh.queryBox(box).length).toBe(mesh.size);
    expect(mesh.overlaps(box, { transform })).toBe(mesh.queryBox(box, { transform }).length > 0);
    expect(mesh.querySphere(geometry.boundingSphere!).length).toBe(mesh.size);
    expect(mesh.overlapsSphere(new Sphere(new Vector3(50, 0, 0), 1))).toBe(false);
    const camera = new PerspectiveCamera(60, 1, 0.1, 100);
    camera.position.z = 8;
    camera.updateMatrixWorld();
    const view = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const frustum = new Frustum().setFromProjectionMatrix(view);
    expect(mesh.queryFrustum(frustum).length).toBe(mesh.size);
    camera.position.x = 100;
    camera.updateMatrixWorld();
    view.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    expect(mesh.queryFrustum(frustum.setFromProjectionMatrix(view)).length).toBe(0);
    mesh.dispose();
  });
});
