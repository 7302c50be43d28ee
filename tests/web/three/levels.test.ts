import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { callShadowHook, cameraAt, compare, compareFirst, frustumOf } from './compare.ts';
import { COUNT, DISTANCES, forest, plain, Reference, worldOf } from './forest.ts';
import { RandomValues } from './random-scene.ts';
import { Uploaded } from './uploaded.ts';

function idsInView(mesh: THREE.InstancedMesh, count: number, cameras: readonly THREE.Camera[]) {
  mesh.geometry.computeBoundingBox();
  const frustums = cameras.map(frustumOf);
  return Array.from({ length: count }, (_, id) => id).filter((id) => {
    const own = mesh.geometry.boundingBox as THREE.Box3;
    const box = own.clone().applyMatrix4(worldOf(mesh, id));
    return frustums.some((frustum) => frustum.intersectsBox(box));
  });
}

/** Simulated GPU memory of one mesh. */
class Memory {
  readonly mesh: THREE.InstancedMesh;
  readonly #attributes: Uploaded[];

  constructor(mesh: THREE.InstancedMesh) {
    this.mesh = mesh;
    const { instanceMatrix, instanceColor, geometry } = mesh;
    const color = instanceColor as THREE.InstancedBufferAttribute;
    const pair = geometry.attributes.pair as THREE.InstancedBufferAttribute;
    this.#attributes = [instanceMatrix, color, pair].map((one) => new Uploaded(one));
  }

  upload(): void {
    for (const one of this.#attributes) one.upload();
  }

  /** Returns the uploaded data of the instance at a position in the attributes. */
  at(slot: number): number[] {
    return this.#attributes.flatMap(({ array, attribute: { itemSize } }) => [
      ...array.subarray(itemSize * slot, itemSize * (slot + 1)),
    ]);
  }
}

function dataOf(mesh: THREE.InstancedMesh, id: number): number[] {
  const [matrix, color] = [new THREE.Matrix4(), new THREE.Color()];
  mesh.getMatrixAt(id, matrix);
  mesh.getColorAt(id, color);
  return [...new Float32Array([...matrix.elements, ...color.toArray(), 2 * id, 2 * id + 1])];
}

/**
 * Checks the order of instances by depth: back to front if transparent, otherwise front to back.
 */
function expectSorted(depths: readonly number[], isTransparent: boolean): void {
  for (let i = 1; i < depths.length; i += 1) {
    const step = depths[i] - depths[i - 1];
    expect(isTransparent ? -step : step).toBeGreaterThan(-1e-3);
  }
}

const orthographic = (): THREE.OrthographicCamera =>
  new THREE.OrthographicCamera(-30, 30, 20, -20, 1, 120);

