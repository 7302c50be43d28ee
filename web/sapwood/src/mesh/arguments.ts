/**
 * Reads arguments in double precision. Getters and proxies may run code of the caller, which may
 * call this package. Therefore, all arguments are first read into registers, and then written to
 * WASM memory. Nested calls use their own registers.
 */
import { expected, type SapwoodError } from '../errors.js';
import { type FrustumLike, storeFrustum } from '../frustum.js';
import {
  type BoxLike,
  type Dimensions,
  hasPart,
  isObject,
  isOptions,
  LIMIT,
  type PointLike,
  partOf,
  type RayLike,
  type SphereLike,
  storeBox,
  storeDirection,
  storePosition,
  unreadable,
} from '../inputs.js';
import { type ConvexLike, readPlanes as storedPlanes } from '../methods/volumes.js';
import { rejectUnknown, requireOptions } from '../option-names.js';
import type { TransformLike } from '../transform.js';
import * as BLOCK from './block.js';
import { live, type MeshState } from './mesh-state.js';
import { MeshArguments } from './registers.js';

/** Options of mesh queries. */
export interface MeshOptions {
  /**
   * Transform from the mesh to world space. Arguments and results are in world space. Default:
   * identity.
   */
  readonly transform?: TransformLike | undefined;
}

/** Sides of a primitive that a ray can hit. */
export type Side = 'front' | 'back' | 'double';

/** Options of ray queries of a mesh. */
export interface MeshRayOptions extends MeshOptions {
  /** Maximum distance in world units, >= 0. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /**
   * Sides that are hit. The front of a triangle is the side from which its vertices are
   * counterclockwise; the front of a segment is to the right of its direction. Default: `'double'`.
   */
  readonly side?: Side | undefined;
}

/** Options of closest-point queries. */
export interface ClosestPointOptions extends MeshOptions {
  /** Maximum distance in world units, >= 0. Default: Infinity. */
  readonly maxDistance?: number | undefined;
}

const SIDES: readonly Side[] = ['front', 'back', 'double'];

let current = new MeshArguments();

export const meshArguments = (): MeshArguments => current;

type Fill<T> = (into: MeshArguments, value: T, dimensions: Dimensions, name: string) => void;

function read<T>(fill: Fill<T>, value: T, dimensions: Dimensions, name: string): void {
  const target = current;
  current = target.nested;
  try {
    fill(target, value, dimensions, name);
  } catch (cause) {
    throw unreadable(name === 'box' ? 'invalid-box' : 'invalid-argument', name, cause);
  } finally {
    current = target;
  }
}

const fillFirst: Fill<PointLike> = ({ first }, point, dimensions, name) => {
  storePosition(point, dimensions, name, first);
};
const fillSecond: Fill<PointLike> = ({ second }, point, dimensions, name) => {
  storePosition(point, dimensions, name, second);
};
const fillThird: Fill<PointLike> = ({ third }, point, dimensions, name) => {
  storePosition(point, dimensions, name, third);
};
const fillDirection: Fill<PointLike> = ({ second }, direction, dimensions, name) => {
  storeDirection(direction, dimensions, name, second);
};
const fillBox: Fill<BoxLike> = ({ corners, first, second }, box, dimensions, name) => {
  storeBox(box, dimensions, name, corners);
  for (let axis = 0; axis < dimensions; axis += 1) {
    first[axis] = corners[axis];
    second[axis] = corners[dimensions + axis];
  }
};

/** Reads a point, a center or the first end of a segment. */
export function readFirst({ dimensions }: MeshState, point: PointLike, name: string): void {
  read(fillFirst, point, dimensions, name);
}
export function readSecond({ dimensions }: MeshState, point: PointLike, name: string): void {
  read(fillSecond, point, dimensions, name);
}
export function readDisplacement({ dimensions }: MeshState, displacement: PointLike): void {
  read(fillThird, displacement, dimensions, 'displacement');
}
export function readBox({ dimensions }: MeshState, box: BoxLike): void {
  read(fillBox, box, dimensions, 'box');
}

/**
 * Reads a ray that is passed as two arguments or one object. Returns the argument after the ray.
 */
