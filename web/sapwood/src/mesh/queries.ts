/**
 * Mesh queries. Each function reads its arguments and calls the core. The core writes results to
 * the block (block.ts) and to the shared result buffers.
 */
import * as RESULTS from '../block.js';
import type { FrustumLike } from '../frustum.js';
import type { BoxLike, PointLike, RayLike, SphereLike } from '../inputs.js';
import { type ContactBuffer, fillBuffer, requireBuffer } from '../methods/contacts.js';
import type { ConvexLike } from '../methods/volumes.js';
import type { OwnedUint32Array } from '../owned.js';
import type { TransformLike } from '../transform.js';
import {
  CLOSEST_NAMES,
  type ClosestPointOptions,
  type MeshOptions,
  type MeshRayOptions,
  meshArguments,
  type PairOptions,
  POSE_NAMES,
  RAY_NAMES,
  readBox,
  readDisplacement,
  readFirst,
  readFrustum,
  readOptions,
  readPair,
  readPlanes,
  readRadius,
  readRay,
  readSecond,
  readSphere,
  writeArguments,
} from './arguments.js';
import * as BLOCK from './block.js';
import { checkedPose, live, type MeshState } from './mesh-state.js';
import type { MeshArguments } from './registers.js';

/** Options of a ray query, or the maximum distance. */
export type MeshRayLimit = number | MeshRayOptions;
/** Options of the closest-point query, or the maximum distance. */
export type ClosestPointLimit = number | ClosestPointOptions;

// --- results in the block ----------------------------------------------------------------------

export function numberAt({ core, block }: MeshState, at: number): number {
  core.refresh();
  return core.f64[block + at];
}

/** Returns a vector of the block in a new array. */
export function vectorAt({ core, block, dimensions }: MeshState, at: number): number[] {
  core.refresh();
  const { f64 } = core;
  const from = block + at;
  return dimensions === 2 ? [f64[from], f64[from + 1]] : [f64[from], f64[from + 1], f64[from + 2]];
}

// --- rays and points ---------------------------------------------------------------------------

export function findHit(
  state: MeshState,
  origin: PointLike | RayLike,
  direction?: PointLike | MeshRayLimit,
  options?: MeshRayLimit,
): boolean {
  live(state);
  const last = readRay<MeshRayLimit>(state, origin, direction, options);
  const given = readOptions(state, last, RAY_NAMES);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_raycast(h, given.side, given.flags);
  return checkedPose(state, 'raycast', result, given) > 0;
}

export function intersectsRay(
  state: MeshState,
  origin: PointLike | RayLike,
  direction?: PointLike | MeshRayLimit,
  options?: MeshRayLimit,
): boolean {
  live(state);
  const last = readRay<MeshRayLimit>(state, origin, direction, options);
  const given = readOptions(state, last, RAY_NAMES);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_raycast(h, given.side, given.flags | BLOCK.ANY);
  return checkedPose(state, 'intersectsRay', result, given) > 0;
}

/** Returns all hits of a ray in a flat array, with `HIT_NUMBERS` numbers per hit. */
export function findHits(
  state: MeshState,
  origin: PointLike | RayLike,
  direction?: PointLike | MeshRayLimit,
  options?: MeshRayLimit,
): Float64Array {
  live(state);
  const last = readRay<MeshRayLimit>(state, origin, direction, options);
  const given = readOptions(state, last, RAY_NAMES);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_raycast_all(h, given.side, given.flags);
  const count = checkedPose(state, 'raycastAll', result, given);
  const start = state.core.word(RESULTS.bytes) >>> 3;
  return state.core.f64.slice(start, start + count * BLOCK.HIT_NUMBERS);
}

export function findClosest(
  state: MeshState,
  point: PointLike,
  options?: ClosestPointLimit,
): boolean {
  live(state);
  readFirst(state, point, 'point');
  const given = readOptions(state, options, CLOSEST_NAMES);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_closest_point(h, given.flags);
  return checkedPose(state, 'closestPoint', result, given) > 0;
}

export function contains(state: MeshState, point: PointLike, options?: MeshOptions): boolean {
  live(state);
  readFirst(state, point, 'point');
  const given = readOptions(state, options, POSE_NAMES);
  const h = writeArguments(state);
  return (
    checkedPose(state, 'contains', state.calls.sapwood_mesh_contains(h, given.flags), given) > 0
  );
}

// --- shapes ------------------------------------------------------------------------------------

/**
 * Returns the numbers of the primitives that the shape in the registers touches, in a new array.
 */
function touched(
  state: MeshState,
  method: string,
  shape: number,
  options: MeshOptions | undefined,
): OwnedUint32Array {
  const given = readOptions(state, options, POSE_NAMES);
  const h = writeArguments(state);
  const planes = shape === BLOCK.CONVEX ? writePlanes(state, given) : 0;
  const result = state.calls.sapwood_mesh_query(h, shape, planes, given.flags);
  return state.core.ids(checkedPose(state, method, result, given));
}

function touchesAny(
  state: MeshState,
  method: string,
  shape: number,
  options: MeshOptions | undefined,
): boolean {
  const given = readOptions(state, options, POSE_NAMES);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_overlaps(h, shape, given.flags);
  return checkedPose(state, method, result, given) > 0;
}

function writePlanes({ core, block, dimensions }: MeshState, { planes }: MeshArguments): number {
  core.f64.set(planes, block + BLOCK.PLANES);
  return planes.length / (dimensions + 1);
}

