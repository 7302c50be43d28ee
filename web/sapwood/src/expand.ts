/**
 * Converts arguments from double precision to float32 so that queries miss no item. Methods of
 * indices round to nearest. Far from the origin, this rounding moves faces and planes noticeably.
 */
import { BOXES, readDoubles } from './bulk.js';
import { expected } from './errors.js';
import { type FrustumLike, storeFrustum } from './frustum.js';
import {
  type BoxLike,
  boxValueError,
  type Dimensions,
  isObject,
  LIMIT,
  type PointLike,
  type RayLike,
  reading,
  type SphereLike,
  storeBox,
  storePosition,
} from './inputs.js';
import type { OwnedFloat32Array } from './owned.js';

const word = new Int32Array(1);
const single = new Float32Array(word.buffer);

// returns the next larger or smaller float32; for negative floats, a larger word is a smaller
// number
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
 * Returns float32 boxes that contain the given boxes: minima are rounded down, and maxima are
 * rounded up. Methods of indices round to nearest instead.
 * @param boxes - `2 * dimensions` numbers per box.
 * @param dimensions - Number of dimensions. Default: 3.
 * @param margin - Distance in world units by which each side moves outward before rounding, >= 0.
 * Default: 0.
 * @returns Flat boxes, in a new array.
 * @throws SapwoodError `invalid-box` for an invalid box
 * @throws SapwoodError `invalid-argument` for a wrong length, `dimensions` or `margin`
 * @example
 * ```ts
 * const boxes = expandToFloat32([0.1, 0.1, 0.2, 0.2], 2);
 * console.log(boxes[0] <= 0.1 && boxes[2] >= 0.2); // true
 * ```
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
      // adding 0 would change the sign of -0
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

/** Sphere in float32; a circle in 2D. */
export interface FloatSphere {
  /** Center, rounded to nearest. Belongs to the caller. */
  readonly center: OwnedFloat32Array;
  /** Radius in world units, rounded up. */
  readonly radius: number;
}

/** Bound of the relative rounding error in doubles, with a safety factor of about 1000. */
const SLACK = 1e-12;

/**
 * Returns a float32 sphere that contains the given sphere. The center is rounded to nearest, and
 * the radius grows by the distance between the exact and the rounded center. Use it with
 * `querySphere`.
 * @param sphere - `{ center, radius }`.
 * @param dimensions - Number of dimensions. Default: 3.
 * @returns Sphere in float32.
 * @throws SapwoodError `invalid-argument` for a negative radius, and for numbers that are not
 * finite or exceed 1e18
 * @example
 * ```ts
 * const { radius } = expandSphereToFloat32({ center: [0.1, 0.1], radius: 0.1 }, 2);
 * console.log(radius >= 0.1); // true
 * ```
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

/** Ray in float32, and its distance from the exact ray. */
export interface FloatRay {
  /** Origin, rounded to nearest. Belongs to the caller. */
  readonly origin: OwnedFloat32Array;
  /** Direction, rounded to nearest, not zero. Belongs to the caller. */
  readonly direction: OwnedFloat32Array;
  /** Maximum distance in world units, rounded up. */
  readonly maxDistance: number;
  /**
   * Largest distance in world units between a point of this ray and the point of the exact ray at
   * the same distance from its origin.
   */
  readonly margin: number;
}

/**
 * Returns a ray rounded to float32, and the margin by which boxes must grow so that no hit is
 * missed. Build the index from `expandToFloat32(boxes, dimensions, margin)`, with the largest
 * margin of all rays.
 * @param ray - `{ origin, direction }`.
 * @param maxDistance - Maximum distance in world units, finite and >= 0.
 * @param dimensions - Number of dimensions. Default: 3.
 * @returns Ray in float32, and the margin.
 * @throws SapwoodError `invalid-argument` for a direction of length 0, and for numbers that are not
 * finite or exceed 1e18
 * @example
 * ```ts
 * const { margin } = expandRayToFloat32({ origin: [0.1, 0], direction: [1, 3] }, 100, 2);
 * console.log(margin < 0.001); // true
 * ```
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
 * Returns a float32 frustum that contains the part of the given frustum inside `bounds`. Normals
 * are rounded to nearest, and constants are increased to compensate. Use it with `queryFrustum`.
 * @param frustum - Six planes, as objects or as 24 numbers.
 * @param bounds - Box that contains all items.
 * @returns 24 numbers, normal and constant of each plane, in a new array.
 * @throws SapwoodError `invalid-argument` for numbers that are not finite
 * @throws SapwoodError `invalid-box` for invalid bounds
 * @example
 * ```ts
 * const planes = [1, 0, 0, 2, -1, 0, 0, 2, 0, 1, 0, 2, 0, -1, 0, 2, 0, 0, 1, 20, 0, 0, -1, 0];
 * console.log(expandFrustumToFloat32(planes, [-9, -9, -9, 9, 9, 9]).length); // 24
 * ```
 */
export function expandFrustumToFloat32(frustum: FrustumLike, bounds: BoxLike): OwnedFloat32Array {
  const box = new Float64Array(6);
  reading('invalid-box', 'bounds', () => storeBox(bounds, 3, 'bounds', box));
  const planes = new Float64Array(24);
  reading('invalid-argument', 'frustum', () => storeFrustum(frustum, 'frustum', planes));
  const expanded = new Float32Array(planes);
  for (let at = 0; at < planes.length; at += 4) {
    let constant = planes[at + 3];
    let lengths = Math.abs(constant);
    for (let axis = 0; axis < 3; axis += 1) {
      const value = planes[at + axis];
      const turned = value - expanded[at + axis];
      constant += Math.max(turned * box[axis], turned * box[3 + axis]);
      lengths += Math.abs(value) * Math.max(-box[axis], box[3 + axis], 0);
    }
    expanded[at + 3] = roundUp(constant + lengths * SLACK);
  }
  if (expanded.every(Number.isFinite)) return expanded;
  const what = 'planes whose numbers stay finite in float32 after rounding outward';
  throw expected('invalid-argument', 'frustum', what, frustum);
}

function exactPoint(point: PointLike, dimensions: Dimensions, name: string): Float64Array {
  const exact = new Float64Array(dimensions);
  reading('invalid-argument', name, () => storePosition(point, dimensions, name, exact));
  return exact;
}

const LENGTH = 'a number in 0 .. 1e18';

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LIMIT;
}
