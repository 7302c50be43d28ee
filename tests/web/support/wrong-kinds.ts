/**
 * Values of every type to pass as arguments: primitives, objects, buffers, views, proxies, and
 * valid arguments with changed members. Each value has a list of the argument roles that may accept
 * it.
 */

import { runInNewContext } from 'node:vm';
import { BruteForce } from 'sapwood/all';
import type { Role } from './public-calls.js';

export interface Maker {
  /** Returns a new valid value for the argument under test. */
  good(): unknown;
  /** Repeats the call under test with another value for the argument. */
  again(value: unknown): unknown;
}

export interface Kind {
  readonly name: string;
  /** Roles of arguments that may accept the value. */
  readonly fits: readonly Role[];
  /** True if `make` changes a valid value, which must be an object with members. */
  readonly needsParts?: true;
  make(maker: Maker): unknown;
}

/** Roles of arguments that accept a maximum distance or an object of options. */
const DISTANCE_ROLES: Role[] = ['reach', 'nearestOptions', 'rayOptions'];

const kind = (name: string, make: (maker: Maker) => unknown, ...fits: Role[]): Kind => {
  // arguments for options also accept a filter or a distance
  const bits: Role[] = fits.includes('bits') ? ['castOptions', 'filter', 'restoreOptions'] : [];
  // arguments for filters also accept a function
  const callbacks: Role[] = fits.includes('fn') ? ['filter'] : [];
  const lengths: Role[] = fits.includes('distance') ? DISTANCE_ROLES : [];
  return { name, make, fits: [...fits, ...bits, ...callbacks, ...lengths] };
};

/** Roles of arguments that accept an empty object. */
const LOOSE: Role[] = [
  'batchOptions',
  'bits',
  'filter',
  'frustumOptions',
  'initOptions',
  'options',
  ...DISTANCE_ROLES,
  'castOptions',
];
const BULK: Role[] = [
  'boxes',
  'capsules',
  'frusta',
  'movingBoxes',
  'movingCapsules',
  'movingSpheres',
  'points',
  'rays',
  'segments',
  'spheres',
];
/**
 * Roles that may accept an array of five or seven zeros. Five numbers are a capsule or a moving
 * sphere in 2D, and seven numbers are one in 3D. As ids, the zeros are the same id.
 */
const FIVE: Role[] = ['bits', 'capsules', 'movingSpheres', 'touched'];
const COUNTS: Role[] = ['count', 'work'];
const LENGTHS: Role[] = ['distance', 'radius'];
/** Roles of arguments that are objects or arrays whose members the package reads one by one. */
const OBJECTS: Role[] = [
  ...LOOSE,
  ...BULK,
  ...([
    'bounds',
    'box',
    'convexes',
    'direction',
    'frustum',
    'ids',
    'planes',
    'point',
    'ray',
    'sample',
    'tuneRequest',
    'sphere',
    'touched',
    'visitor',
  ] as const),
];

const plainKinds: Kind[] = [
  kind('null', () => null),
  kind('true', () => true),
  kind('false', () => false),
  kind('0', () => 0, 'count', 'id', 'touched', 'bits', ...LENGTHS),
  kind('-0', () => -0, 'count', 'id', 'touched', 'bits', ...LENGTHS),
  kind('1', () => 1, ...COUNTS, 'id', 'touched', 'bits', ...LENGTHS),
  kind('-1', () => -1, 'bits'),
  kind('0.5', () => 0.5, ...LENGTHS),
  kind('-0.5', () => -0.5),
  kind('NaN', () => Number.NaN),
  kind('Infinity', () => Infinity, 'distance', ...COUNTS),
  kind('-Infinity', () => -Infinity),
  kind('1e39, infinite as float32', () => 1e39, 'distance', ...COUNTS),
  kind('2^31', () => 2 ** 31, 'bits', 'id', ...COUNTS, ...LENGTHS),
  kind('2^32 - 1', () => 2 ** 32 - 1, 'bits', ...COUNTS, ...LENGTHS),
  kind('2^32', () => 2 ** 32, ...COUNTS, ...LENGTHS),
  kind('2^53', () => 2 ** 53, ...COUNTS, ...LENGTHS),
  kind('an empty string', () => ''),
  kind('a string', () => 'boxes'),
  kind('a digit as a string', () => '2'),
  kind('a long string', () => 'x'.repeat(1e6)),
  kind('a symbol', () => Symbol('s')),
  kind('a bigint', () => 1n),
  kind('a long bigint', () => 1n << 4096n),
  kind('a function', () => () => 1, 'fn'),
  kind('an async function', () => async () => 1, 'fn'),
  kind('a class', () => class {}, 'fn'),
];

