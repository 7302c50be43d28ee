import type { Object3D } from 'three';
import { expected } from '../errors.js';
import type { PointLike } from '../inputs.js';
import { requireOptions } from '../option-names.js';
import type { SceneItem, SceneObjects } from './scene-objects.js';

/** Options of `SceneIndex.nearest`. */
export interface SceneNearestOptions {
  /** Maximum number of results, an integer >= 0 or Infinity. Default: 1. */
  readonly count?: number | undefined;
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  readonly maxDistance?: number | undefined;
  /** Returns whether an item can be a result. Default: all items. */
  readonly filter?: ((item: SceneItem) => boolean) | undefined;
}

/** Object or instance near a point. */
export interface SceneNeighbor extends SceneItem {
  /**
   * Distance from the point to the world box of the item, in world units. 0 if the box contains the
   * point.
   */
  readonly distance: number;
}

/** Two objects or instances whose world boxes overlap. */
export type ScenePair = [SceneItem, SceneItem];

export class ItemQueries {
  readonly #objects: SceneObjects;

  constructor(objects: SceneObjects) {
    this.#objects = objects;
  }

  nearest(point: PointLike, options: SceneNearestOptions): SceneNeighbor[] {
    requireOptions(options, ['count', 'filter', 'maxDistance']);
    const { count = 1, filter, maxDistance } = options;
    if (!(Number.isInteger(count) || count === Number.POSITIVE_INFINITY) || count < 0) {
      throw expected('invalid-argument', 'count', 'an integer >= 0 or Infinity', count);
    }
    if (filter !== undefined && typeof filter !== 'function') {
      throw expected('invalid-argument', 'filter', 'a function', filter);
    }
    const { tree } = this.#objects.items;
    const exact = readPoint(point);
    const distance = (id: number): number => {
      const isResult = this.#isDrawable(id) && (filter === undefined || filter(this.#itemOf(id)));
      return isResult ? this.#distanceTo(id, exact) : Number.POSITIVE_INFINITY;
    };
    const { ids, distances } = tree.nearest(point, count, { maxDistance, distance });
    return Array.from(ids, (id, i) => ({ ...this.#itemOf(id), distance: distances[i] }));
  }

  pairs(target: ScenePair[]): ScenePair[] {
    const found = this.#objects.items.tree.pairsView();
    let count = 0;
    for (let i = 0; i < found.length; i += 2) {
      if (!this.#isDrawable(found[i]) || !this.#isDrawable(found[i + 1])) continue;
      const one = this.#itemOf(found[i]);
      const other = this.#itemOf(found[i + 1]);
      const pair = target[count];
      if (pair === undefined) {
        target.push([one, other]);
      } else {
        pair[0] = one;
        pair[1] = other;
      }
      count += 1;
    }
    target.length = count;
    return target;
  }

  /** Returns false for an instance that is deleted, hidden or beyond the count of its mesh. */
  #isDrawable(id: number): boolean {
    const { owners, instances } = this.#objects.items;
    const tracked = owners[id];
    if (tracked === undefined) return false;
    if (tracked.instances !== undefined) return instances[id] < tracked.instances.count;
    return tracked.batches === undefined || tracked.batches.geometries[instances[id]] >= 0;
  }

  /**
   * Returns the description of an item. Returns the same object for an id while the item is in the
   * index.
   */
  #itemOf(id: number): SceneItem {
    const { owners, instances, results } = this.#objects.items;
    let item = results[id];
    if (item === undefined) {
      const tracked = owners[id] as { object: Object3D; instances?: unknown; batches?: unknown };
      const { object } = tracked;
      if (tracked.instances !== undefined) item = { object, instanceId: instances[id] };
      else if (tracked.batches !== undefined) item = { object, batchId: instances[id] };
      else item = { object };
      results[id] = item;
    }
    return item;
  }

  #distanceTo(id: number, point: readonly number[]): number {
    const { boxes } = this.#objects.items;
    let sum = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      const at = 6 * id + axis;
      const gap = Math.max(boxes[at] - point[axis], point[axis] - boxes[at + 3], 0);
      sum += gap * gap;
    }
    return Math.sqrt(sum);
  }
}

/** Returns a point rounded to float32, as the tree stores it. Invalid coordinates become NaN. */
function readPoint(point: PointLike): readonly number[] {
  // for values that are not objects, the query of the tree throws the error
  const given = (point ?? []) as ArrayLike<number> & { x: number; y: number; z: number };
  const { 0: first = given.x, 1: second = given.y, 2: third = given.z } = given;
  return [Math.fround(first), Math.fround(second), Math.fround(third)];
}
