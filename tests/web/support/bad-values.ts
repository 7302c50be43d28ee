/** Invalid values for each kind of argument, and a few valid values. */

import type { Dimensions } from 'sapwood/all';

export interface Bad {
  readonly shown: string;
  readonly value: unknown;
}

const label = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || typeof value === 'function') return typeof value;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as ArrayLike<unknown>, label)}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value).map(([key, inner]) => `${key}: ${label(inner)}`)}}`
    : typeof value === 'string'
      ? `'${value}'`
      : String(value);
};

export const bad = (values: readonly unknown[]): Bad[] =>
  values.map((value) => ({ shown: label(value), value }));

/** Values that are invalid for every argument. */
const NONSENSE = [null, 'box', 5, true, {}, [], () => 0, Symbol('s'), 1n];

// 1e300 becomes infinite as a float32
const BAD_NUMBERS = [
  Number.NaN,
  Infinity,
  -Infinity,
  1.001e18,
  -1e19,
  1e300,
  '1',
  null,
  undefined,
  {},
];

const withNumber = (good: readonly number[], at: number, value: unknown): unknown[] => {
  const copy: unknown[] = [...good];
  copy[at] = value;
  return copy;
};

export function goodBox(dimensions: Dimensions): number[] {
  return Array.from({ length: 2 * dimensions }, (_, i) => (i < dimensions ? 0 : 1));
}

export function goodPoint(dimensions: Dimensions): number[] {
  return Array.from({ length: dimensions }, () => 0.5);
}

/** -Infinity as a minimum and Infinity as a maximum are omitted, because they are valid. */
const boxesWithBadNumbers = (good: readonly number[]): unknown[][] =>
  BAD_NUMBERS.flatMap((value) => [
    ...(value === -Infinity ? [] : [withNumber(good, 0, value)]),
    ...(value === Infinity ? [] : [withNumber(good, good.length - 1, value)]),
  ]);

export function badBoxes(dimensions: Dimensions): Bad[] {
  const good = goodBox(dimensions);
  const numbers = boxesWithBadNumbers(good);
  const point = goodPoint(dimensions);
  return bad([
    ...NONSENSE,
    undefined,
    ...numbers,
    withNumber(good, 0, 1.5),
    withNumber(good, dimensions - 1, 2),
    good.slice(1),
    [...good, 1],
    new Array(good.length),
    { min: point },
    { min: point, max: null },
    { min: null, max: point },
    { min: { x: 0 }, max: { x: 1 } },
    { min: 0, max: 1 },
    { min: [...point, 0], max: point },
    { min: { x: 2, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } },
    { min: { x: Number.NaN, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } },
    { length: good.length },
  ]);
}

export function badPoints(dimensions: Dimensions): Bad[] {
  const good = goodPoint(dimensions);
  const numbers = BAD_NUMBERS.flatMap((value) => [
    withNumber(good, 0, value),
    withNumber(good, dimensions - 1, value),
  ]);
  return bad([
    ...NONSENSE,
    ...numbers,
    good.slice(1),
    [...good, 1],
    { x: 1 },
    { x: 1, y: '2', z: 3 },
    { x: 1, y: Number.NaN, z: 3 },
  ]);
}

export function badDirections(dimensions: Dimensions): Bad[] {
  const good = goodPoint(dimensions);
  const values = [Number.NaN, Infinity, -Infinity, '1', null, undefined];
  return bad([
    ...NONSENSE,
    undefined,
    good.map(() => 0),
    good.map(() => -0),
    good.map(() => 1e-60), // zero once it is float32
    ...values.map((value) => withNumber(good, 1, value)),
    good.slice(1),
    [...good, 1],
    { x: 1 },
  ]);
}

/** Invalid ids for an index with the items 0 to 11 after the removal of item 5. */
export const badIds = bad([
  5,
  12,
  4000000000,
  0xfffffffe,
  0xffffffff,
  0x100000000,
  0x100000000 + 1,
  1e300,
  -1,
  -0.5,
  0.5,
  1.5,
  Number.NaN,
  Infinity,
  -Infinity,
  '1',
  '',
  null,
  undefined,
  true,
  {},
  [1],
  1n,
]);

/** Values that `has()` rejects, because they cannot be ids. */
export const malformedIds = badIds.filter(
  ({ value }) => ![5, 12, 4e9, 0xfffffffe].includes(value as number),
);

export const badCounts = bad([-1, 0.5, 1.5, Number.NaN, -Infinity, '2', null, {}, [1], true, 2n]);

/** Invalid maximum distances for arguments that also accept an object of options. */
export const badMaxDistances = bad([-1, -Infinity, Number.NaN, '2', null, [1], true, 2n]);

export const badDistances = [...badMaxDistances, ...bad([{}])];

export const badRadii = [...badDistances, ...bad([Infinity, 1e39, undefined])];

export const badFilters = bad([
  'all',
  true,
  null,
  1.5,
  Number.NaN,
  Infinity,
  0x100000000,
  -0x80000001,
  { category: '1' },
  { category: 1.5 },
  { mask: Number.NaN },
  { mask: 0x100000000 },
  { mask: null },
]);

/** Invalid filters for functions that do not accept a predicate. */
export const badItemFilters = [...badFilters, ...bad([() => 1])];

export const badPredicates = bad([{ accept: 5 }, { accept: null }, { accept: {} }]);

const NO_VIEWS = [null, undefined, 4, 'out', {}, []];

/**
 * Invalid output arrays. The argument must be a Uint32Array, or an Int32Array for ids, or a
 * Float32Array for distances.
 */
export const badOuts = bad([...NO_VIEWS, new Float32Array(4), new Int32Array(4)]);
export const badIdOuts = bad([...NO_VIEWS, new Float32Array(4), new Uint32Array(4)]);
export const badDistanceOuts = bad([...NO_VIEWS, new Float64Array(4), new Uint32Array(4)]);

/**
 * Invalid arrays of several boxes or points: not a flat array of numbers, or a length that is not a
 * multiple of `stride`.
 */
export function badRecords(stride: number): Bad[] {
  const short = new Float32Array(3 * stride - 1);
  return bad([
    null,
    'boxes',
    5,
    true,
    {},
    () => 0,
    1n,
    { length: -1 },
    { length: 1.5 },
    { length: '6' },
    { length: 2 ** 40 },
    new DataView(new ArrayBuffer(stride * 4)),
    new ArrayBuffer(stride * 4),
    new BigInt64Array(stride),
    short,
    Array.from(short),
    [1],
  ]);
}

export function badBulkBoxes(dimensions: Dimensions, count: number): Bad[] {
  const good = goodBox(dimensions);
  const bads = [...boxesWithBadNumbers(good), withNumber(good, 0, 1.5)];
  const at = Math.floor(count / 2);
  return bad(
    bads.map((box) => Array.from({ length: count }, (_, i) => (i === at ? box : good)).flat()),
  );
}

export function badFrusta(): Bad[] {
  const good = Array.from({ length: 24 }, () => 1);
  const plane = { normal: { x: 1, y: 0, z: 0 }, constant: 1 };
  const planes = Array.from({ length: 6 }, () => plane);
  const withPlane = (value: unknown) => ({ planes: [...planes.slice(0, 5), value] });
  return bad([
    ...NONSENSE,
    undefined,
    good.slice(1),
    [...good, 1],
    ...[Number.NaN, Infinity, '1', null].map((value) => withNumber(good, 7, value)),
    { planes: null },
    { planes: planes.slice(1) },
    withPlane(null),
    withPlane({ normal: { x: 1, y: 0 }, constant: 1 }),
    withPlane({ normal: { x: 1, y: 0, z: 0 } }),
    withPlane({ normal: { x: Number.NaN, y: 0, z: 0 }, constant: 1 }),
    withPlane({ normal: { x: 1, y: 0, z: 0 }, constant: Number.NaN }),
  ]);
}

export const badFrustumOptions = bad([
  null,
  'front-to-back',
  5,
  { limit: -1 },
  { limit: 1.5 },
  { limit: Number.NaN },
  { limit: '1' },
  { order: 'sideways' },
  { order: 'front-to-back' },
  { eye: null },
  { eye: [1, 2] },
  { eye: [1, 2, Number.NaN] },
  { filter: 'all' },
  { limits: 1 },
]);
