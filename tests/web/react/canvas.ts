/**
 * Canvas of React Three Fiber without a browser. Its fake renderer calls the same methods of scenes
 * and objects as WebGLRenderer.
 */
import {
  act,
  createRoot,
  events,
  extend,
  type RenderProps,
  type RootState,
} from '@react-three/fiber';
import { createElement, type ReactNode, StrictMode } from 'react';
import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';

extend(THREE as never);
// disables automatic frames, so that only the method `frame` draws
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, requestAnimationFrame: () => 0 });

class NoRenderer {
  readonly xr = { addEventListener() {}, removeEventListener() {} };
  readonly shadowMap = {};
  /** Number of plain meshes and instances in the last call of `render`. */
  drawn = 0;

  setPixelRatio(): void {}
  setSize(): void {}

  /** Calls the same methods as `WebGLRenderer.render` in the same order. */
  render(scene: THREE.Scene, camera: THREE.Camera): void {
    if (scene.matrixWorldAutoUpdate) scene.updateMatrixWorld();
    if (camera.parent === null && camera.matrixWorldAutoUpdate) camera.updateMatrixWorld();
    const args = [this, scene, camera] as unknown as Parameters<THREE.Object3D['onBeforeRender']>;
    scene.onBeforeRender(...args);
    let drawn = 0;
    scene.traverseVisible((object) => {
      if (!(object instanceof THREE.Mesh) || !object.layers.test(camera.layers)) return;
      object.onBeforeRender(...args);
      drawn += object instanceof THREE.InstancedMesh ? object.count : 1;
    });
    scene.onAfterRender(...args);
    this.drawn = drawn;
  }
}

type Handler = keyof NonNullable<RootState['events']['handlers']>;

export class TestCanvas {
  readonly renderer = new NoRenderer();
  readonly #root;
  #state: RootState | undefined;
  #time = 0;

  constructor(props: Partial<RenderProps<never>> = {}) {
    const target = { addEventListener() {}, removeEventListener() {} };
    this.#root = createRoot(target as never);
    void this.#root.configure({
      gl: () => this.renderer as never,
      events: events as never,
      frameloop: 'never',
      size: { width: 400, height: 400, top: 0, left: 0 },
      dpr: 1,
      onCreated: (state) => {
        this.#state = state;
      },
      ...props,
    });
  }

  get state(): RootState {
    return (this.#state as RootState).get();
  }

  /** Renders components and waits until their scene indices are ready. */
  async show(children: ReactNode, isStrict = false): Promise<void> {
    const element = isStrict ? createElement(StrictMode, null, children) : children;
    await act(async () => {
      this.#root.render(element);
    });
    await settled();
  }

  async frame(count = 1): Promise<void> {
    await act(async () => {
      for (let i = 0; i < count; i += 1) {
        this.#time += 1;
        this.state.advance(this.#time);
      }
    });
  }

  async send(name: Handler, x: number, y: number): Promise<void> {
    await act(async () => {
      const event = { offsetX: x, offsetY: y, pointerId: 1, target: {} };
      this.state.events.handlers?.[name](event as never);
    });
  }

  async close(): Promise<void> {
    await act(async () => {
      this.#root.unmount();
    });
  }
}

/** Promises of scene indices whose creation is not finished. */
const pending = new Set<Promise<unknown>>();
const { create } = SceneIndex;
SceneIndex.create = (...args) => {
  const creation = create.apply(SceneIndex, args);
  pending.add(creation);
  const remove = (): unknown => pending.delete(creation);
  creation.then(remove, remove);
  return creation;
};

export async function settled(): Promise<void> {
  await act(async () => {
    do await new Promise((resolve) => setTimeout(resolve, 0));
    while (pending.size > 0);
  });
}
