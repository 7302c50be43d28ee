/**
 * Oracle: correct results, computed by testing every box. The C++ code in
 * tests/cpp/support/scene_oracle.cpp has the same rules.
 *
 * Boxes are closed and have float32 coordinates. All other arithmetic is in double precision.
 *   box, point  closed interval test on float32 values
 *   sphere      squared distance from the center to the box, axes summed in order,
 *               <= radius * radius
 *   ray         per axis t = (bound - origin) / direction; an axis with direction 0 needs
 *               min <= origin <= max; distance = max(t enter, 0) * length(direction); a hit if
 *               distance <= maxDistance
 *   nearest     sorted by squared distance, then by id
 *   frustum     visible unless the box is outside of one plane: normal . corner + constant < 0
 *               for the corner that is farthest in the direction of the normal
 *
 * Queries are flat arrays: box [min..., max...], sphere [center..., radius], ray [origin...,
 * direction..., maxDistance], frustum 6 x [normal x, y, z, constant].
 */

import type { Dimensions } from './definitions.js';

/** Boxes as a flat array [min..., max...], with their number of dimensions. */
export interface BoxSet {
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
}

export interface RankedHits {
  readonly ids: Uint32Array;
  /** One distance per id, in world units. */
  readonly distances: Float64Array;
}

export interface RayHit {
  readonly id: number;
  readonly distance: number;
}

type Numbers = ArrayLike<number>;

function boxCount({ dimensions, boxes }: BoxSet): number {
  return boxes.length / (2 * dimensions);
}

function overlapsAt(
  { dimensions, boxes }: BoxSet,
  id: number,
  low: Numbers,
  high: Numbers,
  highAt: number,
): boolean {
  const at = 2 * dimensions * id;
  for (let d = 0; d < dimensions; d++) {
    if (!(boxes[at + d] <= high[highAt + d] && low[d] <= boxes[at + dimensions + d])) return false;
  }
  return true;
}

function select(set: BoxSet, accept: (id: number) => boolean): Uint32Array {
  const ids: number[] = [];
  for (let id = 0; id < boxCount(set); id++) {
    if (accept(id)) ids.push(id);
  }
  return Uint32Array.from(ids);
}

/** Returns all overlapping pairs as a flat array, with a < b, in lexicographic order. */
export function pairs(set: BoxSet): Uint32Array {
  const { dimensions, boxes } = set;
  const found: number[] = [];
  const count = boxCount(set);
  for (let a = 0; a < count; a++) {
    const box = boxes.subarray(2 * dimensions * a, 2 * dimensions * (a + 1));
    for (let b = a + 1; b < count; b++) {
      if (overlapsAt(set, b, box, box, dimensions)) found.push(a, b);
    }
  }
  return Uint32Array.from(found);
}

/** Returns the ids of boxes that overlap a box, ascending. */
export function queryBox(set: BoxSet, box: Numbers): Uint32Array {
  return select(set, (id) => overlapsAt(set, id, box, box, set.dimensions));
}

/** Returns the ids of boxes that contain a point, ascending. */
export function queryPoint(set: BoxSet, point: Numbers): Uint32Array {
  return select(set, (id) => overlapsAt(set, id, point, point, 0));
}

/** Returns the squared distance from a point to a box; 0 inside. */
export function squaredDistance({ dimensions, boxes }: BoxSet, id: number, point: Numbers): number {
  const at = 2 * dimensions * id;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const below = boxes[at + d] - point[d];
    const above = point[d] - boxes[at + dimensions + d];
    const gap = Math.max(below, above, 0);
    sum += gap * gap;
  }
  return sum;
}

/** Returns the ids of boxes that touch a sphere [center..., radius], ascending. */
export function querySphere(set: BoxSet, sphere: Numbers): Uint32Array {
  const radius = sphere[set.dimensions];
  return select(set, (id) => squaredDistance(set, id, sphere) <= radius * radius);
}

