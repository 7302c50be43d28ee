/** Ray casts on a scene. The index finds the objects near the ray, and three.js tests them. */
import {
  type Intersection,
  type LOD,
  type Mesh,
  type Object3D,
  type PerspectiveCamera,
  type Raycaster,
  Vector3,
} from 'three';
import { MESHES, THIN } from './items.js';
import { clip, type FirstHitRaycaster } from './mesh-cast.js';
import type { MeshTrees } from './mesh-trees.js';
import type { SceneObjects } from './scene-objects.js';
import type { Tracked } from './tracked.js';

/** Tolerance for rounding errors of float32, relative to the coordinates. */
const TOLERANCE = 1e-5;

/**
 * Limit of the coordinates of rays, and of the thresholds for points and lines. Above it, three.js
 * tests all objects without the index.
 */
const MAX_MAGNITUDE = 1e17;

/** Maximum scale of a camera for which the bounds of sprites are valid. */
const MAX_CAMERA_SCALE = 1.000_01;

/** Part of a ray that can hit items: distances of its start and end from the origin of the ray. */
interface Span {
  start: number;
  end: number;
}

const a = [0, 0, 0];
const b = [0, 0, 0];
const place = /* @__PURE__ */ new Vector3();

/**
 * Ray cast whose objects near the ray are already found. The methods test only these objects.
 *
 * The ray cast becomes invalid after the next `update`, `cull`, `raycast`, `prepareRaycast` or
 * `dispose`, and after objects were added or removed. A ray with NaN or coordinates of 1e17 or more
 * is always invalid. The methods then return undefined; call the raycaster instead.
 */
export interface PreparedRaycast {
  /**
   * Returns the same intersections as `raycaster.intersectObject(object, true)`, in the same order.
   * @param object - Object below the root of the index.
   * @returns New array, sorted by distance. Undefined if the object is not below the root, or this
   * ray cast is no longer valid.
   */
  intersectObject(object: Object3D): Intersection[] | undefined;
  /**
   * Returns the same intersections as `raycaster.intersectObjects(root.children, true)`, in the
   * same order.
   * @returns New array, sorted by distance. Undefined if this ray cast is no longer valid.
   */
  intersectAll(): Intersection[] | undefined;
}

const UNPREPARED: PreparedRaycast = {
  intersectObject: () => undefined,
  intersectAll: () => undefined,
};

interface Candidate {
  readonly tracked: Tracked;
  readonly instance: number;
  /** Lower bound of the distance of a hit on this candidate. */
  readonly entry: number;
}

/** Finds the objects that a ray may hit, and tests them in the order of three.js. */
export class Caster {
  readonly #objects: SceneObjects;
  readonly #trees: MeshTrees;
  #cast = 0;
  #candidates: Tracked[] = [];
  #one: Uint32Array = new Uint32Array(1);

  constructor(objects: SceneObjects, trees: MeshTrees) {
    this.#objects = objects;
    this.#trees = trees;
  }

  /**
   * Adds all intersections to `target`, or only the closest one if `firstHitOnly` is set. Then
   * sorts `target` by distance.
   */
  cast(raycaster: FirstHitRaycaster, target: Intersection[]): void {
    const firstOnly = raycaster.firstHitOnly === true;
    if (isUnusual(raycaster)) this.#castWithoutIndex(raycaster, firstOnly, target);
    else this.#castOnItems(raycaster, firstOnly, target);
    target.sort(byDistance);
  }

