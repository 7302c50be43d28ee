/**
 * Outward forms of arguments: float32 numbers that contain what the caller has in doubles. Everything else is rounded
 * to the nearest float32, which far from the origin moves a face, a center or a plane by a visible step.
 */
import { BOXES, readDoubles } from './bulk.js';
import { expected } from './errors.js';
import { type Reader, type Registers, reading } from './foreign.js';
import { type FrustumLike, frustumReader } from './frustum.js';
import {
  type BoxLike,
  boxReader,
  boxValueError,
  isObject,
  LIMIT,
  type PointLike,
  pointReader,
  type RayLike,
  type SphereLike,
} from './inputs.js';
import type { Dimensions } from './options.js';
import type { OwnedFloat32Array } from './owned.js';

const word = new Int32Array(1);
const single = new Float32Array(word.buffer);

// steps of one unit in the last place; the words of negative floats run the other way
function step(value: number, up: boolean): number {
  single[0] = value;
  if (value === 0) {
    word[0] = up ? 1 : -0x7fffffff;
  } else {
    word[0] += up === value > 0 ? 1 : -1;
  }
  return single[0];
}

function roundDown(value: number): number {
  const near = Math.fround(value);
  return near > value ? step(near, false) : near;
}

function roundUp(value: number): number {
  const near = Math.fround(value);
  return near < value ? step(near, true) : near;
}

/**
 * Flat boxes of doubles as float32 boxes that contain them: minima rounded down, maxima up. For
 * whoever needs a conservative box; everything else rounds to nearest. Errors: `invalid-box` for a
 * box that could not be built, `invalid-argument` for a wrong length or margin.
 * @param margin world units by which every side is moved outwards first, >= 0
 * @returns an array of your own, of the same length
 */
export function expandToFloat32(
  boxes: ArrayLike<number>,
  dimensions: Dimensions = 3,
  margin = 0,
): OwnedFloat32Array {
  checkDimensions(dimensions);
  if (!isLength(margin)) throw expected('invalid-argument', 'margin', LENGTH, margin);
  const stride = 2 * dimensions;
  const doubles = readDoubles(boxes, stride, BOXES);
  const expanded = new Float32Array(doubles.length);
  for (let start = 0; start < expanded.length; start += stride) {
    for (let low = start; low < start + dimensions; low += 1) {
      const high = low + dimensions;
      // adding a zero would take the sign of another one
      expanded[low] = roundDown(margin > 0 ? doubles[low] - margin : doubles[low]);
      expanded[high] = roundUp(margin > 0 ? doubles[high] + margin : doubles[high]);
      const within =
        (expanded[low] >= -LIMIT || doubles[low] === -Infinity) &&
        (expanded[high] <= LIMIT || doubles[high] === Infinity);
      if (!(within && doubles[low] <= doubles[high])) {
        throw boxValueError(doubles.slice(start, start + stride), `boxes[${start / stride}]`);
      }
    }
  }
  return expanded;
}

function checkDimensions(dimensions: unknown): void {
  if (dimensions === 2 || dimensions === 3) return;
  throw expected('invalid-argument', 'dimensions', '2 or 3', dimensions);
}

/** A sphere in float32; in 2D a circle. */
export interface FloatSphere {
  /** `dimensions` numbers, the given center rounded to nearest. Yours to keep. */
  readonly center: OwnedFloat32Array;
  /** World units, a float32: no less than the given radius. */
  readonly radius: number;
}

/** What computing in doubles may err by, of the lengths involved, a thousand times over. */
const SLACK = 1e-12;

/**
 * A sphere of doubles as a float32 sphere that contains it: its center is rounded to nearest, its radius grows by as
 * much as that moved it. For `querySphere`, when nothing may be missed.
 * Errors: `invalid-argument` for a center or a radius that is not finite, |v| > 1e18 and a radius below 0.
 */
export function expandSphereToFloat32(sphere: SphereLike, dimensions: Dimensions = 3): FloatSphere {
  checkDimensions(dimensions);
  return reading('invalid-argument', 'sphere', () => {
    if (!isObject(sphere)) {
      throw expected('invalid-argument', 'sphere', '{ center, radius }', sphere);
    }
    const { center, radius } = sphere;
    const exact = exactPoint(center, dimensions, 'center');
    if (!isLength(radius)) throw expected('invalid-argument', 'radius', LENGTH, radius);
    const rounded = new Float32Array(exact);
    return {
      center: rounded,
      radius: roundUp((radius + distanceOf(exact, rounded)) * (1 + SLACK)),
    };
  });
}

