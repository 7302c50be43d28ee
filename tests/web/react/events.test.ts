/**
 * Pointer events of scenes with and without `<SceneIndex>`: the handlers receive the same events in
 * the same order.
 */
import { createPortal, type ThreeEvent } from '@react-three/fiber';
import { createElement, type ReactNode } from 'react';
import { init } from 'sapwood/3d';
import { SceneIndex } from 'sapwood/react';
import { SceneIndex as Index } from 'sapwood/three';
import * as THREE from 'three';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RandomValues } from '../three/random-scene.ts';
import { TestCanvas } from './canvas.ts';

beforeAll(() => init());

const HANDLERS = [
  ...['onPointerMove', 'onPointerOver', 'onPointerOut', 'onPointerEnter', 'onPointerLeave'],
  ...['onPointerDown', 'onPointerUp', 'onClick', 'onDoubleClick', 'onContextMenu', 'onWheel'],
];

class Log {
  readonly lines: string[] = [];

  write(name: string, listener: string, event: ThreeEvent<PointerEvent>): void {
    const { object, eventObject, instanceId, distance, intersections, point, index } = event;
    const hits = intersections.map((hit) => `${hit.object.name}:${hit.distance}`);
    const parts = [name, listener, object.name, eventObject.name, instanceId, index, distance];
    this.lines.push([...parts, point.toArray(), hits].join(' '));
  }
}

const geometries = [
  new THREE.BoxGeometry(),
  new THREE.SphereGeometry(0.7, 12, 8),
  new THREE.PlaneGeometry(2, 2),
];
const material = new THREE.MeshBasicMaterial();
const matrix = new THREE.Matrix4();

/** Random objects that depend only on the seed. Their event handlers write to a log. */
class Objects extends RandomValues {
  readonly log: Log;
  readonly moving: THREE.Object3D[] = [];
  #count = 0;

  constructor(seed: number, log: Log) {
    super(seed);
    this.log = log;
  }

  element(count: number): ReactNode[] {
    return Array.from({ length: count }, () => this.#object(3));
  }

  move(): void {
    for (let i = 0; i < 5; i += 1) {
      const object = this.oneOf(this.moving);
      object.position.x += this.within(2);
      if (object instanceof THREE.InstancedMesh) {
        object.setMatrixAt(0, matrix.makeTranslation(this.within(3), this.within(3), 0));
      }
    }
  }

  #object(depth: number): ReactNode {
    this.#count += 1;
    const name = `object-${this.#count}`;
    const object = this.#target(name);
    this.moving.push(object);
    const size = depth === 3 ? 5 : 1;
    object.position.set(this.within(size), this.within(size), this.within(size));
    object.rotation.set(this.within(3), this.within(3), this.within(3));
    if (this.unit() < 0.1) object.layers.set(1);
    if (this.unit() < 0.05) object.visible = false;
    const children =
      depth > 0 && this.unit() < 0.4 ? [this.#object(depth - 1), this.#object(depth - 1)] : [];
    const props = { key: name, object, ...this.#handlers(name), ...this.#raycast(children.length) };
    return createElement('primitive', props, ...children);
  }

  #target(name: string): THREE.Object3D {
    const kind = this.unit();
    const geometry = this.oneOf(geometries);
    let object: THREE.Object3D = new THREE.Mesh(geometry, material);
    if (kind < 0.2) object = new THREE.Group();
    else if (kind < 0.3) object = new THREE.Points(geometry, new THREE.PointsMaterial());
    else if (kind < 0.4) {
      const crowd = new THREE.InstancedMesh(geometry, material, 10);
      for (let i = 0; i < 10; i += 1) {
        crowd.setMatrixAt(
          i,
          matrix.makeTranslation(this.within(3), this.within(3), this.within(3)),
        );
      }
      object = crowd;
    }
    object.name = name;
    return object;
  }

  #handlers(name: string): object {
    const handlers: Record<string, unknown> = {};
    if (this.unit() < 0.4) return handlers;
    for (const listener of HANDLERS) {
      if (this.unit() < 0.5) continue;
      const stops = this.unit() < 0.15;
      handlers[listener] = (event: ThreeEvent<PointerEvent>) => {
        this.log.write(name, listener, event);
        if (stops) event.stopPropagation();
      };
    }
    if (this.unit() < 0.3) {
      handlers.onPointerMissed = () => this.log.lines.push(`${name} onPointerMissed`);
    }
    return handlers;
  }

  #raycast(childCount: number): object {
    const kind = this.unit();
    if (kind < 0.04) return { raycast: () => false };
    if (kind < 0.08) return { raycast: () => null };
    if (kind < 0.12) {
      // this object reports a hit of another object, as objects of some libraries do
      const [other] = this.moving;
      const raycast = (raycaster: THREE.Raycaster, hits: THREE.Intersection[]) =>
        other.raycast(raycaster, hits);
      return childCount === 0 ? { raycast } : {};
    }
    return {};
  }
}

type Wrap = (children: ReactNode) => ReactNode;
const indexed: Wrap = (children) => createElement(SceneIndex, {}, children);
const plain: Wrap = (children) => createElement('group', {}, children);
const whole: Wrap = (children) => [
  createElement(SceneIndex, { key: 1, wholeScene: true }),
  createElement('group', { key: 2 }, children),
];

/** Returns the elements of `whole` without the index. */
const wholePlain: Wrap = (children) => [
  createElement('group', { key: 1 }),
  createElement('group', { key: 2 }, children),
];