  #castWithoutIndex(raycaster: Raycaster, firstOnly: boolean, target: Intersection[]): void {
    const { children } = this.#objects.root;
    if (!firstOnly) {
      raycaster.intersectObjects(children, true, target);
      return;
    }
    const [first] = raycaster.intersectObjects(children, true);
    if (first !== undefined) target.push(first);
  }

  /** Finds the objects near a ray without testing them. */
  prepare(raycaster: Raycaster): PreparedRaycast {
    if (isUnusual(raycaster)) return UNPREPARED;
    this.#findCandidates(raycaster);
    const candidates = this.#candidates;
    const cast = this.#cast;
    const { nodes } = this.#objects;
    this.#candidates = [];
    const test = (from: number, end: number): Intersection[] | undefined => {
      // later ray casts overwrite the instances that this ray cast found
      const isSame = cast === this.#cast && nodes === this.#objects.nodes;
      if (!isSame || this.#objects.isOutdated) return undefined;
      const hits: Intersection[] = [];
      this.#testRange(candidates, from, end, raycaster, hits);
      return hits.length < 2 ? hits : hits.sort(byDistance);
    };
    return {
      intersectObject: (object) => {
        const tracked = this.#objects.find(object);
        return tracked && test(tracked.ordinal, tracked.end);
      },
      intersectAll: () => test(0, Number.POSITIVE_INFINITY),
    };
  }

  invalidate(): void {
    this.#cast += 1;
  }

  #castOnItems(raycaster: Raycaster, firstOnly: boolean, target: Intersection[]): void {
    this.#findCandidates(raycaster);
    if (firstOnly) this.#testFirst(raycaster, target);
    else this.#testRange(this.#candidates, 0, Number.POSITIVE_INFINITY, raycaster, target);
    this.#candidates = [];
  }

  #findCandidates(raycaster: Raycaster): void {
    this.#cast += 1;
    this.#candidates = [];
    this.#queryAll(raycaster);
    for (const tracked of this.#objects.custom) this.#add(tracked);
    // `#candidates` grows during the loop, because the level of a `LOD` can contain another `LOD`
    for (let i = 0; i < this.#candidates.length; i += 1) {
      for (const lod of this.#candidates[i].lods) this.#add(lod);
    }
    this.#candidates.sort((one, other) => one.ordinal - other.ordinal);
  }

  /** Tests the candidates whose positions in the scene (ordinals) are `from` to `end - 1`. */
  #testRange(
    candidates: readonly Tracked[],
    from: number,
    end: number,
    raycaster: Raycaster,
    target: Intersection[],
  ): void {
    let next = from;
    for (let i = lowerBound(candidates, from); i < candidates.length; i += 1) {
      const tracked = candidates[i];
      if (tracked.ordinal >= end) return;
      if (tracked.ordinal < next) continue;
      if ((tracked.object.layers.mask & raycaster.layers.mask) === 0) continue;
      if (this.#test(tracked, raycaster, false, target) === false) next = tracked.end;
    }
  }

  /**
   * Tests items in ascending order of the distance to their boxes, until no other item can be
   * closer.
   */
  #testFirst(raycaster: Raycaster, target: Intersection[]): void {
    const best = new Closest();
    const list = this.#listCandidates(raycaster, best);
    list.sort((one, other) => one.entry - other.entry);
    const margin = this.#margin(raycaster, 0);
    for (const { tracked, instance, entry } of list) {
      if (entry > best.distance + margin) break;
      const { chosen, chosenCount } = tracked;
      this.#one[0] = instance;
      // restricts the test to this instance
      if (!tracked.isPlain) tracked.chosen = this.#one;
      if (!tracked.isPlain) tracked.chosenCount = 1;
      this.#test(tracked, raycaster, true, best.hits);
      tracked.chosen = chosen;
      tracked.chosenCount = chosenCount;
      best.update(tracked, instance);
    }
    if (best.hit !== undefined) target.push(best.hit);
  }

  /**
   * Returns meshes and instances with the distances to their boxes. Tests all other objects
   * immediately.
   */
  #listCandidates(raycaster: Raycaster, best: Closest): Candidate[] {
    const list: Candidate[] = [];
    let next = 0;
    for (const tracked of this.#candidates) {
      if (tracked.ordinal < next) continue;
      if ((tracked.object.layers.mask & raycaster.layers.mask) === 0) continue;
      if (
        tracked.isCustom ||
        (tracked.kind !== 'mesh' && tracked.isPlain) ||
        tracked.kind === 'lod'
      ) {
        if (this.#test(tracked, raycaster, true, best.hits) === false) next = tracked.end;
        best.update(tracked, 0);
        continue;
      }
      const count = tracked.isPlain ? 1 : tracked.chosenCount;
      for (let i = 0; i < count; i += 1) {
        const instance = tracked.isPlain ? 0 : tracked.chosen[i];
        list.push({ tracked, instance, entry: this.#entry(tracked.ids[instance], raycaster) });
      }
    }
    return list;
  }

  /** Returns the distance from the origin at which a ray enters the box of an item. */
  #entry(id: number, { ray: { origin, direction } }: Raycaster): number {
    const unit = direction.clone().normalize().toArray();
    const span = { start: 0, end: Infinity };
    clip(span, this.#objects.items.boxes, 6 * id, 0, origin.toArray(), unit);
    return span.start;
  }

  /**
   * Tests the triangles or instances of an object that are near the ray. Objects with their own
   * method `raycast` are tested by that method.
   */
  #test(
    tracked: Tracked,
    raycaster: Raycaster,
    firstOnly: boolean,
    target: Intersection[],
  ): unknown {
    const { object, kind, instances, batches } = tracked;
    if (tracked.isCustom) return object.raycast(raycaster, target);
    if (kind === 'lod') {
      this.#testLevel(object as LOD, raycaster, firstOnly, target);
      return undefined;
    }
    if (kind === 'mesh') {
      if (this.#trees.castMesh(object as Mesh, raycaster, firstOnly, target)) return undefined;
    }
    const group = instances ?? batches;
    if (group === undefined) return object.raycast(raycaster, target);
    const chosen = tracked.chosen.subarray(0, tracked.chosenCount).sort();
    group.raycast(raycaster, chosen, chosen.length, target, this.#trees, firstOnly);
    return undefined;
  }

  /**
   * Tests the level that a `LOD` selects for its distance from the ray origin, like
   * `LOD.raycast`.
   */
  #testLevel(lod: LOD, raycaster: Raycaster, firstOnly: boolean, target: Intersection[]): void {
    if (lod.levels.length === 0) return;
    place.setFromMatrixPosition(lod.matrixWorld);
    const level = lod.getObjectForDistance(raycaster.ray.origin.distanceTo(place));
    if (level === null) return;
    const tracked = this.#objects.find(level);
    if (tracked === undefined || tracked.isCustom) {
      level.raycast(raycaster, target);
    } else if (tracked.cast === this.#cast) {
      // tests the level only if the query of this ray cast found it; otherwise the ray misses it
      this.#test(tracked, raycaster, firstOnly, target);
    }
  }

  #queryAll(raycaster: Raycaster): void {
    const { near, far, params } = raycaster;
    const span = { start: Math.max(near, 0), end: far };
    this.#query(raycaster, span, 0, MESHES);
    if (this.#objects.thinCount === 0) return;
    const radius = Math.max(params.Points.threshold, params.Line.threshold, 0);
    // Searches the whole ray. `near` and `far` limit the distance of a point on the ray. The object
    // can be farther than `radius` from this point, for example if its scale is not uniform.
    this.#query(raycaster, { start: 0, end: Infinity }, radius, THIN);
  }

  #margin({ ray: { origin } }: Raycaster, radius: number): number {
    const { largest } = this.#objects.items.extent;
    const { x, y, z } = origin;
    // Limits the margin of a distant origin, because the segment of the ray that `#query` searches
    // begins near the items.
    const smallest = Math.min(4 * largest, Math.abs(x), Math.abs(y), Math.abs(z));
    return TOLERANCE * Math.max(largest, smallest) + radius;
  }

  #query(raycaster: Raycaster, span: Span, radius: number, category: number): void {
    const { items } = this.#objects;
    const { origin, direction } = raycaster.ray;
    const margin = this.#margin(raycaster, radius);
    const from = origin.toArray();
    const unit = direction.clone().normalize().toArray();
    const near = { ...span };
    const isNear = clip(near, items.extent.box, 0, margin, from, unit) && near.start <= near.end;
    // if the ray misses the box of all bounded items, a query at its origin finds unbounded items
    const hasPart = isNear && near.end < Infinity;
    span.start = hasPart ? Math.max(near.start - margin, span.start) : 0;
    span.end = hasPart ? Math.min(near.end + margin, span.end) : 0;
    for (let axis = 0; axis < 3; axis += 1) {
      a[axis] = from[axis] + span.start * unit[axis];
      b[axis] = from[axis] + span.end * unit[axis];
    }
    let count = items.tree.queryCapsuleInto(a, b, margin, items.found, category);
    if (count > items.found.length) {
      items.found = new Uint32Array(count);
      count = items.tree.queryCapsuleInto(a, b, margin, items.found, category);
    }
    const { found, owners, instances } = items;
    for (let i = 0; i < count; i += 1) {
      const tracked = owners[found[i]];
      if (tracked === undefined) continue;
      this.#add(tracked);
      if (!tracked.isPlain) tracked.choose(instances[found[i]]);
    }
  }

  #add(tracked: Tracked): void {
    if (tracked.cast === this.#cast) return;
    tracked.cast = this.#cast;
    tracked.chosenCount = 0;
    this.#candidates.push(tracked);
  }
}

