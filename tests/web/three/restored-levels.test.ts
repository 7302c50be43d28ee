import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { cameraAt, compare } from './compare.ts';
import { COUNT, forest, plain, Reference, stateOf, valuesOf, worldOf } from './forest.ts';

describe('levels are restored exactly', () => {
  async function culledForest(seed: number) {
    const made = forest(seed);
    const before = made.meshes.map(stateOf);
    const index = await SceneIndex.create(made.scene);
    const { size } = index;
    if (seed % 2 === 0) index.cull(cameraAt(40));
    index.setLevels(made.near, made.levels);
    for (const z of [0, 20, 60]) index.cull(cameraAt(z));
    expect(made.meshes.map(stateOf)).not.toEqual(before);
    expect(index.size).toBe(COUNT);
    return { ...made, before, index, size };
  }

  test.each([1, 2])('by dispose (%i)', async (seed) => {
    const { meshes, before, index } = await culledForest(seed);
    index.dispose();
    expect(meshes.map(stateOf)).toEqual(before);
  });

  test.each([1, 2])('by the removal of levels (%i)', async (seed) => {
    const { scene, meshes, near, middle, far, before, index, size } = await culledForest(seed);
    const parent = middle.parent as THREE.Object3D;
    parent.position.x += 50;
    index.update();
    index.setLevels(near, []);
    const moved = middle.matrix.clone().premultiply(parent.matrixWorld);
    expect(middle.matrixWorld.toArray()).toEqual(moved.toArray());
    parent.position.x -= 50;
    index.update();
    expect(index.size).toBe(size);
    // culls the meshes, which the index contains again as separate meshes
    const camera = cameraAt(60);
    expect(index.cull(camera)).toBe(near.count + middle.count + far.count);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(), camera);
    compare(index, scene, ray);
    index.dispose();
    expect(meshes.map(stateOf)).toEqual(before);
  });

  test('by the removal of the mesh from the scene', async () => {
    const { meshes, near, before, index, size } = await culledForest(1);
    near.removeFromParent();
    index.update();
    expect(index.size).toBe(size - COUNT);
    expect(stateOf(near)).toEqual(before[0]);
    for (const [i, mesh] of meshes.slice(1).entries()) {
      expect(before[i + 1]).toMatchObject(valuesOf(mesh));
    }
    index.dispose();
    expect(meshes.map(stateOf)).toEqual(before);
  });

  test('by the removal of a level from the scene; its instances get another level', async () => {
    const { near, middle, far, before, index } = await culledForest(1);
    const camera = cameraAt(60);
    const all = index.cull(camera);
    const parent = middle.parent as THREE.Object3D;
    middle.removeFromParent();
    expect(index.cull(camera)).toBe(all);
    expect(near.count + far.count).toBe(all);
    expect(middle.count).toBe(COUNT);
    expect(far.matrixWorld).toBe(near.matrixWorld);
    parent.add(middle);
    middle.updateMatrixWorld(true);
    expect(before[1]).toMatchObject(valuesOf(middle));
    index.update();
    expect(index.size).toBe(2 * COUNT);
    index.dispose();
    expect(stateOf(far)).toEqual(before[2]);
  });

  test('by a second setLevels, which can use the same meshes', async () => {
    const { near, middle, far, before, index, meshes } = await culledForest(1);
    index.setLevels(near, [{ mesh: far, distance: 50 }]);
    expect(before[1]).toMatchObject(valuesOf(middle));
    const camera = cameraAt(60);
    index.cull(camera);
    expect(index.size).toBe(2 * COUNT);
    const reference = new Reference([{ distance: 50 }]);
    for (const [level, mesh] of [near, far].entries()) {
      expect(mesh.count).toBeGreaterThan(0);
      for (const id of index.instances(mesh).drawn) {
        expect(reference.levelOf(id, worldOf(near, id), [camera])).toBe(level);
      }
    }
    index.dispose();
    expect(meshes.map(stateOf)).toEqual(before);
  });
});

test('changes of a level by the caller are kept', async () => {
  const { scene, near, far, levels } = forest(4);
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  index.cull(cameraAt(40));
  const matrix = new THREE.Matrix4().makeTranslation(1, 2, 3);
  far.setMatrixAt(5, matrix);
  far.count = 50;
  index.update();
  const drawn = index.cull(cameraAt(40));
  expect(index.instances(far).count).toBe(COUNT);
  expect(near.count + far.count).toBeLessThanOrEqual(drawn);
  index.setLevels(near, []);
  expect(far.count).toBe(50);
  const found = new THREE.Matrix4();
  far.getMatrixAt(5, found);
  expect(found.equals(matrix)).toBe(true);
  index.dispose();
});

test('invalid levels are rejected and change nothing', async () => {
  const { scene, near, middle, far, levels } = forest(2);
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  index.cull(cameraAt(40));
  const before = [near, middle, far].map(stateOf);
  const outside = new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), COUNT);
  const small = new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), 5);
  const sharing = new THREE.InstancedMesh(near.geometry, plain(), COUNT);
  const other = new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), 5);
  scene.add(small, sharing, other);
  const wrong = [outside, near, small, sharing, new THREE.Mesh() as THREE.InstancedMesh];
  for (const mesh of wrong) {
    expect(() => index.setLevels(near, [{ mesh, distance: 1 }])).toThrow('levels[0].mesh');
  }
  const twice = [levels[0], { mesh: middle, distance: 40 }];
  expect(() => index.setLevels(near, twice)).toThrow('levels[1].mesh');
  // rejects meshes that are already levels and meshes that have levels
  expect(() => index.setLevels(other, [{ mesh: far, distance: 1 }])).toThrow('levels[0].mesh');
  expect(() => index.setLevels(other, [{ mesh: near, distance: 1 }])).toThrow('levels[0].mesh');
  expect(() => index.setLevels(middle, [])).toThrow('mesh: expected');
  expect([near, middle, far].map(stateOf)).toEqual(before);
  index.dispose();
});

test('a mesh below its level is rejected, and a level without space draws fewer instances', async () => {
  const [near, far] = [0, 1].map(
    () => new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 4),
  );
  const scene = new THREE.Scene().add(far.add(near));
  const index = await SceneIndex.create(scene);
  expect(() => index.setLevels(near, [{ mesh: far, distance: 5 }])).toThrow('levels[0].mesh');
  scene.add(near);
  index.setLevels(near, [{ mesh: far, distance: 5 }]);
  near.instanceMatrix = new THREE.InstancedBufferAttribute(new Float32Array(160), 16);
  near.count = 10;
  for (let i = 0; i < 10; i += 1) near.setMatrixAt(i, new THREE.Matrix4());
  index.update();
  index.cull(cameraAt(20));
  expect([near.count, far.count]).toEqual([0, 4]);
  index.dispose();
  expect([near.count, far.count]).toEqual([10, 4]);
});