describe.each(['auto', 'any'] as const)('levels of instances with order %s', (order) => {
  test('and uploaded data equal the reference in all frames', async () => {
    const drawn = [0, 0, 0];
    let kept = 0;
    for (let seed = 1; seed <= 6; seed += 1) {
      const { scene, near, meshes, levels, place, color, random } = forest(seed);
      const index = await SceneIndex.create(scene);
      index.setLevels(near, levels);
      expect(index.size).toBe(COUNT);
      const reference = new Reference(DISTANCES);
      const memories = meshes.map((mesh) => new Memory(mesh));
      const cameras = [seed % 3 === 0 ? orthographic() : cameraAt(0), cameraAt(30)];
      let total = COUNT;
      for (let frame = 0; frame < 50; frame += 1) {
        const [camera] = cameras;
        camera.rotation.y += random.unit() < 0.3 ? 0 : 0.6 * random.unit() - 0.2;
        camera.position.set(random.within(2), 0, random.unit() < 0.1 ? 60 : frame / 5);
        camera.zoom = random.unit() < 0.2 ? 1.5 : 1;
        camera.updateProjectionMatrix();
        for (let k = 0; k < 5; k += 1) {
          if (random.unit() < 0.5) near.setMatrixAt(random.below(COUNT), place());
          if (random.unit() < 0.5) near.setColorAt(random.below(COUNT), color());
        }
        if (random.unit() < 0.2) {
          // the meshes of all levels share the arrays of the first mesh
          const mesh = random.oneOf(meshes);
          const { matrices, colors } = index.instances(mesh);
          const id = random.below(total);
          (matrices as Float32Array).set(place().elements, 16 * id);
          (colors as Float32Array).set(color().toArray(), 3 * id);
          index.touch(mesh, id, 1);
        }
        if (frame === 20) near.count = total = 150;
        if (frame === 35) near.count = total = COUNT;
        if (random.unit() < 0.1) near.position.x += 1;
        index.update();
        const mixed = random.unit() < 0.2 ? 'auto' : order;
        const lod = random.oneOf([undefined, undefined, true, false, 0.6, 2]);
        const views = random.unit() < 0.2 ? cameras : [camera];
        const options = lod === undefined ? { order: mixed } : { order: mixed, lod };
        const count = index.cull(views, options);
        scene.updateMatrixWorld();
        const ids = meshes.map((mesh) => [...index.instances(mesh).drawn]);
        // some frames are not uploaded, as if the scene were culled twice before it is drawn
        const isUploaded = random.unit() > 0.2;
        const all = ids.flat();
        expect(all.length).toBe(count);
        expect(new Set(all).size).toBe(count);
        const inView = idsInView(near, total, views);
        expect(inView.filter((id) => !all.includes(id))).toEqual([]);
        expect(count).toBeLessThanOrEqual(inView.length + 2);
        for (const [level, mesh] of meshes.entries()) {
          expect(mesh.count).toBe(ids[level].length);
          expect(mesh.matrixWorld.equals(near.matrixWorld)).toBe(true);
          if (isUploaded) memories[level].upload();
          drawn[level] += mesh.count;
          const depths: number[] = [];
          for (const [slot, id] of ids[level].entries()) {
            const world = worldOf(near, id);
            expect(reference.levelOf(id, world, views, lod)).toBe(level);
            if (isUploaded) expect(memories[level].at(slot)).toEqual(dataOf(near, id));
            const center = new THREE.Vector3().applyMatrix4(world);
            depths.push(-center.applyMatrix4(camera.matrixWorldInverse).z);
          }
          if (mixed === 'auto') expectSorted(depths, level === 1);
        }
      }
      kept += reference.kept;
      index.dispose();
    }
    expect(Math.min(...drawn)).toBeGreaterThan(1000);
    expect(kept).toBeGreaterThan(100);
  });
});

test('cull chooses the levels that LOD objects at the same positions show', async () => {
  const random = new RandomValues(5);
  const [near, far] = [0, 1].map(
    () => new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), 30),
  );
  const lods = Array.from({ length: 30 }, (_, id) => {
    const lod = new THREE.LOD();
    lod.addLevel(new THREE.Object3D(), 0);
    lod.addLevel(new THREE.Object3D(), 20, 0.25);
    lod.levels[1].object.visible = false;
    lod.position.set(random.within(8), random.within(8), random.within(8));
    lod.updateMatrixWorld();
    near.setMatrixAt(id, lod.matrixWorld);
    return lod;
  });
  const index = await SceneIndex.create(new THREE.Scene().add(near, far));
  index.setLevels(near, [{ mesh: far, distance: 20, hysteresis: 0.25 }]);
  let changes = 0;
  let last = '';
  for (let frame = 0; frame < 200; frame += 1) {
    const camera = cameraAt(30 + 10 * Math.sin(frame / 9), frame % 40 < 10 ? 1.3 : 1);
    expect(index.cull(camera)).toBeGreaterThan(20);
    for (const id of [...index.instances(near).drawn, ...index.instances(far).drawn]) {
      // updates only the LOD objects in view, because the index does not update the other levels
      lods[id].update(camera);
    }
    const shown = [...index.instances(far).drawn].sort((a, b) => a - b);
    const all = new Set([...index.instances(near).drawn, ...shown]);
    const right = [...all].filter((id) => lods[id].getCurrentLevel() === 1).sort((a, b) => a - b);
    expect(shown).toEqual(right);
    if (shown.join() !== last) changes += 1;
    last = shown.join();
  }
  expect(changes).toBeGreaterThan(20);
  index.dispose();
});

