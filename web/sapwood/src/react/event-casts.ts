/**
 * Ray casts of pointer events. For each event, fiber sets `camera` of the raycaster to undefined,
 * computes the ray, and calls `intersectObject` for each object with handlers. Here, these calls
 * share one search of the index. All other calls are left to three.js.
 */
import type { Camera, Intersection, Object3D, Raycaster } from 'three';
import type { PreparedRaycast } from '../three/cast.js';
import { Patches } from '../three/patches.js';
import type { SceneIndex } from '../three/scene-index.js';

/** Number of values in a key. */
const KEY_LENGTH = 11;

const allCasts = /* @__PURE__ */ new WeakMap<Raycaster, EventCasts>();

/** Casts of one raycaster, through all indices whose objects it may hit. */
class EventCasts {
  readonly #raycaster: Raycaster;
  readonly #indices = new Set<SceneIndex>();
  readonly #patches = new Patches();
  /** True from the start of an event to the end of its first ray. */
  #isEvent = false;
  readonly #prepared = new Map<SceneIndex, PreparedRaycast>();
  /** Ray and limits of `#prepared`. */
  readonly #key = new Float64Array(KEY_LENGTH);
  #camera: PropertyDescriptor = {};

  constructor(raycaster: Raycaster) {
    this.#raycaster = raycaster;
  }

  add(index: SceneIndex): void {
    this.#indices.add(index);
    if (this.#indices.size === 1) this.#patch();
  }

  remove(index: SceneIndex): void {
    this.#end();
    this.#indices.delete(index);
    if (this.#indices.size === 0) this.#restore();
  }

  /** Returns the prepared ray of an index, or undefined if there is no event with this ray. */
  preparedOf(index: SceneIndex): PreparedRaycast | undefined {
    if (!this.#isEvent) return undefined;
    if (this.#prepared.size === 0) {
      this.#writeKey();
      // the handlers of the event are called before other tasks
      queueMicrotask(() => this.#end());
    } else if (!this.#hasKey()) {
      this.#end();
      return undefined;
    }
    let prepared = this.#prepared.get(index);
    if (prepared === undefined) {
      prepared = prepare(index, this.#raycaster);
      this.#prepared.set(index, prepared);
    }
    return prepared;
  }

  #intersectObject(object: Object3D): Intersection[] | undefined {
    for (const index of this.#indices) {
      const hits = this.preparedOf(index)?.intersectObject(object);
      if (hits !== undefined) return hits;
    }
    return undefined;
  }

  #patch(): void {
    const raycaster = this.#raycaster;
    this.#patches.replace(
      raycaster,
      'intersectObject',
      (original) => (object: Object3D, recursive?: boolean, target?: Intersection[]) => {
        const isEvent = recursive === true && target === undefined;
        const hits = isEvent ? this.#intersectObject(object) : undefined;
        return hits ?? original.call(raycaster, object, recursive, target);
      },
    );
    this.#camera = Object.getOwnPropertyDescriptor(raycaster, 'camera') ?? {};
    let camera = this.#camera.value as Camera | undefined;
    Object.defineProperty(raycaster, 'camera', {
      configurable: true,
      enumerable: true,
      get: () => camera,
      set: (value: Camera | undefined) => {
        camera = value;
        const isStart = value === undefined;
        if (isStart || this.#prepared.size > 0) this.#end();
        if (isStart) this.#isEvent = true;
      },
    });
  }

  #restore(): void {
    this.#patches.restore();
    const { camera: value } = this.#raycaster;
    Object.defineProperty(this.#raycaster, 'camera', { ...this.#camera, value });
  }

  #end(): void {
    this.#isEvent = false;
    this.#prepared.clear();
  }

  #writeKey(): void {
    for (let i = 0; i < KEY_LENGTH; i += 1) this.#key[i] = keyValue(this.#raycaster, i);
  }

  #hasKey(): boolean {
    for (let i = 0; i < KEY_LENGTH; i += 1) {
      if (!Object.is(this.#key[i], keyValue(this.#raycaster, i))) return false;
    }
    return true;
  }
}

/** Returns one of the values of a raycaster that determine what it hits. */
function keyValue({ ray: { origin, direction }, near, far, layers, params }: Raycaster, at: number) {
  if (at < 3) return origin.getComponent(at);
  if (at < 6) return direction.getComponent(at - 3);
  return [near, far, layers.mask, params.Points.threshold, params.Line.threshold][at - 6];
}

/** Prepares a ray for the objects as they are now, whose world matrices are those of three.js. */
function prepare(index: SceneIndex, raycaster: Raycaster): PreparedRaycast {
  index.update();
  return index.prepareRaycast(raycaster);
}

/**
 * Makes the pointer events of a raycaster use an index. Returns a function that restores the
 * raycaster.
 */
export function castEvents(index: SceneIndex, raycaster: Raycaster): () => void {
  const casts = allCasts.get(raycaster) ?? new EventCasts(raycaster);
  allCasts.set(raycaster, casts);
  casts.add(index);
  return () => casts.remove(index);
}

/**
 * Makes ray casts at ancestors of the root use the index: the root reports the hits of its
 * descendants. Returns a function that restores the root.
 */
export function castFromAncestors(index: SceneIndex): () => void {
  const { root } = index;
  const patches = new Patches();
  patches.replace(root, 'raycast', (original) => (raycaster: Raycaster, hits: Intersection[]) => {
    if (original.call(root, raycaster, hits) === false) return false;
    const prepared = allCasts.get(raycaster)?.preparedOf(index) ?? prepare(index, raycaster);
    const found = prepared.intersectAll();
    // three.js tests the descendants
    if (found === undefined) return undefined;
    for (const hit of found) hits.push(hit);
    return false;
  });
  return () => patches.restore();
}
