import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { expect, test } from 'vitest';
import { cameraAt, compare } from './compare.ts';
import { COUNT, DISTANCES, plain, Reference, worldOf } from './forest.ts';
import { RandomValues } from './random-scene.ts';

/** Fields of a batched mesh that three.js does not document. */
interface DrawList {
  readonly _multiDrawCount: number;
  readonly _multiDrawStarts: Int32Array;
  readonly _multiDrawCounts: Int32Array;
  readonly _indirectTexture: { readonly image: { readonly data: Uint32Array } };
}

function batch(random: RandomValues) {
  const mesh = new THREE.BatchedMesh(COUNT, 2000, 8000, plain());
  const ids = [4, 3, 2, 1].map((detail) =>
    mesh.addGeometry(new THREE.BoxGeometry(1, 1, 1, detail, detail, detail)),
  );
  for (let i = 0; i < COUNT; i += 1) {
    const id = mesh.addInstance(ids[i % 2]);
    const [x, y, z] = [random.within(30), random.within(30), random.within(30)];
    mesh.setMatrixAt(id, new THREE.Matrix4().makeTranslation(x, y, z));
  }
  return { mesh, ids };
}

/** Maps the ids of drawn instances to the ids of their geometries. */
function drawnGeometries(mesh: THREE.BatchedMesh, ids: readonly number[]): Map<number, number> {
  const list = mesh as unknown as DrawList;
  const ranges = ids.map((id) => mesh.getGeometryRangeAt(id) as { start: number; count: number });
  const instances = list._indirectTexture.image.data;
  return new Map(
    Array.from({ length: list._multiDrawCount }, (_, i) => {
      const [start, count] = [list._multiDrawStarts[i], list._multiDrawCounts[i]];
      const at = ranges.findIndex((range) => 2 * range.start === start && range.count === count);
      return [instances[i], ids[at]];
    }),
  );
}

test('instances of a batched mesh are drawn with the geometry of their level', async () => {
  let kept = 0;
  const drawn = new Map<number, number>();
  for (let seed = 1; seed <= 4; seed += 1) {
    const random = new RandomValues(seed);
    const { mesh, ids } = batch(random);
    mesh.position.x = 3;
    mesh.rotation.z = 1;
    const scene = new THREE.Scene().add(mesh);
    const index = await SceneIndex.create(scene);
    const lists = [
      [ids[0], ids[2], ids[3]],
      [ids[1], ids[3]],
    ];
    const references = [new Reference(DISTANCES), new Reference([{ distance: 20 }])];
    for (const [i, [own, ...others]] of lists.entries()) {
      const { levels } = references[i];
      index.setGeometryLevels(
        mesh,
        own,
        others.map((geometryId, k) => ({ geometryId, ...levels[k] })),
      );
    }
    for (let frame = 0; frame < 40; frame += 1) {
      const camera = cameraAt(frame / 2, frame % 7 === 0 ? 1.5 : 1);
      camera.rotation.y = frame / 10;
      const id = 10 + random.below(COUNT - 10);
      mesh.setMatrixAt(id, new THREE.Matrix4().makeTranslation(0, random.within(9), 0));
      if (frame === 20) mesh.deleteInstance(6);
      if (frame === 25) mesh.setVisibleAt(7, false);
      const lod = random.oneOf([1, false, 0.7]);
      index.update();
      const count = index.cull(camera, { lod, order: frame % 2 === 0 ? 'any' : 'auto' });
      const shown = drawnGeometries(mesh, ids);
      expect(shown.size).toBe(count);
      for (const [instance, geometry] of shown) {
        const which = ids.indexOf(mesh.getGeometryIdAt(instance));
        const level = references[which].levelOf(instance, worldOf(mesh, instance), [camera], lod);
        expect(geometry).toBe(lists[which][level]);
        drawn.set(geometry, (drawn.get(geometry) ?? 0) + 1);
      }
      const raycaster = new THREE.Raycaster();
      raycaster.setFromCamera(new THREE.Vector2(random.within(1), random.within(1)), camera);
      compare(index, scene, raycaster);
    }
    kept += references[0].kept;
    index.setGeometryLevels(mesh, ids[0], []);
    index.cull(cameraAt(60), { lod: 0.01 });
    for (const [instance, geometry] of drawnGeometries(mesh, ids)) {
      expect(geometry).toBe(mesh.getGeometryIdAt(instance) === ids[0] ? ids[0] : ids[3]);
    }
    index.dispose();
  }
  expect([...drawn.keys()].sort()).toEqual([0, 1, 2, 3]);
  expect(Math.min(...drawn.values())).toBeGreaterThan(150);
  expect(kept).toBeGreaterThan(5);
});

test('levels with a deleted geometry are removed', async () => {
  const { mesh, ids } = batch(new RandomValues(3));
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  index.setGeometryLevels(mesh, ids[0], [{ geometryId: ids[2], distance: 0 }]);
  index.setGeometryLevels(mesh, ids[1], [{ geometryId: ids[3], distance: 0 }]);
  index.cull(cameraAt(60));
  const shown = () => new Set(drawnGeometries(mesh, ids.slice()).values());
  expect(shown()).toEqual(new Set([ids[2], ids[3]]));
  mesh.deleteGeometry(ids[2]);
  // three.js reuses the id of the deleted geometry
  expect(mesh.addGeometry(new THREE.BoxGeometry(1, 1, 1, 2, 2, 2))).toBe(ids[2]);
  index.update();
  index.cull(cameraAt(60));
  expect(shown()).toEqual(new Set([ids[0], ids[3]]));
  index.dispose();
});
