/**
 * Ray casts with the raycaster of React Three Fiber: whether they use the index, and their results.
 */
import { createPortal } from '@react-three/fiber';
import { createElement, createRef } from 'react';
import { init } from 'sapwood/3d';
import { SceneIndex } from 'sapwood/react';
import { SceneIndex as Index } from 'sapwood/three';
import * as THREE from 'three';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestCanvas } from './canvas.ts';

beforeAll(() => init());

const { prepareRaycast } = Index.prototype;
let searches = 0;
beforeEach(() => {
  searches = 0;
  Index.prototype.prepareRaycast = function (this: Index, raycaster) {
    searches += 1;
    return prepareRaycast.call(this, raycaster);
  };
});
afterEach(() => {
  Index.prototype.prepareRaycast = prepareRaycast;
});

const box = new THREE.BoxGeometry();
const FRONT = { position: [0, 0, 5] } as never;
const CENTER = { offsetX: 200, offsetY: 200, pointerId: 1, target: {} } as never;

function move(object: THREE.Object3D, x: number): void {
  object.position.x = x;
  object.updateMatrixWorld();
}

test('each of several events in one task uses the current positions of the objects', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const mesh = new THREE.Mesh(box);
  let clicks = 0;
  const props = {
    object: mesh,
    onPointerDown: () => {},
    onClick: () => {
      clicks += 1;
    },
  };
  await canvas.show(createElement(SceneIndex, {}, createElement('primitive', props)));
  await canvas.frame();
  const { onPointerDown, onClick } = canvas.state.events.handlers ?? {};
  for (const x of [0, 50, 0, 0, 70]) {
    move(mesh, x);
    onPointerDown?.(CENTER);
    onClick?.(CENTER);
  }
  expect(clicks).toBe(3);
  expect(searches).toBe(10);
  await canvas.close();
});

test('calls outside events behave as in three.js', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const mesh = new THREE.Mesh(box);
  const ref = createRef<Index>();
  const props = { object: mesh, onClick: () => {} };
  await canvas.show(createElement(SceneIndex, { ref }, createElement('primitive', props)));
  await canvas.frame();
  const { raycaster, camera } = canvas.state;
  await canvas.send('onClick', 200, 200);
  expect(searches).toBe(1);
  for (const x of [0, 50, 0]) {
    move(mesh, x);
    expect(raycaster.intersectObject(mesh)).toHaveLength(x === 0 ? 2 : 0);
    raycaster.setFromCamera(new THREE.Vector2(0, 0), camera);
    expect(raycaster.intersectObject(mesh, true)).toHaveLength(x === 0 ? 2 : 0);
  }
  expect(searches).toBe(1);
  await canvas.close();
});

test('a handler can cast other rays with the same raycaster', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const [mesh, other] = [new THREE.Mesh(box), new THREE.Mesh(box)];
  other.position.x = 50;
  const counts: number[] = [];
  const onClick = () => {
    const { raycaster } = canvas.state;
    raycaster.set(new THREE.Vector3(50, 0, 5), new THREE.Vector3(0, 0, -1));
    counts.push(raycaster.intersectObject(other, true).length);
    move(other, 60);
    counts.push(raycaster.intersectObject(other, true).length);
    raycaster.setFromCamera(new THREE.Vector2(0, 0), canvas.state.camera);
    counts.push(raycaster.intersectObject(mesh, true).length);
  };
  const content = [
    createElement('primitive', { key: 1, object: mesh, onPointerDown: onClick }),
    createElement('primitive', { key: 2, object: other }),
  ];
  await canvas.show(createElement(SceneIndex, {}, content));
  await canvas.frame();
  await canvas.send('onPointerDown', 200, 200);
  expect(counts).toEqual([2, 0, 2]);
  expect(searches).toBe(1);
  await canvas.close();
});

test('any ray cast at an ancestor of the index uses the index', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const mesh = new THREE.Mesh(box);
  await canvas.show(createElement(SceneIndex, {}, createElement('primitive', { object: mesh })));
  await canvas.frame();
  const { scene } = canvas.state;
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0, 5), new THREE.Vector3(0, 0, -1));
  expect(raycaster.intersectObject(scene)).toHaveLength(2);
  expect(raycaster.intersectObjects(scene.children)).toHaveLength(2);
  expect(searches).toBe(2);
  // for rays that the index does not support, three.js tests the objects
  raycaster.near = Number.NaN;
  expect(raycaster.intersectObject(scene)).toHaveLength(2);
  await canvas.close();
});