export function queryBox(state: MeshState, box: BoxLike, options?: MeshOptions): OwnedUint32Array {
  live(state);
  readBox(state, box);
  return touched(state, 'queryBox', BLOCK.BOX, options);
}

export function querySphere(
  state: MeshState,
  center: PointLike | SphereLike,
  radius?: number | MeshOptions,
  options?: MeshOptions,
): OwnedUint32Array {
  live(state);
  const last = readSphere<MeshOptions>(state, center, radius, options);
  return touched(state, 'querySphere', BLOCK.SPHERE, last);
}

export function queryCapsule(
  state: MeshState,
  a: PointLike,
  b: PointLike,
  radius: number,
  options?: MeshOptions,
): OwnedUint32Array {
  readCapsule(state, a, b, radius);
  return touched(state, 'queryCapsule', BLOCK.CAPSULE, options);
}

export function querySegment(
  state: MeshState,
  a: PointLike,
  b: PointLike,
  options?: MeshOptions,
): OwnedUint32Array {
  readCapsule(state, a, b, 0);
  return touched(state, 'querySegment', BLOCK.SEGMENT, options);
}

export function queryConvex(
  state: MeshState,
  planes: ConvexLike,
  options?: MeshOptions,
): OwnedUint32Array {
  live(state);
  readPlanes(state, planes);
  return touched(state, 'queryConvex', BLOCK.CONVEX, options);
}

export function queryFrustum(
  state: MeshState,
  frustum: FrustumLike,
  options?: MeshOptions,
): OwnedUint32Array {
  live(state);
  readFrustum(frustum);
  return touched(state, 'queryFrustum', BLOCK.CONVEX, options);
}

export function overlaps(state: MeshState, box: BoxLike, options?: MeshOptions): boolean {
  live(state);
  readBox(state, box);
  return touchesAny(state, 'overlaps', BLOCK.BOX, options);
}

export function overlapsSphere(
  state: MeshState,
  center: PointLike | SphereLike,
  radius?: number | MeshOptions,
  options?: MeshOptions,
): boolean {
  live(state);
  const last = readSphere<MeshOptions>(state, center, radius, options);
  return touchesAny(state, 'overlapsSphere', BLOCK.SPHERE, last);
}

export function overlapsCapsule(
  state: MeshState,
  a: PointLike,
  b: PointLike,
  radius: number,
  options?: MeshOptions,
): boolean {
  readCapsule(state, a, b, radius);
  return touchesAny(state, 'overlapsCapsule', BLOCK.CAPSULE, options);
}

function readCapsule(state: MeshState, a: PointLike, b: PointLike, radius: number): void {
  live(state);
  readFirst(state, a, 'a');
  readSecond(state, b, 'b');
  readRadius(radius);
}

// --- casts and contacts ------------------------------------------------------------------------

/**
 * Casts a capsule, or a sphere with center `a`. Returns whether the moving shape touches the mesh.
 */
export function findTouch(
  state: MeshState,
  method: 'castSphere' | 'castCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  displacement: PointLike,
  options?: MeshOptions,
): boolean {
  readShape(state, method === 'castSphere', a, b, radius);
  readDisplacement(state, displacement);
  const given = readOptions(state, options, POSE_NAMES);
  const h = writeArguments(state);
  return checkedPose(state, method, state.calls.sapwood_mesh_cast(h, given.flags), given) > 0;
}

export function castInto(
  state: MeshState,
  method: 'castSphere' | 'castCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  displacement: PointLike,
  out: ContactBuffer,
  options?: MeshOptions,
): number {
  requireBuffer(out);
  const found = findTouch(state, method, a, b, radius, displacement, options);
  fillBuffer(out, state, found ? 1 : 0);
  return found ? numberAt(state, BLOCK.DISTANCE) : Infinity;
}

/** Finds contacts of a capsule, or of a sphere with center `a`. Returns their number. */
export function findContacts(
  state: MeshState,
  method: 'collideSphere' | 'collideCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  options?: MeshOptions,
): number {
  readShape(state, method === 'collideSphere', a, b, radius);
  const given = readOptions(state, options, POSE_NAMES);
  const h = writeArguments(state);
  return checkedPose(state, method, state.calls.sapwood_mesh_collide(h, given.flags), given);
}

export function collideInto(
  state: MeshState,
  method: 'collideSphere' | 'collideCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  out: ContactBuffer,
  options?: MeshOptions,
): number {
  requireBuffer(out);
  const found = findContacts(state, method, a, b, radius, options);
  fillBuffer(out, state, found);
  return found;
}

/** Reads a capsule, or a sphere as a capsule of length 0. */
function readShape(
  state: MeshState,
  isSphere: boolean,
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
): void {
  live(state);
  readFirst(state, a, isSphere ? 'center' : 'a');
  const { first, second } = meshArguments();
  if (isSphere) second.set(first);
  else readSecond(state, b as PointLike, 'b');
  readRadius(radius);
}

export function contactArrays({ core, dimensions }: MeshState, count: number) {
  return {
    normals: core.contacts(0, count * dimensions),
    depths: core.contacts(count * dimensions, count),
    points: core.contacts(count * (dimensions + 1), count * dimensions),
  };
}

// --- two meshes --------------------------------------------------------------------------------

export function pairsWith(
  state: MeshState,
  other: MeshState,
  poses?: TransformLike | PairOptions,
): OwnedUint32Array {
  live(state);
  live(other);
  const given = readPair(state, poses);
  const h = writeArguments(state);
  const result = state.calls.sapwood_mesh_pairs_with(h, live(other), given.flags);
  return state.core.ids(2 * checkedPose(state, 'pairsWith', result, given));
}