test('invisible meshes and invisible levels draw no instances', async () => {
  const { scene, near, middle, far, levels } = forest(7);
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  const camera = cameraAt(40);
  const all = index.cull(camera);
  const inMiddle = middle.count;
  expect(inMiddle).toBeGreaterThan(10);
  middle.visible = false;
  expect(index.cull(camera)).toBe(all - inMiddle);
  expect(middle.count).toBe(0);
  middle.visible = true;
  near.visible = false;
  expect(index.cull(camera)).toBe(0);
  expect([middle.count, far.count]).toEqual([0, 0]);
  near.visible = true;
  expect(index.cull(camera)).toBe(all);
  index.cull(cameraAt(20));
  expect(near.count).toBeGreaterThan(0);
  near.count = 0;
  index.update();
  expect(index.cull(camera)).toBe(0);
  expect([middle.count, far.count]).toEqual([0, 0]);
  index.dispose();
});

test('all instances are drawn in their levels if the mesh is not culled', async () => {
  const { scene, near, meshes, levels } = forest(8);
  near.frustumCulled = false;
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  const camera = cameraAt(20);
  expect(index.cull(camera)).toBe(COUNT);
  const reference = new Reference(DISTANCES);
  for (const [level, mesh] of meshes.entries()) {
    expect(mesh.count).toBeGreaterThan(5);
    for (const id of index.instances(mesh).drawn) {
      expect(reference.levelOf(id, worldOf(near, id), [camera])).toBe(level);
    }
  }
  index.setLevels(near, []);
  expect(index.cull(camera)).toBeGreaterThan(COUNT);
  expect(near.count).toBe(COUNT);
  index.dispose();
  expect(near.frustumCulled).toBe(false);
});

test('instances that cast a shadow into the view have the level for their distance', async () => {
  const [near, far] = [0, 1].map(
    () => new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), 2),
  );
  near.setMatrixAt(0, new THREE.Matrix4().makeTranslation(0, 3, 0));
  near.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0, 0, -30));
  near.castShadow = true;
  const light = new THREE.DirectionalLight();
  light.castShadow = true;
  light.position.set(0, 10, 0.1);
  const index = await SceneIndex.create(new THREE.Scene().add(near, far, light, light.target));
  index.setLevels(near, [{ mesh: far, distance: 15 }]);
  expect(index.cull(cameraAt(-10))).toBe(2);
  expect([...index.instances(far).drawn]).toEqual([1]);
  callShadowHook(near, 'onBeforeShadow');
  expect(near.count).toBe(1);
  expect(near.instanceMatrix.array[13]).toBe(3);
  index.cull(cameraAt(-10), { shadows: false });
  expect([...index.instances(near).drawn]).toEqual([]);
  index.dispose();
});

test('colors that are set later are drawn in all levels', async () => {
  const [near, far] = [0, 1].map(
    () => new THREE.InstancedMesh(new THREE.BoxGeometry(), plain(), 2),
  );
  near.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0, 0, -30));
  near.setMatrixAt(0, new THREE.Matrix4());
  const index = await SceneIndex.create(new THREE.Scene().add(near, far));
  index.setLevels(near, [{ mesh: far, distance: 20 }]);
  index.cull(cameraAt(10));
  expect(far.instanceColor).toBeNull();
  near.setColorAt(1, new THREE.Color(1, 0, 0));
  index.cull(cameraAt(10));
  expect([...(far.instanceColor?.array.subarray(0, 3) ?? [])]).toEqual([1, 0, 0]);
  near.setColorAt(1, new THREE.Color(0, 1, 0));
  index.cull(cameraAt(10));
  expect([...(far.instanceColor?.array.subarray(0, 3) ?? [])]).toEqual([0, 1, 0]);
  index.dispose();
  expect(far.instanceColor).toBeNull();
  expect(near.instanceColor).not.toBeNull();
});

