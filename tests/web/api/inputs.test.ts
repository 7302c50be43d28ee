/**
 * Arguments of single calls: every accepted form up to its extreme values, and the errors for
 * values beyond them.
 */
import { BruteForce, init, SapwoodError, type SpatialIndex, World } from 'sapwood/all';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

beforeAll(() => init());

const LIMIT = Math.fround(1e18);
/** Slightly larger than the maximum coordinate, even after rounding to float32. */
const BEYOND = 1.0000001e18;

let flat: SpatialIndex;
let deep: SpatialIndex;

beforeEach(() => {
  flat = new BruteForce({ dimensions: 2 });
  flat.build([0, 0, 1, 1, 4, 4, 5, 5]);
  deep = new BruteForce();
  deep.build([0, 0, 0, 1, 1, 1, 4, 4, 4, 5, 5, 5]);
});
afterEach(() => {
  flat.dispose();
  deep.dispose();
});

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof SapwoodError) return `${error.code}: ${error.message}`;
  }
  return expect.fail('expected an error');
}

describe('boxes', () => {
  test('may extend to the coordinate limits and may be points', () => {
    expect([...flat.queryBox([-LIMIT, -LIMIT, LIMIT, LIMIT])]).toEqual([0, 1]);
    expect([...flat.queryBox({ min: [1, 1], max: { x: 1, y: 1 } })]).toEqual([0]);
    expect([...flat.queryBox([-LIMIT, -LIMIT, -LIMIT, -LIMIT])]).toEqual([]);
  });
  test.each([
    [[-BEYOND, 0, 1, 1]],
    [[0, -BEYOND, 1, 1]],
    [[0, 0, BEYOND, 1]],
    [[0, 0, 1, BEYOND]],
    [[2, 0, 1, 1]],
    [[0, 2, 1, 1]],
  ])('%j is rejected', (box) => {
    expect(messageOf(() => flat.queryBox(box))).toMatch(/^invalid-box: box: expected min <= max/);
  });
  const form = 'box: expected 4 numbers (2D) or an object with min and max points, got';
  test.each([
    [{ min: [0, 0] }],
    [{ max: [1, 1] }],
    [{ min: 0, max: [1, 1] }],
    [{ min: [0, 0], max: 1 }],
    [{ min: [0, 0], max: [1, 1, 1] }],
  ])('%j is rejected, because it does not have two corners', (box) => {
    expect(messageOf(() => flat.queryBox(box as never))).toContain(`invalid-box: ${form}`);
  });
});

describe('points', () => {
  test('may be objects, whose z is ignored in 2D', () => {
    expect([...flat.queryPoint({ x: 4, y: 5 })]).toEqual([1]);
    expect([...flat.queryPoint({ x: 4, y: 5, z: 'far' } as never)]).toEqual([1]);
    expect([...deep.queryPoint({ x: 4, y: 5, z: 5 })]).toEqual([1]);
    expect([...deep.queryPoint({ x: 4, y: 5, z: 6 })]).toEqual([]);
    expect([...flat.queryPoint([LIMIT, -LIMIT])]).toEqual([]);
  });
  test.each([
    [{ x: '4', y: 5, z: 5 }],
    [{ x: 4, y: '5', z: 5 }],
    [{ x: 4, y: 5, z: '5' }],
    [{ x: 4, y: 5 }],
    [[4, 5, BEYOND]],
  ])('%j is rejected in 3D', (point) => {
    expect(messageOf(() => deep.queryPoint(point as never))).toContain(
      'invalid-argument: point: expected 3 numbers or { x, y, z }, each in -1e18 .. 1e18, got',
    );
  });
  test('are described without z in errors in 2D', () => {
    expect(messageOf(() => flat.queryPoint([1]))).toBe(
      'invalid-argument: point: expected 2 numbers or { x, y }, each in -1e18 .. 1e18, got [1]',
    );
  });
  test('for an eye determine the front-to-back order and are checked', () => {
    const planes = new Float32Array([
      1, 0, 0, 9, -1, 0, 0, 9, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9, 0, 0, -1, 9,
    ]);
    const from = (eye: number[]) => [...deep.queryFrustum(planes, { order: 'front-to-back', eye })];
    expect(from([-9, -9, -9])).toEqual([0, 1]);
    expect(from([9, 9, 9])).toEqual([1, 0]);
    expect(messageOf(() => from([0, 0, Number.NaN]))).toContain('options.eye: expected 3');
  });
  test('for a displacement are optional and are checked', () => {
    expect(flat.move(0, [0, 0, 2, 2])).toBe(true);
    expect(flat.move(0, [0, 0, 1, 1], [0, 1])).toBe(true);
    expect(messageOf(() => flat.move(0, [0, 0, 1, 1], [0, Number.NaN]))).toContain('displacement');
  });
});

describe('numbers', () => {
  test('for a radius, a distance or a count may be 0', () => {
    expect([...flat.querySphere([1, 1], 0)]).toEqual([0]);
    expect([...flat.nearest([1, 1], 2, 0).ids]).toEqual([0]);
    expect([...flat.nearest([1, 1], 0).ids]).toEqual([]);
    expect([...flat.nearest([2, 1], 2, 1).ids]).toEqual([0]);
  });
  test.each([[-1], ['1'], [Number.NaN], [Infinity], [1e39]])(
    '%j is rejected as a radius',
    (radius) => {
      expect(messageOf(() => flat.querySphere([1, 1], radius as never))).toContain(
        'invalid-argument: radius: expected a finite number >= 0, got',
      );
    },
  );
  test.each([[-1], ['1'], [Number.NaN]])('%j is rejected as a distance', (distance) => {
    expect(messageOf(() => flat.nearest([1, 1], 1, distance as never))).toContain(
      'invalid-argument: maxDistance: expected a number >= 0, got',
    );
  });
});