/** A ray in float32, and how far it strays from the true one. */
export interface FloatRay {
  /** `dimensions` numbers, rounded to nearest. Yours to keep. */
  readonly origin: OwnedFloat32Array;
  /** `dimensions` numbers, rounded to nearest, not all 0. Yours to keep. */
  readonly direction: OwnedFloat32Array;
  /** World units, a float32: no less than the given one. */
  readonly maxDistance: number;
  /** World units: no point of the true ray is farther than this from the point of this one at the same distance. */
  readonly margin: number;
}

/**
 * A ray of doubles as the nearest float32 ray, with the margin by which boxes must be larger so that it misses none
 * that the true ray meets: build the index from `expandToFloat32(boxes, dimensions, margin)` with the largest margin.
 * Errors: `invalid-argument` for numbers that are not finite, |v| > 1e18, a direction of no length.
 * @param maxDistance world units, finite, >= 0
 */
export function expandRayToFloat32(
  ray: RayLike,
  maxDistance: number,
  dimensions: Dimensions = 3,
): FloatRay {
  checkDimensions(dimensions);
  if (!isLength(maxDistance)) {
    throw expected('invalid-argument', 'maxDistance', LENGTH, maxDistance);
  }
  return reading('invalid-argument', 'ray', () => {
    if (!isObject(ray)) throw expected('invalid-argument', 'ray', '{ origin, direction }', ray);
    const from = exactPoint(ray.origin, dimensions, 'origin');
    const along = exactPoint(ray.direction, dimensions, 'direction');
    const origin = new Float32Array(from);
    const direction = new Float32Array(along);
    if (direction.every((value) => value === 0)) {
      throw expected(
        'invalid-argument',
        'direction',
        'numbers that are not all 0 in float32',
        along,
      );
    }
    const moved = distanceOf(from, origin);
    const turned = distanceOf(unit(along), unit(new Float64Array(direction)));
    const lengths = Math.hypot(...from) + maxDistance;
    const margin = roundUp(moved + turned * maxDistance + lengths * SLACK);
    return { origin, direction, maxDistance: roundUp(maxDistance), margin };
  });
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function distanceOf(one: Float64Array, other: ArrayLike<number>): number {
  return Math.hypot(...one.map((value, axis) => value - other[axis]));
}

/**
 * A frustum of doubles as 24 float32 numbers, which contain all of it that lies in `bounds`: normals are rounded to
 * nearest, constants grow by as much as that turns the planes there. For `queryFrustum`, when nothing may be missed:
 * `bounds` is then a box around all items.
 * Errors: `invalid-argument` for numbers that are not finite, `invalid-box` for such bounds.
 */
export function expandFrustumToFloat32(frustum: FrustumLike, bounds: BoxLike): OwnedFloat32Array {
  const { box } = exactly(boxReader, bounds, 3, 'bounds');
  const { planes } = exactly(frustumReader, frustum, 3, 'frustum');
  const expanded = new Float32Array(planes);
  for (let at = 0; at < planes.length; at += 4) {
    let room = planes[at + 3];
    let lengths = Math.abs(room);
    for (let axis = 0; axis < 3; axis += 1) {
      const value = planes[at + axis];
      const turned = value - expanded[at + axis];
      room += Math.max(turned * box[axis], turned * box[3 + axis]);
      lengths += Math.abs(value) * Math.max(-box[axis], box[3 + axis], 0);
    }
    expanded[at + 3] = roundUp(room + lengths * SLACK);
  }
  if (expanded.every(Number.isFinite)) return expanded;
  throw expected('invalid-argument', 'frustum', 'numbers that are finite in float32', frustum);
}

/** Reads an argument as its reader does, in double precision. */
function exactly<T>(reader: Reader<T>, value: T, dimensions: Dimensions, name: string) {
  const exact = {
    box: new Float64Array(6),
    point: new Float64Array(3),
    planes: new Float64Array(24),
  };
  return reading(reader.code, name, () => {
    reader.fill(exact as object as Registers, value, dimensions, name);
    return exact;
  });
}

/** The coordinates of a point as they are. */
function exactPoint(point: PointLike, dimensions: Dimensions, name: string): Float64Array {
  return exactly(pointReader, point, dimensions, name).point.subarray(0, dimensions);
}

const LENGTH = 'a number in 0 .. 1e18';

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LIMIT;
}
