/** Casts of a box, a sphere or a capsule along a displacement, to the item touched first. */
import * as BLOCK from '../block.js';
import { checkedRecords, type RecordKind, readRecords, stageRecords } from '../bulk.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import { type FilterLike, readBitFilter } from '../filters.js';
import {
  type BoxLike,
  type PointLike,
  readBox,
  readEnd,
  readPoint,
  readRadius,
  registers,
} from '../inputs.js';
import type { OwnedFloat32Array, OwnedInt32Array } from '../owned.js';
import { checked, live, searched, settled } from '../state.js';
import { addNormals, type BatchOptions, type IfNormals, readNormals } from './batch.js';
import {
  type CastFilter,
  firstOnWay,
  type HitCallback,
  readCastOptions,
  takeContact,
} from './narrow.js';
import * as KIND from './volume-kinds.js';

/** Item that a moving shape touches first. */
export interface CastHit {
  /** Id of the item. */
  id: number;
  /**
   * Fraction of the displacement at the first touch, 0 to 1; 0 if the shapes touch at the start.
   */
  fraction: number;
  /**
   * Unit vector from the item toward the moving shape: `dimensions` numbers in a new array. If the
   * shapes touch at the start, it is the direction of the shortest motion that separates them. In
   * ties, the lowest axis is used, then its negative side. With `hit`, the normal is still that of
   * the box.
   */
  normal: number[];
  /**
   * Point of the item's surface at the first touch: `dimensions` numbers in a new array. If the
   * shapes touch in an edge or a face, it is in the middle.
   */
  point: number[];
}

/** One entry per cast of a batch. The arrays belong to the caller. */
export interface CastBatch {
  /** Ids of the items touched first; -1 if nothing is touched. */
  ids: OwnedInt32Array;
  /** Fractions of the displacements; Infinity if nothing is touched. */
  fractions: OwnedFloat32Array;
}

/**
 * Entries of a batch of casts, as read-only views of WASM memory, valid until the next call on
 * any index.
 */
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
  const hit = readWay(state, displacement, options, filter);
  const { box: corners } = readBox(box, state.dimensions, 'box');
  return cast(state, 'castBox', KIND.BOX_CAST, corners.subarray(0, 2 * state.dimensions), hit);
}

export function castSphere(
  state: IndexState,
  center: PointLike,
  radius: number,
  displacement: PointLike,
  options?: CastFilter,
  filter?: FilterLike,
): CastHit | null {
  const hit = readWay(state, displacement, options, filter);
  const { point } = readPoint(center, state.dimensions, 'center');
  const reach = readRadius(radius);
  return cast(
    state,
    'castSphere',
    KIND.SPHERE_CAST,
    [...point.subarray(0, state.dimensions), reach],
    hit,
  );
}

export function castCapsule(
  state: IndexState,
  ends: readonly [a: PointLike, b: PointLike],
  radius: number,
  displacement: PointLike,
  options?: CastFilter,
  filter?: FilterLike,
): CastHit | null {
  const hit = readWay(state, displacement, options, filter);
  const numbers = ['a', 'b'].flatMap((name, i) => {
    const { point } = readPoint(ends[i], state.dimensions, name);
    return [...point.subarray(0, state.dimensions)];
  });
  return cast(state, 'castCapsule', KIND.CAPSULE_CAST, [...numbers, readRadius(radius)], hit);
}

/** Reads the displacement into `eye` and the filter, and returns the callback. */
function readWay(
  state: IndexState,
  displacement: PointLike,
  options: CastFilter | undefined,
  beside: FilterLike | undefined,
): HitCallback | undefined {
  live(state);
  const { filter, ask } = readCastOptions(options, beside);
  readBitFilter(filter, 'hit');
  readEnd(displacement, state.dimensions, 'displacement');
  return ask;
}

/** Casts a shape by the displacement in the registers. */
function cast(
  state: IndexState,
  verb: string,
  kind: number,
  moving: ArrayLike<number>,
  hit?: HitCallback,
): CastHit | null {
  const { eye, filter } = registers();
  const { core, dimensions } = state;
  const way = eye.subarray(0, dimensions);
  if (hit !== undefined) {
    const numbers = [...Array.from(moving), ...way];
    return firstOnWay(state, { verb, kind, numbers }, hit);
  }
  const h = searched(state, filter);
  const start = core.scratch(verb, (moving.length + dimensions) * 4) >>> 2;
  core.f32.set(moving, start);
  core.f32.set(way, start + moving.length);
  checked(verb, core.calls.sapwood_query_volumes(h, KIND.CONTACTS + kind, 1, filter[0], filter[1]));
  // both addresses first: word() replaces arrays that the search has detached
  const distance = core.word(BLOCK.distances) >>> 2;
  const id = core.word(BLOCK.ids) >>> 2;
  const fraction = core.f32[distance];
  return fraction <= 1 ? { id: core.u32[id], fraction, ...takeContact(state) } : null;
}

const MOVING_BOXES: RecordKind = {
  name: 'casts',
  endless: true,
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
  const shape = { verb: 'castBoxMany', kind: KIND.BOX_CAST, stride: 3 * state.dimensions };
  return castMany(state, { ...shape, records: MOVING_BOXES }, casts, options, asView);
}

export function castSphereMany<Options extends BatchOptions>(
  state: IndexState,
  casts: ArrayLike<number>,
  options?: Options,
  asView = false,
): CastBatch & IfNormals<Options> {
  const shape = {
    verb: 'castSphereMany',
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
    verb: 'castCapsuleMany',
    kind: KIND.CAPSULE_CAST,
    stride: 3 * state.dimensions + 1,
  };
  return castMany(state, { ...shape, records: MOVING_CAPSULES }, casts, options, asView);
}

/** Shapes of a batch: their number in the core, and how many numbers each has. */
interface MovingShapes {
  readonly verb: string;
  readonly kind: number;
  readonly stride: number;
  readonly records: RecordKind;
}

function castMany<Options extends BatchOptions>(
  state: IndexState,
  { verb, kind, stride, records }: MovingShapes,
  casts: ArrayLike<number>,
  options: Options | undefined,
  asView: boolean,
): CastBatch & IfNormals<Options> {
  live(state);
  const wanted = readNormals(options);
  const read = readRecords(casts, stride, records);
  const h = settled(state);
  const { core } = state;
  stageRecords(core, verb, read);
  const typed = wanted ? KIND.CONTACTS + kind : kind;
  const found = core.calls.sapwood_query_volumes(h, typed, read.count, -1, -1);
  const count = checkedRecords(state, verb, found, read);
  const ids = core.signedIds(count, asView);
  const batch = { ids, fractions: core.distances(count, asView) };
  return addNormals<CastBatch, Options>(state, batch, wanted, asView);
}