describe('filters', () => {
  beforeEach(() => {
    flat.setFilter(0, { category: 2, mask: 4 });
    flat.setFilter(1, { category: 0x80000000, mask: -1 });
  });
  const everywhere = [-9, -9, 9, 9];

  test('are optional; they are masks or objects with category and mask', () => {
    expect([...flat.queryBox(everywhere)]).toEqual([0, 1]);
    expect([...flat.queryBox(everywhere, {})]).toEqual([0, 1]);
    expect([...flat.queryBox(everywhere, 2)]).toEqual([0]);
    expect([...flat.queryBox(everywhere, 0x80000000)]).toEqual([1]);
    expect([...flat.queryBox(everywhere, -0x80000000)]).toEqual([1]);
    expect([...flat.queryBox(everywhere, -1)]).toEqual([0, 1]);
    expect([...flat.queryBox(everywhere, 0xffffffff)]).toEqual([0, 1]);
    expect([...flat.queryBox(everywhere, { category: 4 })]).toEqual([0, 1]);
    expect([...flat.queryBox(everywhere, { category: 8 })]).toEqual([1]);
  });
  test('of items have category 1 and all bits of the mask by default', () => {
    const id = flat.insert([7, 7, 8, 8], {});
    expect([...flat.queryPoint([7, 7], 1)]).toEqual([id]);
    expect([...flat.queryPoint([7, 7], { mask: 2 })]).toEqual([]);
    expect([...flat.queryPoint([7, 7], { category: 0x40000000 })]).toEqual([id]);
  });
  test.each([
    ['2', 'filter: expected a mask, a function or { category?, mask?, accept? }, got "2"'],
    [1.5, 'filter: expected a 32-bit integer, got 1.5'],
    [2 ** 32, 'filter: expected a 32-bit integer, got 4294967296'],
    [{ mask: '1' }, 'mask: expected a 32-bit integer, got "1"'],
    [{ category: Number.NaN }, 'category: expected a 32-bit integer, got NaN'],
  ])('%j is rejected', (filter, message) => {
    expect(messageOf(() => flat.queryBox(everywhere, filter as never))).toBe(
      `invalid-argument: ${message}`,
    );
  });
  test('that throw when they are read are named', () => {
    const broken = new Proxy({}, { get: () => expect.fail('on purpose') });
    expect(messageOf(() => flat.queryBox(everywhere, broken))).toMatch(/^invalid-argument: filter/);
    expect(messageOf(() => flat.setFilter(0, broken))).toMatch(/^invalid-argument: filter/);
  });
});

test('a query accepts one or several layers, a body exactly one', () => {
  const world = new World();
  const moving = world.add([0, 0, 0, 1, 1, 1], { layer: 'dynamic' });
  const fixed = world.add([0, 0, 0, 1, 1, 1], { layer: 'static' });
  const sensor = world.add([0, 0, 0, 1, 1, 1], { layer: 'sensor' });
  const found = (layer: unknown) => [...world.queryPoint([1, 1, 1], { layer } as never)];
  expect(found('static')).toEqual([fixed]);
  expect(found(['sensor', 'dynamic'])).toEqual([moving, sensor]);
  expect(found(undefined)).toEqual([moving, fixed, sensor]);
  const message = "invalid-argument: layer: expected 'dynamic', 'static' or 'sensor'";
  expect(messageOf(() => found('ghost'))).toContain(message);
  expect(messageOf(() => found([]))).toContain(message);
  expect(messageOf(() => found(['static', 'ghost']))).toContain(message);
  const two = { layer: ['static', 'sensor'] } as never;
  expect(messageOf(() => world.add([0, 0, 0, 1, 1, 1], two))).toContain(message);
  world.dispose();
});

describe('output arrays', () => {
  test('may be empty and must not be detached', () => {
    expect(flat.queryPointInto([1, 1], new Uint32Array(0))).toBe(1);
    const detached = new Uint32Array(4);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    expect(messageOf(() => flat.queryPointInto([1, 1], detached))).toBe(
      'invalid-argument: out: this Uint32Array is detached; pass an array that is not detached',
    );
    expect(messageOf(() => flat.queryPointInto([1, 1], [1] as never))).toContain(
      'invalid-argument: out: expected a Uint32Array, got [1]',
    );
  });
});

describe('the error names a part that throws when it is read', () => {
  const broken = (part: string) => ({
    center: [0, 0],
    radius: 1,
    get [part](): never {
      throw new Error('on purpose');
    },
  });
  test('the radius of a sphere', () => {
    expect(messageOf(() => flat.querySphere(broken('radius') as never))).toBe(
      'invalid-argument: radius: reading the value threw an error (see cause)',
    );
  });
  test('an argument whose `in` operator throws', () => {
    const closed = new Proxy({}, { has: () => expect.fail('on purpose') });
    expect(messageOf(() => flat.querySphere(closed as never, 1))).toMatch(
      /^invalid-argument: argument/,
    );
  });
});
