/** Error messages about meshes: input, queries, poses and disposal. */

import { init as initSegments, SegmentMesh } from 'sapwood/2d/mesh';
import { init, TriangleMesh } from 'sapwood/3d/mesh';
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { CENTER, detached, POINT, type Row, throwing, untyped } from './causes.js';

const unloaded: Row[] = [
  [
    'not-initialized',
    'new TriangleMesh: the WebAssembly module of sapwood/3d/mesh is not loaded yet; await init() first',
    () => new TriangleMesh({ positions: [] }),
  ],
];

const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const RAY = [0.2, 0.2, 1, 0, 0, -1, 9];
const DOWN = [0, 0, -1];
const STRETCHED = [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const FLAT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const RANGE = 'expected numbers in -1e18 .. 1e18';
const SHAPE = 'expected coordinates in -1e18 .. 1e18 and a radius >= 0';
const MATRIX = 'expected 16 numbers or a Matrix4, finite, with the last row 0, 0, 0, 1';

let mesh: TriangleMesh;
let outline: SegmentMesh;
let lost: TriangleMesh;

/** Loads the modules, after the tests of messages about modules that are not loaded. */
const begin = async () => {
  await Promise.all([init(), initSegments()]);
  mesh ??= new TriangleMesh({ positions: CORNERS });
  outline ??= new SegmentMesh({ positions: [0, 0, 1, 0] });
  if (lost === undefined) {
    lost = new TriangleMesh({ positions: CORNERS });
    lost.dispose();
  }
};

const made = (source: unknown) => new TriangleMesh(untyped(source));
const attribute = (array: unknown, itemSize: unknown, more?: object) => ({
  ...{ array, itemSize, count: 3 },
  ...more,
});

const input: Row[] = [
  [
    'invalid-argument',
    'TriangleMesh options: expected { positions, indices } or { geometry }, got [0, 0, 0, 1, 0, 0, 0, 1, …] of length 9',
    () => made(CORNERS),
  ],
  [
    'invalid-argument',
    'TriangleMesh options: unknown option position; did you mean positions? Known options: positions, indices, geometry, build',
    () => made({ position: CORNERS }),
  ],
  [
    'invalid-argument',
    'TriangleMesh options: reading the value threw an error (see cause)',
    () => made(throwing('positions')),
  ],
  [
    'invalid-argument',
    `build: expected 'fast' or 'quality', got "best"`,
    () => made({ positions: CORNERS, build: 'best' }),
  ],
  [
    'invalid-argument',
    'geometry: pass either geometry, or positions and indices',
    () => made({ geometry: new BufferGeometry(), indices: [0, 1, 2] }),
  ],
  [
    'invalid-argument',
    'geometry: expected a geometry with a position attribute, got 5',
    () => made({ geometry: 5 }),
  ],
  [
    'invalid-argument',
    'positions: expected a flat array of numbers, or an attribute of three.js, got undefined',
    () => made({}),
  ],
  [
    'invalid-argument',
    'positions[1]: expected a flat array of numbers, or an attribute of three.js, got "1"',
    () => made({ positions: [0, '1', 2] }),
  ],
  [
    'invalid-argument',
    'positions: this view is detached',
    () => made({ positions: detached(new Float32Array(9)) }),
  ],
  [
    'invalid-argument',
    'positions: expected a length divisible by 3, got 8 numbers',
    () => made({ positions: CORNERS.slice(1) }),
  ],
  [
    'invalid-argument',
    'positions: expected a multiple of 3, got 2 vertices',
    () => made({ positions: CORNERS.slice(3) }),
  ],
  [
    'invalid-argument',
    'indices: expected a multiple of 3, got 2 numbers',
    () => made({ positions: CORNERS, indices: [0, 1] }),
  ],
  [
    'invalid-argument',
    `positions[1]: ${RANGE}, got [NaN, 0, 0]`,
    () => made({ positions: CORNERS.map((value, i) => (i === 3 ? Number.NaN : value)) }),
    () => mesh.update(CORNERS.map((value, i) => (i === 3 ? Number.NaN : value))),
    () =>
      mesh.updateRange(
        1,
        2,
        CORNERS.map((value, i) => (i === 3 ? Number.NaN : value)),
      ),
  ],
  [
    'invalid-argument',
    'positions: expected an attribute with a typed array and an itemSize of at least 3, got { array: [0, 0, 0, 1, 0, 0, 0, 1, …] of length 9, itemSize: 2, count: 3 }',
    () => made({ positions: attribute(new Float32Array(CORNERS), 2) }),
  ],
  [
    'invalid-argument',
    'positions: expected an attribute with a typed array and an itemSize of at least 3, got { array: [0, 0, 0, 1, 0, 0, 0, 1, …] of length 9, itemSize: 3, count: 3, normalized: true }',
    () => made({ positions: attribute(new Int16Array(CORNERS), 3, { normalized: true }) }),
  ],
  [
    'invalid-argument',
    'positions.array: expected numbers of 3 vertices, got 6 numbers',
    () => made({ positions: attribute(new Float32Array(6), 3) }),
  ],
  [
    'invalid-argument',
    'indices: expected an attribute with a typed array, got { array: [0, 1], itemSize: 1, count: 3 }',
    () => made({ positions: CORNERS, indices: attribute([0, 1], 1) }),
  ],
  [
    'invalid-argument',
    'indices[2]: expected an integer >= 0, got -1',
    () => made({ positions: CORNERS, indices: [0, 1, -1] }),
    () => made({ positions: CORNERS, indices: new Int8Array([0, 1, -1]) }),
  ],
  [
    'invalid-argument',
    'indices: expected a flat array of integers >= 0, got 7',
    () => made({ positions: CORNERS, indices: 7 }),
  ],
  [
    'invalid-argument',
    'indices[1]: expected an integer in 0 .. 2, got 3',
    () => made({ positions: CORNERS, indices: new Uint16Array([0, 3, 2]) }),
    () => made({ positions: CORNERS, indices: [0, 3, 2] }),
  ],
  [
    'invalid-argument',
    'indices[2]: expected an integer in 0 .. 2, got 5',
    () => {
      const geometry = new BufferGeometry().setIndex([0, 1, 5]);
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(CORNERS), 3));
      return made({ geometry });
    },
  ],
  [
    'invalid-argument',
    'positions: expected the 3 vertices of the mesh, got 6',
    () => mesh.update([...CORNERS, ...CORNERS]),
  ],
  [
    'invalid-argument',
    'first and count: expected a range within the 3 vertices of the mesh, got [2, 2]',
    () => mesh.updateRange(2, 2, CORNERS),
  ],
  [
    'bad-data',
    'deserialize: these bytes are not a serialized TriangleMesh, or are damaged',
    () => TriangleMesh.deserialize(outline.serialize()),
    () => TriangleMesh.deserialize(mesh.serialize().fill(1, 40)),
    () => TriangleMesh.deserialize(new Uint8Array(5)),
  ],
];

