import * as BLOCK from '../block.js';
import { readList } from '../bulk.js';
import type { IndexState } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import { type FilterLike, readQueryFilter } from '../filters.js';
import {
  type FrustumLike,
  type FrustumOptions,
  readFrustum,
  readFrustumOptions,
  withFilter,
} from '../frustum.js';
import {
  type BoxLike,
  hasPart,
  type PointLike,
  partOf,
  readBox,
  readOut,
  readPoint,
  readRadius,
  readSecond,
  registers,
  type SphereLike,
} from '../inputs.js';
import type { OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { callMethod, checkedResult, flushedLayers, live, requireCapability } from '../state.js';
import { type ItemCallback, withVisitor } from '../visitor.js';
import { type BoxBatch, joinIds } from './batch.js';
import { resultIds, resultIdsInto, resultIdsView } from './results.js';

// Each `find…` function stores the ids of the found items in the result buffer of the core, and
// returns their number.

export function findInBox(state: IndexState, box: BoxLike, filter?: FilterLike): number {
  live(state);
  readQueryFilter(filter);
  const { box: b, filter: f } = readBox(box, state.dimensions, 'box');
  const h = flushedLayers(state, f);
  const { calls } = state.core;
  const result = calls.sapwood_query_box(h, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]);
  return checkedResult('queryBox', result);
}

export function findAtPoint(state: IndexState, point: PointLike, filter?: FilterLike): number {
  live(state);
  readQueryFilter(filter);
  const { point: p, filter: f } = readPoint(point, state.dimensions, 'point');
  const h = flushedLayers(state, f);
  const result = state.core.calls.sapwood_query_point(h, p[0], p[1], p[2], f[0], f[1]);
  return checkedResult('queryPoint', result);
}

function findInSphere(
  state: IndexState,
  center: PointLike,
  radius: number,
  filter?: FilterLike,
): number {
  live(state);
  readQueryFilter(filter);
  const { point: p, filter: f } = readPoint(center, state.dimensions, 'center');
  const r = readRadius(radius);
  const h = flushedLayers(state, f);
  const result = state.core.calls.sapwood_query_sphere(h, p[0], p[1], p[2], r, f[0], f[1]);
  return checkedResult('querySphere', result);
}

/**
 * Implements both overloads of `querySphere`. The type of the first argument selects the overload.
 */
export function findInEither(
  state: IndexState,
  where: PointLike | SphereLike,
  radius?: number | FilterLike,
  filter?: FilterLike,
): number {
  return isSphere(where)
    ? findInSphere(state, partOf(where, 'center'), partOf(where, 'radius'), radius)
    : findInSphere(state, where, radius as number, filter);
}

/** Implements both overloads of `querySphereInto`. */
export function findInSphereInto(
  state: IndexState,
  where: PointLike | SphereLike,
  radius: number | Uint32Array,
  out?: Uint32Array | FilterLike,
  filter?: FilterLike,
): number {
  if (isSphere(where)) {
    const target = readOut(radius as Uint32Array);
    const center = partOf(where, 'center');
    const sphereRadius = partOf(where, 'radius');
    return resultIdsInto(
      state,
      target,
      findInSphere(state, center, sphereRadius, out as FilterLike),
    );
  }
  const target = readOut(out as Uint32Array);
  return resultIdsInto(state, target, findInSphere(state, where, radius as number, filter));
}

function isSphere(value: PointLike | SphereLike): value is SphereLike {
  return hasPart(value, 'center');
}

export function queryFrustum(
  state: IndexState,
  frustum: FrustumLike,
  options?: FrustumOptions,
  filter?: FilterLike,
): OwnedUint32Array {
  return resultIds(state, findInFrustum(state, frustum, options, filter), limitOf());
}

export function queryFrustumInto(
  state: IndexState,
  frustum: FrustumLike,
  out: Uint32Array,
  options?: FrustumOptions,
  filter?: FilterLike,
): number {
  const target = readOut(out);
  const found = findInFrustum(state, frustum, options, filter);
  return resultIdsInto(state, target, found, limitOf());
}

export function queryFrustumView(
  state: IndexState,
  frustum: FrustumLike,
  options?: FrustumOptions,
  filter?: FilterLike,
): Uint32Array {
  return resultIdsView(state, findInFrustum(state, frustum, options, filter), limitOf());
}

export function queryFrustumMany(
  state: IndexState,
  frusta: ArrayLike<FrustumLike>,
  options?: FrustumOptions,
  filter?: FilterLike,
): BoxBatch {
  live(state);
  const copied = withFilter(options, filter);
  const lists = readList(frusta, 'frusta', 'an array of frusta').map((frustum, i) => {
    const found = findInFrustum(state, frustum, copied, undefined, `frusta[${i}]`);
    return resultIds(state, found, limitOf());
  });
  return joinIds(lists);
}

/** Limit of the last frustum query. */
const limitOf = () => registers().search[1] >>> 0;

/**
 * Finds the items in a frustum. With a predicate, does not pass `limit` to the core, because the
 * limit counts only accepted items.
 */
function findInFrustum(
  state: IndexState,
  frustum: FrustumLike,
  options?: FrustumOptions,
  filter?: FilterLike,
  name?: string,
): number {
  live(state);
  requireCapability(state, 'frustum', 'queryFrustum');
  readFrustumOptions(options, filter);
  const { planes, eye: e, filter: f, search, accept } = readFrustum(frustum, name);
  const h = flushedLayers(state, f);
  stagePlanes(state, 'queryFrustum', planes);
  const { calls } = state.core;
  const limit = accept === undefined ? search[1] : -1;
  const found = calls.sapwood_query_frustum(h, search[0], e[0], e[1], e[2], limit, f[0], f[1]);
  if (STATUS_CODES[-found] === 'unsupported') throw noPlanesError(state);
  checkedResult('queryFrustum', found);
  return found;
}

