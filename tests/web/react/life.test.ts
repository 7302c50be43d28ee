/**
 * Life cycle of `<SceneIndex>` with React Three Fiber: the component changes properties of objects
 * and restores them.
 */
import { createPortal, useFrame, useThree } from '@react-three/fiber';
import {
  Activity,
  Component,
  createElement,
  createRef,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
} from 'react';
import { init } from 'sapwood/3d';
import { SceneIndex, type SceneIndexProps, useSceneIndex } from 'sapwood/react';
import { SceneIndex as Index } from 'sapwood/three';
import * as THREE from 'three';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { RandomScene } from '../three/random-scene.ts';
import { stateOf } from '../three/state.ts';
import { settled, TestCanvas } from './canvas.ts';

beforeAll(() => init());

/** Returns random objects that exist before the component is mounted and after it is removed. */
function objectsOf(seed: number): { all: THREE.Object3D[]; element: ReactNode } {
  const { scene } = new RandomScene(seed, 40);
  const all: THREE.Object3D[] = [];
  const parts = [...scene.children];
  for (const part of parts) part.traverse((object) => all.push(object));
  const element = parts.map((object) =>
    createElement('primitive', { key: object.uuid, object, dispose: null }),
  );
  return { all, element };
}

const own = (object: object) => Object.getOwnPropertyDescriptors(object);

/**
 * Returns the properties of the scene and raycaster of React Three Fiber that the component may
 * change.
 */
function hooksOf({ state: { scene, raycaster } }: TestCanvas): unknown {
  const { raycast } = scene;
  const { camera: _, ...rest } = own(raycaster);
  const kind = Object.getOwnPropertyDescriptor(raycaster, 'camera');
  return {
    raycaster: rest,
    order: Object.getOwnPropertyNames(raycaster),
    camera: { ...kind, value: kind !== undefined && 'value' in kind },
    scene: Object.getOwnPropertyNames(scene).sort(),
    raycast,
  };
}