const queries: Row[] = [
  ['disposed', 'this TriangleMesh was disposed; create a new one', () => lost.raycast(POINT, DOWN)],
  [
    'invalid-argument',
    'this: expected a mesh, got undefined; call the method on its object: mesh.raycast(…)',
    () => TriangleMesh.prototype.contains.call(untyped(undefined), POINT),
  ],
  [
    'invalid-argument',
    'other: expected a TriangleMesh of sapwood/3d/mesh, got 5',
    () => mesh.pairsWith(untyped(5)),
  ],
  [
    'invalid-argument',
    'radius: expected a number in 0 .. 1e18, got -3',
    () => mesh.querySphere(POINT, -3),
    () => mesh.castSphere(POINT, -3, DOWN),
  ],
  [
    'invalid-argument',
    'ray.direction: expected numbers that are finite in float32, not all 0, got [0, 0, 0]',
    () => mesh.raycast({ origin: POINT, direction: POINT }),
  ],
  [
    'invalid-argument',
    `sphere.center: ${CENTER}, got [1]`,
    () => mesh.querySphere({ center: [1], radius: 1 }),
  ],
  [
    'invalid-argument',
    'planes: expected at most 32 planes, got 33',
    () => mesh.queryConvex(Array.from({ length: 33 }, () => ({ normal: DOWN, constant: 1 }))),
  ],
  [
    'invalid-argument',
    "side: expected 'front', 'back' or 'double', got 2",
    () => mesh.raycast(POINT, DOWN, untyped({ side: 2 })),
  ],
  [
    'invalid-argument',
    'options: expected an object, got 7',
    () => mesh.contains(POINT, untyped(7)),
  ],
  [
    'invalid-argument',
    'maxDistance: expected a number >= 0, got -2',
    () => mesh.raycast(POINT, DOWN, -2),
    () => mesh.closestPoint(POINT, { maxDistance: -2 }),
  ],
  [
    'invalid-argument',
    'any: expected true or false, got 1',
    () => mesh.raycastMany(RAY, untyped({ any: 1 })),
  ],
  [
    'invalid-argument',
    'uvs: expected true or false, got 1',
    () => mesh.raycastMany(RAY, untyped({ uvs: 1 })),
  ],
  [
    'invalid-argument',
    `transform: ${MATRIX}, got [1, 0, 0]`,
    () => mesh.contains(POINT, { transform: [1, 0, 0] }),
  ],
  [
    'invalid-argument',
    `transform: ${MATRIX}, got [NaN, 0, 0, 0, 0, 1, 0, 0, …] of length 16`,
    () => mesh.contains(POINT, { transform: [Number.NaN, ...FLAT.slice(1)] }),
  ],
  [
    'invalid-argument',
    'transform: expected 9 numbers or a Matrix3, finite, with the last row 0, 0, 1, got [1, 2]',
    () => outline.contains([0, 0], { transform: [1, 2] }),
  ],
  [
    'invalid-argument',
    'transform: expected an affine matrix that has an inverse and keeps coordinates in -1e18 .. 1e18, got [1, 0, 0, 0, 0, 1, 0, 0, …] of length 16',
    () => mesh.contains(POINT, { transform: FLAT }),
    () => mesh.raycastMany(RAY, { transform: FLAT }),
    () => mesh.pairsWith(mesh, FLAT),
    () => mesh.pairsWith(mesh, { transform: FLAT }),
    () => mesh.pairsWith(mesh, { transform: FLAT, otherTransform: new Matrix4() }),
    () => mesh.pairsWith(mesh, { transform: FLAT, otherTransform: STRETCHED }),
  ],
  [
    'invalid-argument',
    'otherTransform: expected an affine matrix that has an inverse and keeps coordinates in -1e18 .. 1e18, got [1, 0, 0, 0, 0, 1, 0, 0, …] of length 16',
    () => mesh.pairsWith(mesh, { otherTransform: FLAT }),
    () => mesh.pairsWith(mesh, { transform: STRETCHED, otherTransform: FLAT }),
  ],
  [
    'invalid-argument',
    'otherTransform: expected an affine matrix that has an inverse and keeps coordinates in -1e18 .. 1e18, got [0, 0, 0, 0, 0, 0, 0, 0, …] of length 9',
    () => outline.pairsWith(outline, { otherTransform: [0, 0, 0, 0, 0, 0, 0, 0, 1] }),
  ],
  [
    'unsupported',
    'querySphere: the transform has a shear or a non-uniform scale; use a uniform scale, or bake the transform into the positions',
    () => mesh.querySphere(POINT, 1, { transform: STRETCHED }),
  ],
  [
    'invalid-argument',
    'rays[1]: expected a finite origin, a finite direction that is not 0, and maxDistance >= 0, got [0.2, 0.2, 1, 0, 0, 0, 9]',
    () => mesh.raycastMany([...RAY, 0.2, 0.2, 1, 0, 0, 0, 9]),
  ],
  [
    'invalid-argument',
    `spheres[0]: ${SHAPE}, got [0, 0, 0, -1, 1, 1, 1]`,
    () => mesh.castSphereMany([0, 0, 0, -1, 1, 1, 1]),
  ],
  [
    'invalid-argument',
    `capsules[0]: ${SHAPE}, got [0, 0, 0, 0, 0, 1, NaN, 1, …] of length 10`,
    () => mesh.castCapsuleMany([0, 0, 0, 0, 0, 1, Number.NaN, 1, 1, 1]),
  ],
];

export const meshes: readonly Row[] = [
  ...unloaded,
  ...[...input, ...queries].map(
    ([code, message, ...calls]): Row => [
      code,
      message,
      ...calls.map((call) => async () => {
        await begin();
        return call();
      }),
    ],
  ),
];