/**
 * Returns the distance along a ray to a box in world units. Returns Infinity if the ray misses the
 * box or ends before the box.
 */
export function rayDistance({ dimensions, boxes }: BoxSet, id: number, ray: Numbers): number {
  const at = 2 * dimensions * id;
  let enter = 0;
  let leave = Infinity;
  let squaredLength = 0;
  for (let d = 0; d < dimensions; d++) {
    const low = boxes[at + d];
    const high = boxes[at + dimensions + d];
    const origin = ray[d];
    const direction = ray[dimensions + d];
    squaredLength += direction * direction;
    if (direction === 0) {
      if (origin < low || origin > high) return Infinity;
      continue;
    }
    const near = ((direction > 0 ? low : high) - origin) / direction;
    const far = ((direction > 0 ? high : low) - origin) / direction;
    enter = Math.max(enter, near);
    leave = Math.min(leave, far);
  }
  const distance = enter * Math.sqrt(squaredLength);
  return enter <= leave && distance <= ray[2 * dimensions] ? distance : Infinity;
}

/**
 * Returns the first box on a ray, or null. At equal distances, the box with the smallest id is
 * first.
 */
export function raycast(set: BoxSet, ray: Numbers): RayHit | null {
  let best: RayHit | null = null;
  for (let id = 0; id < boxCount(set); id++) {
    const distance = rayDistance(set, id, ray);
    if (distance < (best?.distance ?? Infinity)) best = { id, distance };
  }
  return best;
}

interface Ranked {
  readonly id: number;
  readonly rank: number;
}

/** Returns all boxes on a ray, sorted by distance, then by id. */
export function raycastAll(set: BoxSet, ray: Numbers): RankedHits {
  const found: Ranked[] = [];
  for (let id = 0; id < boxCount(set); id++) {
    const rank = rayDistance(set, id, ray);
    if (rank < Infinity) found.push({ id, rank });
  }
  found.sort((a, b) => a.rank - b.rank || a.id - b.id);
  return {
    ids: Uint32Array.from(found, (hit) => hit.id),
    distances: Float64Array.from(found, (hit) => hit.rank),
  };
}

/**
 * Returns the position at which to insert a hit with a given rank, after all hits of equal rank.
 */
function placeOf(best: readonly Ranked[], rank: number): number {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (best[middle].rank > rank) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns up to k nearest boxes within maxDistance, sorted by distance, then by id. */
export function nearest(
  set: BoxSet,
  point: Numbers,
  k: number,
  maxDistance = Infinity,
): RankedHits {
  const limit = maxDistance * maxDistance;
  const best: Ranked[] = [];
  let worst = k > 0 ? Infinity : -1;
  for (let id = 0; id < boxCount(set); id++) {
    const rank = squaredDistance(set, id, point);
    if (rank > limit || rank >= worst) continue;
    // ids ascend, so a box is inserted after boxes at the same distance
    best.splice(placeOf(best, rank), 0, { id, rank });
    best.length = Math.min(best.length, k);
    if (best.length === k) worst = best[k - 1].rank;
  }
  return {
    ids: Uint32Array.from(best, (hit) => hit.id),
    distances: Float64Array.from(best, (hit) => Math.sqrt(hit.rank)),
  };
}

/**
 * Returns the ids of all boxes in ascending order, except boxes that are entirely outside of one of
 * the planes of a frustum. Requires 3D.
 */
export function queryFrustum(set: BoxSet, planes: Numbers): Uint32Array {
  const { dimensions, boxes } = set;
  return select(set, (id) => {
    const at = 2 * dimensions * id;
    for (let plane = 0; plane < planes.length; plane += 4) {
      let height = 0;
      for (let d = 0; d < 3; d++) {
        const normal = planes[plane + d];
        height += normal * (normal >= 0 ? boxes[at + dimensions + d] : boxes[at + d]);
      }
      if (height + planes[plane + 3] < 0) return false;
    }
    return true;
  });
}
