import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { expect, test } from 'vitest';
import { cameraAt, compare, compareFirst, frustumOf } from './compare.ts';
import { RandomValues } from './random-scene.ts';

const material = new THREE.MeshBasicMaterial();
const box = new THREE.BoxGeometry();

function forest(): { lod: THREE.LOD; crowd: THREE.InstancedMesh } {
  const lod = new THREE.LOD();
  const crowd = new THREE.InstancedMesh(box, material, 4);
  for (let i = 0; i < 4; i += 1) {
    crowd.setMatrixAt(i, new THREE.Matrix4().makeTranslation(2 * i, 0, 0));
  }
  lod.addLevel(new THREE.Mesh(box, material), 0);
  lod.addLevel(crowd, 20, 0.25);
  lod.addLevel(new THREE.Mesh(box, material), 60, 0.1);
  return { lod, crowd };
}

async function indexedForest() {
  const { lod, crowd } = forest();
  const scene = new THREE.Scene().add(lod);
  return { lod, crowd, scene, index: await SceneIndex.create(scene) };
}

/**
 * Returns the number of meshes and instances that three.js draws for each camera. Like a renderer,
 * updates an LOD object before it visits its levels.
 */
function drawnByThree(scene: THREE.Scene, cameras: readonly THREE.Camera[]): number[] {
  return cameras.map((camera) => {
    let count = 0;
    const visit = (object: THREE.Object3D): void => {
      if (!object.visible) return;
      if (object instanceof THREE.LOD && object.autoUpdate) object.update(camera);
      if (object instanceof THREE.InstancedMesh) count += object.count;
      else if (object instanceof THREE.Mesh) count += 1;
      for (const child of object.children) visit(child);
    };
    visit(scene);
    return count;
  });
}

test('cull counts the level that the renderer will show, with hysteresis and zoom', async () => {
  const { lod, scene, index } = await indexedForest();
  const random = new RandomValues(4);
  const counts = new Set<number>();
  for (let frame = 0; frame < 400; frame += 1) {
    const camera = cameraAt(2 + 90 * random.unit(), random.unit() < 0.3 ? 2 : 1);
    if (random.unit() < 0.1) lod.autoUpdate = !lod.autoUpdate;
    index.update();
    const flags = lod.levels.map(({ object }) => object.visible);
    const drawn = index.cull(camera);
    expect(lod.levels.map(({ object }) => object.visible)).toEqual(flags);
    expect(drawn).toBe(drawnByThree(scene, [camera])[0]);
    counts.add(drawn);
  }
  expect([...counts].sort()).toEqual([1, 2, 3, 4]);
  index.dispose();
});

test('cull of several cameras draws the levels for all cameras', async () => {
  const { crowd, scene, index } = await indexedForest();
  const near = cameraAt(10);
  const middle = cameraAt(40);
  const far = cameraAt(100);
  drawnByThree(scene, [near]);
  expect(index.cull([near])).toBe(1);
  // the first camera selects the second level, and hysteresis keeps it for the second camera
  expect(index.cull([cameraAt(22), cameraAt(17)])).toBe(4);
  expect(index.cull([cameraAt(17), cameraAt(22)])).toBe(5);
  expect(index.cull([near, far])).toBe(2);
  expect(index.cull([far, middle, near])).toBe(6);
  expect(crowd.count).toBe(4);
  index.dispose();
});

test('cull does not order the instances of levels that are not shown', async () => {
  const { crowd, index } = await indexedForest();
  const camera = cameraAt(10);
  crowd.setMatrixAt(0, new THREE.Matrix4().makeTranslation(500, 0, 0));
  index.update();
  expect(index.cull(camera)).toBe(1);
  expect(crowd.count).toBe(4);
  camera.position.z = 40;
  camera.updateMatrixWorld();
  expect(index.cull(camera)).toBe(3);
  expect(crowd.count).toBe(3);
  index.dispose();
  expect(crowd.count).toBe(4);
});

test('cull does not count invisible objects', async () => {
  const scene = new THREE.Scene();
  const group = new THREE.Group();
  const mesh = new THREE.Mesh(box, material);
  const always = new THREE.Mesh(box, material);
  always.position.z = 500;
  always.frustumCulled = false;
  scene.add(group.add(mesh, always), new THREE.Mesh(box, material));
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(10);
  expect(index.cull(camera)).toBe(3);
  group.visible = false;
  expect(index.cull(camera)).toBe(1);
  group.visible = true;
  always.frustumCulled = true;
  index.update();
  expect(index.cull(camera)).toBe(2);
  expect(always.layers.test(camera.layers)).toBe(false);
  always.frustumCulled = false;
  index.update();
  expect(index.cull(camera)).toBe(3);
  expect(always.layers.test(camera.layers)).toBe(true);
  index.dispose();
});

test('objects are hidden and shown again while a camera turns', async () => {
  const scene = new THREE.Scene();
  const random = new RandomValues(9);
  for (let i = 0; i < 300; i += 1) {
    const mesh = new THREE.Mesh(box, material);
    mesh.position.set(random.within(40), random.within(10), random.within(40));
    scene.add(mesh);
  }
  const index = await SceneIndex.create(scene);
  const camera = cameraAt(0);
  const other = cameraAt(-30);
  let changes = 0;
  let last = '';
  for (let frame = 0; frame < 60; frame += 1) {
    camera.rotation.y = 0.1 * frame;
    camera.updateMatrixWorld();
    for (let i = 0; i < 5; i += 1) scene.children[(7 * frame + i) % 300].position.x += 5;
    if (frame === 30) scene.add(new THREE.Mesh(box, material));
    if (frame === 40) scene.children[3].removeFromParent();
    index.update();
    if (frame % 10 === 5) index.cull(other);
    const drawn = index.cull(camera);
    const frustum = frustumOf(camera);
    const shown = scene.children.filter((one) => one.layers.test(camera.layers));
    expect(shown.length).toBe(drawn);
    const inBox = scene.children.filter((one) =>
      frustum.intersectsBox(new THREE.Box3().setFromObject(one)),
    );
    expect(inBox.every((one) => shown.includes(one))).toBe(true);
    expect(shown.length).toBeLessThan(inBox.length + 10);
    const key = shown.map(({ id }) => id).join();
    if (key !== last) changes += 1;
    last = key;
  }
  expect(changes).toBeGreaterThan(40);
  index.dispose();
});

test('ray casts test the level for the distance of the ray, with and without trees', async () => {
  const scene = new THREE.Scene();
  const random = new RandomValues(6);
  const knot = new THREE.TorusKnotGeometry(1, 0.4, 60, 12);
  for (let i = 0; i < 20; i += 1) {
    const { lod } = forest();
    lod.addLevel(new THREE.Mesh(knot, material), 10);
    lod.position.set(random.within(20), random.within(20), random.within(20));
    const inner = new THREE.LOD();
    inner.addLevel(new THREE.Mesh(knot, material), 0);
    inner.addLevel(new THREE.Mesh(box, material), 5);
    lod.addLevel(inner, 35);
    scene.add(lod);
  }
  const index = await SceneIndex.create(scene);
  await index.buildMeshes();
  let hits = 0;
  for (let i = 0; i < 300; i += 1) {
    const origin = new THREE.Vector3(random.within(30), random.within(30), random.within(30));
    const target = scene.children[i % 20].position.clone();
    target.x += random.unit();
    const raycaster = new THREE.Raycaster(origin, target.sub(origin).normalize());
    hits += compare(index, scene, raycaster);
    compareFirst(index, scene, raycaster);
  }
  expect(hits).toBeGreaterThan(500);
  index.dispose();
});
