import { expected, SapwoodError } from './errors.js';
import {
  FILTER_NAMES,
  type FilterLike,
  type FilterOptions,
  oneFilter,
  readQueryFilter,
} from './filters.js';
import {
  type Dimensions,
  isObject,
  type Numbers,
  overflows,
  type PointLike,
  pointError,
  type Reader,
  type Registers,
  reading,
  readLimit,
  readSecond,
  readWith,
  registers,
  storePoint,
} from './inputs.js';
import { requireOptions } from './option-names.js';

/**
 * Plane of a frustum or convex volume, such as `Plane` of three.js. A point p is inside if `normal
 * · p + constant >= 0`. Numbers must be finite in float32, except in an unlimited plane.
 *
 * All points are inside an unlimited plane. Such a plane has either a normal of zeros with a
 * constant >= 0, or a normal of NaN with a constant of NaN or Infinity. three.js computes a normal
 * of NaN for an infinite far plane. At least one plane must have a finite normal. A normal of zeros
 * with a negative constant contains no point.
 */
export interface PlaneLike {
  /** Normal: `dimensions` numbers that point inward. `constant` scales with its length. */
  readonly normal: PointLike;
  /**
   * `-normal · q` for each point q of the plane. If the normal has length 1, this is the signed
   * distance of the origin to the plane in world units, positive if the origin is inside.
   */
  readonly constant: number;
}

/**
 * View frustum: six planes as objects, such as `Frustum` of three.js, or 24 numbers with the normal
 * and constant of each plane. A point is inside if it is inside all planes.
 */
export type FrustumLike =
  | ArrayLike<number>
  | {
      /** Six planes in any order. */
      readonly planes: ArrayLike<PlaneLike>;
    };

/** Options of frustum queries. */
export interface FrustumOptions extends FilterOptions {
  /** Position of the camera in world units, from which distances are measured. */
  readonly eye?: PointLike | undefined;
  /**
   * Order of the ids.
   *
   * - `'any'`: unspecified. Default without `eye`.
   * - `'front-to-back'`: by distance from `eye` to the box, then id. Default with `eye`.
   * - `'split-planes'`: roughly front to back, without sorting; requires `eye` and a `SphereTree`
   */
  readonly order?: 'any' | 'front-to-back' | 'split-planes' | undefined;
  /**
   * Maximum number of ids, an integer >= 0. With a limit, the first ids in the chosen order are
   * returned. Default: Infinity.
   */
  readonly limit?: number | undefined;
  /** Filter; its properties can also be passed as options. Default: all items. */
  readonly filter?: FilterLike | undefined;
}

const ORDERS = ['any', 'front-to-back', 'split-planes'] as const;

const PLANES = 6;
const NUMBERS = 4 * PLANES;
const KNOWN_OPTIONS = ['eye', 'order', 'limit', 'filter', ...FILTER_NAMES];

export function storeFrustum(frustum: FrustumLike, name: string, out: Numbers): void {
  if (typeof frustum !== 'object' || frustum === null) throw shapeError(frustum, name);
  if ('planes' in frustum) {
    storePlanes(out, frustum.planes, name);
  } else {
    storeNumbers(out, frustum, name);
  }
  const bad = replaceUnlimitedPlanes(out, 3);
  if (bad >= 0) throw planeValueError(out, 3, bad, `${name}.planes`);
}

const frustumReader: Reader<FrustumLike> = {
  code: 'invalid-argument',
  fill({ planes }, frustum, _, name) {
    storeFrustum(frustum, name, planes);
  },
};

/**
 * Replaces each unlimited plane by the numbers 0, 0, 0, 1, because the core cannot compute
 * distances with NaN or Infinity. Returns the position of the first invalid plane, 0 if no normal
 * is finite, or -1 if all planes are valid.
 */
export function replaceUnlimitedPlanes(planes: Numbers, dimensions: Dimensions): number {
  const stride = dimensions + 1;
  let known = 0;
  for (let at = 0; at < planes.length; at += stride) {
    let finite = 0;
    let zeros = 0;
    let missing = 0;
    for (let i = at; i < at + dimensions; i += 1) {
      if (Number.isFinite(planes[i])) finite += 1;
      if (planes[i] === 0) zeros += 1;
      if (Number.isNaN(planes[i])) missing += 1;
    }
    const constant = planes[at + dimensions];
    if (finite === dimensions) known += 1;
    if (finite === dimensions && Number.isFinite(constant)) continue;
    const unlimited = zeros === dimensions ? constant === Infinity : missing === dimensions;
    // the constant of an unlimited plane must be Infinity or NaN
    if (!unlimited || constant < Infinity) return at / stride;
    planes.fill(0, at, at + dimensions);
    planes[at + dimensions] = 1;
  }
  if (known > 0) return -1;
  // no normal is finite, for example because the matrices of the camera are NaN
  planes.fill(Number.NaN, 0, stride);
  return 0;
}