function noPlanesError(state: IndexState): SapwoodError {
  const message = `options.order: ${state.kind.id} does not support 'split-planes'; use sphere-tree`;
  return new SapwoodError('unsupported', message);
}

function stagePlanes({ core }: IndexState, method: string, planes: Float32Array): void {
  const start = core.scratch(method, planes.byteLength) >>> 2;
  core.f32.set(planes, start);
}

/**
 * Result of `cullReport`: the visible items, and counts that describe the order and work of the
 * traversal.
 */
export interface CullReport {
  /** Ids of the visible items in the order of the split planes. */
  ids: OwnedUint32Array;
  /** Number of transitions from one visited node to the next. */
  steps: number;
  /** Number of these transitions in which the next node is adjacent in memory. */
  adjacentSteps: number;
  /**
   * Number of pairs of results in which the farther item comes first. 0 if the order is exactly
   * front to back.
   */
  inversions: number;
  /**
   * Number of inner nodes whose split plane does not separate the centers of their items. In these
   * nodes, the traversal visited the nearer child first.
   */
  fallbacks: number;
  /** Number of tests of a sphere or box against a plane. */
  planeTests: number;
  /**
   * Number of plane tests that a simpler traversal would need, which tests each node against all
   * planes. The actual traversal tests only the planes that intersect the parent.
   */
  unmaskedPlaneTests: number;
}

/** Visible items, and the planes that each item is entirely inside of. */
export interface CulledItems {
  /** Ids of the visible items, in the order that the option `order` selects. */
  ids: OwnedUint32Array;
  /**
   * One entry per item. Bit p is set if the box of the item is entirely inside plane p. The value
   * 63 means that the box is entirely inside the frustum.
   */
  inside: OwnedUint8Array;
}

/**
 * Stores the id and the plane bits of each visible item in the result buffer of the core. Returns
 * the number of items.
 */
function findCulled(
  state: IndexState,
  frustum: FrustumLike,
  options?: FrustumOptions,
  filter?: FilterLike,
): number {
  live(state);
  requireCapability(state, 'frustum', 'cull');
  const { accept } = readFrustumOptions(options, filter);
  if (accept !== undefined) {
    throw expected('invalid-argument', 'filter', 'category or mask', accept);
  }
  const { planes, eye: e, filter: f, search } = readFrustum(frustum);
  live(state);
  stagePlanes(state, 'cull', planes);
  // -1 means unlimited; `>>> 0` converts it to the largest unsigned 32-bit number
  const limit = search[1] >>> 0;
  const bits = [f[0] >>> 0, f[1] >>> 0] as const;
  return checkedResult(
    'cull',
    callMethod(state, 'cull', search[0], e[0], e[1], e[2], limit, ...bits),
  );
}

export function cull(
  state: IndexState,
  frustum: FrustumLike,
  options?: FrustumOptions,
  filter?: FilterLike,
): CulledItems {
  const found = findCulled(state, frustum, options, filter);
  const both = state.core.ids(2 * found);
  const items: CulledItems = { ids: new Uint32Array(found), inside: new Uint8Array(found) };
  for (let i = 0; i < found; i += 1) {
    items.ids[i] = both[2 * i];
    items.inside[i] = both[2 * i + 1];
  }
  return items;
}

export function cullInto(
  state: IndexState,
  frustum: FrustumLike,
  out: Uint32Array,
  options?: FrustumOptions,
  filter?: FilterLike,
): number {
  readOut(out);
  const found = findCulled(state, frustum, options, filter);
  state.core.idsInto(out, 2 * found);
  return found;
}

export function cullReport(state: IndexState, frustum: FrustumLike, eye: PointLike): CullReport {
  live(state);
  requireCapability(state, 'frustum', 'cullReport');
  readSecond(eye, 3, 'eye');
  const { planes, eye: e } = readFrustum(frustum);
  live(state);
  stagePlanes(state, 'cullReport', planes);
  const found = checkedResult('cullReport', callMethod(state, 'cullReport', e[0], e[1], e[2]));
  return {
    ids: state.core.ids(found),
    steps: state.core.number(BLOCK.report),
    adjacentSteps: state.core.number(BLOCK.report, 1),
    inversions: state.core.number(BLOCK.report, 2),
    fallbacks: state.core.number(BLOCK.report, 3),
    planeTests: state.core.number(BLOCK.planeTests),
    unmaskedPlaneTests: state.core.number(BLOCK.planeTests, 1),
  };
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
  const { accept } = readBox(box, state.dimensions, 'box');
  visitBox(
    state,
    'forEachInBox',
    accept === undefined ? callback : (id) => !accept(id) || callback(id),
  );
}

/**
 * Calls a function for each item that overlaps the box in `registers()`. Stops when the function
 * returns false.
 */
export function visitBox(state: IndexState, method: string, callback: ItemCallback): void {
  const { box: b, filter: f } = registers();
  const h = flushedLayers(state, f);
  state.visits += 1;
  let visited: number;
  try {
    visited = withVisitor(callback, () =>
      state.core.calls.sapwood_visit_box(h, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]),
    );
  } finally {
    state.visits -= 1;
  }
  checkedResult(method, visited);
}
