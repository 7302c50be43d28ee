import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { cameraAt, compare, compareFirst, frustumOf } from './compare.ts';
import { RandomValues } from './random-scene.ts';
import { Uploaded } from './uploaded.ts';

const COUNT = 200;

/** Distances and hysteresis of levels. */
interface Distance {
  readonly distance: number;
  readonly hysteresis?: number;
}

const DISTANCES: readonly Distance[] = [{ distance: 15, hysteresis: 0.3 }, { distance: 35 }];

/** Levels of instances in double precision, by the rules of `LOD.update`. */
class Reference {
  readonly levels: readonly Distance[];
  readonly #current = new Map<number, number>();
  /** Number of instances that hysteresis kept in their level. */
  kept = 0;

  constructor(levels: readonly Distance[]) {
    this.levels = levels;
  }

  /** Returns the level of an instance that is drawn, and stores it. */
  levelOf(
    id: number,
    world: THREE.Matrix4,
    cameras: readonly THREE.Camera[],
    lod: number | boolean = 1,
  ): number {
    const place = new THREE.Vector3().setFromMatrixPosition(world);
    const distances = cameras.map((camera) => {
      const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
      return eye.distanceTo(place) / (camera as THREE.PerspectiveCamera).zoom;
    });
    const distance = Math.min(...distances) / Number(lod);
    const last = this.#current.get(id) ?? 0;
    const level = lod === false ? 0 : this.#at(distance, last);
    if (lod !== false && level !== this.#at(distance, -1)) this.kept += 1;
    this.#current.set(id, level);
    return level;
  }

  #at(distance: number, last: number): number {
    let level = 0;
    for (const [i, { distance: limit, hysteresis = 0 }] of this.levels.entries()) {
      if (distance < (i + 1 === last ? limit - limit * hysteresis : limit)) break;
      level = i + 1;
    }
    return level;
  }
}

const plain = () => new THREE.MeshBasicMaterial();

/** Returns an attribute with two numbers for each instance. */
function pairs(sign: number): THREE.InstancedBufferAttribute {
  const array = Float32Array.from({ length: 2 * COUNT }, (_, i) => sign * i);
  return new THREE.InstancedBufferAttribute(array, 2);
}

/** Returns a mesh with instances and two levels for it, each with its own parent and transform. */
function forest(seed: number) {
  const random = new RandomValues(seed);
  const scene = new THREE.Scene();
  const place = () => {
    const axes = [random.within(3), random.within(3), random.within(3)] as const;
    const matrix = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(...axes));
    return matrix.setPosition(random.within(30), random.within(30), random.within(30));
  };
  const color = () => new THREE.Color(random.unit(), random.unit(), random.unit());
  const meshes = [0, 1, 2].map((level) => {
    const geometry = new THREE.BoxGeometry(1, 1 - 0.2 * level, 1);
    geometry.setAttribute('pair', pairs(level === 0 ? 1 : -1));
    if (level === 0) geometry.setAttribute('single', pairs(1));
    // the second level draws instances with a transparent material
    const material = new THREE.MeshBasicMaterial({ transparent: level === 1 });
    const mesh = new THREE.InstancedMesh(geometry, material, COUNT);
    const parent = new THREE.Group();
    parent.position.set(random.within(3), random.within(3), random.within(3));
    parent.rotation.y = random.within(3);
    mesh.scale.setScalar(1 + 0.3 * level);
    scene.add(parent.add(mesh));
    return mesh;
  });
  const [near, middle, far] = meshes;
  for (let id = 0; id < COUNT; id += 1) {
    near.setMatrixAt(id, place());
    near.setColorAt(id, color());
    far.setMatrixAt(id, place());
  }
  // only the second level has its own colors
  middle.setColorAt(3, color());
  scene.updateMatrixWorld();
  const levels = DISTANCES.map((distance, i) => ({ mesh: [middle, far][i], ...distance }));
  return { scene, near, middle, far, meshes, levels, place, color, random };
}

/** Returns copies of all values of a mesh that levels may change. */
function valuesOf(mesh: THREE.InstancedMesh): object {
  const { count, frustumCulled, matrixWorldAutoUpdate, instanceMatrix, instanceColor } = mesh;
  return {
    count,
    frustumCulled,
    matrixWorldAutoUpdate,
    matrixWorld: mesh.matrixWorld.toArray(),
    instanceMatrix,
    matrices: instanceMatrix.array.slice(),
    instanceColor,
    colors: instanceColor?.array.slice(),
    pairs: mesh.geometry.attributes.pair.array.slice(),
  };
}

/** Returns the values, and the methods, which an index replaces. */
const stateOf = (mesh: THREE.InstancedMesh): object => ({
  ...valuesOf(mesh),
  keys: Object.getOwnPropertyNames(mesh).sort(),
  raycast: mesh.raycast,
});

/** Returns the world matrix of an instance. */
const worldOf = (mesh: THREE.InstancedMesh | THREE.BatchedMesh, id: number): THREE.Matrix4 => {
  const matrix = new THREE.Matrix4();
  mesh.getMatrixAt(id, matrix);
  return matrix.premultiply(mesh.matrixWorld);
};