test('a root whose method raycast returns false hides its descendants', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const root = new THREE.Mesh(box);
  const raycast = () => false;
  root.raycast = raycast as never;
  const mesh = new THREE.Mesh(box);
  const content = createElement('primitive', { object: mesh });
  const index = createElement(SceneIndex, { wholeScene: true }, content);
  await canvas.show(createPortal(index, root));
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0, 5), new THREE.Vector3(0, 0, -1));
  expect(root.raycast).not.toBe(raycast);
  expect(raycaster.intersectObject(root)).toHaveLength(0);
  expect(raycaster.intersectObject(mesh)).toHaveLength(2);
  await canvas.show(null);
  expect(root.raycast).toBe(raycast);
  await canvas.close();
});

test('objects of a portal into the index receive the same events', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const container = new THREE.Group();
  const names: string[] = [];
  const mesh = (name: string, z: number) =>
    createElement('mesh', {
      key: name,
      name,
      geometry: box,
      'position-z': z,
      onClick: () => names.push(name),
      onPointerDown: () => {},
    });
  const content = [
    createElement('primitive', { key: 1, object: container }),
    mesh('in the index', 0),
    createPortal(mesh('in the portal', 2), container, { events: { priority: 2 } }),
  ];
  await canvas.show(createElement(SceneIndex, {}, ...content));
  await canvas.frame();
  await canvas.send('onPointerDown', 200, 200);
  await canvas.send('onClick', 200, 200);
  expect(names).toEqual(['in the portal', 'in the index']);
  await canvas.close();
});

test('another raycaster of the canvas is used from the next frame on', async () => {
  const canvas = new TestCanvas({ camera: FRONT });
  const props = { object: new THREE.Mesh(box), onClick: () => {} };
  await canvas.show(createElement(SceneIndex, {}, createElement('primitive', props)));
  await canvas.frame();
  const { raycaster: first } = canvas.state;
  const second = new THREE.Raycaster();
  const names = Object.getOwnPropertyNames(second);
  canvas.state.set({ raycaster: second });
  await canvas.frame();
  expect(Object.getOwnPropertyNames(first).sort()).toEqual([...names].sort());
  await canvas.send('onClick', 200, 200);
  expect(searches).toBe(1);
  await canvas.show(null);
  expect(Object.getOwnPropertyNames(second)).toEqual(names);
  await canvas.close();
});

test('in a frame loop, the index is updated once a frame and after React commits', async () => {
  const canvas = new TestCanvas({ camera: FRONT, frameloop: 'always' });
  const { update } = Index.prototype;
  let updates = 0;
  Index.prototype.update = function (this: Index) {
    updates += 1;
    update.call(this);
  };
  try {
    const names: string[] = [];
    const large = new THREE.BoxGeometry(4, 4, 4);
    const tree = (geometry: THREE.BufferGeometry) =>
      createElement(
        SceneIndex,
        {},
        createElement('mesh', {
          geometry,
          position: [1.5, 0, 0],
          onPointerDown: () => names.push('mesh'),
        }),
      );
    await canvas.show(tree(box));
    await canvas.frame();
    updates = 0;
    for (let i = 0; i < 3; i += 1) await canvas.send('onPointerDown', 200, 200);
    expect(updates).toBe(0);
    expect(names).toEqual([]);
    await canvas.show(tree(large));
    await canvas.send('onPointerDown', 200, 200);
    expect(names).toEqual(['mesh']);
    expect(updates).toBe(1);
    await canvas.frame();
    expect(updates).toBe(2);
    await canvas.send('onPointerDown', 200, 200);
    expect(updates).toBe(2);
  } finally {
    Index.prototype.update = update;
  }
  await canvas.close();
});

test('instances that moved since the last frame receive events', async () => {
  const canvas = new TestCanvas({ camera: FRONT, frameloop: 'always' });
  const crowd = new THREE.InstancedMesh(box, new THREE.MeshBasicMaterial(), 3);
  for (let i = 0; i < 3; i += 1) {
    crowd.setMatrixAt(i, new THREE.Matrix4().makeTranslation(50 * i + 50, 0, 0));
  }
  crowd.frustumCulled = false;
  const ids: unknown[] = [];
  const props = {
    object: crowd,
    onPointerDown: ({ instanceId }: { instanceId?: number }) => ids.push(instanceId),
  };
  await canvas.show(createElement(SceneIndex, {}, createElement('primitive', props)));
  await canvas.frame(2);
  await canvas.send('onPointerDown', 200, 200);
  crowd.setMatrixAt(1, new THREE.Matrix4());
  crowd.boundingSphere = null;
  await canvas.send('onPointerDown', 200, 200);
  expect(ids).toEqual([1]);
  await canvas.close();
});
