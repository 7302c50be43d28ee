import {
  BOXES,
  checkedRecords,
  lengthError,
  MAX_NUMBERS,
  type RecordKind,
  readList,
  readRecords,
  stageRecords,
} from '../bulk.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import { type FilterLike, readQueryFilter } from '../filters.js';
import {
  type PlaneLike,
  planeNumber,
  planeValueError,
  replaceUnlimitedPlanes,
} from '../frustum.js';
import {
  type BoxLike,
  type Dimensions,
  type ItemPredicate,
  isObject,
  type Numbers,
  type PointLike,
  pointError,
  readBox,
  reading,
  readPoint,
  readRadius,
  readSecond,
  registers,
  storePoint,
} from '../inputs.js';
import type { OwnedUint8Array } from '../owned.js';
import { checkedResult, flushed, flushedLayers, live } from '../state.js';
import { type BoxBatch, resultLists } from './batch.js';
import { visitBox } from './query.js';
import * as KIND from './volume-kinds.js';

/**
 * Convex volume that is bounded by at least one plane. Planes are objects, or flat numbers: the
 * normal (`dimensions` numbers), then the constant. A point p is inside if
 * `normal · p + constant >= 0` for all planes.
 */
export type ConvexLike = ArrayLike<PlaneLike> | ArrayLike<number>;

const FORM = 'at least one plane as { normal, constant }, or as a flat array of numbers';

type NumbersType<T> = new (length: number) => T;

/** Returns planes as flat numbers in a new array. Throws if a plane is invalid. */
export function readPlanes<T extends Numbers>(
  planes: ConvexLike,
  dimensions: Dimensions,
  name: string,
  Target: NumbersType<T>,
): T {
  return reading('invalid-argument', name, () => {
    const length = isObject(planes) ? planes.length : 0;
    if (!Number.isInteger(length) || !(length > 0 && length <= MAX_NUMBERS)) {
      throw expected('invalid-argument', name, FORM, planes);
    }
    const flat = typeof planes[0] === 'number';
    const numbers = flat
      ? flatPlanes(planes as ArrayLike<number>, new Target(length), dimensions, name)
      : objectPlanes(planes as ArrayLike<PlaneLike>, Target, dimensions, name);
    const bad = replaceUnlimitedPlanes(numbers, dimensions);
    if (bad < 0) return numbers;
    throw planeValueError(numbers, dimensions, bad, name);
  });
}

function flatPlanes<T extends Numbers>(
  planes: ArrayLike<number>,
  numbers: T,
  dimensions: Dimensions,
  name: string,
): T {
  const { length } = numbers;
  if (length % (dimensions + 1) !== 0) {
    throw lengthError(name, `${dimensions + 1} numbers for each plane`, length);
  }
  for (let i = 0; i < length; i += 1) {
    const value = planes[i];
    if (typeof value !== 'number') throw expected('invalid-argument', name, FORM, planes);
    numbers[i] = planeNumber(value);
  }
  return numbers;
}

function objectPlanes<T extends Numbers>(
  planes: ArrayLike<PlaneLike>,
  Target: NumbersType<T>,
  dimensions: Dimensions,
  name: string,
): T {
  const { length } = planes;
  // checks the last element before the allocation, because `length` can be wrong
  if (!isObject(planes[length - 1])) throw expected('invalid-argument', name, FORM, planes);
  const stride = dimensions + 1;
  const numbers = new Target(length * stride);
  for (let i = 0; i < length; i += 1) {
    const plane = planes[i];
    const { normal, constant } = isObject(plane) ? plane : ({} as Partial<PlaneLike>);
    if (normal === undefined || typeof constant !== 'number') {
      throw expected('invalid-argument', `${name}[${i}]`, '{ normal, constant }', plane);
    }
    if (!isObject(normal) || !storePoint(normal, dimensions, numbers, i * stride)) {
      throw pointError(normal, dimensions, `${name}[${i}].normal`);
    }
    numbers[i * stride + dimensions] = planeNumber(constant);
  }
  return numbers;
}

// Each `find…` function stores the ids of the found items in the result buffer of the core, and
// returns their number.

export function findInConvex(state: IndexState, planes: ConvexLike, filter?: FilterLike): number {
  live(state);
  const numbers = readPlanes(planes, state.dimensions, 'planes', Float32Array);
  const { filter: f } = readQueryFilter(filter);
  const h = flushedLayers(state, f);
  const { core } = state;
  const start = core.scratch('queryConvex', numbers.byteLength + 4) >>> 2;
  core.u32[start] = numbers.length / (state.dimensions + 1);
  core.f32.set(numbers, start + 1);
  return checkedResult(
    'queryConvex',
    core.calls.sapwood_query_volumes(h, KIND.CONVEX, 1, f[0], f[1]),
  );
}

export function findInCapsule(
  state: IndexState,
  a: PointLike,
  b: PointLike,
  radius: number,
  filter?: FilterLike,
): number {
  readEnds(state, a, b, filter);
  const checkedRadius = readRadius(radius);
  return findAlong(state, 'queryCapsule', checkedRadius);
}

/**
 * Finds the contacts of a capsule, or of a sphere with the center `a`. Returns their number, and
 * stores them in the result buffers of the core.
 */
