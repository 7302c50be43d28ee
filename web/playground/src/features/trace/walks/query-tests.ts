/**
 * The library's tests of nodes and items, in its arithmetic: items in double precision, nodes in single precision
 * against padded limits, with the same roundings in the same order, so that a walk comes to the same nodes.
 */

import type { QueryShape } from '../../../model/query-shape.js';

const f = Math.fround;
const LARGEST = f(3.4028234663852886e38);

/** A test of the box that starts at a place of a flat list. */
export type BoxTest = (boxes: Float32Array, at: number) => boolean;

export interface QueryTests {
  /** Whether anything inside of a node may be a hit. */
  readonly touches: BoxTest;
  /** The same as four boxes at once are asked; differs for rays, by a rounding. */
  readonly touchesPacked: BoxTest;
  /** Whether all inside is a hit; null for queries that cannot tell. */
  readonly covers: BoxTest | null;
  /** The same as four boxes at once are asked; differs for distances, by a rounding. */
  readonly coversPacked: BoxTest | null;
  readonly hits: BoxTest;
}

/** Limit in single precision that is safe to compare lower bounds with. */
export function paddedLimit(limit: number): number {
  if (!(limit < 3e38)) return LARGEST;
  return f(f(limit * (1 + 1e-6)) + f(1e-37));
}

/** The largest squared distance in single precision that is surely within the limit. */
function innerLimit(limit: number): number {
  if (!(limit < 3e38)) return LARGEST;
  return f(f(limit * (1 - 1e-6)) - f(1e-37));
}

/** Squared distance to a box in single precision: a bound of that to everything inside. */
export function distanceBound(point: Float32Array, boxes: Float32Array, at: number): number {
  const dimensions = point.length;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const below = f(boxes[at + d] - point[d]);
    const above = f(point[d] - boxes[at + dimensions + d]);
    const gap = Math.max(below, above, 0);
    sum = f(sum + f(gap * gap));
  }
  return sum;
}

/** Squared distance to a box, exactly. */
export function distanceSquared(point: Float32Array, boxes: Float32Array, at: number): number {
  const dimensions = point.length;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const gap = Math.max(boxes[at + d] - point[d], point[d] - boxes[at + dimensions + d], 0);
    sum += gap * gap;
  }
  return sum;
}

function boxTests({ box, dimensions }: QueryShape): QueryTests {
  const touches: BoxTest = (boxes, at) => {
    for (let d = 0; d < dimensions; d++) {
      if (boxes[at + d] > box[dimensions + d] || boxes[at + dimensions + d] < box[d]) return false;
    }
    return true;
  };
  const covers: BoxTest = (boxes, at) => {
    for (let d = 0; d < dimensions; d++) {
      if (boxes[at + d] < box[d] || boxes[at + dimensions + d] > box[dimensions + d]) return false;
    }
    return true;
  };
  return { touches, touchesPacked: touches, covers, coversPacked: covers, hits: touches };
}

/** Radius in world units, rounded as the library's argument is. */
function distanceTests({ centre, dimensions }: QueryShape, radius: number): QueryTests {
  const reach = f(radius);
  const limit = reach * reach;
  const padded = paddedLimit(limit);
  const inner = innerLimit(limit);
  const touches: BoxTest = (boxes, at) => distanceBound(centre, boxes, at) <= padded;
  const covers: BoxTest = (boxes, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const far = Math.max(centre[d] - boxes[at + d], boxes[at + dimensions + d] - centre[d]);
      sum += far * far;
    }
    return sum <= limit;
  };
  const coversPacked: BoxTest = (boxes, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const low = f(centre[d] - boxes[at + d]);
      const far = Math.max(low, f(boxes[at + dimensions + d] - centre[d]));
      sum = f(sum + f(far * far));
    }
    return sum <= inner;
  };
  const hits: BoxTest = (boxes, at) => distanceSquared(centre, boxes, at) <= limit;
  return { touches, touchesPacked: touches, covers, coversPacked, hits };
}

