import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { expect, test } from 'vitest';
import { callShadowHook, cameraAt } from './compare.ts';
import { RandomScene } from './random-scene.ts';
import { stateOf } from './state.ts';

/**
 * Returns whether the index hides an object. To hide an object, the index replaces `layers.test`.
 */
const isHidden = ({ layers }: THREE.Object3D): boolean => Object.hasOwn(layers, 'test');

const crowdAtOrigin = (count: number): THREE.InstancedMesh =>
  new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), count);

test('dispose restores all objects after culling', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = new RandomScene(seed, 50);
    const all: THREE.Object3D[] = [];
    random.scene.traverse((object) => all.push(object));
    const before = all.map(stateOf);
    const index = await SceneIndex.create(random.scene);
    for (let frame = 0; frame < 3; frame += 1) {
      index.update();
      index.cull(cameraAt(20 - 10 * frame));
    }
    expect(all.map(stateOf)).not.toEqual(before);
    expect(all.some(isHidden)).toBe(true);
    index.dispose();
    expect(all.map(stateOf)).toEqual(before);
  }
});

test('objects that leave the scene are restored', async () => {
  const random = new RandomScene(5, 50);
  const removed = random.objects.slice(0, 20);
  for (const object of removed) object.removeFromParent();
  const before = removed.map(stateOf);
  for (const object of removed) random.scene.add(object);
  const index = await SceneIndex.create(random.scene);
  index.cull(cameraAt(20));
  expect(removed.some(isHidden)).toBe(true);
  for (const object of removed) object.removeFromParent();
  index.update();
  expect(removed.map(stateOf)).toEqual(before);
  index.dispose();
});