/** Returns the ids of the instances whose box intersects the frustum of one of the cameras. */
function idsInView(mesh: THREE.InstancedMesh, count: number, cameras: readonly THREE.Camera[]) {
  mesh.geometry.computeBoundingBox();
  const frustums = cameras.map(frustumOf);
  return Array.from({ length: count }, (_, id) => id).filter((id) => {
    const own = mesh.geometry.boundingBox as THREE.Box3;
    const box = own.clone().applyMatrix4(worldOf(mesh, id));
    return frustums.some((frustum) => frustum.intersectsBox(box));
  });
}

/** Simulated memory of a renderer for one mesh. */
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

  /** Returns the numbers of what is drawn at a position. */
  at(slot: number): number[] {
    return this.#attributes.flatMap(({ array, attribute: { itemSize } }) => [
      ...array.subarray(itemSize * slot, itemSize * (slot + 1)),
    ]);
  }
}

/** Returns the numbers that an instance has by its methods. */
function dataOf(mesh: THREE.InstancedMesh, id: number): number[] {
  const [matrix, color] = [new THREE.Matrix4(), new THREE.Color()];
  mesh.getMatrixAt(id, matrix);
  mesh.getColorAt(id, color);
  return [...new Float32Array([...matrix.elements, ...color.toArray(), 2 * id, 2 * id + 1])];
}

/** Checks that the centers of the boxes of instances are sorted by depth. */
function expectSorted(depths: readonly number[], isTransparent: boolean): void {
  for (let i = 1; i < depths.length; i += 1) {
    const step = depths[i] - depths[i - 1];
    expect(isTransparent ? -step : step).toBeGreaterThan(-1e-3);
  }
}

const orthographic = (): THREE.OrthographicCamera =>
  new THREE.OrthographicCamera(-30, 30, 20, -20, 1, 120);

describe.each(['auto', 'any'] as const)('levels of instances with order %s', (order) => {
  test('are those of the reference, with the data of the instances, in all frames', async () => {
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
          // the arrays of a level are those of the mesh with the data
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
        // some frames are culled twice before they are drawn
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

test('cull chooses the levels that LOD objects at the same places show', async () => {
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
      // three.js updates all LOD objects, the index only instances in view
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

test('invisible meshes draw nothing, also if they are levels', async () => {
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

test('instances that cast a shadow into the view have the level of their distance', async () => {
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
  expect([...index.instances(near).drawn]).toEqual([0]);
  expect([...index.instances(far).drawn]).toEqual([1]);
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

test('attributes that are replaced are drawn in all levels, others are not changed', async () => {
  const { scene, near, far, levels } = forest(6);
  // not the same data as that of the first mesh with this name
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

test('morphs are drawn in levels that have the same number of them', async () => {
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

test('rays test only the mesh with the data, by both ways to cast them', async () => {
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

describe('levels are restored to the bit', () => {
  /** Returns a culled forest, and what its levels were before. */
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
    // the meshes are in the index again
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

  test('by the removal of one level from the scene, whose instances get another level', async () => {
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

  test('by other levels, which can use the same meshes', async () => {
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

/** Fields of a batched mesh that three.js does not document. */
interface DrawList {
  readonly _multiDrawCount: number;
  readonly _multiDrawStarts: Int32Array;
  readonly _multiDrawCounts: Int32Array;
  readonly _indirectTexture: { readonly image: { readonly data: Uint32Array } };
}

/** Returns a batched mesh of two shapes, and the ids of four geometries. */
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

/** Returns the ids of drawn instances and of the geometry of each. */
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
        others.map((geometry, k) => ({ geometry, ...levels[k] })),
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
  index.setGeometryLevels(mesh, ids[0], [{ geometry: ids[2], distance: 0 }]);
  index.setGeometryLevels(mesh, ids[1], [{ geometry: ids[3], distance: 0 }]);
  index.cull(cameraAt(60));
  const shown = () => new Set(drawnGeometries(mesh, ids.slice()).values());
  expect(shown()).toEqual(new Set([ids[2], ids[3]]));
  mesh.deleteGeometry(ids[2]);
  // another geometry gets the id of the deleted one
  expect(mesh.addGeometry(new THREE.BoxGeometry(1, 1, 1, 2, 2, 2))).toBe(ids[2]);
  index.update();
  index.cull(cameraAt(60));
  expect(shown()).toEqual(new Set([ids[0], ids[3]]));
  index.dispose();
});

test('invalid levels change nothing', async () => {
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
  // levels of another mesh, also in a chain
  expect(() => index.setLevels(other, [{ mesh: far, distance: 1 }])).toThrow('levels[0].mesh');
  expect(() => index.setLevels(other, [{ mesh: near, distance: 1 }])).toThrow('levels[0].mesh');
  expect(() => index.setLevels(middle, [])).toThrow('mesh: expected');
  expect([near, middle, far].map(stateOf)).toEqual(before);
  index.dispose();
});
