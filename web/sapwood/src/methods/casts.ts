/** Shape casts: a box, sphere or capsule moves until it touches the first item. */
import * as BLOCK from '../block.js';
import { checkedRecords, type RecordKind, readRecords, stageRecords } from '../bulk.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import { type FilterLike, readBitFilter, twoFilters } from '../filters.js';
import {
  type BoxLike,
  isOptions,
  type PointLike,
  readBox,
  readDisplacement,
  readPoint,
  readRadius,
  readSecond,
  registers,
} from '../inputs.js';
import type { OwnedFloat32Array, OwnedInt32Array } from '../owned.js';
import { checkedResult, flushed, flushedLayers, live } from '../state.js';
import { addNormals, type BatchOptions, type IfNormals, readNormals } from './batch.js';
import { type ContactBuffer, fillBuffer, requireBuffer } from './contacts.js';
import {
  type CastFilter,
  firstOnPath,
  type HitCallback,
  readCastOptions,
  resultContact,
} from './narrow.js';
import * as KIND from './volume-kinds.js';

/** First item that a moving shape touches, and the contact. */
export interface CastHit {
  /** Id of the item. */
  id: number;
  /**
   * Fraction of the displacement at which the shape touches the item, 0 to 1. 0 if the shape starts
   * in contact.
   */
  fraction: number;
  /**
   * Unit vector from the item toward the moving shape: `dimensions` numbers in a new array. If the
   * shape starts in contact, this is the direction of the shortest separating motion. In ties, it
   * is the direction along the lowest axis, negative before positive. With the option `hit`, it is
   * also the normal of the box, not of your shape.
   */
  normal: number[];
  /**
   * Contact point on the surface of the item: `dimensions` numbers in a new array. If the shapes
   * touch along an edge or a face, it is the middle of the contact.
   */
  point: number[];
}

/** Results of a batch of shape casts, with one entry per cast. The arrays belong to the caller. */
export interface CastBatch {
  /** Ids of the items; -1 for an entry without an item. */
  ids: OwnedInt32Array;
  /** Fractions of the displacements; Infinity for an entry without an item. */
  fractions: OwnedFloat32Array;
}

/** `CastBatch` as read-only views of WASM memory, valid until the next call on any index. */
export interface CastBatchView {
  /** As in `CastBatch`. */
  ids: Int32Array;
  /** As in `CastBatch`. */
  fractions: Float32Array;
}

export function castBox(
  state: IndexState,
  box: BoxLike,
  displacement: PointLike,
  options?: CastFilter,
  filter?: FilterLike,
): CastHit | null {
  const hit = readMovingBox(state, box, displacement, options, filter);
  return firstHit(state, 'castBox', 0, hit);
}

export function castSphere(
  state: IndexState,
  center: PointLike,
  radius: number,
  displacement: PointLike,
  options?: CastFilter,
  filter?: FilterLike,
): CastHit | null {
  const hit = readMovingSphere(state, center, displacement, options, filter);
  return firstHit(state, 'castSphere', readRadius(radius), hit);
}

export function castCapsule(
  state: IndexState,
  a: PointLike,
  b: PointLike,
  radius: number,
  displacement: PointLike,
  options?: CastFilter,
  filter?: FilterLike,
): CastHit | null {
  const hit = readMovingCapsule(state, a, b, displacement, options, filter);
  return firstHit(state, 'castCapsule', readRadius(radius), hit);
}

export function castBoxInto(
  state: IndexState,
  box: BoxLike,
  displacement: PointLike,
  out: ContactBuffer,
  options?: CastFilter,
  filter?: FilterLike,
): number {
  requireBuffer(out);
  const hit = readMovingBox(state, box, displacement, options, filter);
  return firstHitInto(state, 'castBox', 0, out, hit);
}

export function castSphereInto(
  state: IndexState,
  center: PointLike,
  radius: number,
  displacement: PointLike,
  out: ContactBuffer,
  options?: CastFilter,
  filter?: FilterLike,
): number {
  requireBuffer(out);
  const hit = readMovingSphere(state, center, displacement, options, filter);
  return firstHitInto(state, 'castSphere', readRadius(radius), out, hit);
}

export function castCapsuleInto(
  state: IndexState,
  a: PointLike,
  b: PointLike,
  radius: number,
  displacement: PointLike,
  out: ContactBuffer,
  options?: CastFilter,
  filter?: FilterLike,
): number {
  requireBuffer(out);
  const hit = readMovingCapsule(state, a, b, displacement, options, filter);
  return firstHitInto(state, 'castCapsule', readRadius(radius), out, hit);
}