export interface RayNumbers {
  readonly unit: readonly number[];
  readonly length: number;
  readonly limit: number;
  readonly padded: number;
}

export function rayNumbers({ direction, length }: QueryShape): RayNumbers {
  let squared = 0;
  for (const part of direction) squared += part * part;
  const norm = Math.sqrt(squared);
  const limit = f(length);
  return {
    unit: Array.from(direction, (part) => part / norm),
    length: norm,
    limit,
    padded: paddedLimit(limit),
  };
}

/** By slabs. A component too small for a reciprocal in single precision does not prune. */
function rayTests(shape: QueryShape): QueryTests {
  const { origin, direction, dimensions } = shape;
  const { unit, length, limit, padded } = rayNumbers(shape);
  const widen = f(1 + 2 ** -20);
  const tiny = f(1e-37);
  const crossed = unit.map((part) => Math.abs(part) >= 1e-30);
  const reciprocal = unit.map((part, d) => (crossed[d] ? f(1 / part) : 0));
  const MISS = Infinity;
  const bound = (boxes: Float32Array, at: number): number => {
    let enter = 0;
    let leave = padded;
    for (let d = 0; d < dimensions; d++) {
      const low = boxes[at + d];
      const high = boxes[at + dimensions + d];
      if (direction[d] === 0) {
        if (origin[d] < low || origin[d] > high) return MISS;
      } else if (crossed[d]) {
        const first = f(f(low - origin[d]) * reciprocal[d]);
        const second = f(f(high - origin[d]) * reciprocal[d]);
        enter = Math.max(enter, Math.min(first, second));
        leave = Math.min(leave, Math.max(first, second));
      }
    }
    return enter <= f(f(leave * widen) + tiny) ? enter : MISS;
  };
  const hits: BoxTest = (boxes, at) => {
    let enter = 0;
    let leave = Infinity;
    for (let d = 0; d < dimensions; d++) {
      const low = boxes[at + d];
      const high = boxes[at + dimensions + d];
      if (direction[d] === 0) {
        if (origin[d] < low || origin[d] > high) return false;
        continue;
      }
      const first = (low - origin[d]) / direction[d];
      const second = (high - origin[d]) / direction[d];
      enter = Math.max(enter, Math.min(first, second));
      leave = Math.min(leave, Math.max(first, second));
    }
    return enter <= leave && enter * length <= limit;
  };
  return {
    touches: (boxes, at) => bound(boxes, at) <= padded,
    touchesPacked: (boxes, at) => bound(boxes, at) < MISS,
    covers: null,
    coversPacked: null,
    hits,
  };
}

/** Signed distance of the corner of a box that is farthest along a plane's normal, or against it. */
function cornerAlong(
  planes: Float32Array,
  plane: number,
  boxes: Float32Array,
  at: number,
  farthest: boolean,
): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) {
    const normal = planes[4 * plane + d];
    sum += normal * boxes[at + d + (normal >= 0 === farthest ? 3 : 0)];
  }
  return sum + planes[4 * plane + 3];
}

function frustumTests({ frustum }: QueryShape): QueryTests {
  const planes = frustum?.planes ?? new Float32Array(0);
  const all = Array.from({ length: planes.length / 4 }, (_, plane) => plane);
  const touches: BoxTest = (boxes, at) =>
    !all.some((plane) => cornerAlong(planes, plane, boxes, at, true) < 0);
  const covers: BoxTest = (boxes, at) =>
    all.every((plane) => cornerAlong(planes, plane, boxes, at, false) >= 0);
  return { touches, touchesPacked: touches, covers, coversPacked: covers, hits: touches };
}

export function queryTests(shape: QueryShape): QueryTests {
  switch (shape.kind) {
    case 'sphere':
      return distanceTests(shape, shape.radius);
    case 'nearest':
      return distanceTests(shape, Infinity);
    case 'ray':
      return rayTests(shape);
    case 'frustum':
      return frustumTests(shape);
    default:
      return boxTests(shape);
  }
}