test('replaced attributes are drawn in all levels, other attributes are not changed', async () => {
  const { scene, near, far, levels } = forest(6);
  // attributes that have the name of an attribute of the first mesh, but a different size or type
  const size = new THREE.InstancedBufferAttribute(new Float32Array(COUNT).fill(7), 1);
  far.geometry.setAttribute('single', size);
  const bytes = new THREE.InstancedBufferAttribute(new Uint8Array(2 * COUNT).fill(7), 2);
  levels[0].mesh.geometry.setAttribute('single', bytes);
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  const camera = cameraAt(40);
  index.cull(camera);
  expect(far.count).toBeGreaterThan(10);
  near.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * COUNT).fill(0.5), 3);
  index.update();
  index.cull(camera);
  const drawn = far.instanceColor?.array.subarray(0, 3 * far.count) as Float32Array;
  expect(new Set(drawn)).toEqual(new Set([0.5]));
  expect(new Set(size.array)).toEqual(new Set([7]));
  expect(new Set(bytes.array)).toEqual(new Set([7]));
  index.dispose();
});

test('morphs are drawn in levels with the same number of morph targets', async () => {
  const morphed = () => {
    const geometry = new THREE.BoxGeometry();
    geometry.morphAttributes.position = [geometry.attributes.position.clone()];
    const mesh = new THREE.InstancedMesh(geometry, plain(), 3);
    const influence = { morphTargetInfluences: [0] } as unknown as THREE.Mesh;
    for (let id = 0; id < 3; id += 1) mesh.setMorphAt(id, influence);
    return mesh;
  };
  const [near, far] = [morphed(), morphed()];
  for (let id = 0; id < 3; id += 1) {
    near.setMatrixAt(id, new THREE.Matrix4().makeTranslation(0, 0, -20 * id));
    near.setMorphAt(id, { morphTargetInfluences: [id / 4] } as unknown as THREE.Mesh);
  }
  const dataOfMorphs = () =>
    (far.morphTexture as THREE.DataTexture).image.data as unknown as Float32Array;
  const before = dataOfMorphs().slice();
  const index = await SceneIndex.create(new THREE.Scene().add(near, far));
  index.setLevels(near, [{ mesh: far, distance: 25 }]);
  index.cull(cameraAt(10));
  expect(far.count).toBe(2);
  expect([...dataOfMorphs().subarray(0, 4)]).toEqual([0.75, 0.25, 0.5, 0.5]);
  index.dispose();
  expect(dataOfMorphs()).toEqual(before);
});

test('ray casts of the index and of three.js test only the first mesh, not its levels', async () => {
  const { scene, near, middle, levels, random } = forest(3);
  const index = await SceneIndex.create(scene);
  index.setLevels(near, levels);
  let hits = 0;
  for (let i = 0; i < 200; i += 1) {
    if (i % 20 === 0) index.cull(cameraAt(random.within(60)));
    const target = new THREE.Vector3().setFromMatrixPosition(worldOf(near, i));
    const origin = new THREE.Vector3(random.within(50), random.within(50), random.within(50));
    const raycaster = new THREE.Raycaster(origin, target.sub(origin).normalize());
    hits += compare(index, scene, raycaster);
    compareFirst(index, scene, raycaster);
    expect(index.raycast(raycaster).every(({ object }) => object === near)).toBe(true);
    expect(raycaster.intersectObject(middle)).toEqual([]);
  }
  expect(hits).toBeGreaterThan(150);
  index.dispose();
});