interface Setup {
  /** When the canvas draws frames. The default is 'never': the test draws them. */
  readonly frameloop?: 'always' | 'demand' | 'never';
  /** Changes a canvas before the first event. */
  readonly prepare?: (canvas: TestCanvas) => void;
  readonly around?: (content: ReactNode, log: Log) => ReactNode;
}

/** Sends events that depend only on the seed to a canvas. Returns its log. */
async function logOf(seed: number, wrap: Wrap, setup: Setup): Promise<string[]> {
  const { frameloop = 'never', prepare, around } = setup;
  const canvas = new TestCanvas({ frameloop, camera: { position: [0, 0, 12] } as never });
  const log = new Log();
  const objects = new Objects(seed, log);
  const content = wrap(objects.element(30));
  await canvas.show(around === undefined ? content : around(content, log));
  canvas.state.set({ onPointerMissed: () => log.lines.push('canvas onPointerMissed') });
  prepare?.(canvas);
  await canvas.frame();
  const random = new RandomValues(seed + 1000);
  for (let i = 0; i < 60; i += 1) {
    const [x, y] = [random.between(40, 360), random.between(40, 360)];
    log.lines.push(`-- ${x} ${y}`);
    await canvas.send('onPointerMove', x, y);
    if (i % 3 === 0) {
      for (const name of ['onPointerDown', 'onPointerUp', 'onClick', 'onDoubleClick'] as const) {
        await canvas.send(name, x, y);
      }
      await canvas.send(random.oneOf(['onContextMenu', 'onWheel']), x, y);
    }
    if (i % 4 === 0) objects.move();
    // some events come before the next frame, as on a canvas that draws only on demand
    if (i % 8 !== 4) await canvas.frame();
    else if (frameloop !== 'always') {
      for (const object of objects.moving) object.updateMatrixWorld();
    }
    if (i % 20 === 10) await canvas.send('onPointerLeave', x, y);
  }
  await canvas.close();
  return log.lines;
}

const counts = { searches: 0 };
const { prepareRaycast } = Index.prototype;
Index.prototype.prepareRaycast = function (this: Index, raycaster) {
  counts.searches += 1;
  return prepareRaycast.call(this, raycaster);
};
beforeEach(() => {
  counts.searches = 0;
});

const byName: Setup['prepare'] = ({ state }) => {
  const filter = (items: THREE.Intersection[]) =>
    [...items].sort((a, b) => a.object.name.localeCompare(b.object.name));
  state.setEvents({ filter });
};

const mirrored: Setup['prepare'] = ({ state }) => {
  state.setEvents({
    compute: (event, { pointer, size, raycaster, camera }) => {
      pointer.set(1 - (2 * event.offsetX) / size.width, (2 * event.offsetY) / size.height - 1);
      raycaster.setFromCamera(pointer, camera);
    },
  });
};

const orthographic: Setup['prepare'] = ({ state }) => {
  const camera = new THREE.OrthographicCamera(-8, 8, 8, -8, 0.1, 100);
  camera.position.z = 12;
  state.set({ camera: Object.assign(camera, { manual: true }) });
};

const layers: Setup['prepare'] = ({ state }) => {
  state.raycaster.layers.enableAll();
  state.raycaster.params.Points.threshold = 0.2;
  state.raycaster.far = 14;
};

const inGroup: Setup['around'] = (content, log) =>
  createElement(
    'group',
    {
      name: 'outer',
      onClick: (event: ThreeEvent<MouseEvent>) => log.write('outer', 'onClick', event as never),
      onPointerOver: (event: ThreeEvent<PointerEvent>) => log.write('outer', 'over', event),
    },
    createElement('mesh', { name: 'beside', geometry: geometries[0] }),
    content,
    createElement('mesh', { name: 'after', geometry: geometries[0] }),
  );

const portal: Setup['around'] = (content) => {
  const container = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(60, 1, 0.1, 100);
  camera.position.z = 14;
  camera.updateMatrixWorld();
  return createPortal(content, container, { camera, events: { priority: 2 } });
};

const setups: [string, Setup][] = [
  ['the default state', {}],
  ['frames on demand', { frameloop: 'demand' }],
  ['a frame loop', { frameloop: 'always' }],
  ['a frame loop and handlers around the index', { frameloop: 'always', around: inGroup }],
  ['a filter', { prepare: byName }],
  ['a compute function', { prepare: mirrored }],
  ['an orthographic camera', { prepare: orthographic }],
  ['other layers and limits', { prepare: layers }],
  ['handlers around the index', { around: inGroup }],
  ['a portal', { around: portal }],
];

describe.each(setups)('with %s', (name, setup) => {
  test.each([
    ['the children', indexed],
    ['the whole scene', whole],
  ])('an index of %s causes the same events', async (_, wrap) => {
    let events = 0;
    for (let seed = 1; seed <= 4; seed += 1) {
      const right = await logOf(seed, wrap === whole ? wholePlain : plain, setup);
      expect(counts.searches).toBe(0);
      const found = await logOf(seed, wrap, setup);
      expect(found).toEqual(right);
      const sent = found.filter((line) => line.startsWith('-- ')).length;
      events += found.length - sent;
      // 60 pointer moves, and 5 other events after every third move
      expect(counts.searches).toBe(60 + 5 * 20);
      counts.searches = 0;
    }
    expect(events).toBeGreaterThan(name === 'a filter' ? 100 : 300);
  });
});