export function readRay<Options>(
  state: MeshState,
  origin: PointLike | RayLike,
  direction: PointLike | Options | undefined,
  options: Options | undefined,
): Options | undefined {
  const { dimensions } = state;
  if (hasPart(origin, 'origin')) {
    // reads both properties first, because a getter may call this function and overwrite registers
    const start = partOf(origin as RayLike, 'origin');
    const along = partOf(origin as RayLike, 'direction');
    read(fillFirst, start, dimensions, 'ray.origin');
    read(fillDirection, along, dimensions, 'ray.direction');
    return direction as Options | undefined;
  }
  read(fillFirst, origin as PointLike, dimensions, 'origin');
  read(fillDirection, direction as PointLike, dimensions, 'direction');
  return options;
}

/**
 * Reads a sphere that is passed as two arguments or one object. Returns the argument after the
 * sphere.
 */
export function readSphere<Options>(
  state: MeshState,
  center: PointLike | SphereLike,
  radius: number | Options | undefined,
  options: Options | undefined,
): Options | undefined {
  if (hasPart(center, 'center')) {
    const middle = partOf(center as SphereLike, 'center');
    const size = partOf(center as SphereLike, 'radius');
    readFirst(state, middle, 'sphere.center');
    readRadius(size);
    return radius as Options | undefined;
  }
  readFirst(state, center as PointLike, 'center');
  readRadius(radius as number);
  return options;
}

export function readRadius(radius: number): void {
  if (!(typeof radius === 'number' && radius >= 0 && radius <= LIMIT)) {
    throw expected('invalid-argument', 'radius', 'a number in 0 .. 1e18', radius);
  }
  current.lengths[0] = radius;
}

export const POSE_NAMES: readonly string[] = ['transform'];
export const RAY_NAMES: readonly string[] = ['maxDistance', 'side', 'transform'];
export const CLOSEST_NAMES: readonly string[] = ['maxDistance', 'transform'];

const fillOptions = (
  target: MeshArguments,
  options: MeshRayOptions,
  dimensions: Dimensions,
  known: readonly string[],
): void => {
  requireOptions(options, known);
  const { transform, maxDistance, side } = options;
  if (transform !== undefined && known.includes('transform')) {
    storeMatrix(transform, dimensions, 'transform', target.matrix);
    target.flags |= BLOCK.POSED;
  }
  if (maxDistance !== undefined && known.includes('maxDistance')) {
    target.lengths[1] = maxDistanceOf(maxDistance);
  }
  if (side !== undefined && known.includes('side')) {
    target.side = SIDES.indexOf(side);
    if (target.side < 0) {
      throw expected('invalid-argument', 'side', "'front', 'back' or 'double'", side);
    }
  }
};

function maxDistanceOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw expected('invalid-argument', 'maxDistance', 'a number >= 0', value);
}

/**
 * Reads the options, after all other arguments. A number is used as `maxDistance` if the query has
 * this option.
 */
export function readOptions(
  { dimensions }: MeshState,
  options: object | number | undefined,
  known: readonly string[],
): MeshArguments {
  const target = current;
  target.flags = 0;
  target.side = 2;
  target.lengths[1] = Infinity;
  if (options === undefined) return target;
  if (typeof options === 'number' && known.includes('maxDistance')) {
    target.lengths[1] = maxDistanceOf(options);
    return target;
  }
  current = target.nested;
  try {
    fillOptions(target, options as MeshRayOptions, dimensions, known);
  } catch (cause) {
    throw unreadable('invalid-argument', 'options', cause);
  } finally {
    current = target;
  }
  return target;
}

/** Stores a transform. The core checks that it has an inverse. */
function storeMatrix(
  transform: TransformLike,
  dimensions: Dimensions,
  name: string,
  out: Float64Array,
): void {
  const rows = dimensions + 1;
  const given = isObject(transform) && 'elements' in transform ? transform.elements : transform;
  if (!isObject(given) || given.length !== rows * rows) {
    throw matrixError(transform, dimensions, name);
  }
  for (let i = 0; i < rows * rows; i += 1) {
    const value = (given as ArrayLike<number>)[i];
    const last = i === rows * rows - 1 ? 1 : 0;
    const fits = i % rows === dimensions ? value === last : Math.abs(value) <= LIMIT;
    if (typeof value !== 'number' || !fits) throw matrixError(given, dimensions, name);
    out[i] = value;
  }
}

