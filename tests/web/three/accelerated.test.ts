import {
  acceleratedRaycast,
  computeBoundsTree,
  disposeBoundsTree,
  loadMeshes,
  meshOf,
  SceneIndex,
} from 'sapwood/three';
import * as THREE from 'three';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectSame } from './compare.ts';
import { randomOf } from './random-scene.ts';

const original = THREE.Mesh.prototype.raycast;

beforeAll(() => loadMeshes());
afterEach(() => {
  THREE.Mesh.prototype.raycast = original;
});

/** Random rays toward the origin. */
function rays(count: number): THREE.Raycaster[] {
  const random = randomOf(3);
  const within = (half: number) => half * (2 * random() - 1);
  return Array.from({ length: count }, () => {
    const origin = new THREE.Vector3(within(9), within(9), within(9));
    const target = new THREE.Vector3(within(1.5), within(1.5), within(1.5));
    return new THREE.Raycaster(origin, target.sub(origin).normalize());
  });
}

/** Intersections by `acceleratedRaycast` and by three.js. */
function both(object: THREE.Object3D, raycaster: THREE.Raycaster) {
  THREE.Mesh.prototype.raycast = acceleratedRaycast;
  const found = raycaster.intersectObject(object);
  THREE.Mesh.prototype.raycast = original;
  return { found, right: raycaster.intersectObject(object) };
}

describe('acceleratedRaycast', () => {
  test('adds the intersections of three.js for meshes and instances', () => {
    const geometry = new THREE.TorusKnotGeometry(1, 0.4, 120, 16);
    const plain = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());
    plain.rotation.set(1, 2, 3);
    const crowd = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial(), 3);
    for (let i = 0; i < 3; i += 1) {
      crowd.setMatrixAt(i, new THREE.Matrix4().makeTranslation(i - 1, 0, 0));
    }
    meshOf(geometry);
    let hits = 0;
    for (const object of [plain, crowd]) {
      object.updateMatrixWorld();
      for (const raycaster of rays(200)) {
        const { found, right } = both(object, raycaster);
        expect(found.length).toBe(right.length);
        for (const [i, hit] of right.entries()) expectSame(found[i], hit);
        hits += right.length;
        const first = both(object, Object.assign(raycaster, { firstHitOnly: true })).found[0];
        if (right.length > 0) expectSame(first, right[0]);
        else expect(first).toBeUndefined();
      }
    }
    expect(hits).toBeGreaterThan(500);
    disposeBoundsTree.call(geometry);
  });

  test('adds one intersection per mesh if firstHitOnly is true, also without a tree', () => {
    const mesh = new THREE.Mesh(
      new THREE.SphereGeometry(1, 16, 8),
      new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }),
    );
    const raycaster = new THREE.Raycaster(
      new THREE.Vector3(0.1, 0.1, 9),
      new THREE.Vector3(0, 0, -1),
    );
    Object.assign(raycaster, { firstHitOnly: true });
    for (const hasTree of [false, true]) {
      if (hasTree) meshOf(mesh.geometry);
      const { found, right } = both(mesh, raycaster);
      expect(right.length).toBe(2);
      expect(found.length).toBe(1);
      expectSame(found[0], right[0]);
    }
    disposeBoundsTree.call(mesh.geometry);
  });

  test('leaves morphed meshes to three.js', () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    geometry.morphAttributes.position = [new THREE.SphereGeometry(3, 16, 8).attributes.position];
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());
    mesh.morphTargetInfluences?.fill(1);
    meshOf(geometry);
    const raycaster = new THREE.Raycaster(new THREE.Vector3(2, 0, 9), new THREE.Vector3(0, 0, -1));
    const { found, right } = both(mesh, raycaster);
    expect(right.length).toBe(1);
    expectSame(found[0], right[0]);
    disposeBoundsTree.call(geometry);
  });

  test('leaves skinned meshes that a bone moved to three.js', () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    const { count } = geometry.attributes.position;
    const indices = new THREE.BufferAttribute(new Uint16Array(4 * count), 4);
    const weights = new THREE.BufferAttribute(new Float32Array(4 * count), 4);
    for (let i = 0; i < count; i += 1) weights.setX(i, 1);
    geometry.setAttribute('skinIndex', indices);
    geometry.setAttribute('skinWeight', weights);
    const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
    const bone = new THREE.Bone();
    mesh.add(bone);
    mesh.bind(new THREE.Skeleton([bone]));
    bone.position.x = 0.8;
    mesh.updateMatrixWorld();
    meshOf(geometry);
    const direction = new THREE.Vector3(0, 0, -1);
    // outside of the mesh as it was bound, and inside of it
    for (const x of [1.6, 0.9]) {
      const raycaster = new THREE.Raycaster(new THREE.Vector3(x, 0.1, 9), direction);
      const { found, right } = both(mesh, raycaster);
      expect(right.length).toBe(1);
      expect(found.length).toBe(1);
      expectSame(found[0], right[0]);
    }
    // three.js has another method for skinned meshes, which that of the prototype does not replace
    const raycaster = new THREE.Raycaster(new THREE.Vector3(0.9, 0.1, 9), direction);
    const right = raycaster.intersectObject(mesh);
    mesh.raycast = acceleratedRaycast;
    const found = raycaster.intersectObject(mesh);
    expect(found.length).toBe(1);
    expectSame(found[0], right[0]);
    disposeBoundsTree.call(geometry);
  });
});

describe('trees of geometries', () => {
  test('have the names of three-mesh-bvh', () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8) as THREE.BufferGeometry & {
      boundsTree?: unknown;
    };
    const tree = computeBoundsTree.call(geometry);
    expect(geometry.boundsTree).toBe(tree);
    expect(meshOf(geometry)).toBe(tree);
    expect(tree.size).toBe((geometry.index as THREE.BufferAttribute).count / 3);
    disposeBoundsTree.call(geometry);
    expect('boundsTree' in geometry).toBe(false);
    expect(() => tree.size).toThrow('disposed');
    expect(meshOf(geometry)).not.toBe(tree);
    disposeBoundsTree.call(geometry);
    disposeBoundsTree.call(geometry);
  });

  test('follow positions and topology of the geometry', () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    const tree = meshOf(geometry);
    geometry.scale(2, 2, 2);
    expect(meshOf(geometry)).toBe(tree);
    expect(tree.bounds[3]).toBeCloseTo(2);
    geometry.setIndex([0, 1, 20]);
    expect(meshOf(geometry).size).toBe(1);
    disposeBoundsTree.call(geometry);
  });

  test('are shared with scene indices, and freed with the last owner', async () => {
    const geometry = new THREE.SphereGeometry(1, 64, 32);
    const scene = new THREE.Scene().add(new THREE.Mesh(geometry));
    const index = await SceneIndex.create(scene);
    const other = await SceneIndex.create(scene);
    await index.buildMeshes();
    await other.buildMeshes();
    const tree = meshOf(geometry);
    index.dispose();
    disposeBoundsTree.call(geometry);
    expect(tree.size).toBeGreaterThan(1000);
    other.dispose();
    expect(() => tree.size).toThrow('disposed');
  });

  test('refuse positions that are not finite', () => {
    const broken = new THREE.BoxGeometry();
    broken.attributes.position.setX(0, Number.POSITIVE_INFINITY);
    expect(() => meshOf(broken)).toThrow('positions[0]: expected');
  });
});