describe.each([false, true])('in StrictMode: %s', (isStrict) => {
  test.each([false, true])(
    'removing the component restores all properties, with wholeScene = %s',
    async (wholeScene) => {
      for (let seed = 1; seed <= 5; seed += 1) {
        const canvas = new TestCanvas({ camera: { position: [0, 0, 20] } });
        const { all, element } = objectsOf(seed);
        await canvas.show(null);
        const hooks = hooksOf(canvas);
        const before = all.map(stateOf);
        const ref = createRef<Index>();
        const props: SceneIndexProps = { ref, wholeScene };
        await canvas.show(createElement(SceneIndex, props, element), isStrict);
        await canvas.frame(3);
        expect(ref.current?.size).toBeGreaterThan(40);
        expect(all.map(stateOf)).not.toEqual(before);
        expect(hooksOf(canvas)).not.toEqual(hooks);
        const index = ref.current as Index;
        await canvas.send('onPointerMove', 200, 200);
        await canvas.show(null, isStrict);
        expect(ref.current).toBe(null);
        expect(() => index.size).toThrow('disposed');
        expect(all.map(stateOf)).toEqual(before);
        expect(hooksOf(canvas)).toEqual(hooks);
        await canvas.close();
      }
    },
  );

  test('there is one index after mounting', async () => {
    const { created, live } = countIndices();
    const canvas = new TestCanvas();
    await canvas.show(createElement(SceneIndex, {}, createElement('mesh')), isStrict);
    await canvas.frame();
    expect(created.size).toBeGreaterThan(0);
    expect(live.size).toBe(1);
    await canvas.close();
    await settled();
    expect(live.size).toBe(0);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function countIndices() {
  const created = new Set<Index>();
  const live = new Set<Index>();
  const { update, dispose } = Index.prototype;
  // every new index calls update
  vi.spyOn(Index.prototype, 'update').mockImplementation(function (this: Index) {
    if (!created.has(this)) live.add(this);
    created.add(this);
    update.call(this);
  });
  vi.spyOn(Index.prototype, 'dispose').mockImplementation(function (this: Index) {
    live.delete(this);
    dispose.call(this);
  });
  return { created, live };
}

function holdCreation(): () => void {
  const { create } = Index;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  vi.spyOn(Index, 'create').mockImplementation(async (...args) => {
    await gate;
    return create.apply(Index, args);
  });
  return open;
}

/** Returns a row of boxes, some of which the camera at (0, 0, 20) sees. */
const row = () =>
  Array.from({ length: 20 }, (_, i) =>
    createElement('mesh', { key: i, position: [4 * i, 0, 0] }, createElement('boxGeometry')),
  );

const FRONT = { position: [0, 0, 20], fov: 50 } as const;

test('children are drawn at once, and culled when the index is ready', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  const open = holdCreation();
  await canvas.show(createElement(SceneIndex, {}, row()));
  await canvas.frame();
  expect(canvas.renderer.drawn).toBe(20);
  open();
  await settled();
  await canvas.frame();
  const { drawn } = canvas.renderer;
  expect(drawn).toBeGreaterThan(1);
  expect(drawn).toBeLessThan(10);
  await canvas.show(createElement(SceneIndex, { cull: false }, row()));
  await canvas.frame();
  expect(canvas.renderer.drawn).toBe(20);
  await canvas.show(createElement(SceneIndex, { cull: { order: 'any' } }, row()));
  await canvas.frame();
  expect(canvas.renderer.drawn).toBe(drawn);
  await canvas.show(createElement(SceneIndex, { cull: { lod: false } }, row()));
  await canvas.frame();
  expect(canvas.renderer.drawn).toBe(drawn);
  await canvas.close();
});

test('objects that move in any useFrame are drawn in the same frame', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  function Mover({ at }: { at: { x: number } }) {
    const { scene } = useThree();
    useFrame(() => {
      scene.getObjectByName('box')?.position.setX(at.x);
    });
    return null;
  }
  const at = { x: 0 };
  const scene = (extra: ReactNode) => [
    createElement(
      SceneIndex,
      { key: 1 },
      createElement('mesh', { name: 'box' }, createElement('boxGeometry')),
    ),
    extra,
  ];
  await canvas.show(scene(null));
  await canvas.frame();
  // React Three Fiber calls the `useFrame` callback of Mover after that of the index
  await canvas.show(scene(createElement(Mover, { key: 2, at })));
  for (const [x, drawn] of [
    [0, 1],
    [500, 0],
    [0, 1],
  ]) {
    at.x = x;
    await canvas.frame();
    expect(canvas.renderer.drawn).toBe(drawn);
  }
  await canvas.close();
});

test('each camera draws the objects that it sees, and a nested render does not change the outer render', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  await canvas.show(createElement(SceneIndex, {}, row()));
  const { scene } = canvas.state;
  const right = new THREE.PerspectiveCamera(50, 1, 0.1, 100);
  right.position.set(76, 0, 20);
  canvas.renderer.render(scene, right);
  const fromRight = canvas.renderer.drawn;
  expect(scene.children[0].children[19].layers.test(right.layers)).toBe(true);
  expect(scene.children[0].children[0].layers.test(right.layers)).toBe(false);
  await canvas.frame();
  const { drawn } = canvas.renderer;
  expect(drawn).toBeGreaterThan(1);
  expect(drawn).toBeLessThan(20);
  expect(fromRight).toBeGreaterThan(1);
  const inner = new THREE.PerspectiveCamera(50, 1, 0.1, 100);
  let seen = -1;
  scene.children[0].children[0].onBeforeRender = () => {
    if (seen >= 0) return;
    seen = 0;
    canvas.renderer.render(scene, inner);
    seen = canvas.renderer.drawn;
  };
  await canvas.frame();
  // the index hides plain objects only from the outer camera
  expect(seen).toBe(20);
  expect(canvas.renderer.drawn).toBe(drawn);
  await canvas.close();
});

test('onBeforeRender of the scene is called and may be replaced', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  await canvas.show(null);
  const { scene } = canvas.state;
  let calls = 0;
  const first = () => {
    calls += 1;
  };
  scene.onBeforeRender = first;
  await canvas.show(createElement(SceneIndex, {}, row()));
  await canvas.frame();
  expect(calls).toBe(1);
  const second = () => {
    calls += 10;
  };
  scene.onBeforeRender = second;
  canvas.state.camera.position.x = 1000;
  await canvas.frame();
  expect(calls).toBe(11);
  expect(canvas.renderer.drawn).toBe(0);
  await canvas.show(null);
  expect(scene.onBeforeRender).toBe(second);
  await canvas.close();
});

test('two canvases have separate indices', async () => {
  const canvases = [1, 2].map(() => new TestCanvas({ camera: FRONT as never }));
  const refs = canvases.map(() => createRef<Index>());
  for (const [i, canvas] of canvases.entries()) {
    await canvas.show(createElement(SceneIndex, { ref: refs[i] }, row()));
  }
  canvases[1].state.camera.position.x = 1000;
  for (const canvas of canvases) await canvas.frame();
  expect(canvases[0].renderer.drawn).toBeGreaterThan(1);
  expect(canvases[1].renderer.drawn).toBe(0);
  await canvases[0].close();
  expect(refs[0].current).toBe(null);
  expect(refs[1].current?.size).toBe(20);
  await canvases[1].frame();
  await canvases[1].close();
});

test('a portal with its own state has an index for its scene and camera', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  const container = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 100);
  camera.position.set(76, 0, 20);
  const ref = createRef<Index>();
  const content = createElement(SceneIndex, { ref, wholeScene: true }, row());
  await canvas.show(createPortal(content, container, { camera }));
  await canvas.frame();
  expect(ref.current?.root).toBe(container);
  canvas.renderer.render(container, camera);
  const boxes = container.children[0].children;
  expect(boxes[19].layers.test(camera.layers)).toBe(true);
  expect(boxes[0].layers.test(camera.layers)).toBe(false);
  await canvas.close();
});