function matrixError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  const form = dimensions === 3 ? '16 numbers or a Matrix4' : '9 numbers or a Matrix3';
  const last = dimensions === 3 ? '0, 0, 0, 1' : '0, 0, 1';
  const what = `${form}, finite, with the last row ${last}`;
  return expected('invalid-argument', name, what, got);
}

const MATRIX_NAMES = ['transform', 'otherTransform'];

/** Options of queries with two meshes. */
export interface PairOptions extends MeshOptions {
  /** Transform from the other mesh to world space. Default: identity. */
  readonly otherTransform?: TransformLike | undefined;
}

const fillPair: Fill<TransformLike | PairOptions> = (target, value, dimensions) => {
  const { matrix, otherMatrix } = target;
  if (!isOptions(value) || 'elements' in value) {
    storeMatrix(value as TransformLike, dimensions, 'transform', otherMatrix);
    target.flags = BLOCK.OTHER_POSED;
    target.otherName = 'transform';
    return;
  }
  rejectUnknown('options', value, MATRIX_NAMES);
  const { transform, otherTransform } = value as PairOptions;
  if (transform !== undefined) {
    storeMatrix(transform, dimensions, 'transform', matrix);
    target.flags |= BLOCK.POSED;
  }
  if (otherTransform !== undefined) {
    storeMatrix(otherTransform, dimensions, 'otherTransform', otherMatrix);
    target.flags |= BLOCK.OTHER_POSED;
    target.otherName = 'otherTransform';
  }
};

/** Reads the transform of another mesh, or the transforms of both meshes. */
export function readPair(
  { dimensions }: MeshState,
  value: TransformLike | PairOptions | undefined,
): MeshArguments {
  current.flags = 0;
  if (value !== undefined) read(fillPair, value, dimensions, 'transform');
  return current;
}

const fillPlanes: Fill<ConvexLike> = (target, planes, dimensions, name) => {
  const numbers = storedPlanes(planes, dimensions, name, Float64Array);
  const count = numbers.length / (dimensions + 1);
  if (count > BLOCK.MAX_PLANES) {
    throw expected('invalid-argument', name, `at most ${BLOCK.MAX_PLANES} planes`, count);
  }
  target.planes = numbers;
};

export function readPlanes({ dimensions }: MeshState, planes: ConvexLike): void {
  read(fillPlanes, planes, dimensions, 'planes');
}

const fillFrustum: Fill<FrustumLike> = (target, frustum, _, name) => {
  const out = new Float64Array(24);
  storeFrustum(frustum, name, out);
  target.planes = out;
};

export function readFrustum(frustum: FrustumLike): void {
  read(fillFrustum, frustum, 3, 'frustum');
}

/** Writes the registers to the argument block in WASM memory. Returns the address of the mesh. */
export function writeArguments(state: MeshState): number {
  const address = live(state);
  const { first, second, third, lengths, flags } = current;
  const { core, block } = state;
  core.refresh();
  const { f64 } = core;
  for (let axis = 0; axis < 3; axis += 1) {
    f64[block + BLOCK.FIRST + axis] = first[axis];
    f64[block + BLOCK.SECOND + axis] = second[axis];
    f64[block + BLOCK.THIRD + axis] = third[axis];
  }
  f64[block + BLOCK.RADIUS] = lengths[0];
  f64[block + BLOCK.LIMIT] = lengths[1];
  if (flags !== 0) writePoses(state);
  return address;
}

function writePoses({ core: { f64 }, block }: MeshState): void {
  const { matrix, otherMatrix, flags } = current;
  for (let i = 0; i < 16; i += 1) {
    if ((flags & BLOCK.POSED) !== 0) f64[block + BLOCK.MATRIX + i] = matrix[i];
    if ((flags & BLOCK.OTHER_POSED) !== 0) f64[block + BLOCK.OTHER_MATRIX + i] = otherMatrix[i];
  }
}
