import type { RootState } from '@react-three/fiber';
import type { Camera, Object3D, Raycaster } from 'three';
import type { CullOptions } from '../three/cull.js';
import { Patches, unwrapped } from '../three/patches.js';
import type { SceneIndex } from '../three/scene-index.js';
import { castEvents, castFromAncestors, type EventIndex } from './event-casts.js';

const BEFORE = 'onBeforeRender';

/**
 * Index of a mounted `<SceneIndex>`. It updates and culls in `onBeforeRender` of the scene, which
 * three.js calls with the camera before each render, after it computed matrices. One frame can have
 * renders with several cameras.
 */
export class MountedIndex implements EventIndex {
  readonly index: SceneIndex;
  readonly #getState: () => RootState;
  readonly #cullOptions: () => CullOptions | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #restoreRoot: () => void;
  readonly #patches = new Patches();
  #scene: Object3D | undefined;
  #raycaster: Raycaster | undefined;
  #restoreRaycaster = (): void => {};
  /** Number of renders of the scene in progress. */
  #depth = 0;
  /** True if the scene was rendered since the last `connect`. */
  #isRendered = false;
  #isDisposed = false;

  /**
   * @param getState - Returns the state of the canvas or portal.
   * @param cullOptions - Returns the options of `cull`, or undefined to draw everything.
   */
  constructor(
    index: SceneIndex,
    getState: () => RootState,
    cullOptions: () => CullOptions | undefined,
  ) {
    this.index = index;
    this.#getState = getState;
    this.#cullOptions = cullOptions;
    this.#restoreRoot = castFromAncestors(this);
    this.connect();
  }

  /**
   * Connects to the current scene and raycaster. Call it in each frame, because they can change.
   */
  connect(): void {
    // resets the depth, because three.js did not call `onAfterRender` if the last render threw
    this.#depth = 0;
    this.#isRendered = false;
    this.#connectScene();
    const { raycaster } = this.#getState();
    if (raycaster === this.#raycaster) return;
    this.#restoreRaycaster();
    this.#raycaster = raycaster;
    this.#restoreRaycaster = castEvents(this, raycaster);
  }

  /**
   * Registers a function to call before each render, after the update of the index. Returns a
   * function that removes it.
   */
  onUpdate(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.requestFrame();
    return () => this.#listeners.delete(listener);
  }

  /**
   * Updates the index for a ray cast. Does nothing if the last frame updated the index and React
   * has not changed any object since then.
   */
  refresh(): void {
    const { frameloop, gl, internal } = this.#getState();
    // `frames` is the number of requested frames; Fiber requests one when it changes an object,
    // except in WebXR
    const isCounted = frameloop === 'always' && !gl.xr?.isPresenting;
    const isCurrent = this.#isRendered && isCounted && internal.frames === 0;
    if (!isCurrent) this.index.update();
  }

  /** Requests a frame of a canvas with `frameloop="demand"`. */
  requestFrame(): void {
    this.#getState().invalidate();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#patches.restore();
    this.#restoreRaycaster();
    this.#restoreRoot();
    this.index.dispose();
  }

  #connectScene(): void {
    let scene = this.index.root;
    while (scene.parent !== null) scene = scene.parent;
    // connects again if other code replaced the method
    const isConnected = unwrapped(scene, BEFORE) !== (scene[BEFORE] as unknown);
    if (scene === this.#scene && isConnected) return;
    this.#patches.restore();
    this.#scene = scene;
    this.#patches.replace(scene, BEFORE, (original) => (...args: unknown[]) => {
      original.apply(scene, args);
      this.#depth += 1;
      // a nested render, for example of a mirror, uses the culling of the outer render
      if (this.#depth === 1) this.#prepareRender(args[2] as Camera);
    });
    this.#patches.replace(scene, 'onAfterRender', (original) => (...args: unknown[]) => {
      original.apply(scene, args);
      this.#depth = Math.max(0, this.#depth - 1);
    });
  }

  #prepareRender(camera: Camera): void {
    this.index.update();
    this.#isRendered = true;
    for (const listener of this.#listeners) listener();
    const options = this.#cullOptions();
    // a listener may have removed the component
    if (options !== undefined && !this.#isDisposed) this.index.cull(camera, options);
  }
}
