/** Reading of view frusta, of three.js or as plain numbers. */
import { expected } from './errors.js';
import { type Reader, type Registers, readWith, registers } from './foreign.js';
import {
  type FilterLike,
  isObject,
  type PointLike,
  pointError,
  readCount,
  readEye,
  readQueryFilter,
  storePoint,
} from './inputs.js';

/**
 * One plane of a view frustum; a point p is on its inner side where `normal · p + constant >= 0`. A
 * `Plane` of three.js is one.
 */
export interface PlaneLike {
  /** Three numbers, pointing inwards, of any length that `constant` is for. */
  readonly normal: PointLike;
  /**
   * `-normal · q` for every point q of the plane: with a normal of length 1 the distance of the
   * origin in world units, > 0 where that is inside.
   */
  readonly constant: number;
}

/**
 * Six planes, inside is `normal · p + constant >= 0` (the orientation of three.js), as objects or
 * as 24 numbers: normal x, y, z and constant of each plane.
 */
export type FrustumLike =
  | ArrayLike<number>
  | {
      /** Six of them, in any order. */
      readonly planes: ArrayLike<PlaneLike>;
    };

/**
 * In which order a frustum query answers, and how much of it. Unknown names are `invalid-argument`
 * errors.
 */
export interface FrustumOptions {
  /** Where the camera stands, in world units: what the orders are measured from. */
  readonly eye?: PointLike;
  /**
   * `'any'` leaves the order open. `'front-to-back'`, what an eye alone means: by distance from the
   * eye to the box, then id. `'split-planes'`: roughly front to back, as the nodes lie, without the
   * cost of sorting; of structures with split planes (sphere-tree) only.
   */
  readonly order?: 'any' | 'front-to-back' | 'split-planes';
  /** Most hits to report, the first ones of the order: an integer >= 0, no limit when left out. */
  readonly limit?: number;
  /** Which items count; all when left out. */
  readonly filter?: FilterLike;
}

/** The orders, by the number that the core knows them by. */
const ORDERS = ['any', 'front-to-back', 'split-planes'] as const;

const PLANES = 6;
const NUMBERS = 4 * PLANES;
const KNOWN_OPTIONS = ['eye', 'order', 'limit', 'filter'];

export const frustumReader: Reader<FrustumLike> = {
  code: 'invalid-argument',
  fill({ planes: out }, frustum) {
    if (typeof frustum !== 'object' || frustum === null) throw shapeError(frustum);
    if ('planes' in frustum) {
      storePlanes(out, frustum.planes);
    } else {
      storeNumbers(out, frustum);
    }
    for (let i = 0; i < NUMBERS; i += 1) {
      if (!Number.isFinite(out[i])) {
        const plane = out.slice(i - (i % 4), i - (i % 4) + 4);
        const name = `frustum.planes[${Math.floor(i / 4)}]`;
        throw expected('invalid-argument', name, 'finite numbers in float32', plane);
      }
    }
  },
};

/** Into `planes`. */
export function readFrustum(frustum: FrustumLike): Registers {
  return readWith(frustumReader, frustum, 3, 'frustum');
}

function storeNumbers(out: Float32Array, frustum: ArrayLike<number>): void {
  if (frustum.length !== NUMBERS) throw shapeError(frustum);
  for (let i = 0; i < NUMBERS; i += 1) {
    const value = frustum[i];
    if (typeof value !== 'number') throw shapeError(frustum);
    out[i] = value;
  }
}

function storePlanes(out: Float32Array, planes: ArrayLike<PlaneLike>): void {
  if (typeof planes !== 'object' || planes === null || planes.length !== PLANES) {
    throw shapeError({ planes });
  }
  for (let i = 0; i < PLANES; i += 1) {
    const plane = planes[i];
    if (typeof plane !== 'object' || plane === null) throw planeError(plane, i);
    const { normal, constant } = plane;
    if (typeof constant !== 'number') throw planeError(plane, i);
    if (!isObject(normal) || !storePoint(normal, 3, out, 4 * i)) {
      throw pointError(normal, 3, `frustum.planes[${i}].normal`);
    }
    out[4 * i + 3] = constant;
  }
}

function planeError(got: unknown, position: number) {
  const name = `frustum.planes[${position}]`;
  return expected('invalid-argument', name, '{ normal, constant }', got);
}

function shapeError(got: unknown) {
  return expected('invalid-argument', 'frustum', '{ planes: 6 planes } or 24 numbers', got);
}

const optionsReader: Reader<FrustumOptions> = {
  code: 'invalid-argument',
  fill(target, options) {
    // an array is none: it has a method `filter`
    if (!isObject(options) || 'length' in options) {
      throw expected('invalid-argument', 'options', 'an object', options);
    }
    refuseUnknown(options);
    const { eye, order = eye === undefined ? 'any' : 'front-to-back', limit, filter } = options;
    const code = ORDERS.indexOf(order);
    if (code < 0) {
      throw expected('invalid-argument', 'options.order', `one of ${ORDERS.join(', ')}`, order);
    }
    if (code > 0 && eye === undefined) {
      throw expected('invalid-argument', 'options.eye', `a point for order '${order}'`, eye);
    }
    target.search[0] = code;
    target.search[1] = limit === undefined ? -1 : readCount(limit, 'options.limit');
    // what these read is in the registers of this level
    const read = readQueryFilter(filter);
    target.filter.set(read.filter);
    target.accept = read.accept;
    if (eye === undefined) target.eye.fill(0);
    else target.eye.set(readEye(eye, 'options.eye').eye);
  },
};

/** Into `search`, `filter` and `eye`. */
export function readFrustumOptions(options: FrustumOptions | undefined): Registers {
  if (options !== undefined) return readWith(optionsReader, options, 3, 'options');
  const target = registers();
  target.search[0] = 0;
  target.search[1] = -1;
  target.filter[0] = target.filter[1] = -1;
  target.filter[2] = 0;
  target.accept = undefined;
  // an eye that was refused may still lie there
  target.eye.fill(0);
  return target;
}

// a loop over the names makes no list of them
function refuseUnknown(options: object): void {
  for (const key in options) {
    if (Object.hasOwn(options, key) && !KNOWN_OPTIONS.includes(key)) {
      throw expected('invalid-argument', 'options', `only ${KNOWN_OPTIONS.join(', ')}`, key);
    }
  }
}
