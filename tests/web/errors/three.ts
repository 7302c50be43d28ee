/** Messages of `sapwood/three`. */

import { HierarchyHelper, loadMeshes, meshOf, SceneIndex } from 'sapwood/three';
import { BatchedMesh, BufferGeometry, InstancedMesh, Mesh, PerspectiveCamera, Scene } from 'three';
import { type Row, untyped } from './causes.js';

const index = () => SceneIndex.create(new Scene());
const crowd = (count: number) => new InstancedMesh(new BufferGeometry(), undefined, count);

/** Sets levels of detail in a scene of two instanced meshes. `mesh` is the mesh of a level. */
async function setLevels(levels: unknown, mesh = crowd(10)): Promise<void> {
  const near = crowd(10);
  const scene = new Scene().add(near, mesh);
  (await SceneIndex.create(scene)).setLevels(near, untyped(levels));
}

async function setGeometryLevels(): Promise<void> {
  const mesh = new BatchedMesh(1, 1);
  const scene = new Scene().add(mesh);
  (await SceneIndex.create(scene)).setGeometryLevels(mesh, 7, []);
}

const small = crowd(5);
const shared = crowd(10);
const other = crowd(10);
other.instanceMatrix = shared.instanceMatrix;

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
    'options.lod: expected a number > 0 or a boolean, got 0',
    async () => (await index()).cull(new PerspectiveCamera(), { lod: 0 }),
  ],
  [
    'invalid-argument',
    'mesh: expected an InstancedMesh that is not a level below the root of the index, got "Mesh"',
    async () => (await index()).setLevels(crowd(1), []),
  ],
  [
    'invalid-argument',
    'levels: expected an array of at most 255 levels, got undefined',
    () => setLevels(undefined),
  ],
  [
    'invalid-argument',
    'levels[0]: expected a distance >= 0 and a hysteresis in 0 .. 1, got [-1, 0]',
    () => setLevels([{ mesh: small, distance: -1 }], small),
  ],
  [
    'invalid-argument',
    'levels[0]: unknown option hysterisis; did you mean hysteresis? Known options: mesh, distance, hysteresis',
    () => setLevels([{ mesh: small, distance: 1, hysterisis: 1 }], small),
  ],
  [
    'invalid-argument',
    'levels[0].mesh: expected an InstancedMesh that is not used for another level below the root of the index, got undefined',
    () => setLevels([{ distance: 1 }]),
  ],
  [
    'invalid-argument',
    'levels[0].mesh: expected space for 10 instances, in attributes of its own, got "Mesh"',
    () => setLevels([{ mesh: small, distance: 1 }], small),
  ],
  [
    'invalid-argument',
    'levels[1].mesh: expected space for 10 instances, in attributes of its own, got "Mesh"',
    async () => {
      const near = crowd(10);
      const scene = new Scene().add(near, shared, other);
      (await SceneIndex.create(scene)).setLevels(near, [
        { mesh: shared, distance: 1 },
        { mesh: other, distance: 2 },
      ]);
    },
  ],
  [
    'invalid-argument',
    'mesh: expected a BatchedMesh below the root of the index, got "Mesh"',
    async () => (await index()).setGeometryLevels(new BatchedMesh(1, 1), 0, []),
  ],
  [
    'invalid-argument',
    'raycaster: expected a Raycaster, got null',
    async () => (await index()).raycast(null as never),
  ],
  [
    'invalid-argument',
    'raycaster: expected a Raycaster, got an object of type Object',
    async () => (await index()).prepareRaycast({} as never),
  ],
  [
    'invalid-argument',
    'target: expected an array, got null',
    async () => (await index()).pairs(null as never),
  ],
  [
    'invalid-argument',
    'geometryId: expected the id of a geometry of the mesh, got 7',
    setGeometryLevels,
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
