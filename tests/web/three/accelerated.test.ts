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
import { expectSame, rayAt } from './compare.ts';
import { RandomValues } from './random-scene.ts';

const original = THREE.Mesh.prototype.raycast;

beforeAll(() => loadMeshes());
afterEach(() => {
  THREE.Mesh.prototype.raycast = original;
});

function rays(count: number): THREE.Raycaster[] {
  const random = new RandomValues(3);
  return Array.from({ length: count }, () => {
    const origin = new THREE.Vector3(random.within(9), random.within(9), random.within(9));
    const target = new THREE.Vector3(random.within(1.5), random.within(1.5), random.within(1.5));
    return new THREE.Raycaster(origin, target.sub(origin).normalize());
  });
}

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
    const raycaster = rayAt(0.1, 0.1, 9);
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

  test('calls the raycast of three.js for morphed meshes', () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    geometry.morphAttributes.position = [new THREE.SphereGeometry(3, 16, 8).attributes.position];
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());
    mesh.morphTargetInfluences?.fill(1);
    meshOf(geometry);
    const raycaster = rayAt(2, 0, 9);
    const { found, right } = both(mesh, raycaster);
    expect(right.length).toBe(1);
    expectSame(found[0], right[0]);
    disposeBoundsTree.call(geometry);
  });

  test('calls the raycast of three.js for skinned meshes whose bones moved', () => {
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
    // a ray that misses the mesh in its bind pose, and a ray that hits it
    for (const x of [1.6, 0.9]) {
      const raycaster = rayAt(x, 0.1, 9);
      const { found, right } = both(mesh, raycaster);
      expect(right.length).toBe(1);
      expect(found.length).toBe(1);
      expectSame(found[0], right[0]);
    }
    // SkinnedMesh overrides `raycast`, so the method of Mesh.prototype does not replace it
    const raycaster = rayAt(1.6, 0.1, 9);
    const right = raycaster.intersectObject(mesh);
    mesh.raycast = acceleratedRaycast;
    const found = raycaster.intersectObject(mesh);
    expect(found.length).toBe(1);
    expectSame(found[0], right[0]);
    disposeBoundsTree.call(geometry);
  });

  test('returns the intersections of instances', () => {
    const mesh = new THREE.InstancedMesh(
      new THREE.SphereGeometry(1, 32, 16),
      new THREE.MeshBasicMaterial(),
      2,
    );
    mesh.setMatrixAt(0, new THREE.Matrix4().makeTranslation(3, 0, 0));
    mesh.setMatrixAt(1, new THREE.Matrix4().makeTranslation(6, 0, 0));
    meshOf(mesh.geometry);
    const right = [0, 3, 6].map((x) => rayAt(x, 0.1, 9).intersectObject(mesh));
    expect(right.map(({ length }) => length)).toEqual([0, 1, 1]);
    mesh.raycast = acceleratedRaycast;
    for (const [i, x] of [0, 3, 6].entries()) {
      const found = rayAt(x, 0.1, 9).intersectObject(mesh);
      expect(found.length).toBe(right[i].length);
      for (const [k, hit] of found.entries()) expectSame(hit, right[i][k]);
    }
    disposeBoundsTree.call(mesh.geometry);
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

  test('are shared with scene indices and freed with the last owner', async () => {
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

  test('reject positions that are not finite', () => {
    const broken = new THREE.BoxGeometry();
    broken.attributes.position.setX(0, Number.POSITIVE_INFINITY);
    expect(() => meshOf(broken)).toThrow('positions[0]: expected');
    broken.attributes.position.setX(0, 0.5);
    expect(meshOf(broken).size).toBe(12);
    disposeBoundsTree.call(broken);
  });

  test('are rebuilt after a scene index rejected positions that are not finite', async () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());
    const index = await SceneIndex.create(new THREE.Scene().add(mesh), {
      meshes: { minTriangles: 1 },
    });
    const { position } = geometry.attributes;
    const x = position.getX(20);
    position.setX(20, Number.NaN);
    await index.buildMeshes();
    expect(() => meshOf(geometry)).toThrow('positions[20]: expected');
    position.setX(20, x);
    position.needsUpdate = true;
    await index.buildMeshes();
    const tree = meshOf(geometry);
    expect(tree.size).toBe((geometry.index as THREE.BufferAttribute).count / 3);
    index.dispose();
    disposeBoundsTree.call(geometry);
  });
});