/** Returns the error for a position that `replaceUnlimitedPlanes` returned. */
export function planeValueError(
  planes: Numbers,
  dimensions: Dimensions,
  position: number,
  name: string,
): SapwoodError {
  const start = position * (dimensions + 1);
  const got = planes.slice(start, start + dimensions + 1);
  const what = 'numbers that are finite in float32';
  const hint = '; for a plane that excludes nothing, pass normal 0 and constant 1';
  return expected('invalid-argument', `${name}[${position}]`, what, got, hint);
}

/**
 * Returns a number of a plane. A number that overflows float32 becomes -Infinity, which is rejected
 * later.
 */
export const planeNumber = (value: number): number => (overflows(value) ? -Infinity : value);

export function readFrustum(frustum: FrustumLike, name = 'frustum'): Registers {
  return readWith(frustumReader, frustum, 3, name);
}

function storeNumbers(out: Numbers, frustum: ArrayLike<number>, name: string): void {
  if (frustum.length !== NUMBERS) throw shapeError(frustum, name);
  for (let i = 0; i < NUMBERS; i += 1) {
    const value = frustum[i];
    if (typeof value !== 'number') throw shapeError(frustum, name);
    out[i] = planeNumber(value);
  }
}

function storePlanes(out: Numbers, planes: ArrayLike<PlaneLike>, name: string): void {
  if (typeof planes !== 'object' || planes === null || planes.length !== PLANES) {
    throw shapeError({ planes }, name);
  }
  for (let i = 0; i < PLANES; i += 1) {
    const plane = planes[i];
    if (typeof plane !== 'object' || plane === null)
      throw planeError(plane, `${name}.planes[${i}]`);
    const { normal, constant } = plane;
    if (typeof constant !== 'number') throw planeError(plane, `${name}.planes[${i}]`);
    if (!isObject(normal) || !storePoint(normal, 3, out, 4 * i)) {
      throw pointError(normal, 3, `${name}.planes[${i}].normal`);
    }
    out[4 * i + 3] = planeNumber(constant);
  }
}

function planeError(got: unknown, name: string) {
  return expected('invalid-argument', name, '{ normal, constant }', got);
}

function shapeError(got: unknown, name: string) {
  return expected('invalid-argument', name, '{ planes: 6 planes } or 24 numbers', got);
}

const optionsReader: Reader<FrustumOptions> = {
  code: 'invalid-argument',
  fill(target, options) {
    // rejects an array, because its method `filter` would be read as the option `filter`
    requireOptions(options, KNOWN_OPTIONS);
    const { eye, order = eye === undefined ? 'any' : 'front-to-back', limit } = options;
    const code = ORDERS.indexOf(order);
    if (code < 0) {
      throw expected('invalid-argument', 'options.order', `one of '${ORDERS.join("', '")}'`, order);
    }
    if (code > 0 && eye === undefined) {
      const message = `options.eye: order '${order}' requires a point, got undefined`;
      throw new SapwoodError('invalid-argument', message);
    }
    target.search[0] = code;
    target.search[1] = limit === undefined ? -1 : readLimit(limit, 'options.limit');
    // reads the filter into nested registers, and copies it to `target`
    const read = readQueryFilter(oneFilter(options, undefined));
    target.filter.set(read.filter);
    target.accept = read.accept;
    if (eye === undefined) target.eye.fill(0);
    else target.eye.set(readSecond(eye, 3, 'options.eye').eye);
  },
};

/** Copies options and filter, so that getters of the caller run only once. */
export function withFilter(
  options: FrustumOptions | undefined,
  filter: FilterLike | undefined,
): FrustumOptions {
  return reading('invalid-argument', 'options', () => {
    if (options === undefined) return { filter };
    requireOptions(options, KNOWN_OPTIONS);
    const { eye, order, limit } = options;
    return { eye, order, limit, filter: oneFilter(options, filter) };
  });
}

/**
 * Reads options into the registers `search`, `filter` and `eye`. The filter may be an option or an
 * argument.
 */
export function readFrustumOptions(
  options: FrustumOptions | undefined,
  argument?: FilterLike,
): Registers {
  if (argument !== undefined) return readFrustumOptions(withFilter(options, argument));
  if (options !== undefined) return readWith(optionsReader, options, 3, 'options');
  const target = registers();
  target.search[0] = 0;
  target.search[1] = -1;
  target.filter[0] = target.filter[1] = -1;
  target.filter[2] = 0;
  target.accept = undefined;
  // an earlier call may have stored an eye that was rejected
  target.eye.fill(0);
  return target;
}