// These functions store their arguments in `registers()`: a box in `box`, a center or the ends of a
// segment in `point` and `eye`, and the displacement in `direction`. They return the callback
// `hit`.

function readMovingBox(
  state: IndexState,
  box: BoxLike,
  displacement: PointLike,
  options: CastFilter | undefined,
  argument: FilterLike | undefined,
): HitCallback | undefined {
  const hit = readMotion(state, displacement, options, argument);
  readBox(box, state.dimensions, 'box');
  return hit;
}

function readMovingSphere(
  state: IndexState,
  center: PointLike,
  displacement: PointLike,
  options: CastFilter | undefined,
  argument: FilterLike | undefined,
): HitCallback | undefined {
  const hit = readMotion(state, displacement, options, argument);
  readPoint(center, state.dimensions, 'center');
  return hit;
}

function readMovingCapsule(
  state: IndexState,
  a: PointLike,
  b: PointLike,
  displacement: PointLike,
  options: CastFilter | undefined,
  argument: FilterLike | undefined,
): HitCallback | undefined {
  const hit = readMotion(state, displacement, options, argument);
  readPoint(a, state.dimensions, 'a');
  readSecond(b, state.dimensions, 'b');
  return hit;
}

function readMotion(
  state: IndexState,
  displacement: PointLike,
  options: CastFilter | undefined,
  argument: FilterLike | undefined,
): HitCallback | undefined {
  live(state);
  if (!isOptions(options)) {
    if (options !== undefined && argument !== undefined) throw twoFilters();
    readBitFilter(options === undefined ? argument : options, 'hit');
    readDisplacement(displacement, state.dimensions);
    return undefined;
  }
  const { filter, test } = readCastOptions(options, argument);
  readBitFilter(filter, 'hit');
  readDisplacement(displacement, state.dimensions);
  return test;
}

type CastMethod = 'castBox' | 'castSphere' | 'castCapsule';

const KINDS: Readonly<Record<CastMethod, number>> = {
  castBox: KIND.BOX_CAST,
  castSphere: KIND.SPHERE_CAST,
  castCapsule: KIND.CAPSULE_CAST,
};

function stageCast({ core, dimensions }: IndexState, method: CastMethod, radius: number): void {
  const { box, point, eye, direction } = registers();
  let at = core.scratch(method, (3 * dimensions + 1) * 4) >>> 2;
  const { f32 } = core;
  if (method === 'castBox') {
    for (let i = 0; i < 2 * dimensions; i += 1) f32[at + i] = box[i];
    at += 2 * dimensions;
  } else {
    const ends = method === 'castSphere' ? 1 : 2;
    for (let axis = 0; axis < dimensions; axis += 1) {
      f32[at + axis] = point[axis];
      if (ends === 2) f32[at + dimensions + axis] = eye[axis];
    }
    at += ends * dimensions;
    f32[at] = radius;
    at += 1;
  }
  for (let axis = 0; axis < dimensions; axis += 1) f32[at + axis] = direction[axis];
}

/** Runs the cast in the core. Returns the position of the resulting fraction in `core.f32`. */
function search(state: IndexState, method: CastMethod, radius: number): number {
  const { filter } = registers();
  const h = flushedLayers(state, filter);
  const { core } = state;
  stageCast(state, method, radius);
  const kind = KIND.CONTACTS + KINDS[method];
  checkedResult(method, core.calls.sapwood_query_volumes(h, kind, 1, filter[0], filter[1]));
  return core.word(BLOCK.distances) >>> 2;
}

/** Returns the first hit on a shape of the caller, which the callback `hit` tests. */
function firstShape(
  state: IndexState,
  method: CastMethod,
  radius: number,
  hit: HitCallback,
): CastHit | null {
  const { box, point, eye, direction } = registers();
  const { dimensions } = state;
  const part = (values: Float32Array, count = dimensions as number) => values.subarray(0, count);
  const moving = method === 'castBox' ? [...part(box, 2 * dimensions)] : [...part(point)];
  if (method === 'castCapsule') moving.push(...part(eye));
  if (method !== 'castBox') moving.push(radius);
  const numbers = [...moving, ...part(direction)];
  return firstOnPath(state, { method, kind: KINDS[method], numbers }, hit);
}