test('changes of instances by id are kept during culling', async () => {
  const scene = new THREE.Scene();
  const mesh = crowdAtOrigin(10);
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < 10; i += 1) mesh.setMatrixAt(i, matrix.makeTranslation(0, 0, -4 * i));
  const own = new THREE.InstancedBufferAttribute(
    Float32Array.from({ length: 10 }, (_, i) => i),
    1,
  );
  mesh.geometry.setAttribute('own', own);
  scene.add(mesh);
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(-18);
  expect(index.cull(camera)).toBe(5);
  expect([...index.instances(mesh).drawn]).toEqual([5, 6, 7, 8, 9]);
  expect([...own.array.subarray(0, 5)]).toEqual([5, 6, 7, 8, 9]);

  // moves instance 2 into the view, in front of the others
  mesh.setMatrixAt(2, matrix.makeTranslation(0, 0, -19.6));
  mesh.setColorAt(2, new THREE.Color(1, 0, 0));
  index.update();
  expect(index.cull(camera)).toBe(6);
  expect([...index.instances(mesh).drawn]).toEqual([2, 5, 6, 7, 8, 9]);
  expect([...(mesh.instanceColor?.array.subarray(0, 6) ?? [])]).toEqual([1, 0, 0, 1, 1, 1]);
  const color = new THREE.Color();
  mesh.getColorAt(2, color);
  expect(color.getHex()).toBe(0xff0000);

  mesh.count = 8;
  index.update();
  expect(index.cull(camera)).toBe(4);

  index.dispose();
  expect(mesh.count).toBe(8);
  expect(mesh.instanceMatrix.array[16 * 2 + 14]).toBeCloseTo(-19.6);
  expect([...own.array]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('arrays that are written directly are read after touch', async () => {
  const scene = new THREE.Scene();
  const mesh = crowdAtOrigin(4);
  scene.add(mesh);
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(10);
  expect(index.cull(camera)).toBe(4);
  const matrices = index.instances(mesh).matrices as Float32Array;
  matrices[16 + 12] = 1000;
  index.touch(mesh, 1, 1);
  index.update();
  expect(index.cull(camera)).toBe(3);
  expect([...index.instances(mesh).drawn]).toEqual([0, 2, 3]);
  index.dispose();
  expect(mesh.instanceMatrix.array[16 + 12]).toBe(1000);
});

test('needsUpdate of the matrices is detected before the first culling', async () => {
  const scene = new THREE.Scene();
  const mesh = crowdAtOrigin(2);
  scene.add(mesh);
  const index = await SceneIndex.create(scene);
  mesh.instanceMatrix.array[12] = 1000;
  mesh.instanceMatrix.needsUpdate = true;
  index.update();
  expect(index.cull(cameraAt(10))).toBe(1);
  index.dispose();
});

test('hidden objects are visible to other cameras and to raycasters', async () => {
  const scene = new THREE.Scene();
  const mesh = new THREE.Mesh(new THREE.BoxGeometry());
  const child = new THREE.Mesh(new THREE.BoxGeometry());
  child.position.z = -20;
  scene.add(mesh.add(child));
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(-10);
  expect(index.cull(camera)).toBe(1);
  expect(mesh.layers.test(camera.layers)).toBe(false);
  expect(mesh.visible).toBe(true);
  expect(child.layers.test(camera.layers)).toBe(true);
  expect(mesh.layers.test(cameraAt(5).layers)).toBe(true);
  expect(mesh.layers.test(new THREE.Raycaster().layers)).toBe(true);
  mesh.layers.set(3);
  expect(mesh.layers.test(cameraAt(5).layers)).toBe(false);
  index.dispose();
});

test('objects that cast a shadow into the view are drawn', async () => {
  const scene = new THREE.Scene();
  const mesh = new THREE.Mesh(new THREE.BoxGeometry());
  mesh.position.set(0, 3, 0);
  mesh.castShadow = true;
  const light = new THREE.DirectionalLight();
  light.castShadow = true;
  scene.add(mesh, light, light.target);
  light.position.set(0, 10, 0.1);
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(-10);
  expect(index.cull(camera)).toBe(1);
  expect(index.cull(camera, { shadows: false })).toBe(0);
  expect(index.cull([camera, cameraAt(10)], { shadows: false })).toBe(1);
  index.dispose();
});

test('instances outside the view that cast a shadow into it are drawn only into shadow maps', async () => {
  const crowd = crowdAtOrigin(3);
  const batch = new THREE.BatchedMesh(3, 24, 36, new THREE.MeshBasicMaterial());
  const shape = batch.addGeometry(new THREE.BoxGeometry());
  for (let i = 0; i < 3; i += 1) {
    // instances above the view, in the view, and far from both the view and the light
    const matrix = new THREE.Matrix4().makeTranslation([0, 0, 900][i], 0, [0, -30, 0][i]);
    crowd.setMatrixAt(i, matrix);
    batch.setMatrixAt(batch.addInstance(shape), matrix);
  }
  const light = new THREE.DirectionalLight();
  for (const object of [crowd, batch, light]) object.castShadow = true;
  light.position.set(0, 10, 0.1);
  const scene = new THREE.Scene().add(crowd, batch, light, light.target);
  const index = await SceneIndex.create(scene);
  expect(index.cull(cameraAt(-10))).toBe(4);
  const draws = batch as unknown as { _multiDrawCount: number };
  const hasHooks = Number.parseInt(THREE.REVISION, 10) >= 172;
  const inView = [crowd.count, draws._multiDrawCount];
  expect(inView).toEqual(hasHooks ? [1, 1] : [2, 2]);
  expect(index.instances(crowd).drawn[0]).toBe(hasHooks ? 1 : 0);
  callShadowHook(crowd, 'onBeforeShadow');
  callShadowHook(batch, 'onBeforeShadow');
  expect([crowd.count, draws._multiDrawCount]).toEqual([2, 2]);
  callShadowHook(crowd, 'onAfterShadow');
  callShadowHook(batch, 'onAfterShadow');
  expect([crowd.count, draws._multiDrawCount]).toEqual(inView);
  crowd.count = 3;
  callShadowHook(crowd, 'onBeforeShadow');
  expect(crowd.count).toBe(3);
  index.dispose();
});

test('counts that the caller sets between culls are kept', async () => {
  const crowd = crowdAtOrigin(5);
  const index = await SceneIndex.create(new THREE.Scene().add(crowd));
  const camera = cameraAt(9);
  const cull = (): number => {
    index.update();
    return index.cull(camera);
  };
  expect(cull()).toBe(5);
  for (const count of [0, 5, 2, 5]) {
    crowd.count = count;
    expect(cull()).toBe(count);
    expect(crowd.count).toBe(count);
  }
  crowd.visible = false;
  crowd.count = 3;
  cull();
  crowd.count = 5;
  crowd.visible = true;
  expect(cull()).toBe(5);
  // the caller's instance count is also kept without an update, and if the renderer does not call
  // onAfterShadow
  crowd.onAfterShadow = () => undefined;
  callShadowHook(crowd, 'onBeforeShadow');
  expect(cull()).toBe(5);
  crowd.count = 4;
  index.cull(camera);
  index.dispose();
  expect(crowd.count).toBe(4);
});

test('a batched mesh that changed after culling is drawn as by three.js', async () => {
  const batch = new THREE.BatchedMesh(6, 24, 36, new THREE.MeshBasicMaterial());
  const shape = batch.addGeometry(new THREE.BoxGeometry());
  for (let i = 0; i < 6; i += 1) {
    batch.setMatrixAt(batch.addInstance(shape), new THREE.Matrix4().makeTranslation(0, 0, -3 * i));
  }
  const index = await SceneIndex.create(new THREE.Scene().add(batch));
  const camera = cameraAt(9);
  index.cull(camera);
  batch.deleteInstance(0);
  batch.deleteInstance(1);
  const list = batch as unknown as {
    _multiDrawCount: number;
    _indirectTexture: { image: { data: Uint32Array } };
  };
  for (let pass = 0; pass < 2; pass += 1) {
    callShadowHook(batch, 'onBeforeShadow');
    callShadowHook(batch, 'onAfterShadow');
    const drawn = list._indirectTexture.image.data.slice(0, list._multiDrawCount);
    expect([...drawn].sort()).toEqual([2, 3, 4, 5]);
  }
  index.dispose();
});

test('two indices restore the methods of a mesh for any order of disposal', async () => {
  for (const isFirst of [true, false]) {
    const mesh = crowdAtOrigin(4);
    const scene = new THREE.Scene().add(mesh);
    const before = stateOf(mesh);
    const first = await SceneIndex.create(scene);
    const second = await SceneIndex.create(scene);
    mesh.setMatrixAt(3, new THREE.Matrix4().makeTranslation(50, 0, 0));
    const raycaster = new THREE.Raycaster(new THREE.Vector3(50, 0, 9), new THREE.Vector3(0, 0, -1));
    const [kept, disposed] = isFirst ? [second, first] : [first, second];
    disposed.dispose();
    kept.update();
    expect(kept.raycast(raycaster)[0].instanceId).toBe(3);
    kept.dispose();
    expect(Object.getOwnPropertyNames(mesh).sort()).toEqual((before as { keys: string[] }).keys);
    expect(mesh.raycast).toBe(THREE.InstancedMesh.prototype.raycast);
  }
});

test('a second dispose does nothing, and update throws', async () => {
  const index = await SceneIndex.create(new THREE.Scene());
  index.dispose();
  index.dispose();
  expect(() => index.update()).toThrow('disposed');
});
