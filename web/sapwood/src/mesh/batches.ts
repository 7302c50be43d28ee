import * as RESULTS from '../block.js';
import { POINTS, RAYS, type RecordKind, readDoubles, recordFault } from '../bulk.js';
import { expected } from '../errors.js';
import { isOptions, reading } from '../inputs.js';
import type { OwnedFloat32Array, OwnedInt32Array, OwnedUint8Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import {
  type MeshOptions,
  type MeshRayOptions,
  meshArguments,
  POSE_NAMES,
  readOptions,
  writeArguments,
} from './arguments.js';
import { ANY } from './block.js';
import { checkedPose, live, type MeshState } from './mesh-state.js';

/** Options of batches of mesh queries. */
export interface MeshBatchOptions extends MeshOptions {
  /** True to return normals. Default: false. */
  readonly normals?: boolean | undefined;
}

/** Option of batches whose results have barycentric weights of vertices. */
export interface MeshWeightOptions {
  /** True to return weights of vertices. Default: false. */
  readonly uvs?: boolean | undefined;
}

/** Options of batches of rays. */
export interface MeshRayBatchOptions extends MeshBatchOptions, MeshWeightOptions {
  /** Sides that are hit, as in `raycast`. Default: `'double'`. */
  readonly side?: MeshRayOptions['side'] | undefined;
  /**
   * True to return any hit of each ray instead of the closest hit, which makes the batch faster.
   * The returned hit is deterministic, but depends on how the tree of the mesh was built. Default:
   * false.
   */
  readonly any?: boolean | undefined;
}

/** Options of batches of closest-point queries. */
export interface ClosestPointBatchOptions extends MeshBatchOptions, MeshWeightOptions {
  /** Maximum distance in world units, >= 0. Default: Infinity. */
  readonly maxDistance?: number | undefined;
}

/** Normals in the result of a batch. */
export interface MeshNormals {
  /**
   * Unit normals, as in the method for a single query: `dimensions` numbers per query, or zeros if
   * the query has no result.
   */
  normals: OwnedFloat32Array;
}

/** Weights of vertices in the result of a batch. */
export interface MeshWeights {
  /**
   * Weights of the vertices other than the first: `u` and `v` per query in 3D, `u` in 2D, or zeros
   * if the query has no result.
   */
  uvs: OwnedFloat32Array;
}

/** `MeshNormals` if the option `normals` is true. */
export type IfMeshNormals<Options extends MeshBatchOptions> = Options['normals'] extends true
  ? MeshNormals
  : unknown;

/** `MeshWeights` if the option `uvs` is true. */
export type IfMeshWeights<Options extends MeshWeightOptions> = Options['uvs'] extends true
  ? MeshWeights
  : unknown;

const CAST_BATCH_NAMES = ['normals', 'transform'];
const RAY_BATCH_NAMES = ['any', 'normals', 'side', 'transform', 'uvs'];
const CLOSEST_BATCH_NAMES = ['maxDistance', 'normals', 'transform', 'uvs'];

const SPHERES: RecordKind = {
  name: 'spheres',
  fault: (got, name) => expected('invalid-argument', name, SHAPE, got),
};
const CAPSULES: RecordKind = { ...SPHERES, name: 'capsules' };
const SHAPE = 'coordinates in -1e18 .. 1e18 and a radius >= 0';

interface BatchFlags {
  readonly normals: boolean;
  readonly uvs: boolean;
  readonly any: boolean;
}

function readBatchFlags(options: unknown): BatchFlags {
  if (!isOptions(options)) return { normals: false, uvs: false, any: false };
  return reading('invalid-argument', 'options', () => {
    const { normals = false, uvs = false, any = false } = options as MeshRayBatchOptions;
    return {
      normals: readFlag(normals, 'normals'),
      uvs: readFlag(uvs, 'uvs'),
      any: readFlag(any, 'any'),
    };
  });
}

function readFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw expected('invalid-argument', name, 'true or false', value);
}

interface MeshRecords {
  readonly kind: RecordKind;
  /** Argument of the caller, for error messages. */
  readonly given: ArrayLike<number>;
  readonly stride: number;
  readonly numbers: Float64Array;
}

function readRecords(given: ArrayLike<number>, stride: number, kind: RecordKind): MeshRecords {
  return { kind, given, stride, numbers: readDoubles(given, stride, kind) };
}

/**
 * Copies records and options to WASM memory, and calls the core. Returns the number of records.
 * `staged` contains the numbers for the core, for example capsules instead of given spheres.
 */
