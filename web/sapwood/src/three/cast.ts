/** Ray casts through the tree. three.js tests the objects and instances that a ray may hit. */
import type { Intersection, PerspectiveCamera, Raycaster } from 'three';
import { type Extent, MESHES, THIN } from './items.js';
import type { SceneObjects } from './scene-objects.js';
import type { Tracked } from './tracked.js';

/** Tolerance of the query relative to the coordinates, for the rounding to float32. */
const TOLERANCE = 1e-5;

/** Scale of a camera up to which bounds of sprites are valid. */
const MAX_CAMERA_SCALE = 1.000_01;

/** Part of a ray that can hit items: distances from its origin. */
interface Span {
  start: number;
  end: number;
}

const a = [0, 0, 0];
const b = [0, 0, 0];

/** Finds what a ray may hit, in the order in which three.js tests it. */
export class Caster {
  readonly #objects: SceneObjects;
  #cast = 0;
  #candidates: Tracked[] = [];

  constructor(objects: SceneObjects) {
    this.#objects = objects;
  }

  /** Appends all intersections, sorted by distance. */
  cast(raycaster: Raycaster, target: Intersection[]): void {
    if (isUnusual(raycaster)) {
      raycaster.intersectObjects(this.#objects.root.children, true, target);
      return;
    }
    this.#cast += 1;
    this.#candidates = [];
    this.#queryAll(raycaster);
    for (const tracked of this.#objects.customs) this.#add(tracked);
    // grows while it is read: a level of a LOD can be a LOD
    for (let i = 0; i < this.#candidates.length; i += 1) {
      for (const lod of this.#candidates[i].lods) this.#add(lod);
    }
    this.#candidates.sort((one, other) => one.ordinal - other.ordinal);
    let next = 0;
    for (const tracked of this.#candidates) {
      if (tracked.ordinal < next) continue;
      if ((tracked.object.layers.mask & raycaster.layers.mask) === 0) continue;
      if (test(tracked, raycaster, target) === false) next = tracked.end;
    }
    this.#candidates = [];
    target.sort((one, other) => one.distance - other.distance);
  }

  #queryAll(raycaster: Raycaster): void {
    const { near, far, params } = raycaster;
    const { items, thinCount } = this.#objects;
    const span = { start: Math.max(near, 0), end: far };
    this.#query(raycaster, span, 0, MESHES);
    if (thinCount === 0) return;
    const radius = Math.max(params.Points.threshold, params.Line.threshold, 0);
    // near and far apply to points on the object, which can be farther away than the threshold
    this.#query(raycaster, { start: 0, end: Infinity }, radius, THIN);
    void items;
  }

  #query(raycaster: Raycaster, span: Span, radius: number, category: number): void {
    const { items } = this.#objects;
    const { origin, direction } = raycaster.ray;
    const { extent } = items;
    const length = direction.length();
    const largest = largestCoordinate(extent, origin);
    const margin = TOLERANCE * largest + radius;
    const from = [origin.x, origin.y, origin.z];
    const unit = [direction.x / length, direction.y / length, direction.z / length];
    // without a common part, the query still returns unbounded items
    if (!clip(span, extent, margin, from, unit)) span.start = span.end = 0;
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

/** Calls the method of an object, or does the same for the instances that the ray may hit. */
function test(tracked: Tracked, raycaster: Raycaster, target: Intersection[]): unknown {
  const { object, instances, batches } = tracked;
  const crowd = instances ?? batches;
  if (tracked.isCustom || crowd === undefined) return object.raycast(raycaster, target);
  const chosen = tracked.chosen.subarray(0, tracked.chosenCount).sort();
  crowd.raycast(raycaster, chosen, chosen.length, target);
  return undefined;
}

/** True if bounds of items do not apply to a ray. */
function isUnusual({ ray, near, far, camera, params }: Raycaster): boolean {
  const { origin, direction } = ray;
  const length = direction.length();
  const sum = origin.x + origin.y + origin.z + length;
  const thresholds = params.Points.threshold + params.Line.threshold;
  if (!Number.isFinite(sum + thresholds) || length === 0) return true;
  if (!(near <= far)) return true;
  return camera !== null && largestScale(camera) > MAX_CAMERA_SCALE;
}

const largestScale = ({ matrixWorld }: Pick<PerspectiveCamera, 'matrixWorld'>): number =>
  matrixWorld.getMaxScaleOnAxis();

function largestCoordinate({ min, max }: Extent, { x, y, z }: { x: number; y: number; z: number }) {
  let largest = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    if (min[axis] <= max[axis]) {
      largest = Math.max(largest, Math.abs(min[axis]), Math.abs(max[axis]));
    }
  }
  // the origin matters only if it is not far outside; the segment begins at the items then
  return Math.max(largest, Math.min(4 * largest, Math.abs(x), Math.abs(y), Math.abs(z)));
}

/** Shortens a span to the part of a ray near the items. Returns false if there is none. */
function clip(
  span: Span,
  { min, max }: Extent,
  margin: number,
  from: readonly number[],
  unit: readonly number[],
): boolean {
  let { start, end } = span;
  for (let axis = 0; axis < 3; axis += 1) {
    const low = min[axis] - margin;
    const high = max[axis] + margin;
    if (unit[axis] === 0) {
      if (!(from[axis] >= low && from[axis] <= high)) return false;
      continue;
    }
    const first = (low - from[axis]) / unit[axis];
    const second = (high - from[axis]) / unit[axis];
    start = Math.max(start, Math.min(first, second));
    end = Math.min(end, Math.max(first, second));
  }
  if (!(start <= end) || !Number.isFinite(end)) return false;
  span.start = Math.max(start - margin, span.start);
  span.end = Math.min(end + margin, span.end);
  return true;
}
