/** Reading of view frusta, of three.js or as plain numbers. */
import { expected } from './errors.js';
import {
  type FilterLike,
  type PointLike,
  pointIn,
  readCount,
  readPoint,
  readQueryFilter,
} from './inputs.js';

export interface PlaneLike {
  readonly normal: PointLike;
  readonly constant: number;
}

/**
 * Six planes, inside is `normal · p + constant >= 0` (the orientation of three.js), as objects or
 * as 24 numbers: normal x, y, z and constant of each plane.
 */
export type FrustumLike = ArrayLike<number> | { readonly planes: ArrayLike<PlaneLike> };

export interface FrustumOptions {
  /** Where the camera stands. */
  readonly eye?: PointLike;
  /**
   * `'any'` leaves the order open. `'front-to-back'`, what an eye alone means: by distance from the
   * eye to the box, then id. `'split-planes'`: roughly front to back, as the nodes lie, without the
   * cost of sorting; of structures with split planes (sphere-tree) only.
   */
  readonly order?: 'any' | 'front-to-back' | 'split-planes';
  /** Most hits to report: the first ones of the order. */
  readonly limit?: number;
  readonly filter?: FilterLike;
}

/** The orders, by the number that the core knows them by. */
const ORDERS = ['any', 'front-to-back', 'split-planes'] as const;

const PLANES = 6;
const KNOWN_OPTIONS = ['eye', 'order', 'limit', 'filter'];

/** Normal x, y, z and constant of each plane. */
export const frustumIn = new Float32Array(4 * PLANES);

/** Into `frustumIn`. */
export function readFrustum(frustum: FrustumLike): void {
  if (typeof frustum !== 'object' || frustum === null) throw shapeError(frustum);
  if ('planes' in frustum) {
    readPlanes(frustum.planes);
  } else {
    if (frustum.length !== frustumIn.length) throw shapeError(frustum);
    for (let i = 0; i < frustumIn.length; i += 1) {
      if (typeof frustum[i] !== 'number') throw shapeError(frustum);
      frustumIn[i] = frustum[i];
    }
  }
  for (let i = 0; i < frustumIn.length; i += 1) {
    if (!Number.isFinite(frustumIn[i])) {
      const plane = frustumIn.subarray(i - (i % 4), i - (i % 4) + 4);
      const name = `frustum.planes[${Math.floor(i / 4)}]`;
      throw expected('invalid-argument', name, 'finite numbers in float32', plane);
    }
  }
}

function readPlanes(planes: ArrayLike<PlaneLike>): void {
  if (typeof planes !== 'object' || planes === null || planes.length !== PLANES) {
    throw shapeError({ planes });
  }
  for (let i = 0; i < PLANES; i += 1) {
    const plane = planes[i];
    if (typeof plane !== 'object' || plane === null || typeof plane.constant !== 'number') {
      throw expected('invalid-argument', `frustum.planes[${i}]`, '{ normal, constant }', plane);
    }
    readPoint(plane.normal, 3, `frustum.planes[${i}].normal`);
    frustumIn.set(pointIn, 4 * i);
    frustumIn[4 * i + 3] = plane.constant;
  }
}

function shapeError(got: unknown) {
  return expected('invalid-argument', 'frustum', '{ planes: 6 planes } or 24 numbers', got);
}

/** Where an ordered query looks from. */
export const eyeIn = new Float32Array(3);

/** Into `eyeIn`. */
export function readEye(eye: PointLike, name: string): void {
  readPoint(eye, 3, name);
  eyeIn.set(pointIn);
}

/** How a frustum query reports; the eye itself is in `eyeIn`, the filter in `filterIn`. */
export interface FrustumOrder {
  /** Place in the list of orders, as the core counts them. */
  order: number;
  limit: number;
}

export function readFrustumOptions(options: FrustumOptions): FrustumOrder {
  if (typeof options !== 'object' || options === null) {
    throw expected('invalid-argument', 'options', 'an object', options);
  }
  for (const key of Object.keys(options)) {
    if (!KNOWN_OPTIONS.includes(key)) {
      throw expected('invalid-argument', 'options', `only ${KNOWN_OPTIONS.join(', ')}`, key);
    }
  }
  const { eye, order = eye === undefined ? 'any' : 'front-to-back', limit, filter } = options;
  const code = ORDERS.indexOf(order);
  if (code < 0) {
    throw expected('invalid-argument', 'options.order', `one of ${ORDERS.join(', ')}`, order);
  }
  if (code > 0 && eye === undefined) {
    throw expected('invalid-argument', 'options.eye', `a point for order '${order}'`, eye);
  }
  readQueryFilter(filter);
  const most = limit === undefined ? 0xffffffff : readCount(limit, 'options.limit');
  if (eye !== undefined) readEye(eye, 'options.eye');
  return { order: code, limit: most };
}
