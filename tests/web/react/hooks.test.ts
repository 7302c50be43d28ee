/** `useNearest` and `usePairs`, compared with brute force during random motion. */
import { createElement, createRef, type ReactNode } from 'react';
import { init } from 'sapwood/3d';
import {
  type NearestTarget,
  SceneIndex,
  type UseNearestOptions,
  useNearest,
  usePairs,
} from 'sapwood/react';
import type { SceneItem } from 'sapwood/three';
import * as THREE from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { RandomValues } from '../three/random-scene.ts';
import { TestCanvas } from './canvas.ts';

beforeAll(() => init());

const box = new THREE.BoxGeometry();

class Crowd extends RandomValues {
  readonly meshes: THREE.Mesh[];

  constructor(seed: number, count: number) {
    super(seed);
    this.meshes = Array.from({ length: count }, (_, i) => {
      const mesh = new THREE.Mesh(box);
      mesh.name = String(i);
      return mesh;
    });
    this.move();
  }

  get elements(): ReactNode[] {
    return this.meshes.map((object) =>
      createElement('primitive', { key: object.name, object, dispose: null }),
    );
  }

  move(): void {
    for (const { position } of this.meshes) {
      if (this.unit() < 0.7) position.set(this.within(4), this.within(4), this.within(4));
    }
  }

  bounds(mesh: THREE.Object3D): THREE.Box3 {
    return new THREE.Box3().setFromObject(mesh);
  }

  byDistance(point: THREE.Vector3): string[] {
    const distance = (mesh: THREE.Mesh) => this.bounds(mesh).distanceToPoint(point);
    return [...this.meshes].sort((a, b) => distance(a) - distance(b)).map(({ name }) => name);
  }

  pairs(): string[] {
    return this.meshes.flatMap((one, i) =>
      this.meshes
        .slice(i + 1)
        .flatMap((other) =>
          this.bounds(one).intersectsBox(this.bounds(other)) ? [pairOf(one, other)] : [],
        ),
    );
  }
}

const pairOf = (one: { name: string }, other: { name: string }): string =>
  [one.name, other.name].sort().join('-');

/** Component that records the results of `useNearest`. */
class Results {
  names: string[] = [];
  renders = 0;

  readonly Component = (props: {
    target: NearestTarget | null;
    options?: UseNearestOptions | undefined;
  }) => {
    this.names = useNearest(props.target, props.options).map(({ object }) => object.name);
    this.renders += 1;
    return null;
  };
}

describe.each([false, true])('in StrictMode: %s', (isStrict) => {
  test('useNearest returns the nearest objects and renders only after changes', async () => {
    const canvas = new TestCanvas();
    const crowd = new Crowd(1, 20);
    const results = new Results();
    const point = new THREE.Vector3(1, 2, 3);
    const options = { count: 3 };
    const reader = createElement(results.Component, { key: 'reader', target: point, options });
    await canvas.show(createElement(SceneIndex, {}, crowd.elements, reader), isStrict);
    expect(results.names).toEqual([]);
    const seen = new Set<string>();
    for (let i = 0; i < 20; i += 1) {
      crowd.move();
      await canvas.frame();
      expect(results.names).toEqual(crowd.byDistance(point).slice(0, 3));
      seen.add(results.names.join());
      const { renders } = results;
      await canvas.frame(3);
      expect(results.renders).toBe(renders);
    }
    expect(seen.size).toBeGreaterThan(5);
    await canvas.close();
  });

  test('usePairs reports each begin and end once', async () => {
    const canvas = new TestCanvas();
    const crowd = new Crowd(2, 25);
    const active = new Set<string>();
    let calls = 0;
    const items = new Map<string, SceneItem[]>();
    function Watcher() {
      usePairs({
        onBegin(one, other) {
          const pair = pairOf(one.object, other.object);
          expect(active.has(pair)).toBe(false);
          active.add(pair);
          items.set(pair, [one, other]);
          calls += 1;
        },
        onEnd(one, other) {
          const pair = pairOf(one.object, other.object);
          expect(active.delete(pair)).toBe(true);
          expect(items.get(pair)).toEqual([one, other]);
          expect(items.get(pair)?.[0]).toBe(one);
          calls += 1;
        },
      });
      return null;
    }
    const tree = (...extra: ReactNode[]) => createElement(SceneIndex, {}, crowd.elements, ...extra);
    const watcher = createElement(Watcher, { key: 'watcher' });
    await canvas.show(tree(watcher), isStrict);
    for (let i = 0; i < 20; i += 1) {
      if (i === 10) {
        // removes objects, whose pairs must end
        crowd.meshes.length = 15;
        await canvas.show(tree(watcher), isStrict);
      }
      crowd.move();
      await canvas.frame();
      expect([...active].sort()).toEqual(crowd.pairs().sort());
    }
    expect(calls).toBeGreaterThan(50);
    expect(active.size).toBeGreaterThan(0);
    const before = calls;
    await canvas.frame(3);
    expect(calls).toBe(before);
    await canvas.show(tree(), isStrict);
    expect(active.size).toBe(0);
    await canvas.close();
  });
});

