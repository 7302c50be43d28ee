/** A call that throws leaves the index as it was. */

import { WideTree } from 'sapwood/3d';
import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { expect, test, vi } from 'vitest';

const box = () => new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial());
const down = () => new THREE.Raycaster(new THREE.Vector3(0, 0, 50), new THREE.Vector3(0, 0, -1));

test('objects whose insertion failed are added by the next update', async () => {
  const scene = new THREE.Scene().add(box());
  const index = await SceneIndex.create(scene);
  const late = box();
  late.position.z = 5;
  scene.add(late);
  const failing = vi.spyOn(WideTree.prototype, 'insertMany').mockImplementationOnce(() => {
    throw new Error('out of memory');
  });
  expect(() => index.update()).toThrow('out of memory');
  failing.mockRestore();
  expect(index.size).toBe(1);
  index.update();
  expect(index.size).toBe(2);
  expect(index.raycast(down())[0].object).toBe(late);
  scene.remove(late);
  index.update();
  expect(index.size).toBe(1);
  expect(index.raycast(down())[0].object).toBe(scene.children[0]);
  index.dispose();
});

test('a ray cast after one that threw has no hits of it', async () => {
  const bad = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 16), [new THREE.MeshBasicMaterial()]);
  // the second group has no material, so three.js throws after the hits of the first one
  bad.geometry.addGroup(0, Infinity, 0);
  bad.geometry.addGroup(0, Infinity, 1);
  const good = box();
  good.position.x = 5;
  const scene = new THREE.Scene().add(bad, good);
  const index = await SceneIndex.create(scene);
  await index.buildMeshes();
  expect(() => index.raycast(down())).toThrow(TypeError);
  const beside = new THREE.Raycaster(new THREE.Vector3(5, 0, 50), new THREE.Vector3(0, 0, -1));
  const expected = beside.intersectObject(good).map(({ distance }) => distance);
  expect(index.raycast(beside).map(({ distance }) => distance)).toEqual(expected);
  index.dispose();
});

test('create detects objects that are added and removed during its pauses', async () => {
  const scene = new THREE.Scene();
  for (let i = 0; i < 40; i += 1) scene.add(box());
  // each object takes longer than the time after which create pauses
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 20;
    return time;
  });
  const creation = SceneIndex.create(scene);
  const late = box();
  late.position.x = 40;
  let pauses = 0;
  const timer = setInterval(() => {
    pauses += 1;
    if (pauses === 3) scene.remove(scene.children[0], scene.children[39]);
    if (pauses === 5) scene.add(late);
  }, 0);
  const index = await creation;
  clearInterval(timer);
  clock.mockRestore();
  expect(pauses).toBeGreaterThan(5);
  expect(index.size).toBe(39);
  const raycaster = new THREE.Raycaster(new THREE.Vector3(40, 0, 9), new THREE.Vector3(0, 0, -1));
  expect(index.raycast(raycaster)[0].object).toBe(late);
  index.dispose();
  expect(Object.hasOwn(scene, '_listeners')).toBe(false);
});

test('counts and ids of instances that do not exist are ignored', async () => {
  const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 3);
  for (let id = 0; id < 3; id += 1) mesh.setMatrixAt(id, new THREE.Matrix4());
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  mesh.setMatrixAt(2 ** 32, new THREE.Matrix4());
  mesh.count = Number.NaN;
  index.update();
  expect(index.raycast(down()).length).toBe(0);
  mesh.count = 2;
  mesh.boundingSphere = null;
  index.update();
  expect(index.raycast(down()).length).toBe(4);
  index.dispose();
});

test('buffers of the GPU, which cannot be read, have no bounds', async () => {
  const mesh = box();
  const buffer = new THREE.GLBufferAttribute({} as WebGLBuffer, 5126, 3, 4, 36);
  mesh.geometry.setAttribute('position', buffer as never);
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  expect(index.cull(new THREE.PerspectiveCamera())).toBe(1);
  index.dispose();
});
