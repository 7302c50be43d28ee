/** Messages of `sapwood/three`. */

import { HierarchyHelper, loadMeshes, meshOf, SceneIndex } from 'sapwood/three';
import { BufferGeometry, InstancedMesh, Mesh, PerspectiveCamera, Scene } from 'three';
import { type Row, untyped } from './causes.js';

const index = () => SceneIndex.create(new Scene());

export const scenes: Row[] = [
  [
    'not-initialized',
    'meshOf: first call `await loadMeshes()`',
    () => meshOf(new BufferGeometry()),
  ],
  [
    'invalid-argument',
    'geometry: expected a BufferGeometry, got 5',
    async () => {
      await loadMeshes();
      meshOf(untyped(5));
    },
  ],
  [
    'invalid-argument',
    'geometry: expected a geometry with the attribute position, not as a Float64Array, got "BufferGeometry"',
    async () => {
      await loadMeshes();
      meshOf(new BufferGeometry());
    },
  ],
  [
    'invalid-argument',
    'hierarchy: expected an index of sapwood/all or a mesh, got undefined',
    () => new HierarchyHelper(untyped(undefined)),
  ],
  [
    'invalid-argument',
    'meshes.minTriangles: expected an integer >= 1, got 0',
    () => SceneIndex.create(new Scene(), { meshes: { minTriangles: 0 } }),
  ],
  [
    'invalid-argument',
    'meshes.budget: expected a number > 0, got 0',
    () => SceneIndex.create(new Scene(), { meshes: { budget: 0 } }),
  ],
  ['invalid-argument', 'root: expected an Object3D, got 5', () => SceneIndex.create(untyped(5))],
  [
    'invalid-argument',
    'object: expected an object below the root of the index, got "Mesh"',
    async () => (await index()).touch(untyped(new Mesh())),
  ],
  [
    'invalid-argument',
    'camera: expected a Camera or an array of them, got []',
    async () => (await index()).cull([]),
  ],
  [
    'invalid-argument',
    "options.order: expected one of 'auto', 'front-to-back', 'back-to-front', 'any', got \"none\"",
    async () => (await index()).cull(new PerspectiveCamera(), { order: untyped('none') }),
  ],
  [
    'invalid-argument',
    'mesh: expected an InstancedMesh below the root of the index, got "Mesh"',
    async () => (await index()).instances(new InstancedMesh(undefined, undefined, 1)),
  ],
  [
    'invalid-argument',
    'count: expected an integer >= 0 or Infinity, got 1.5',
    async () => (await index()).nearest([0, 0, 0], { count: 1.5 }),
  ],
  [
    'invalid-argument',
    'filter: expected a function, got 5',
    async () => (await index()).nearest([0, 0, 0], { filter: untyped(5) }),
  ],
  [
    'disposed',
    'SceneIndex: it was disposed',
    async () => {
      const lost = await index();
      lost.dispose();
      lost.cull(new PerspectiveCamera());
    },
  ],
];
