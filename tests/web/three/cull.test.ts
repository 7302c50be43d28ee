import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { frustumOf } from './compare.ts';
import { RandomScene } from './random-scene.ts';

/** Fields of a batched mesh that three.js does not document. */
interface DrawList {
  readonly _multiDrawCount: number;
  readonly _multiDrawStarts: Int32Array;
  readonly _multiDrawCounts: Int32Array;
  readonly _indirectTexture: { readonly image: { readonly data: Uint32Array } };
}

function perspective(): THREE.Camera {
  return new THREE.PerspectiveCamera(50, 1.5, 1, 60);
}

function orthographic(): THREE.Camera {
  return new THREE.OrthographicCamera(-15, 15, 10, -10, 1, 60);
}

function offAxis(): THREE.Camera {
  const camera = new THREE.PerspectiveCamera(50, 1.5, 1, 60);
  camera.projectionMatrix.makePerspective(-0.2, 1.4, 0.9, -0.1, 1, 60);
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  return camera;
}

function infinite(): THREE.Camera {
  const camera = new THREE.PerspectiveCamera(50, 1.5, 1, 60);
  const { elements } = camera.projectionMatrix;
  elements[10] = -1;
  elements[14] = -2;
  return camera;
}

function reversed(): THREE.Camera {
  const camera = new THREE.PerspectiveCamera(50, 1.5, 1, 60);
  camera.coordinateSystem = THREE.WebGPUCoordinateSystem;
  Object.defineProperty(camera, 'reversedDepth', { value: true });
  camera.projectionMatrix.makePerspective(
    -0.7,
    0.7,
    0.5,
    -0.5,
    1,
    60,
    THREE.WebGPUCoordinateSystem,
    true,
  );
  return camera;
}

function webgpu(): THREE.Camera {
  const camera = new THREE.PerspectiveCamera(50, 1.5, 1, 60);
  camera.coordinateSystem = THREE.WebGPUCoordinateSystem;
  camera.updateProjectionMatrix();
  return camera;
}

const CAMERAS = { perspective, orthographic, offAxis, infinite, reversed, webgpu };

const seenByThree = (frustum: THREE.Frustum, object: THREE.Object3D): boolean =>
  object instanceof THREE.Sprite
    ? frustum.intersectsSprite(object)
    : frustum.intersectsObject(object);

function hasVertexIn(
  frustum: THREE.Frustum,
  geometry: THREE.BufferGeometry,
  matrix: THREE.Matrix4,
  indices: Iterable<number>,
): boolean {
  const point = new THREE.Vector3();
  for (const i of indices) {
    point.fromBufferAttribute(geometry.attributes.position, i).applyMatrix4(matrix);
    if (frustum.containsPoint(point)) return true;
  }
  return false;
}

const isDrawable = (object: THREE.Object3D): boolean =>
  object instanceof THREE.Mesh ||
  object instanceof THREE.Points ||
  object instanceof THREE.Line ||
  object instanceof THREE.Sprite;

/**
 * Returns false for skinned meshes, whose vertices move with their bones, and for sprites of
 * constant size on the screen, whose bounds depend on the camera.
 */
const hasBounds = (object: THREE.Object3D): boolean =>
  !(object instanceof THREE.SkinnedMesh) &&
  !(object instanceof THREE.Sprite && !object.material.sizeAttenuation);

function isVisible(object: THREE.Object3D | null): boolean {
  return object === null || (object.visible && isVisible(object.parent));
}

const isCrowd = (object: THREE.Object3D): boolean =>
  object instanceof THREE.InstancedMesh || object instanceof THREE.BatchedMesh;

function expectSorted(
  mesh: THREE.InstancedMesh,
  camera: THREE.Camera,
  matrices: ArrayLike<number>,
  ids: Uint32Array,
): void {
  const world = new THREE.Matrix4();
  const box = new THREE.Box3();
  const own = new THREE.Box3().setFromBufferAttribute(
    mesh.geometry.attributes.position as THREE.BufferAttribute,
  );
  const depths = [...ids].map((id) => {
    world.fromArray(matrices as number[], 16 * id).premultiply(mesh.matrixWorld);
    const center = box.copy(own).applyMatrix4(world).getCenter(new THREE.Vector3());
    return -center.applyMatrix4(camera.matrixWorldInverse).z;
  });
  const isTransparent = (mesh.material as THREE.Material).transparent;
  for (let i = 1; i < depths.length; i += 1) {
    const step = isTransparent ? depths[i - 1] - depths[i] : depths[i] - depths[i - 1];
    expect(step).toBeGreaterThan(-1e-3);
  }
}

const range = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i);