test('useSceneIndex returns the nearest index, and null before it is ready', async () => {
  const canvas = new TestCanvas();
  const seen: unknown[] = [];
  function Reader() {
    seen.push(useSceneIndex());
    return null;
  }
  const [outer, inner] = [createRef<Index>(), createRef<Index>()];
  const nested = createElement(SceneIndex, { ref: inner }, createElement(Reader));
  await canvas.show(createElement(SceneIndex, { ref: outer }, nested));
  expect(seen[0]).toBe(null);
  expect(seen.at(-1)).toBe(inner.current);
  expect(inner.current).not.toBe(outer.current);
  await canvas.frame();
  await canvas.close();
});

test('children that suspend or are hidden are restored and then indexed again', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  const mesh = new THREE.Mesh(new THREE.BoxGeometry());
  mesh.position.x = 1000;
  const isHidden = () => Object.hasOwn(mesh.layers, 'test');
  const ref = createRef<Index>();
  let resolve = (_: number) => {};
  const pending = new Promise<number>((done) => {
    resolve = done;
  });
  const Waiter = ({ waits }: { waits: boolean }) => (waits ? use(pending) && null : null);
  const tree = (waits: boolean, mode: 'visible' | 'hidden' = 'visible') =>
    createElement(
      Activity,
      { mode, children: null },
      createElement(
        Suspense,
        { fallback: null },
        createElement(SceneIndex, { ref }, createElement('primitive', { object: mesh })),
        createElement(Waiter, { waits }),
      ),
    );
  await canvas.show(tree(false));
  await canvas.frame();
  expect(ref.current?.size).toBe(1);
  expect(isHidden()).toBe(true);
  await canvas.show(tree(true));
  await canvas.frame();
  expect(ref.current).toBe(null);
  expect(isHidden()).toBe(false);
  resolve(1);
  await settled();
  await settled();
  await canvas.frame();
  expect(ref.current?.size).toBe(1);
  await canvas.show(tree(false, 'hidden'));
  expect(ref.current).toBe(null);
  expect(isHidden()).toBe(false);
  await canvas.show(tree(false));
  await canvas.frame();
  expect(ref.current?.size).toBe(1);
  await canvas.close();
});

test('a component that is removed before its index is ready restores its objects', async () => {
  const { created, live } = countIndices();
  const canvas = new TestCanvas();
  const mesh = new THREE.Mesh(new THREE.BoxGeometry());
  const before = stateOf(mesh);
  const open = holdCreation();
  await canvas.show(createElement(SceneIndex, {}, createElement('primitive', { object: mesh })));
  await canvas.show(null);
  open();
  await settled();
  expect(created.size).toBe(1);
  expect(live.size).toBe(0);
  expect(stateOf(mesh)).toEqual(before);
  await canvas.close();
});

class Boundary extends Component<{ children: ReactNode; report: (error: unknown) => void }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.report(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

test.each([
  [{ cull: { order: 'none' } }, "options.order: expected one of 'auto'"],
  [{ meshes: { budget: 0 } }, 'meshes.budget: expected a number > 0, got 0'],
])('invalid props reach the error boundary: %o', async (props, message) => {
  const canvas = new TestCanvas();
  const errors: unknown[] = [];
  const content = createElement(SceneIndex, props as SceneIndexProps);
  const { error } = console;
  console.error = () => {};
  const report = (caught: unknown) => errors.push(caught);
  await canvas.show(createElement(Boundary, { report, children: content }));
  console.error = error;
  expect(errors).toHaveLength(1);
  expect(String(errors[0])).toContain(message);
  await canvas.close();
});

test('the index follows components that are added and removed later', async () => {
  const canvas = new TestCanvas({ camera: FRONT as never });
  const ref = createRef<Index>();
  const tree = (count: number) =>
    createElement(SceneIndex, { ref }, createElement('group', null, row().slice(0, count)));
  for (const count of [3, 7, 2]) {
    await canvas.show(tree(count));
    await canvas.frame();
    expect(ref.current?.size).toBe(count);
  }
  await canvas.close();
});

test('an effect below the component can use the objects before the index is ready', async () => {
  const canvas = new TestCanvas();
  let parent: THREE.Object3D | null = null;
  const mesh = createRef<THREE.Mesh>();
  function Child() {
    useLayoutEffect(() => {
      parent = mesh.current?.parent ?? null;
    }, []);
    return createElement('mesh', { ref: mesh });
  }
  await canvas.show(createElement(SceneIndex, {}, createElement(Child)));
  expect(parent).toBe(canvas.state.scene.children[0]);
  await canvas.close();
});
