/**
 * Which nodes a query looks at, worked out from the node dump: the same walk that a hierarchy makes, with the same
 * closed tests. A node is tested when its parent was entered, and entered when the query touches its bounds, or its
 * sphere where it has one.
 */

import type { NodeDump } from 'sapwood/all';
import type { QueryShape } from '../../model/query-shape.js';

export const UNSEEN = 0;
export const REJECTED = 1;
export const ENTERED = 2;

export interface NodeWalk {
  /** UNSEEN, REJECTED or ENTERED for each node of the dump. */
  states: Uint8Array;
  tested: number;
  entered: number;
}

/** Whether the query touches the box, or the sphere, that starts at `at`. */
type TouchTest = (volumes: Float32Array, at: number) => boolean;

function boxTest({ box, dimensions }: QueryShape): TouchTest {
  return (bounds, at) => {
    for (let d = 0; d < dimensions; d++) {
      if (bounds[at + d] > box[dimensions + d] || bounds[at + dimensions + d] < box[d])
        return false;
    }
    return true;
  };
}

function distanceTest({ centre, dimensions }: QueryShape, reach: number): TouchTest {
  const limit = reach * reach;
  return (bounds, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const gap = Math.max(bounds[at + d] - centre[d], centre[d] - bounds[at + dimensions + d], 0);
      sum += gap * gap;
    }
    return sum <= limit;
  };
}

/** By slabs; the ray's parameter runs from 0 at its start to 1 at its end. */
function rayTest({ origin, direction, dimensions }: QueryShape): TouchTest {
  return (bounds, at) => {
    let enter = 0;
    let leave = 1;
    for (let d = 0; d < dimensions; d++) {
      const low = bounds[at + d] - origin[d];
      const high = bounds[at + dimensions + d] - origin[d];
      if (direction[d] === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const first = low / direction[d];
      const second = high / direction[d];
      enter = Math.max(enter, Math.min(first, second));
      leave = Math.min(leave, Math.max(first, second));
    }
    return enter <= leave;
  };
}

/** A box is out when all of it lies outside of one plane. */
function frustumTest({ frustum }: QueryShape): TouchTest {
  const planes = frustum?.planes ?? new Float32Array(0);
  return (bounds, at) => {
    for (let p = 0; p < planes.length; p += 4) {
      let most = planes[p + 3];
      for (let d = 0; d < 3; d++) {
        most += planes[p + d] * bounds[at + d + (planes[p + d] > 0 ? 3 : 0)];
      }
      if (most < 0) return false;
    }
    return true;
  };
}

/** `reach` is the distance of the farthest neighbour found; a nearest search cannot look at less. */
function touchTest(query: QueryShape, reach: number): TouchTest {
  if (query.kind === 'box') return boxTest(query);
  if (query.kind === 'sphere') return distanceTest(query, query.radius);
  if (query.kind === 'nearest') return distanceTest(query, reach);
  return query.kind === 'frustum' ? frustumTest(query) : rayTest(query);
}

function sphereInBoxTest({ box, dimensions }: QueryShape): TouchTest {
  return (spheres, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const centre = spheres[at + d];
      const gap = Math.max(box[d] - centre, centre - box[dimensions + d], 0);
      sum += gap * gap;
    }
    return sum <= spheres[at + dimensions] ** 2;
  };
}

function sphereDistanceTest({ centre, dimensions }: QueryShape, reach: number): TouchTest {
  return (spheres, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += (spheres[at + d] - centre[d]) ** 2;
    return sum <= (reach + spheres[at + dimensions]) ** 2;
  };
}

/** By the point of the ray that is closest to the centre. */
function sphereRayTest({ origin, direction, length, dimensions }: QueryShape): TouchTest {
  return (spheres, at) => {
    let along = 0;
    for (let d = 0; d < dimensions; d++) along += (spheres[at + d] - origin[d]) * direction[d];
    const t = Math.min(Math.max(along / (length * length || 1), 0), 1);
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      sum += (origin[d] + t * direction[d] - spheres[at + d]) ** 2;
    }
    return sum <= spheres[at + dimensions] ** 2;
  };
}

function sphereFrustumTest({ frustum }: QueryShape): TouchTest {
  const planes = frustum?.planes ?? new Float32Array(0);
  return (spheres, at) => {
    for (let p = 0; p < planes.length; p += 4) {
      let centre = planes[p + 3];
      for (let d = 0; d < 3; d++) centre += planes[p + d] * spheres[at + d];
      if (centre < -spheres[at + 3]) return false;
    }
    return true;
  };
}

function sphereTest(query: QueryShape, reach: number): TouchTest {
  if (query.kind === 'box') return sphereInBoxTest(query);
  if (query.kind === 'sphere') return sphereDistanceTest(query, query.radius);
  if (query.kind === 'nearest') return sphereDistanceTest(query, reach);
  return query.kind === 'frustum' ? sphereFrustumTest(query) : sphereRayTest(query);
}

/** Fills `walk` for the nodes of the dump; parents come before children there. */
export function walkNodes(dump: NodeDump, query: QueryShape, reach: number, walk: NodeWalk): void {
  const { bounds, count, parent, spheres } = dump;
  if (walk.states.length < count) walk.states = new Uint8Array(2 * count);
  const { states } = walk;
  const touches = spheres ? sphereTest(query, reach) : touchTest(query, reach);
  const volumes = spheres ?? bounds;
  const stride = volumes.length / Math.max(count, 1);
  walk.tested = 0;
  walk.entered = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node];
    if (query.kind === 'none' || (above >= 0 && states[above] !== ENTERED)) {
      states[node] = UNSEEN;
      continue;
    }
    walk.tested++;
    const entered = touches(volumes, node * stride);
    states[node] = entered ? ENTERED : REJECTED;
    if (entered) walk.entered++;
  }
}