describe.each(Object.entries(CAMERAS))('cull with a camera of kind %s', (_, create) => {
  test('hides plain objects that three.js culls, and no object with a visible vertex', async () => {
    let outside = 0;
    let hidden = 0;
    let shown = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = new RandomScene(seed, 60);
      const camera = create();
      camera.position.set(random.between(-20, 20), random.between(-5, 5), 20);
      camera.rotation.y = random.between(-1, 1);
      const index = await SceneIndex.create(random.scene);
      index.cull(camera);
      const frustum = frustumOf(camera);
      for (const object of random.objects) {
        if (!isDrawable(object) || isCrowd(object)) continue;
        const layers = new THREE.Layers();
        layers.mask = -1;
        expect(object.layers.test(layers)).toBe(true);
        camera.layers.mask = -1;
        const isShown = object.layers.test(camera.layers);
        if (isShown) shown += 1;
        const seen = seenByThree(frustum, object);
        if (!seen && hasBounds(object)) {
          outside += 1;
          if (!isShown) hidden += 1;
        }
        if (!isShown && object instanceof THREE.Mesh && !(object instanceof THREE.SkinnedMesh)) {
          const { geometry } = object as THREE.Mesh;
          const all = range(0, geometry.attributes.position.count);
          expect(hasVertexIn(frustum, geometry, object.matrixWorld, all)).toBe(false);
        }
        if (!isShown && !(object instanceof THREE.Mesh)) expect(seen).toBe(false);
      }
      index.dispose();
    }
    expect(outside).toBeGreaterThan(20);
    // some objects are not hidden, because their boxes extend beyond their bounding spheres at the
    // corners
    expect(hidden).toBeGreaterThan(0.85 * outside);
    expect(shown).toBeGreaterThan(20);
  });

  test('draws all instances that have a visible vertex, sorted by depth', async () => {
    let drawn = 0;
    let omitted = 0;
    for (let seed = 30; seed < 40; seed += 1) {
      const random = new RandomScene(seed, 40);
      const camera = create();
      camera.position.set(random.between(-20, 20), random.between(-5, 5), 20);
      const copies = new Map(
        random.objects
          .filter((object) => object instanceof THREE.InstancedMesh)
          .map((mesh) => [mesh, mesh.instanceMatrix.array.slice()]),
      );
      const index = await SceneIndex.create(random.scene);
      index.cull(camera);
      const frustum = frustumOf(camera);
      const world = new THREE.Matrix4();
      for (const [mesh, matrices] of copies) {
        const { drawn: ids, count } = index.instances(mesh);
        if (!isVisible(mesh)) {
          expect(ids.length).toBe(count);
          continue;
        }
        expect(ids.length).toBe(mesh.count);
        expect(new Set(ids).size).toBe(ids.length);
        for (const [position, id] of ids.entries()) {
          const live = mesh.instanceMatrix.array.slice(16 * position, 16 * position + 16);
          expect(live).toEqual(matrices.slice(16 * id, 16 * id + 16));
          mesh.getMatrixAt(id, world);
          expect(new Float32Array(world.elements)).toEqual(live);
        }
        const all = range(0, mesh.geometry.attributes.position.count);
        for (let id = 0; id < count; id += 1) {
          world.fromArray(matrices, 16 * id).premultiply(mesh.matrixWorld);
          const seen = hasVertexIn(frustum, mesh.geometry, world, all);
          if (seen) expect(ids).toContain(id);
        }
        expectSorted(mesh, camera, matrices, ids);
        drawn += ids.length;
        omitted += count - ids.length;
      }
      index.dispose();
      for (const [mesh, matrices] of copies) {
        expect(mesh.instanceMatrix.array).toEqual(matrices);
      }
    }
    expect(drawn).toBeGreaterThan(20);
    expect(omitted).toBeGreaterThan(20);
  });

  test('draws instances in the order of the option', async () => {
    const crowd = () => {
      const mesh = new THREE.InstancedMesh(
        new THREE.BoxGeometry(),
        new THREE.MeshBasicMaterial(),
        60,
      );
      for (let id = 0; id < 60; id += 1) {
        // all instances are in the view of all cameras, in no order of distance
        mesh.setMatrixAt(id, new THREE.Matrix4().makeTranslation(0, 0, 10 - ((17 * id) % 60) / 10));
      }
      return mesh;
    };
    for (const order of ['front-to-back', 'back-to-front'] as const) {
      const mesh = crowd();
      const index = await SceneIndex.create(new THREE.Scene().add(mesh));
      const camera = create();
      camera.position.set(0, 0, 20);
      expect(index.cull(camera, { order })).toBe(60);
      const depths = [...index.instances(mesh).drawn].map((id) => (17 * id) % 60);
      const sorted = [...depths].sort((a, b) => (order === 'front-to-back' ? a - b : b - a));
      expect(depths).toEqual(sorted);
      index.dispose();
    }
  });

  test('makes draw lists of batched meshes', async () => {
    let drawn = 0;
    for (let seed = 50; seed < 60; seed += 1) {
      const random = new RandomScene(seed, 40);
      const camera = create();
      camera.position.set(random.between(-20, 20), random.between(-5, 5), 20);
      const index = await SceneIndex.create(random.scene);
      index.cull(camera);
      const frustum = frustumOf(camera);
      const world = new THREE.Matrix4();
      for (const mesh of random.objects) {
        if (!(mesh instanceof THREE.BatchedMesh) || !isVisible(mesh)) continue;
        const list = mesh as unknown as DrawList;
        const count = list._multiDrawCount;
        const ids = [...list._indirectTexture.image.data.subarray(0, count)];
        const indices = mesh.geometry.index?.array as ArrayLike<number>;
        for (let id = 0; id < mesh.maxInstanceCount; id += 1) {
          const isActive = !(
            mesh as unknown as { _availableInstanceIds: number[] }
          )._availableInstanceIds.includes(id);
          if (!isActive || !mesh.getVisibleAt(id)) {
            expect(ids).not.toContain(id);
            continue;
          }
          const part = mesh.getGeometryRangeAt(mesh.getGeometryIdAt(id));
          if (part === null) throw new Error('no range');
          mesh.getMatrixAt(id, world).premultiply(mesh.matrixWorld);
          const used = range(part.indexStart, part.indexCount).map((i) => indices[i]);
          if (hasVertexIn(frustum, mesh.geometry, world, used)) expect(ids).toContain(id);
          const at = ids.indexOf(id);
          if (at < 0) continue;
          drawn += 1;
          expect(list._multiDrawStarts[at]).toBe(2 * part.start);
          expect(list._multiDrawCounts[at]).toBe(part.count);
        }
      }
      index.dispose();
    }
    expect(drawn).toBeGreaterThan(5);
  });
});
