/** Nearest items, pairs of items and prepared rays, compared with brute force and with three.js. */
import { SceneIndex, type SceneItem } from 'sapwood/three';
import * as THREE from 'three';
import { expect, test } from 'vitest';
import { cameraAt, expectSame, rayAt } from './compare.ts';
import { RandomScene, RandomValues } from './random-scene.ts';

const box = new THREE.BoxGeometry(1, 2, 1);

/** Scene of meshes and instances, with their boxes in world coordinates. */
class Boxes extends RandomValues {
  readonly scene = new THREE.Scene();
  readonly crowd = new THREE.InstancedMesh(box, new THREE.MeshBasicMaterial(), 30);
  readonly batch = new THREE.BatchedMesh(30, 100, 300, new THREE.MeshBasicMaterial());

  constructor(seed: number) {
    super(seed);
    const shape = this.batch.addGeometry(box);
    for (let i = 0; i < 30; i += 1) {
      this.crowd.setMatrixAt(i, this.#place());
      this.batch.setMatrixAt(this.batch.addInstance(shape), this.#place());
      const mesh = new THREE.Mesh(box);
      mesh.applyMatrix4(this.#place());
      const parent = i % 3 === 2 ? this.scene.children[0] : this.scene;
      parent.add(mesh);
    }
    this.crowd.position.x = 1;
    this.scene.add(this.crowd, this.batch);
    this.scene.updateMatrixWorld();
  }

  change(): void {
    const { crowd, batch, scene } = this;
    for (let i = 0; i < 10; i += 1) {
      crowd.setMatrixAt(this.below(30), this.#place());
      batch.setMatrixAt(i + 5, this.#place());
      scene.children[this.below(10)].position.x += 1;
    }
    this.count = 25;
    crowd.count = 25;
    this.deleted = 2;
    batch.deleteInstance(2);
    batch.setVisibleAt(3, false);
    scene.children[4].removeFromParent();
  }

  all(): { readonly name: string; readonly bounds: THREE.Box3 }[] {
    this.scene.updateMatrixWorld();
    const list: { name: string; bounds: THREE.Box3 }[] = [];
    const matrix = new THREE.Matrix4();
    box.computeBoundingBox();
    const add = (item: SceneItem, world: THREE.Matrix4) => {
      const bounds = (box.boundingBox as THREE.Box3).clone().applyMatrix4(world);
      list.push({ name: nameOf(item), bounds });
    };
    this.scene.traverse((object) => {
      if (object === this.crowd || object === this.batch || object === this.scene) return;
      add({ object }, object.matrixWorld);
    });
    for (let instanceId = 0; instanceId < this.count; instanceId += 1) {
      this.crowd.getMatrixAt(instanceId, matrix);
      add({ object: this.crowd, instanceId }, matrix.premultiply(this.crowd.matrixWorld));
    }
    for (let batchId = 0; batchId < 30; batchId += 1) {
      if (batchId === this.deleted || !this.batch.getVisibleAt(batchId)) continue;
      this.batch.getMatrixAt(batchId, matrix);
      add({ object: this.batch, batchId }, matrix);
    }
    return list;
  }

  /** Number of instances of the instanced mesh. Culling changes `crowd.count`. */
  count = 30;
  /** Id of the deleted instance of the batched mesh; -1 if none is deleted. */
  deleted = -1;

  #place(): THREE.Matrix4 {
    const axes = [this.within(3), this.within(3), this.within(3)] as const;
    const matrix = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(...axes));
    return matrix.setPosition(this.within(6), this.within(6), this.within(6));
  }
}

const nameOf = ({ object, instanceId, batchId }: SceneItem): string =>
  `${object.id} ${instanceId} ${batchId}`;

const gap = (bounds: THREE.Box3, point: THREE.Vector3) => bounds.distanceToPoint(point);

/** Compares queries of the index with brute force. Returns the number of pairs. */
function compareQueries(boxes: Boxes, index: SceneIndex): number {
  const all = boxes.all();
  for (let i = 0; i < 20; i += 1) {
    const point = new THREE.Vector3(boxes.within(9), boxes.within(9), boxes.within(9));
    const right = [...all].sort((a, b) => gap(a.bounds, point) - gap(b.bounds, point));
    const expectNearest = (found: ReturnType<SceneIndex['nearest']>, list: typeof right) => {
      expect(found.length).toBe(list.length);
      for (const [k, one] of found.entries()) {
        expect(one.distance).toBeCloseTo(gap(list[k].bounds, point), 4);
        const own = all.find(({ name }) => name === nameOf(one)) as (typeof all)[number];
        expect(one.distance).toBeCloseTo(gap(own.bounds, point), 4);
      }
    };
    expectNearest(index.nearest(point, { count: 12 }), right.slice(0, 12));
    expectNearest(index.nearest(point.toArray()), right.slice(0, 1));
    const near = right.filter(({ bounds }) => gap(bounds, point) <= 2);
    expectNearest(index.nearest(point, { count: Infinity, maxDistance: 2 }), near);
    const filter = ({ object }: SceneItem) => object !== boxes.crowd;
    const others = right.filter(({ name }) => !name.startsWith(`${boxes.crowd.id} `));
    expectNearest(index.nearest(point, { count: 12, filter }), others.slice(0, 12));
  }
  const right = all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .flatMap((b) => (a.bounds.intersectsBox(b.bounds) ? [[a.name, b.name].sort().join()] : [])),
  );
  const found = index.pairs().map(([one, other]) => [nameOf(one), nameOf(other)].sort().join());
  expect(found.sort()).toEqual(right.sort());
  return right.length;
}

test('nearest and pairs agree with brute force before and after culling', async () => {
  let total = 0;
  for (let seed = 1; seed <= 5; seed += 1) {
    const boxes = new Boxes(seed);
    const index = await SceneIndex.create(boxes.scene);
    total += compareQueries(boxes, index);
    index.cull(cameraAt(12));
    total += compareQueries(boxes, index);
    boxes.change();
    index.update();
    total += compareQueries(boxes, index);
    index.cull(cameraAt(2));
    total += compareQueries(boxes, index);
    index.dispose();
  }
  expect(total).toBeGreaterThan(200);
});

test('pairs reuses its array and its item objects', async () => {
  const [one, other] = [new THREE.Mesh(box), new THREE.Mesh(box)];
  const scene = new THREE.Scene().add(one, other);
  const index = await SceneIndex.create(scene);
  const target = index.pairs();
  const [[first, second]] = target;
  const [pair] = target;
  expect(first.object).toBe(one);
  expect(second.object).toBe(other);
  one.position.x = 0.1;
  index.update();
  expect(index.pairs(target)).toBe(target);
  expect(target[0]).toBe(pair);
  expect(target[0][0]).toBe(first);
  expect(target[0][1]).toBe(second);
  other.removeFromParent();
  expect(index.pairs(target)).toEqual([]);
  scene.add(other);
  expect(index.pairs(target)).toHaveLength(1);
  index.dispose();
});

test('a scene without objects has no nearest item and no pairs', async () => {
  const index = await SceneIndex.create(new THREE.Scene());
  expect(index.nearest([0, 0, 0], { count: Infinity })).toEqual([]);
  expect(index.nearest([0, 0, 0], { count: 0, filter: () => true })).toEqual([]);
  expect(index.pairs()).toEqual([]);
  index.dispose();
});

test('a prepared ray has the intersections of three.js for each object', async () => {
  let hits = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = new RandomScene(seed, 60);
    const camera = cameraAt(0);
    const index = await SceneIndex.create(random.scene, { updateMatrices: false });
    // object 3 hides its descendants from ray casts, and object 7 reports the hits of object 9
    random.objects[3].raycast = (() => false) as never;
    random.objects[7].raycast = (raycaster, target) => random.objects[9].raycast(raycaster, target);
    index.update();
    if (seed % 2 === 0) index.cull(camera);
    for (let i = 0; i < 20; i += 1) {
      const raycaster = random.raycaster(camera);
      const prepared = index.prepareRaycast(raycaster);
      for (const object of random.objects) {
        const found = prepared.intersectObject(object) as THREE.Intersection[];
        const right = raycaster.intersectObject(object, true);
        expect(found.length).toBe(right.length);
        for (const [k, hit] of right.entries()) expectSame(found[k], hit);
        hits += right.length;
      }
      const all = prepared.intersectAll() as THREE.Intersection[];
      const right = raycaster.intersectObjects(random.scene.children, true);
      expect(all.length).toBe(right.length);
      for (const [k, hit] of right.entries()) expectSame(all[k], hit);
    }
    index.dispose();
  }
  expect(hits).toBeGreaterThan(500);
});

test('a prepared ray tests only objects for which it is called', async () => {
  const [target, other] = [new THREE.Mesh(box), new THREE.Mesh(box)];
  let tests = 0;
  other.raycast = () => {
    tests += 1;
  };
  const index = await SceneIndex.create(new THREE.Scene().add(target, other));
  const prepared = index.prepareRaycast(rayAt(0, 0));
  expect(prepared.intersectObject(target)).toHaveLength(2);
  expect(tests).toBe(0);
  expect(prepared.intersectAll()).toHaveLength(2);
  expect(tests).toBe(1);
  index.dispose();
});

test('invalid points throw', async () => {
  const index = await SceneIndex.create(new THREE.Scene());
  for (const point of [null, undefined, 5, [1, 2], [0, Number.NaN, 0]]) {
    expect(() => index.nearest(point as never)).toThrow('point');
  }
  index.dispose();
});

test('an outdated prepared ray returns no result', async () => {
  const mesh = new THREE.Mesh(box);
  const scene = new THREE.Scene().add(mesh);
  const index = await SceneIndex.create(scene);
  const changes = [
    () => index.update(),
    () => index.cull(cameraAt(5)),
    () => index.raycast(rayAt(0, 0)),
    () => index.prepareRaycast(rayAt(0, 0)),
    () => scene.add(new THREE.Group()),
    () => {
      scene.add(new THREE.Group());
      index.nearest([0, 0, 0]);
    },
  ];
  for (const change of changes) {
    const prepared = index.prepareRaycast(rayAt(0, 0));
    expect(prepared.intersectObject(mesh)).toHaveLength(2);
    expect(prepared.intersectObject(scene)).toBe(undefined);
    change();
    expect(prepared.intersectObject(mesh)).toBe(undefined);
    expect(prepared.intersectAll()).toBe(undefined);
  }
  const last = index.prepareRaycast(rayAt(0, 0));
  index.dispose();
  expect(last.intersectObject(mesh)).toBe(undefined);
  expect(last.intersectAll()).toBe(undefined);
});