/** Returns the first hit of the moving shape in `registers()`. For a box, `radius` is 0. */
function firstHit(
  state: IndexState,
  method: CastMethod,
  radius: number,
  hit: HitCallback | undefined,
): CastHit | null {
  if (hit !== undefined) return firstShape(state, method, radius, hit);
  const { core } = state;
  const distance = search(state, method, radius);
  // `word()` must be called before `core.f32` is read, because it replaces detached views of WASM
  // memory
  const id = core.word(BLOCK.ids) >>> 2;
  const fraction = core.f32[distance];
  return fraction <= 1 ? { id: core.u32[id], fraction, ...resultContact(state) } : null;
}

function firstHitInto(
  state: IndexState,
  method: CastMethod,
  radius: number,
  out: ContactBuffer,
  hit: HitCallback | undefined,
): number {
  if (hit !== undefined) return shapeInto(state, out, firstShape(state, method, radius, hit));
  const distance = search(state, method, radius);
  const found = state.core.f32[distance] <= 1;
  fillBuffer(out, state, found ? 1 : 0);
  return found ? state.core.f32[distance] : Infinity;
}

function shapeInto(state: IndexState, out: ContactBuffer, first: CastHit | null): number {
  fillBuffer(out, state, first === null ? 0 : 1, {
    count: 1,
    ids: Uint32Array.of(first?.id ?? 0),
    normals: Float32Array.from(first?.normal ?? []),
    depths: new Float32Array(1),
    points: Float32Array.from(first?.point ?? []),
  });
  return first?.fraction ?? Infinity;
}

const MOVING_BOXES: RecordKind = {
  name: 'casts',
  allowsInfinite: true,
  fault: (got, name) =>
    expected(
      'invalid-argument',
      name,
      'a box with min <= max and a displacement, all numbers in -1e18 .. 1e18',
      got,
    ),
};
const MOVING_SPHERES: RecordKind = {
  name: 'casts',
  fault: (got, name) =>
    expected(
      'invalid-argument',
      name,
      'a center, a radius >= 0 and a displacement, all numbers in -1e18 .. 1e18',
      got,
    ),
};

const MOVING_CAPSULES: RecordKind = {
  name: 'casts',
  fault: (got, name) =>
    expected(
      'invalid-argument',
      name,
      'two ends, a radius >= 0 and a displacement, all numbers in -1e18 .. 1e18',
      got,
    ),
};

export function castBoxMany<Options extends BatchOptions>(
  state: IndexState,
  casts: ArrayLike<number>,
  options?: Options,
  asView = false,
): CastBatch & IfNormals<Options> {
  const shape = { method: 'castBoxMany', kind: KIND.BOX_CAST, stride: 3 * state.dimensions };
  return castMany(state, { ...shape, records: MOVING_BOXES }, casts, options, asView);
}

export function castSphereMany<Options extends BatchOptions>(
  state: IndexState,
  casts: ArrayLike<number>,
  options?: Options,
  asView = false,
): CastBatch & IfNormals<Options> {
  const shape = {
    method: 'castSphereMany',
    kind: KIND.SPHERE_CAST,
    stride: 2 * state.dimensions + 1,
  };
  return castMany(state, { ...shape, records: MOVING_SPHERES }, casts, options, asView);
}

export function castCapsuleMany<Options extends BatchOptions>(
  state: IndexState,
  casts: ArrayLike<number>,
  options?: Options,
  asView = false,
): CastBatch & IfNormals<Options> {
  const shape = {
    method: 'castCapsuleMany',
    kind: KIND.CAPSULE_CAST,
    stride: 3 * state.dimensions + 1,
  };
  return castMany(state, { ...shape, records: MOVING_CAPSULES }, casts, options, asView);
}

/**
 * Kind of moving shape in a batch: the number of the kind in the core, and the count of numbers per
 * record.
 */
interface MovingShapes {
  readonly method: string;
  readonly kind: number;
  readonly stride: number;
  readonly records: RecordKind;
}

function castMany<Options extends BatchOptions>(
  state: IndexState,
  { method, kind, stride, records }: MovingShapes,
  casts: ArrayLike<number>,
  options: Options | undefined,
  asView: boolean,
): CastBatch & IfNormals<Options> {
  live(state);
  const hasNormals = readNormals(options);
  const read = readRecords(casts, stride, records);
  const h = flushed(state);
  const { core } = state;
  stageRecords(core, method, read);
  const typed = hasNormals ? KIND.CONTACTS + kind : kind;
  const found = core.calls.sapwood_query_volumes(h, typed, read.count, -1, -1);
  const count = checkedRecords(state, method, found, read);
  const ids = core.signedIds(count, asView);
  const batch = { ids, fractions: core.distances(count, asView) };
  return addNormals<CastBatch, Options>(state, batch, hasNormals, asView);
}