const byDistance = (one: Intersection, other: Intersection): number =>
  one.distance - other.distance;

/** Returns the index of the first object in the list whose ordinal is at least `ordinal`. */
function lowerBound(list: readonly Tracked[], ordinal: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle].ordinal < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Closest intersection of a ray. At equal distances, the intersection that three.js finds first.
 */
class Closest {
  hit: Intersection | undefined;
  readonly hits: Intersection[] = [];
  #ordinal = 0;
  #instance = 0;

  get distance(): number {
    return this.hit?.distance ?? Number.POSITIVE_INFINITY;
  }

  /** Compares the intersections in `hits` with the closest one so far, and clears `hits`. */
  update({ ordinal }: Tracked, instance: number): void {
    for (const hit of this.hits) {
      if (!this.#isBefore(hit, ordinal, instance)) continue;
      this.hit = hit;
      this.#ordinal = ordinal;
      this.#instance = instance;
    }
    this.hits.length = 0;
  }

  #isBefore(hit: Intersection, ordinal: number, instance: number): boolean {
    if (this.hit === undefined || hit.distance < this.hit.distance) return true;
    if (hit.distance > this.hit.distance || ordinal > this.#ordinal) return false;
    return ordinal < this.#ordinal || instance < this.#instance;
  }
}

/**
 * Returns whether a ray could hit points outside the bounds of the items, so that the index cannot
 * be used.
 */
function isUnusual({ ray, near, far, camera, params }: Raycaster): boolean {
  const { origin, direction } = ray;
  const length = direction.length();
  const largest = Math.max(Math.abs(origin.x), Math.abs(origin.y), Math.abs(origin.z), length);
  const thresholds = params.Points.threshold + params.Line.threshold;
  if (!(largest + thresholds < MAX_MAGNITUDE) || length === 0) return true;
  if (!(near <= far)) return true;
  return camera !== null && largestScale(camera) > MAX_CAMERA_SCALE;
}

const largestScale = ({ matrixWorld }: Pick<PerspectiveCamera, 'matrixWorld'>): number =>
  matrixWorld.getMaxScaleOnAxis();
