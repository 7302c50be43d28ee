/** After an error during a call, the index remains consistent. */

import { WideTree } from 'sapwood/3d';
import { SceneIndex } from 'sapwood/three';
import { Mulberry32 } from 'scenes';
import * as THREE from 'three';
import { expect, test, vi } from 'vitest';

const box = () => new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial());
const down = () => new THREE.Raycaster(new THREE.Vector3(0, 0, 50), new THREE.Vector3(0, 0, -1));

test('objects whose insertion failed are added by the next update', async () => {
  const scene = new THREE.Scene().add(box());
  const index = await SceneIndex.create(scene);
  const late = box();
  late.position.z = 5;
  scene.add(late);
  const failing = vi.spyOn(WideTree.prototype, 'insertMany').mockImplementationOnce(() => {
    throw new Error('out of memory');
  });
  expect(() => index.update()).toThrow('out of memory');
  failing.mockRestore();
  expect(index.size).toBe(1);
  index.update();
  expect(index.size).toBe(2);
  expect(index.raycast(down())[0].object).toBe(late);
  scene.remove(late);
  index.update();
  expect(index.size).toBe(1);
  expect(index.raycast(down())[0].object).toBe(scene.children[0]);
  index.dispose();
});

test('a ray cast has no hits of an earlier ray cast that threw', async () => {
  const bad = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 16), [new THREE.MeshBasicMaterial()]);
  // the second group has no material, so three.js throws after it has found the hits of the first
  // group
  bad.geometry.addGroup(0, Infinity, 0);
  bad.geometry.addGroup(0, Infinity, 1);
  const good = box();
  good.position.x = 5;
  const scene = new THREE.Scene().add(bad, good);
  const index = await SceneIndex.create(scene);
  await index.buildMeshes();
  expect(() => index.raycast(down())).toThrow(TypeError);
  const beside = new THREE.Raycaster(new THREE.Vector3(5, 0, 50), new THREE.Vector3(0, 0, -1));
  const expected = beside.intersectObject(good).map(({ distance }) => distance);
  expect(index.raycast(beside).map(({ distance }) => distance)).toEqual(expected);
  index.dispose();
});

test('create detects objects that are added and removed during its pauses', async () => {
  const scene = new THREE.Scene();
  for (let i = 0; i < 40; i += 1) scene.add(box());
  // the simulated time per object is longer than the time after which `create` pauses
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 20;
    return time;
  });
  const creation = SceneIndex.create(scene);
  const late = box();
  late.position.x = 40;
  let pauses = 0;
  const timer = setInterval(() => {
    pauses += 1;
    if (pauses === 3) scene.remove(scene.children[0], scene.children[39]);
    if (pauses === 5) scene.add(late);
  }, 0);
  const index = await creation;
  clearInterval(timer);
  clock.mockRestore();
  expect(pauses).toBeGreaterThan(5);
  expect(index.size).toBe(39);
  const raycaster = new THREE.Raycaster(new THREE.Vector3(40, 0, 9), new THREE.Vector3(0, 0, -1));
  expect(index.raycast(raycaster)[0].object).toBe(late);
  index.dispose();
  expect(Object.hasOwn(scene, '_listeners')).toBe(false);
});

function overlapsOf(scene: THREE.Scene, crowd: THREE.InstancedMesh): string[] {
  scene.updateMatrixWorld();
  const items: [name: string, bounds: THREE.Box3][] = [];
  scene.traverse((object) => {
    if (object === crowd || !(object instanceof THREE.Mesh)) return;
    items.push([`${object.id}.undefined`, new THREE.Box3().setFromObject(object)]);
  });
  const unit = new THREE.Box3(
    new THREE.Vector3(-0.5, -0.5, -0.5),
    new THREE.Vector3(0.5, 0.5, 0.5),
  );
  const matrix = new THREE.Matrix4();
  for (let id = 0; id < crowd.count; id += 1) {
    crowd.getMatrixAt(id, matrix);
    items.push([`${crowd.id}.${id}`, unit.clone().applyMatrix4(matrix)]);
  }
  return items.flatMap(([name, bounds], i) =>
    items
      .slice(i + 1)
      .filter(([, other]) => bounds.intersectsBox(other))
      .map(([other]) => [name, other].sort().join(' ')),
  );
}