function run(
  state: MeshState,
  method: string,
  records: MeshRecords,
  call: (h: number, count: number) => number,
  staged = records.numbers,
): number {
  const { core } = state;
  const count = records.numbers.length / records.stride;
  const address = core.scratch(method, staged.length * 8);
  const h = writeArguments(state);
  core.f64.set(staged, address >>> 3);
  const result = call(h, count);
  if (STATUS_CODES[-result] === 'invalid-argument') {
    const fault = core.word(RESULTS.fault);
    if (fault < count) throw recordFault(records, fault);
  }
  return checkedPose(state, method, result, meshArguments());
}

export interface Entries {
  ids: OwnedInt32Array;
  distances: OwnedFloat32Array;
}

/**
 * Returns results, normals and weights. The core stores normals, then weights, at the start of the
 * contact array.
 */
function entriesOf(state: MeshState, count: number, { normals, uvs }: BatchFlags): Entries {
  const { core, dimensions } = state;
  const weights = dimensions - 1;
  return {
    ids: core.signedIds(count, false),
    distances: core.distances(count),
    ...(normals ? { normals: core.contacts(0, count * dimensions) } : {}),
    ...(uvs ? { uvs: core.contacts(count * dimensions, count * weights) } : {}),
  };
}

export function raycastMany(
  state: MeshState,
  rays: ArrayLike<number>,
  options?: MeshRayBatchOptions,
): Entries {
  live(state);
  const batchFlags = readBatchFlags(options);
  const records = readRecords(rays, 2 * state.dimensions + 1, RAYS);
  const { side, flags } = readOptions(state, options, RAY_BATCH_NAMES);
  const { calls } = state;
  const count = run(state, 'raycastMany', records, (h, rows) =>
    calls.sapwood_mesh_raycast_many(h, rows, side, batchFlags.any ? flags | ANY : flags),
  );
  return entriesOf(state, count, batchFlags);
}

export function closestPointMany(
  state: MeshState,
  points: ArrayLike<number>,
  options?: ClosestPointBatchOptions,
): Entries & { points: OwnedFloat32Array } {
  live(state);
  const { core, dimensions, calls } = state;
  const batchFlags = readBatchFlags(options);
  const records = readRecords(points, dimensions, POINTS);
  const { flags } = readOptions(state, options, CLOSEST_BATCH_NAMES);
  const count = run(state, 'closestPointMany', records, (h, rows) =>
    calls.sapwood_mesh_closest_point_many(h, rows, flags),
  );
  const before = count * (2 * dimensions - 1);
  return {
    ...entriesOf(state, count, batchFlags),
    points: core.contacts(before, count * dimensions),
  };
}

export function castMany(
  state: MeshState,
  method: 'castSphereMany' | 'castCapsuleMany',
  shapes: ArrayLike<number>,
  options?: MeshBatchOptions,
): Entries {
  live(state);
  const { dimensions, calls } = state;
  const batchFlags = readBatchFlags(options);
  const isSphere = method === 'castSphereMany';
  const stride = (isSphere ? 2 : 3) * dimensions + 1;
  const records = readRecords(shapes, stride, isSphere ? SPHERES : CAPSULES);
  const { flags } = readOptions(state, options, CAST_BATCH_NAMES);
  const staged = isSphere ? capsulesOf(records.numbers, dimensions) : records.numbers;
  const call = (h: number, rows: number) => calls.sapwood_mesh_cast_many(h, rows, flags);
  const count = run(state, method, records, call, staged);
  return entriesOf(state, count, batchFlags);
}

/** Returns each sphere as a capsule whose ends are equal. */
function capsulesOf(spheres: Float64Array, dimensions: number): Float64Array {
  const stride = 2 * dimensions + 1;
  const capsules = new Float64Array((spheres.length / stride) * (stride + dimensions));
  let to = 0;
  for (let from = 0; from < spheres.length; from += stride) {
    capsules.set(spheres.subarray(from, from + dimensions), to);
    capsules.set(spheres.subarray(from, from + stride), to + dimensions);
    to += stride + dimensions;
  }
  return capsules;
}

export function containsMany(
  state: MeshState,
  points: ArrayLike<number>,
  options?: MeshOptions,
): OwnedUint8Array {
  live(state);
  const { core, calls } = state;
  const records = readRecords(points, state.dimensions, POINTS);
  const { flags } = readOptions(state, options, POSE_NAMES);
  const count = run(state, 'containsMany', records, (h, rows) =>
    calls.sapwood_mesh_contains_many(h, rows, flags),
  );
  return Uint8Array.from(core.ids(count));
}
