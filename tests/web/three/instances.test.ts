import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { cameraAt, frustumOf } from './compare.ts';
import { RandomValues } from './random-scene.ts';
import { Uploaded } from './uploaded.ts';

const COUNT = 200;

function crowd(seed: number) {
  const random = new RandomValues(seed);
  const geometry = new THREE.BoxGeometry();
  const own = new THREE.InstancedBufferAttribute(new Float32Array(2 * COUNT), 2);
  for (let i = 0; i < COUNT; i += 1) own.setXY(i, i, -i);
  geometry.setAttribute('own', own);
  const mesh = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial(), COUNT);
  const place = () =>
    new THREE.Matrix4().makeTranslation(random.within(30), random.within(30), random.within(30));
  const color = () => new THREE.Color(random.unit(), random.unit(), random.unit());
  for (let i = 0; i < COUNT; i += 1) {
    mesh.setMatrixAt(i, place());
    mesh.setColorAt(i, color());
  }
  return { mesh, own, place, color, random };
}

function idsInView(index: SceneIndex, mesh: THREE.InstancedMesh, camera: THREE.Camera): number[] {
  const { matrices, count } = index.instances(mesh);
  const frustum = frustumOf(camera);
  const world = new THREE.Matrix4();
  const box = new THREE.Box3();
  mesh.geometry.computeBoundingBox();
  const own = mesh.geometry.boundingBox as THREE.Box3;
  return Array.from({ length: count }, (_, id) => id).filter((id) => {
    world.fromArray(matrices, 16 * id).premultiply(mesh.matrixWorld);
    return frustum.intersectsBox(box.copy(own).applyMatrix4(world));
  });
}

describe.each(['auto', 'any'] as const)('instances with order %s', (order) => {
  test('have their data in the memory of the renderer after each frame', async () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { mesh, own, place, color, random } = crowd(seed);
      const scene = new THREE.Scene().add(mesh);
      const index = await SceneIndex.create(scene);
      const camera = cameraAt(0);
      const matrices = new Uploaded(mesh.instanceMatrix);
      const colors = new Uploaded(mesh.instanceColor as THREE.InstancedBufferAttribute);
      const owns = new Uploaded(own);
      const [matrix, tint] = [new THREE.Matrix4(), new THREE.Color()];
      let drawn = 0;
      for (let frame = 0; frame < 80; frame += 1) {
        camera.rotation.y += random.unit() < 0.3 ? 0 : 0.6 * random.unit() - 0.2;
        camera.position.z = random.unit() < 0.1 ? 60 : 0;
        for (let k = 0; k < 5; k += 1) {
          if (random.unit() < 0.5) mesh.setMatrixAt(random.below(COUNT), place());
          if (random.unit() < 0.5) mesh.setColorAt(random.below(COUNT), color());
        }
        if (random.unit() < 0.1) {
          const data = index.instances(mesh);
          const id = random.below(data.count);
          (data.matrices as Float32Array).set(place().elements, 16 * id);
          index.touch(mesh, id, 1);
        }
        if (frame === 40) mesh.count = 150;
        if (frame === 60) mesh.count = COUNT;
        index.update();
        const mixed = random.unit() < 0.2 ? 'auto' : order;
        const count = index.cull(camera, { order: mixed });
        // some frames are not uploaded, as if the scene were culled twice before it is drawn
        if (random.unit() < 0.2) continue;
        for (const one of [matrices, colors, owns]) one.upload();
        const ids = index.instances(mesh).drawn;
        expect(mesh.count).toBe(count);
        expect(ids.length).toBe(count);
        expect(new Set(ids).size).toBe(count);
        drawn += count;
        for (const [slot, id] of ids.entries()) {
          mesh.getMatrixAt(id, matrix);
          mesh.getColorAt(id, tint);
          const found = [...matrices.array.subarray(16 * slot, 16 * slot + 16)];
          expect(found).toEqual([...new Float32Array(matrix.elements)]);
          expect([...colors.array.subarray(3 * slot, 3 * slot + 3)]).toEqual([
            ...new Float32Array(tint.toArray()),
          ]);
          expect([...owns.array.subarray(2 * slot, 2 * slot + 2)]).toEqual([
            id,
            id === 0 ? -0 : -id,
          ]);
        }
        const inView = idsInView(index, mesh, camera);
        expect(inView.filter((id) => !ids.includes(id))).toEqual([]);
        expect(count).toBeLessThanOrEqual(inView.length + 2);
      }
      expect(drawn).toBeGreaterThan(500);
      index.dispose();
    }
  });
});

test('instances that stay in view are not uploaded again without an order', async () => {
  const { mesh, place } = crowd(9);
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  const camera = cameraAt(150);
  const matrices = new Uploaded(mesh.instanceMatrix);
  index.cull(camera, { order: 'any' });
  matrices.upload();
  expect(matrices.total).toBe(16 * COUNT);
  matrices.total = 0;
  for (let frame = 0; frame < 10; frame += 1) {
    camera.rotation.z += 0.1;
    mesh.setMatrixAt(frame, place());
    index.update();
    expect(index.cull(camera, { order: 'any' })).toBe(COUNT);
    matrices.upload();
    expect(matrices.total).toBe(16 * (frame + 1));
  }
  index.dispose();
});