test('objects that move to another parent, change or leave during the pauses are indexed once', async () => {
  const generator = new Mulberry32(77);
  const random = () => generator.unit();
  const scene = new THREE.Scene();
  const groups = Array.from({ length: 60 }, () => new THREE.Group());
  const boxes: THREE.Mesh[] = [];
  for (const group of groups) {
    for (let i = 0; i < 30; i += 1) {
      const mesh = box();
      mesh.position.set(60 * random(), 60 * random(), 60 * random());
      boxes.push(mesh);
      group.add(mesh);
    }
  }
  const crowd = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 50);
  for (let id = 0; id < 50; id += 1) {
    crowd.setMatrixAt(id, new THREE.Matrix4().setPosition(id, -20, 0));
  }
  scene.add(...groups, crowd);
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 3;
    return time;
  });
  const creation = SceneIndex.create(scene);
  let pauses = 0;
  const timer = setInterval(() => {
    pauses += 1;
    // during each pause, moves one box to a group that `create` reads later, and one box to a group
    // that it has already read
    const [one, other] = [boxes[pauses % 1800], boxes[(1799 - pauses) % 1800]];
    groups[pauses % 60].add(other);
    groups[59 - (pauses % 60)].add(one);
    one.position.x += 30;
    if (pauses % 7 === 0) boxes[(900 + pauses) % 1800].removeFromParent();
    if (pauses === 20)
      crowd.instanceMatrix = new THREE.InstancedBufferAttribute(
        crowd.instanceMatrix.array.slice(0, 16 * 10),
        16,
      );
    if (pauses === 20) crowd.count = 10;
  }, 0);
  const index = await creation;
  clearInterval(timer);
  clock.mockRestore();
  expect(pauses).toBeGreaterThan(60);
  index.update();
  const namesOf = ({
    object,
    instanceId,
  }: {
    object: THREE.Object3D;
    instanceId?: number | undefined;
  }) => `${object.id}.${instanceId}`;
  const found = index.pairs().map((pair) => pair.map(namesOf).sort().join(' '));
  expect(found.sort()).toEqual(overlapsOf(scene, crowd).sort());
  for (let i = 0; i < 50; i += 1) {
    const origin = new THREE.Vector3(90 * random(), 90 * random(), 200);
    const raycaster = new THREE.Raycaster(origin, new THREE.Vector3(0, 0, -1));
    const expected = raycaster.intersectObjects(scene.children, true);
    expect(index.raycast(raycaster).map(namesOf)).toEqual(expected.map(namesOf));
  }
  index.dispose();
});

test('counts and ids of instances that do not exist are ignored', async () => {
  const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 3);
  for (let id = 0; id < 3; id += 1) mesh.setMatrixAt(id, new THREE.Matrix4());
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  mesh.setMatrixAt(2 ** 32, new THREE.Matrix4());
  mesh.count = Number.NaN;
  index.update();
  expect(index.raycast(down()).length).toBe(0);
  mesh.count = 2;
  mesh.boundingSphere = null;
  index.update();
  expect(index.raycast(down()).length).toBe(4);
  index.dispose();
});

test('objects with GPU buffers, which cannot be read, have no bounds', async () => {
  const mesh = box();
  const buffer = new THREE.GLBufferAttribute({} as WebGLBuffer, 5126, 3, 4, 36);
  mesh.geometry.setAttribute('position', buffer as never);
  const index = await SceneIndex.create(new THREE.Scene().add(mesh));
  expect(index.cull(new THREE.PerspectiveCamera())).toBe(1);
  index.dispose();
});