test('useNearest accepts objects, refs and points, and omits the object itself', async () => {
  const canvas = new TestCanvas();
  const crowd = new Crowd(3, 20);
  const [player] = crowd.meshes;
  const child = new THREE.Mesh(box);
  child.name = 'child';
  player.add(child);
  const results = new Results();
  const show = (target: NearestTarget | null, options?: UseNearestOptions) =>
    canvas.show(
      createElement(
        SceneIndex,
        {},
        crowd.elements,
        createElement(results.Component, { key: 'reader', target, options }),
      ),
    );
  await show(player);
  await canvas.frame();
  const others = crowd.byDistance(player.position).filter((name) => name !== '0');
  expect(results.names).toEqual(others.slice(0, 1));
  const ref = createRef<THREE.Mesh>() as { current: THREE.Mesh | null };
  await show(ref, { count: Number.POSITIVE_INFINITY, maxDistance: 3 });
  await canvas.frame();
  expect(results.names).toEqual([]);
  ref.current = player;
  await canvas.frame();
  const within = others.filter(
    (name) => crowd.bounds(crowd.meshes[Number(name)]).distanceToPoint(player.position) <= 3,
  );
  expect(results.names).toEqual(within);
  expect(within.length).toBeGreaterThan(1);
  await show(ref, { filter: ({ object }) => object.name === '7' });
  await canvas.frame();
  expect(results.names).toEqual(['7']);
  await show([1, 2, 3], { filter: ({ object }) => object !== child });
  await canvas.frame();
  expect(results.names).toEqual(crowd.byDistance(new THREE.Vector3(1, 2, 3)).slice(0, 1));
  await show(null);
  await canvas.frame();
  expect(results.names).toEqual([]);
  await canvas.close();
});

test('instances have ids in the results', async () => {
  const canvas = new TestCanvas();
  const crowd = new THREE.InstancedMesh(box, new THREE.MeshBasicMaterial(), 3);
  for (let i = 0; i < 3; i += 1) {
    crowd.setMatrixAt(i, new THREE.Matrix4().makeTranslation(3 * i, 0, 0));
  }
  let items: readonly SceneItem[] = [];
  const pairs: string[] = [];
  function Reader() {
    items = useNearest([6, 0, 0], { count: 2 });
    usePairs({ onBegin: (one, other) => pairs.push(`${one.instanceId} ${other.instanceId}`) });
    return null;
  }
  const content = createElement('primitive', { object: crowd });
  await canvas.show(createElement(SceneIndex, {}, content, createElement(Reader)));
  await canvas.frame();
  expect(items.map(({ instanceId }) => instanceId)).toEqual([2, 1]);
  expect(pairs).toEqual([]);
  crowd.setMatrixAt(0, new THREE.Matrix4().makeTranslation(6.5, 0, 0));
  await canvas.frame();
  expect(items.map(({ instanceId }) => instanceId).sort()).toEqual([0, 2]);
  expect(pairs).toEqual(['0 2']);
  await canvas.close();
});

test('without a SceneIndex above, the hooks return and report nothing', async () => {
  const canvas = new TestCanvas();
  const results = new Results();
  function Watcher() {
    usePairs({ onBegin: () => expect.unreachable() });
    return null;
  }
  const reader = createElement(results.Component, { key: 1, target: [0, 0, 0] });
  await canvas.show([reader, createElement(Watcher, { key: 2 })]);
  await canvas.frame();
  expect(results.names).toEqual([]);
  await canvas.close();
});

test('an error in one handler does not prevent the other calls', async () => {
  const canvas = new TestCanvas();
  const crowd = new THREE.InstancedMesh(box, new THREE.MeshBasicMaterial(), 3);
  const calls: string[] = [];
  function Reader() {
    usePairs({
      onBegin: (one, other) => {
        calls.push(`begin ${one.instanceId} ${other.instanceId}`);
        throw new Error('of the handler');
      },
      onEnd: (one, other) => calls.push(`end ${one.instanceId} ${other.instanceId}`),
    });
    return null;
  }
  const content = createElement('primitive', { object: crowd });
  await canvas.show(createElement(SceneIndex, {}, content, createElement(Reader)));
  // all three objects overlap at the origin
  await expect(canvas.frame()).rejects.toThrow('of the handler');
  await canvas.show(createElement(SceneIndex, {}, content));
  const pairs = ['0 1', '0 2', '1 2'];
  const expected = ['begin', 'end'].flatMap((name) => pairs.map((pair) => `${name} ${pair}`));
  expect([...calls].sort()).toEqual(expected);
  await canvas.close();
});