export function findContacts(
  state: IndexState,
  method: 'collideSphere' | 'collideCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  filter?: FilterLike,
): number {
  live(state);
  readQueryFilter(filter);
  const isSphere = method === 'collideSphere';
  const { point, eye } = readPoint(a, state.dimensions, isSphere ? 'center' : 'a');
  if (isSphere) eye.set(point);
  else readSecond(b as PointLike, state.dimensions, 'b');
  return findAlong(state, method, readRadius(radius), KIND.CONTACTS);
}

/** Finds the items that touch a segment, which is a capsule of radius 0. */
export function findOnSegment(
  state: IndexState,
  a: PointLike,
  b: PointLike,
  filter?: FilterLike,
): number {
  readEnds(state, a, b, filter);
  return findAlong(state, 'querySegment', 0);
}

/**
 * Stores the ends of a segment in `point` and `eye` of `registers()`, and the filter in `filter`.
 */
function readEnds(state: IndexState, a: PointLike, b: PointLike, filter?: FilterLike): void {
  live(state);
  readQueryFilter(filter);
  readPoint(a, state.dimensions, 'a');
  readSecond(b, state.dimensions, 'b');
}

function findAlong(state: IndexState, method: string, radius: number, flags = 0): number {
  const { point, eye, filter } = registers();
  const h = flushedLayers(state, filter);
  const { core, dimensions } = state;
  const start = core.scratch(method, (2 * dimensions + 1) * 4) >>> 2;
  for (let axis = 0; axis < dimensions; axis += 1) {
    core.f32[start + axis] = point[axis];
    core.f32[start + dimensions + axis] = eye[axis];
  }
  core.f32[start + 2 * dimensions] = radius;
  const kind = KIND.CAPSULE + flags;
  return checkedResult(method, core.calls.sapwood_query_volumes(h, kind, 1, filter[0], filter[1]));
}

export function queryConvexMany(
  state: IndexState,
  convexes: ArrayLike<ConvexLike>,
  asView = false,
): BoxBatch {
  live(state);
  const { dimensions } = state;
  const all = readList(convexes, 'convexes', 'an array of volumes').map((planes, i) =>
    readPlanes(planes, dimensions, `convexes[${i}]`, Float32Array),
  );
  const h = flushed(state);
  const { core } = state;
  const words = all.reduce((sum, { length }) => sum + length, all.length);
  let at = core.scratch('queryConvexMany', words * 4) >>> 2;
  for (const { length } of all) core.u32[at++] = length / (dimensions + 1);
  for (const numbers of all) {
    core.f32.set(numbers, at);
    at += numbers.length;
  }
  const found = core.calls.sapwood_query_volumes(h, KIND.CONVEX, all.length, -1, -1);
  checkedResult('queryConvexMany', found);
  return resultLists(state, all.length, found, asView);
}

const SEGMENTS: RecordKind = {
  name: 'segments',
  fault: (got, name) => expected('invalid-argument', name, 'numbers in -1e18 .. 1e18', got),
};
const CAPSULES: RecordKind = {
  name: 'capsules',
  fault: (got, name) =>
    expected('invalid-argument', name, 'ends in -1e18 .. 1e18 and a finite radius >= 0', got),
};

export function querySegmentMany(
  state: IndexState,
  segments: ArrayLike<number>,
  asView = false,
): BoxBatch {
  return queryMany(state, segments, KIND.SEGMENT, asView);
}

export function queryCapsuleMany(
  state: IndexState,
  capsules: ArrayLike<number>,
  asView = false,
): BoxBatch {
  return queryMany(state, capsules, KIND.CAPSULE, asView);
}

function queryMany(
  state: IndexState,
  given: ArrayLike<number>,
  kind: number,
  asView: boolean,
): BoxBatch {
  const capsules = kind === KIND.CAPSULE;
  const method = capsules ? 'queryCapsuleMany' : 'querySegmentMany';
  live(state);
  const stride = 2 * state.dimensions + (capsules ? 1 : 0);
  const records = readRecords(given, stride, capsules ? CAPSULES : SEGMENTS);
  const h = flushed(state);
  const { core } = state;
  stageRecords(core, method, records);
  const found = core.calls.sapwood_query_volumes(h, kind, records.count, -1, -1);
  checkedRecords(state, method, found, records);
  return resultLists(state, records.count, found, asView);
}

export function overlaps(state: IndexState, box: BoxLike, filter?: FilterLike): boolean {
  live(state);
  readQueryFilter(filter);
  const { box: b, filter: f, accept } = readBox(box, state.dimensions, 'box');
  if (accept !== undefined) return overlapsAccepted(state, accept);
  const h = flushedLayers(state, f);
  const { calls } = state.core;
  const found = calls.sapwood_overlaps_any(h, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]);
  checkedResult('overlaps', found);
  return found > 0;
}

/**
 * Returns whether the predicate accepts at least one item that overlaps the box in `registers()`.
 */
function overlapsAccepted(state: IndexState, accept: ItemPredicate): boolean {
  let any = false;
  visitBox(state, 'overlaps', (id) => {
    any = Boolean(accept(id));
    return !any;
  });
  return any;
}

export function overlapsMany(state: IndexState, boxes: ArrayLike<number>): OwnedUint8Array {
  live(state);
  const records = readRecords(boxes, state.stride, BOXES);
  const h = flushed(state);
  stageRecords(state.core, 'overlapsMany', records);
  const count = state.core.calls.sapwood_overlap_boxes(h, records.count);
  checkedRecords(state, 'overlapsMany', count, records, 'invalid-box');
  return Uint8Array.from(state.core.ids(count));
}