const objectKinds: Kind[] = [
  kind('an empty object', () => ({}), ...LOOSE),
  kind('an object without prototype', () => Object.create(null), ...LOOSE),
  kind('a boxed number', () => Object(1), ...LOOSE),
  kind('an empty array', () => [], ...LOOSE, ...BULK, 'convexes', 'ids', 'touched'),
  kind('an array of one', () => [1], 'bits', 'touched'),
  kind('an array with holes', () => new Array(24), ...LOOSE),
  kind('an array of nulls', () => Array(24).fill(null), 'bits'),
  kind('an array of strings', () => Array(24).fill('1'), 'bits'),
  kind('an array of NaN', () => Array(24).fill(Number.NaN), 'bits'),
  kind('an array of arrays', () => [[[[]]]], 'bits'),
  kind(
    'a cyclic object',
    () => {
      const cycle: Record<string, unknown> = {};
      return Object.assign(cycle, { min: cycle, max: cycle, center: cycle, origin: cycle });
    },
    'bits',
  ),
  kind('a date', () => new Date(0), ...LOOSE),
  kind('a regular expression', () => /x/, ...LOOSE),
  kind('a map', () => new Map(), ...LOOSE),
  kind('a promise', () => Promise.resolve(1), ...LOOSE),
  kind('an error', () => new Error('of somebody else'), ...LOOSE),
  kind('a disposed index', disposedIndex, 'bits'),
  kind('an index without its state', () => Object.create(BruteForce.prototype), ...LOOSE),
  kind('an object with unknown names', () => ({ a: 1 }), 'bits'),
  kind('an object that converts to 1', () => ({ valueOf: () => 1 }), 'bits'),
  kind(
    'an object whose conversions throw',
    () => {
      return { valueOf: fail, toString: fail, toJSON: fail, [Symbol.toPrimitive]: fail };
    },
    ...LOOSE,
  ),
  kind(
    'an object that throws when it is shown',
    () => ({ [Symbol.toStringTag]: 5, constructor: 7 }),
    'bits',
  ),
];

function fail(): never {
  throw new TypeError('of somebody else');
}

function disposedIndex(): object {
  const index = new BruteForce();
  index.dispose();
  return index;
}

function detached<T extends ArrayBufferView>(view: T): T {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}

type Resizable = new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
const resizable = (length: number, maxLength: number) =>
  new (ArrayBuffer as Resizable)(length, { maxByteLength: maxLength });
type Growable = new (length: number, options: { maxByteLength: number }) => SharedArrayBuffer;

function shrunk(): Float32Array {
  const buffer = resizable(96, 96);
  const view = new Float32Array(buffer, 0, 24);
  (buffer as unknown as { resize(length: number): void }).resize(8);
  return view;
}

/** Returns a typed array whose properties, methods and class return wrong values or throw. */
function withFalseProperties<T extends object>(view: T): T {
  class Other extends (view.constructor as new (length: number) => object) {
    static get [Symbol.species]() {
      return () => ({ length: 1e9 });
    }
  }
  Object.setPrototypeOf(view, Other.prototype);
  const wrong = {
    length: 1e9,
    buffer: {},
    byteOffset: -1,
    byteLength: 1e9,
    set: fail,
    slice: fail,
  };
  for (const [name, value] of Object.entries({
    ...wrong,
    subarray: fail,
    [Symbol.iterator]: fail,
  })) {
    Object.defineProperty(view, name, { value });
  }
  return view;
}

