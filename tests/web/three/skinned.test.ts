import { SceneIndex } from 'sapwood/three';
import { Mulberry32 } from 'scenes';
import * as THREE from 'three';
import { expect, test } from 'vitest';
import { compare } from './compare.ts';

interface RigOptions {
  readonly isDetached: boolean;
  /**
   * If true, the bone weights of each vertex add up to a number from 0.5 to 1.5; otherwise to 1.
   */
  readonly hasLooseSums: boolean;
  readonly hasMorphs: boolean;
}

/** Returns a skinned tube. Each vertex has weights for two or three bones. */
function tube(seed: number, { isDetached, hasLooseSums, hasMorphs }: RigOptions) {
  const random = new Mulberry32(seed);
  const geometry = new THREE.CylinderGeometry(0.5, 0.3, 6, 8, 12);
  const { position } = geometry.attributes;
  const indices = new Uint16Array(4 * position.count);
  const weights = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i += 1) {
    const four = [random.unit(), random.unit(), random.unit() < 0.5 ? 0 : random.unit(), 0];
    const sum = four.reduce((a, b) => a + b) / (hasLooseSums ? 0.5 + random.unit() : 1);
    for (let k = 0; k < 4; k += 1) {
      indices[4 * i + k] = Math.floor(5 * random.unit());
      weights[4 * i + k] = four[k] / sum;
    }
  }
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
  if (hasMorphs) {
    const target = position.clone();
    for (let i = 0; i < target.count; i += 1) target.setX(i, target.getX(i) * 3 + random.unit());
    geometry.morphAttributes.position = [target];
    geometry.morphTargetsRelative = seed % 2 === 0;
  }
  const mesh = new THREE.SkinnedMesh(
    geometry,
    new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }),
  );
  const bones = Array.from({ length: 5 }, (_, i) => {
    const bone = new THREE.Bone();
    bone.position.y = i === 0 ? -3 : 1.5;
    return bone;
  });
  for (let i = 1; i < 5; i += 1) bones[i - 1].add(bones[i]);
  mesh.position.set(1, 2, 3);
  mesh.rotation.set(0.3, 0.2, 0.1);
  if (isDetached) mesh.bindMode = THREE.DetachedBindMode;
  const scene = new THREE.Scene();
  if (isDetached) scene.add(bones[0], mesh);
  else scene.add(mesh.add(bones[0]));
  scene.updateMatrixWorld();
  mesh.bind(new THREE.Skeleton(bones));
  return { scene, mesh, bones, random };
}

/** Returns the world bounds of the vertices in the current pose, as three.js computes them. */
function boxOfVertices(mesh: THREE.SkinnedMesh): THREE.Box3 {
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (let i = 0; i < mesh.geometry.attributes.position.count; i += 1) {
    box.expandByPoint(mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
  }
  return box;
}

function viewOf(box: THREE.Box3): THREE.OrthographicCamera {
  const { min, max } = box;
  const camera = new THREE.OrthographicCamera(min.x, max.x, max.y, min.y, -max.z, -min.z);
  camera.updateMatrixWorld();
  return camera;
}

const OPTIONS: RigOptions[] = [
  { isDetached: false, hasLooseSums: false, hasMorphs: false },
  { isDetached: true, hasLooseSums: false, hasMorphs: false },
  { isDetached: false, hasLooseSums: true, hasMorphs: false },
  { isDetached: false, hasLooseSums: false, hasMorphs: true },
];

test.each(OPTIONS)('bounds contain the posed vertices: %o', async (options) => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const { scene, mesh, bones, random } = tube(seed, options);
    const index = await SceneIndex.create(scene);
    let hidden = 0;
    for (let frame = 0; frame < 20; frame += 1) {
      for (const bone of bones)
        bone.rotation.set(random.unit(), 2 * random.unit(), 3 * random.unit());
      bones[0].position.set(60 * random.unit(), 60 * random.unit(), 60 * random.unit());
      if (options.hasMorphs) mesh.morphTargetInfluences?.fill(2 * random.unit() - 1);
      index.update();
      const box = boxOfVertices(mesh);
      const size = box.getSize(new THREE.Vector3());
      // a thin view volume at each side of the box contains a vertex
      for (const axis of ['x', 'y', 'z'] as const) {
        for (const side of ['min', 'max'] as const) {
          const view = box.clone();
          view.min[axis] = box[side][axis] - 1e-4;
          view.max[axis] = box[side][axis] + 1e-4;
          expect(index.cull(viewOf(view))).toBe(1);
          // a view volume that is farther away by three times the longest side should not contain
          // the mesh
          const beyond = (side === 'min' ? -3 : 3) * Math.max(size.x, size.y, size.z);
          view.min[axis] += beyond;
          view.max[axis] += beyond;
          if (index.cull(viewOf(view)) === 0) hidden += 1;
        }
      }
    }
    expect(hidden).toBeGreaterThan(options.hasMorphs || options.hasLooseSums ? 60 : 115);
    index.dispose();
  }
});

test('rays hit a mesh where its bones moved it', async () => {
  const { scene, mesh, bones } = tube(7, OPTIONS[0]);
  const index = await SceneIndex.create(scene);
  bones[0].position.x = 40;
  index.update();
  mesh.computeBoundingSphere();
  const center = boxOfVertices(mesh).getCenter(new THREE.Vector3());
  let hits = 0;
  for (let i = 0; i < 40; i += 1) {
    const origin = new THREE.Vector3(i - 20, 30, i - 20).add(center);
    const target = new THREE.Vector3(0.01 * i, 0.05 * i - 1, 0).add(center);
    const raycaster = new THREE.Raycaster(origin, target.sub(origin).normalize());
    hits += compare(index, scene, raycaster);
  }
  expect(hits).toBeGreaterThan(20);
  index.dispose();
});

test('a mesh with negative weights is always drawn', async () => {
  const { scene, mesh } = tube(8, OPTIONS[0]);
  mesh.geometry.attributes.skinWeight.setX(0, -0.5);
  const index = await SceneIndex.create(scene);
  const far = new THREE.Box3(new THREE.Vector3(900, 900, 900), new THREE.Vector3(901, 901, 901));
  expect(index.cull(viewOf(far))).toBe(1);
  index.dispose();
});
