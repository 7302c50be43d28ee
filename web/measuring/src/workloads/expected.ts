/**
 * Computes the correct results with code that is independent of the library and its peers, and
 * checks the results of contestants.
 */

import { type Dimensions, entryDistance } from 'peers';
import { collectPairs, NO_ID, oracle, pairsHash, ResultHash, sweepPairs } from 'scenes';
import type { Input } from './inputs.js';
import { NEIGHBORS } from './inputs.js';

/**
 * Number of results of one call, and their checksum. The checksum ignores the order of the results
 * within a query.
 */
export interface WorkloadResult {
  readonly count: number;
  readonly hash: string;
  /** Only for ray workloads: id of the box that each ray hits first, or -1 if it hits nothing. */
  readonly ids?: Int32Array | undefined;
}

export function pairsResult(pairs: ArrayLike<number>): WorkloadResult {
  return { count: pairs.length / 2, hash: pairsHash(pairs) };
}

export function expectedPairs(dimensions: Dimensions, boxes: Float32Array): WorkloadResult {
  return pairsResult(collectPairs({ dimensions, boxes }));
}

/**
 * Finds the boxes that each query box overlaps, with a sweep over boxes and queries together. Boxes
 * for which `live` returns false are ignored.
 */
export function expectedBoxResults(
  dimensions: Dimensions,
  boxes: Float32Array,
  queries: Float32Array,
  live: (id: number) => boolean = () => true,
): WorkloadResult {
  const stride = 2 * dimensions;
  const n = boxes.length / stride;
  const all = new Float32Array(boxes.length + queries.length);
  all.set(boxes);
  all.set(queries, boxes.length);
  const found: number[][] = Array.from({ length: queries.length / stride }, () => []);
  sweepPairs({ dimensions, boxes: all }, (a, b) => {
    if (a < n && b >= n && live(a)) found[b - n].push(a);
  });
  const hash = new ResultHash();
  for (const ids of found) hash.addSet(ids);
  return { count: hash.results, hash: hash.hex };
}

export function nearestResult(ids: Int32Array): WorkloadResult {
  const hash = new ResultHash();
  for (let at = 0; at < ids.length; at += NEIGHBORS) {
    hash.addSet(ids.subarray(at, at + NEIGHBORS).filter((id) => id >= 0));
  }
  return { count: hash.results, hash: hash.hex };
}

export function expectedNearest({ dimensions, boxes, queries }: Input): WorkloadResult {
  const hash = new ResultHash();
  for (let at = 0; at < queries.length; at += dimensions) {
    const point = queries.subarray(at, at + dimensions);
    hash.addSet(oracle.nearest({ dimensions, boxes }, point, NEIGHBORS).ids);
  }
  return { count: hash.results, hash: hash.hex };
}

export function raysResult(ids: Int32Array): WorkloadResult {
  const hash = new ResultHash();
  for (const id of ids) hash.addId(id < 0 ? NO_ID : id);
  return { count: hash.results, hash: hash.hex, ids };
}

interface Hit {
  readonly id: number;
  readonly distance: number;
}

/** Bounding box of the part of a ray between its origin and a distance, which `clip` sets. */
class RayBounds {
  readonly low = new Float64Array(3);
  readonly high = new Float64Array(3);

  constructor(
    private readonly rays: Float32Array,
    private readonly from: number,
    private readonly dimensions: Dimensions,
  ) {}

  clip(distance: number): void {
    const { rays, from, dimensions } = this;
    for (let d = 0; d < dimensions; d++) {
      const origin = rays[from + d];
      const end = origin + rays[from + dimensions + d] * distance;
      this.low[d] = Math.min(origin, end);
      this.high[d] = Math.max(origin, end);
    }
  }

  misses(boxes: Float32Array, at: number, margin: number): boolean {
    const { low, high, dimensions } = this;
    for (let d = 0; d < dimensions; d++) {
      if (boxes[at + d] - margin > high[d] || boxes[at + dimensions + d] + margin < low[d])
        return true;
    }
    return false;
  }
}

/** Returns the first box that a ray hits if all boxes are enlarged by `margin` on each side. */
function firstHit({ dimensions, boxes, queries }: Input, ray: number, margin: number): Hit {
  const stride = 2 * dimensions;
  const from = ray * (stride + 1);
  const maxDistance = queries[from + stride];
  const bounds = new RayBounds(queries, from, dimensions);
  bounds.clip(maxDistance);
  const box = new Float64Array(stride);
  let best: Hit = { id: -1, distance: Number.POSITIVE_INFINITY };
  for (let at = 0; at < boxes.length; at += stride) {
    if (bounds.misses(boxes, at, margin)) continue;
    for (let d = 0; d < dimensions; d++) {
      box[d] = boxes[at + d] - margin;
      box[dimensions + d] = boxes[at + dimensions + d] + margin;
    }
    const distance = entryDistance(box, 0, queries, from, dimensions);
    if (distance > maxDistance || distance >= best.distance) continue;
    best = { id: at / stride, distance };
    bounds.clip(distance);
  }
  return best;
}

export function expectedRays(input: Input): WorkloadResult {
  const count = input.queries.length / (2 * input.dimensions + 1);
  return raysResult(Int32Array.from({ length: count }, (_, ray) => firstHit(input, ray, 0).id));
}

/**
 * Tolerance for physics engines, which compute ray hits in float32. It suits worlds that are a few
 * hundred units wide.
 */
const RAY_TOLERANCE = 2e-4;
/**
 * Maximum number of rays whose hit may differ from the expected hit within `RAY_TOLERANCE`. If more
 * hits differ, the result is wrong.
 */
const MAX_ROUNDED = 50;

function isRounded(input: Input, ray: number, id: number): boolean {
  const near = firstHit(input, ray, RAY_TOLERANCE);
  const far = firstHit(input, ray, -RAY_TOLERANCE);
  if (id < 0) return far.id < 0;
  const stride = 2 * input.dimensions;
  const only = { ...input, boxes: input.boxes.subarray(id * stride, (id + 1) * stride) };
  const { distance } = firstHit(only, ray, RAY_TOLERANCE);
  const slack = RAY_TOLERANCE * (1 + near.distance);
  return distance >= near.distance && distance <= far.distance + slack;
}

export interface Comparison {
  readonly right: boolean;
  /** Reason for a failure, or the number of rays that needed the tolerance. */
  readonly note?: string;
}

function differences(result: WorkloadResult, expected: WorkloadResult): number[] {
  if (!result.ids || !expected.ids || result.ids.length !== expected.ids.length) return [];
  const { ids } = expected;
  return [...result.ids.keys()].filter((ray) => result.ids![ray] !== ids[ray]);
}

export function compareResults(
  result: WorkloadResult,
  expected: WorkloadResult,
  input: Input,
): Comparison {
  if (result.count === expected.count && result.hash === expected.hash) return { right: true };
  const other = differences(result, expected);
  if (other.length > 0 && other.length <= MAX_ROUNDED) {
    if (other.every((ray) => isRounded(input, ray, result.ids![ray]))) {
      const note = `${other.length} rays graze a box within float32 rounding`;
      return { right: true, note };
    }
  }
  const note = `found ${result.count} (${result.hash}), expected ${expected.count} (${expected.hash})`;
  return { right: false, note };
}