const viewKinds: Kind[] = [
  kind('an ArrayBuffer', () => new ArrayBuffer(96), ...LOOSE),
  kind('a SharedArrayBuffer', () => new SharedArrayBuffer(96), ...LOOSE),
  kind('a resizable buffer', () => resizable(96, 192), ...LOOSE),
  kind('a DataView', () => new DataView(new ArrayBuffer(96)), ...LOOSE),
  kind('bigints', () => new BigInt64Array(24), 'bits'),
  kind(
    'an empty Float32Array',
    () => new Float32Array(0),
    ...LOOSE,
    ...BULK,
    ...(['distancesOut', 'ids', 'touched'] as const),
  ),
  kind(
    'an empty Uint32Array',
    () => new Uint32Array(0),
    ...LOOSE,
    ...BULK,
    ...(['ids', 'out', 'touched'] as const),
  ),
  kind('a Uint8ClampedArray', () => new Uint8ClampedArray(7), ...FIVE, 'movingCapsules'),
  kind('a Float64Array out of range', () => new Float64Array(24).fill(1e300), 'bits'),
  kind('a detached Float32Array', () => detached(new Float32Array(24)), ...LOOSE),
  kind('a detached Uint32Array', () => detached(new Uint32Array(24)), ...LOOSE),
  kind('a detached Uint8Array', () => detached(new Uint8Array(96)), ...LOOSE),
  kind('a view whose buffer has shrunk', shrunk, ...LOOSE),
  kind('a Uint32Array of length 5', () => new Uint32Array(5), ...FIVE, 'out'),
  kind('a shared Uint32Array', () => new Uint32Array(new SharedArrayBuffer(20)), ...FIVE, 'out'),
  kind(
    'a Uint32Array of another realm',
    () => runInNewContext('new Uint32Array(5)'),
    ...FIVE,
    'out',
  ),
  kind(
    'a growing Float32Array',
    () => {
      const Shared = SharedArrayBuffer as unknown as Growable;
      return new Float32Array(new Shared(20, { maxByteLength: 4096 }));
    },
    ...FIVE,
    'distancesOut',
  ),
  kind(
    'an object with the class of an array',
    () => Object.create(Uint32Array.prototype),
    ...LOOSE,
  ),
  kind(
    'a Uint32Array with false properties',
    () => withFalseProperties(new Uint32Array(5)),
    ...FIVE,
    'out',
  ),
  kind(
    'a Float32Array with false properties',
    () => withFalseProperties(new Float32Array(5)),
    ...FIVE,
    'distancesOut',
  ),
  kind(
    'a Uint8Array with false properties',
    () => withFalseProperties(new Uint8Array(96)),
    ...([
      'bits',
      'boxes',
      'bytesOut',
      'movingBoxes',
      'points',
      'segments',
      'spheres',
      'touched',
    ] as const),
  ),
  kind('a proxy of a Uint32Array', () => new Proxy(new Uint32Array(5), {}), ...LOOSE),
  kind('a proxy of a Float32Array', () => new Proxy(new Float32Array(24), {}), ...LOOSE),
];

const lengths = [
  -1,
  1.5,
  '6',
  2 ** 40,
  2 ** 31,
  2 ** 28,
  Number.NaN,
  null,
  Symbol('length'),
  () => 4,
];
const lengthKinds: Kind[] = lengths.map((length) =>
  kind(`an object of length ${String(length)}`, () => ({ length }), 'bits'),
);

const throwingProxy = (thrown: () => unknown) => {
  const trap = () => {
    throw thrown();
  };
  const traps = Object.getOwnPropertyNames(Reflect).map((name) => [name, trap]);
  return new Proxy({}, Object.fromEntries(traps));
};

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const hostileKinds: Kind[] = [
  kind('a revoked proxy', () => revoked({})),
  kind('a revoked proxy of an array', () => revoked([])),
  kind('a revoked proxy of a function', () => revoked(() => 1), 'fn'),
  kind('a proxy that throws errors', () => throwingProxy(() => new Error('of a trap'))),
  kind('a proxy that throws null', () => throwingProxy(() => null)),
  kind('a proxy that throws a proxy', () => throwingProxy(() => throwingProxy(fail))),
  kind(
    'a proxy that is its own parts',
    () => {
      const endless: object = new Proxy(() => endless, { get: () => endless, has: () => true });
      return endless;
    },
    'fn',
  ),
  kind('a proxy of an object that is its own parts', () => {
    const endless: object = new Proxy({}, { get: () => endless, has: () => true });
    return endless;
  }),
  kind('a proxy of which every part is NaN', () => new Proxy({}, { get: () => Number.NaN })),
  kind(
    'a proxy of a billion numbers',
    () =>
      new Proxy(
        {},
        {
          get: (_, name) => (name === 'length' ? 1e9 : 1),
        },
      ),
    'bits',
  ),
];

type Parts = Record<string | symbol, unknown>;
const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

export const hasParts = (value: unknown) =>
  isObject(value) && !ArrayBuffer.isView(value) && Object.keys(value).length > 0;

/**
 * Returns a copy of the value whose properties are getters. At the nth access to any property of an
 * object, the getter returns `read(part, n)`.
 */
