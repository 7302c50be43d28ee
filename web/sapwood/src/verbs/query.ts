/** Verbs that find items in a region: box, point, sphere, frustum; and the streamed box query. */
import { expected } from '../errors.js';
import {
  eyeIn,
  type FrustumLike,
  type FrustumOptions,
  frustumIn,
  readFrustum,
  readFrustumOptions,
} from '../frustum.js';
import {
  type BoxLike,
  boxIn,
  type FilterLike,
  filterIn,
  type PointLike,
  pointIn,
  readBox,
  readPoint,
  readQueryFilter,
  readRadius,
  type SphereLike,
} from '../inputs.js';
import { calls, f32, scratch } from '../memory.js';
import { demand, type IndexState, live, refused } from '../state.js';
import { withVisitor } from '../visitor.js';

// Each `find…` answers the number found and leaves the ids in the shared result buffer.

export function findInBox(state: IndexState, box: BoxLike, filter?: FilterLike): number {
  live(state);
  readQueryFilter(filter);
  readBox(box, state.dimensions, 'box');
  const b = boxIn;
  const f = filterIn;
  const h = live(state);
  const found = calls.sapwood_query_box(h, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]);
  if (found < 0) throw refused('queryBox', found);
  return found;
}

export function findAtPoint(state: IndexState, point: PointLike, filter?: FilterLike): number {
  live(state);
  readQueryFilter(filter);
  readPoint(point, state.dimensions, 'point');
  const p = pointIn;
  const f = filterIn;
  const found = calls.sapwood_query_point(live(state), p[0], p[1], p[2], f[0], f[1]);
  if (found < 0) throw refused('queryPoint', found);
  return found;
}

export function findInSphere(
  state: IndexState,
  center: PointLike,
  radius: number,
  filter?: FilterLike,
): number {
  live(state);
  readQueryFilter(filter);
  readPoint(center, state.dimensions, 'center');
  const r = readRadius(radius);
  const p = pointIn;
  const f = filterIn;
  const found = calls.sapwood_query_sphere(live(state), p[0], p[1], p[2], r, f[0], f[1]);
  if (found < 0) throw refused('querySphere', found);
  return found;
}

/** Whether the first argument of a sphere verb is the whole sphere. */
export function isSphere(value: PointLike | SphereLike): value is SphereLike {
  return typeof value === 'object' && value !== null && 'center' in value;
}

const EVERYTHING: FrustumOptions = {};

export function findInFrustum(
  state: IndexState,
  frustum: FrustumLike,
  options: FrustumOptions = EVERYTHING,
): number {
  live(state);
  demand(state, 'frustum', 'queryFrustum');
  const { ordered, limit } = readFrustumOptions(options);
  readFrustum(frustum);
  const planes = scratch('queryFrustum', frustumIn.byteLength) >>> 2;
  f32.set(frustumIn, planes);
  const e = eyeIn;
  const f = filterIn;
  const eye = ordered ? 1 : 0;
  const h = live(state);
  const found = calls.sapwood_query_frustum(h, eye, e[0], e[1], e[2], limit, f[0], f[1]);
  if (found < 0) throw refused('queryFrustum', found);
  return found;
}

export function forEachInBox(
  state: IndexState,
  box: BoxLike,
  callback: (id: number) => unknown,
  filter?: FilterLike,
): void {
  live(state);
  if (typeof callback !== 'function') {
    throw expected('invalid-argument', 'fn', 'a function', callback);
  }
  readQueryFilter(filter);
  readBox(box, state.dimensions, 'box');
  const h = live(state);
  state.visits += 1;
  let visited: number;
  try {
    visited = withVisitor(callback, () => {
      const b = boxIn;
      const f = filterIn;
      return calls.sapwood_visit_box(h, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]);
    });
  } finally {
    state.visits -= 1;
  }
  if (visited < 0) throw refused('forEachInBox', visited);
}
