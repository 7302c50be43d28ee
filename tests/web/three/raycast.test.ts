import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { cameraAt, compare, compareFirst, rayAt } from './compare.ts';
import { RandomScene } from './random-scene.ts';

const camera = cameraAt(60);

describe('raycast', () => {
  test('returns the intersections of three.js for random scenes of all types', async () => {
    let hits = 0;
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = new RandomScene(seed, 60);
      const index = await SceneIndex.create(random.scene);
      for (let i = 0; i < 40; i += 1) {
        const raycaster = random.raycaster(camera);
        hits += compare(index, random.scene, raycaster);
        compareFirst(index, random.scene, raycaster);
      }
      index.dispose();
    }
    expect(hits).toBeGreaterThan(1500);
  });

  test('returns the intersections of three.js after objects were moved, added and removed', async () => {
    for (let seed = 100; seed < 110; seed += 1) {
      const random = new RandomScene(seed, 40);
      const index = await SceneIndex.create(random.scene);
      for (let frame = 0; frame < 8; frame += 1) {
        for (let i = 0; i < 8; i += 1) random.place(random.oneOf(random.objects));
        random.add();
        random.oneOf(random.objects).removeFromParent();
        const instanced = random.objects.find((one) => one instanceof THREE.InstancedMesh);
        if (instanced !== undefined) {
          instanced.setMatrixAt(0, random.matrix());
          instanced.computeBoundingSphere();
        }
        const batched = random.objects.find((one) => one instanceof THREE.BatchedMesh);
        batched?.setMatrixAt(0, random.matrix());
        index.update();
        for (let i = 0; i < 10; i += 1) compare(index, random.scene, random.raycaster(camera));
      }
      index.dispose();
    }
  });

  test('returns the intersections of three.js while the scene is culled', async () => {
    for (let seed = 200; seed < 210; seed += 1) {
      const random = new RandomScene(seed, 50);
      const index = await SceneIndex.create(random.scene);
      index.cull(camera);
      for (let i = 0; i < 20; i += 1) compare(index, random.scene, random.raycaster(camera));
      index.dispose();
    }
  });

  test('returns the intersections of three.js for scenes and rays far from the origin', async () => {
    const random = new RandomScene(7, 60);
    random.scene.position.set(50_000, -20_000, 90_000);
    const index = await SceneIndex.create(random.scene);
    const raycaster = new THREE.Raycaster();
    for (let i = 0; i < 200; i += 1) {
      const { ray } = random.raycaster(camera);
      raycaster.camera = camera;
      raycaster.set(ray.origin.add(random.scene.position), ray.direction);
      compare(index, random.scene, raycaster);
    }
    index.dispose();
  });

  test('calls the raycast methods of objects that override it', async () => {
    const scene = new THREE.Scene();
    const calls: string[] = [];
    const group = new THREE.Group();
    group.raycast = () => {
      calls.push('group');
    };
    const child = new THREE.Mesh(new THREE.SphereGeometry());
    scene.add(group.add(child));
    const index = await SceneIndex.create(scene);
    const raycaster = rayAt(0.1, 0.07);
    expect(compare(index, scene, raycaster)).toBe(1);
    expect(calls).toEqual(['group', 'group']);

    // three.js does not test the children if the method returns false
    group.raycast = () => false as unknown as undefined;
    index.update();
    expect(compare(index, scene, raycaster)).toBe(0);

    group.raycast = THREE.Object3D.prototype.raycast;
    child.raycast = (caster, intersects) => {
      intersects.push({ distance: 2, point: caster.ray.origin.clone(), object: child });
    };
    raycaster.ray.direction.set(0, 1, 0);
    index.update();
    expect(compare(index, scene, raycaster)).toBe(1);
    index.dispose();
  });

  test('appends to the array of the caller', async () => {
    const scene = new THREE.Scene().add(new THREE.Mesh(new THREE.SphereGeometry()));
    const index = await SceneIndex.create(scene);
    const raycaster = rayAt(0.1, 0.07);
    const target: THREE.Intersection[] = [];
    expect(index.raycast(raycaster, target)).toBe(target);
    expect(target.length).toBe(1);
    index.dispose();
  });
});