function withGetters(value: unknown, read: (part: unknown, reading: number) => unknown): unknown {
  if (!isObject(value) || ArrayBuffer.isView(value)) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  let readings = 0;
  for (const name of Object.keys(value)) {
    const part = withGetters(value[name], read);
    const get = () => {
      readings += 1;
      return read(part, readings);
    };
    Object.defineProperty(copy, name, { get, enumerable: true, configurable: true });
  }
  return copy;
}

const getterKinds: Kind[] = [
  kind('good parts behind getters', ({ good }) => withGetters(good(), (part) => part), ...OBJECTS),
  kind('a getter that throws', ({ good }) => withGetters(good(), fail)),
  kind(
    'a getter that throws at the second reading',
    ({ good }) => withGetters(good(), (part, reading) => (reading > 1 ? fail() : part)),
    ...OBJECTS,
  ),
  kind(
    'getters that return NaN the second time',
    ({ good }) => withGetters(good(), (part, reading) => (reading > 1 ? Number.NaN : part)),
    ...OBJECTS,
  ),
  kind(
    'getters that return an object the second time',
    ({ good }) => withGetters(good(), (part, reading) => (reading > 1 ? {} : part)),
    ...OBJECTS,
  ),
  kind('getters that make the same call for ever', ({ good, again }) => {
    const value: unknown = withGetters(good(), () => again(value));
    return value;
  }),
  kind(
    'getters that make the same call once more and hide its error',
    ({ good, again }) => {
      let within = false;
      const value: unknown = withGetters(good(), (part) => {
        if (within) return part;
        within = true;
        try {
          again(value);
        } catch {
          // ignores the error of the inner call
        }
        within = false;
        return part;
      });
      return value;
    },
    ...OBJECTS,
  ),
  kind(
    'a transparent proxy',
    ({ good }) => {
      const value = good();
      return isObject(value) ? new Proxy(value, {}) : value;
    },
    ...OBJECTS,
  ),
  kind(
    'a proxy that is revoked while it is read',
    ({ good }) => {
      const value = good();
      if (!isObject(value)) return value;
      const { proxy, revoke } = Proxy.revocable(value, {
        get: (target, name) => {
          revoke();
          return target[name];
        },
      });
      return proxy;
    },
    'batchOptions',
    'options',
    'initOptions',
    'restoreOptions',
    'frustum',
    ...BULK,
    'ids',
    'touched',
  ),
  kind(
    'a length that grows while it is read',
    ({ good }) => {
      const value = good();
      let length = isObject(value) ? Number(value.length) : 0;
      return isObject(value)
        ? new Proxy(value, {
            get: (target, name) =>
              name === 'length' && Array.isArray(target) ? length++ : target[name],
          })
        : value;
    },
    ...OBJECTS,
  ),
];

/**
 * Returns copies of a valid value. In each copy, one member without members of its own is replaced
 * by an invalid value.
 */
export function brokenLeaves(good: unknown): { name: string; value: unknown }[] {
  if (!isObject(good) || ArrayBuffer.isView(good)) return [];
  const names = Object.keys(good).slice(0, 3);
  return names.flatMap((name) => {
    const replaced = (value: unknown) => {
      const copy: Parts = Array.isArray(good) ? ([...good] as unknown as Parts) : { ...good };
      copy[name] = value;
      return copy;
    };
    const inner = brokenLeaves(good[name]).map((leaf) => ({
      name: `${name}.${leaf.name}`,
      value: replaced(leaf.value),
    }));
    return inner.length > 0
      ? inner
      : LEAVES.map((leaf) => ({ name: `${name}: ${leaf.name}`, value: replaced(leaf.value()) }));
  });
}

const LEAVES = [
  { name: 'null', value: () => null },
  { name: 'NaN', value: () => Number.NaN },
  { name: 'a string', value: () => '1' },
  { name: 'a symbol', value: () => Symbol('s') },
  { name: 'a bigint', value: () => 1n },
  { name: 'an object that converts to 1', value: () => ({ valueOf: () => 1 }) },
  { name: 'a revoked proxy', value: () => revoked({}) },
];

export const wrongKinds: readonly Kind[] = [
  ...plainKinds,
  ...objectKinds,
  ...viewKinds,
  ...lengthKinds,
  ...hostileKinds,
  ...getterKinds.map((each) => ({ ...each, needsParts: true as const })),
];
