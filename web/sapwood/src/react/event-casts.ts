/**
 * Ray casts of pointer events. For each event, React Three Fiber sets `raycaster.camera` to
 * undefined, computes the ray, and calls `intersectObject` for each object with handlers. These
 * calls share one search of the index.
 */
import { type Camera, type Intersection, type Object3D, Ray, type Raycaster } from 'three';
import type { PreparedRaycast } from '../three/cast.js';
import { Patches } from '../three/patches.js';
import type { SceneIndex } from '../three/scene-index.js';

export interface EventIndex {
  readonly index: SceneIndex;
  /** Updates the index if objects may have changed. */
  refresh(): void;
}

const allCasts = /* @__PURE__ */ new WeakMap<Raycaster, EventCasts>();

/** Ray casts of one raycaster for all indices that use it. */
class EventCasts {
  readonly #raycaster: Raycaster;
  readonly #indices = new Set<EventIndex>();
  readonly #patches = new Patches();
  /**
   * True from the start of an event until the ray of the raycaster changes or the current task
   * ends.
   */
  #isEvent = false;
  readonly #prepared = new Map<EventIndex, PreparedRaycast>();
  /** State of the raycaster for which `#prepared` is valid. */
  readonly #ray = new Ray();
  #near = 0;
  #far = 0;
  #mask = 0;
  #points = 0;
  #lines = 0;
  #camera: PropertyDescriptor = {};

  constructor(raycaster: Raycaster) {
    this.#raycaster = raycaster;
  }

  add(index: EventIndex): void {
    this.#indices.add(index);
    if (this.#indices.size === 1) this.#patch();
  }

  remove(index: EventIndex): void {
    this.#end();
    this.#indices.delete(index);
    if (this.#indices.size === 0) this.#restore();
  }

  /**
   * Returns the prepared ray cast of an index, or undefined if the current ray does not belong to
   * an event.
   */
  preparedOf(index: EventIndex): PreparedRaycast | undefined {
    if (!this.#isEvent) return undefined;
    if (this.#prepared.size === 0) {
      this.#storeRay();
      // ends the event after its handlers have run, before the next task
      queueMicrotask(() => this.#end());
    } else if (!this.#hasSameRay()) {
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
        // For each event, Fiber first sets the camera once for every object with handlers, then
        // casts rays. So an assignment after a ray cast is the beginning of a new event.
        if (this.#prepared.size > 0) this.#end();
        if (value === undefined) this.#isEvent = true;
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

  #storeRay(): void {
    const { ray, near, far, layers, params } = this.#raycaster;
    this.#ray.copy(ray);
    this.#near = near;
    this.#far = far;
    this.#mask = layers.mask;
    this.#points = params.Points.threshold;
    this.#lines = params.Line.threshold;
  }

  #hasSameRay(): boolean {
    const { ray, near, far, layers, params } = this.#raycaster;
    return (
      this.#ray.equals(ray) &&
      this.#near === near &&
      this.#far === far &&
      this.#mask === layers.mask &&
      this.#points === params.Points.threshold &&
      this.#lines === params.Line.threshold
    );
  }
}

function prepare(source: EventIndex, raycaster: Raycaster): PreparedRaycast {
  source.refresh();
  return source.index.prepareRaycast(raycaster);
}

/**
 * Makes pointer events of a raycaster use an index. Returns a function that restores the raycaster.
 */
export function castEvents(index: EventIndex, raycaster: Raycaster): () => void {
  const casts = allCasts.get(raycaster) ?? new EventCasts(raycaster);
  allCasts.set(raycaster, casts);
  casts.add(index);
  return () => casts.remove(index);
}

/**
 * Makes ray casts at the root or its ancestors use the index: the root reports the hits of its
 * descendants, so three.js does not test them. Returns a function that restores the root.
 */
export function castFromAncestors(source: EventIndex): () => void {
  const { root } = source.index;
  const patches = new Patches();
  patches.replace(root, 'raycast', (original) => (raycaster: Raycaster, hits: Intersection[]) => {
    if (original.call(root, raycaster, hits) === false) return false;
    const prepared = allCasts.get(raycaster)?.preparedOf(source) ?? prepare(source, raycaster);
    const found = prepared.intersectAll();
    // undefined lets three.js test the descendants
    if (found === undefined) return undefined;
    for (const hit of found) hits.push(hit);
    return false;
  });
  return () => patches.restore();
}
