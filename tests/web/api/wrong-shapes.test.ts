/**
 * Arguments with a wrong type or structure: the error message contains the value, its position and
 * the expected form.
 */

import { DynamicTree, expandToFloat32, init, World } from 'sapwood/all';
import { Box3, Raycaster, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';

// biome-ignore lint/suspicious/noExplicitAny: the calls are those that the types forbid
type Untyped = any;

let flat: Untyped;
let solid: Untyped;
let world: Untyped;

beforeAll(async () => {
  await init();
  flat = new DynamicTree({ dimensions: 2 });
  solid = new DynamicTree({ dimensions: 3 });
  world = new World({ dimensions: 2 });
  flat.build([0, 0, 1, 1, 2, 2, 3, 3]);
  solid.build([0, 0, 0, 1, 1, 1]);
  world.add([0, 0, 1, 1]);
});
afterAll(() => {
  for (const index of [flat, solid, world]) index.dispose();
});

const box3 = new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 1));

describe('bulk arguments that are not flat arrays of numbers', () => {
  const shapes: [name: string, value: unknown, got: string][] = [
    ['arrays', [[0, 0, 1, 1, 5], [2]], '[0, 0, 1, 1, 5] at position 0'],
    ['typed arrays', [Float32Array.of(0, 1)], '[0, 1] at position 0'],
    [
      'boxes of three.js',
      [box3, box3],
      '{ isBox3: true, min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } } at position 0',
    ],
    [
      'boxes with named sides',
      [{ minX: 0, minY: 0, maxX: 1, maxY: 1 }],
      '{ minX: 0, minY: 0, maxX: 1, maxY: 1 } at position 0',
    ],
    ['strings', ['0', '0', '1', '1'], '"0" at position 0'],
    ['a string among numbers', [0, 0, 1, '1'], '"1" at position 3'],
    ['null among numbers', [0, null, 1, 1], 'null at position 1'],
    // biome-ignore lint/suspicious/noSparseArray: the test is about a sparse array
    ['a hole', [0, 0, , 1], 'undefined at position 2'],
    ['true', [true, 0, 1, 1], 'true at position 0'],
    ['a bigint', [0, 0, 1, 1n], '1n at position 3'],
    ['an array after numbers', [0, 0, 1, 1, [2, 2, 3, 3]], '[2, 2, 3, 3] at position 4'],
    ['null', null, 'null'],
    ['a number', 5, '5'],
    ['a string', '0,0,1,1', '"0,0,1,1"'],
    ['a Map', new Map([[0, 1]]), 'an object of type Map'],
    ['a Set', new Set([0, 0, 1, 1]), 'an object of type Set'],
    ['one box of three.js', box3, '{ isBox3: true, min: { x: 0, y: 0, z: 0 }, max: { x: 1'],
    ['an ArrayBuffer', new ArrayBuffer(16), 'an object of type ArrayBuffer'],
    ['a BigInt64Array', new BigInt64Array(4), '{ 0: 0n, 1: 0n'],
  ];
  const methods: [method: string, name: string, call: (value: unknown) => unknown][] = [
    ['build', 'boxes', (value) => flat.build(value)],
    ['build with a count', 'boxes', (value) => flat.build(value, 1)],
    ['update', 'boxes', (value) => flat.update(value)],
    ['insertMany', 'boxes', (value) => flat.insertMany(value)],
    ['moveMany', 'boxes', (value) => flat.moveMany([0, 1], value)],
    ['buildPoints', 'points', (value) => flat.buildPoints(value)],
    ['updatePoints', 'points', (value) => flat.updatePoints(value)],
    ['queryBoxMany', 'boxes', (value) => flat.queryBoxMany(value)],
    ['raycastMany', 'rays', (value) => flat.raycastMany(value)],
    ['nearestMany', 'points', (value) => flat.nearestMany(value, 1)],
    ['castBoxMany', 'casts', (value) => flat.castBoxMany(value)],
    ['castSphereMany', 'casts', (value) => flat.castSphereMany(value)],
    ['castCapsuleMany', 'casts', (value) => flat.castCapsuleMany(value)],
    ['querySegmentMany', 'segments', (value) => flat.querySegmentMany(value)],
    ['queryCapsuleMany', 'capsules', (value) => flat.queryCapsuleMany(value)],
    ['overlapsMany', 'boxes', (value) => flat.overlapsMany(value)],
    ['expandToFloat32', 'boxes', (value) => expandToFloat32(value as Untyped, 2)],
    ['moveMany of a World', 'boxes', (value) => world.moveMany([0], value)],
  ];

  test.each(methods)(
    'the error of %s contains the value and its position',
    (method, name, call) => {
      for (const [shape, value, got] of shapes) {
        const { code, message } = thrownError(() => call(value), `${method} of ${shape}`);
        expect(message).toContain(`${name}: expected a flat array of numbers, got ${got}`);
        expect(['invalid-box', 'invalid-argument']).toContain(code);
      }
      expect(flat.size).toBe(2);
      expect([...flat.box(1)]).toEqual([2, 2, 3, 3]);
    },
  );

  test('the error in 3D contains the value', () => {
    const { message } = thrownError(() => solid.build([box3, box3]), 'boxes of three.js');
    expect(message).toContain('boxes: expected a flat array of numbers, got { isBox3: true');
  });

  test.each([
    [
      [[0, 1]],
      'ids[0]: expected an integer in 0 .. 2^32 - 2 in a flat array of numbers, got [0, 1]',
    ],
    [
      ['0', '1'],
      'ids[0]: expected an integer in 0 .. 2^32 - 2 in a flat array of numbers, got "0"',
    ],
    [
      [0, null],
      'ids[1]: expected an integer in 0 .. 2^32 - 2 in a flat array of numbers, got null',
    ],
    [[0, 1.5], 'ids[1]: expected an integer in 0 .. 2^32 - 2, got 1.5'],
    [new Set([0, 1]), 'ids: expected a flat array of numbers, got an object of type Set'],
    [0, 'ids: expected a flat array of numbers, got 0'],
    [null, 'ids: expected a flat array of numbers, got null'],
  ])('ids $0', (ids, message) => {
    const call = () => flat.moveMany(ids, [0, 0, 1, 1, 2, 2, 3, 3]);
    expect(thrownError(call, String(ids)).message).toBe(message);
    expect(thrownError(() => world.moveMany(ids, [0, 0, 1, 1, 2, 2, 3, 3]), 'world').message).toBe(
      message,
    );
  });
});

describe('the error names missing coordinates', () => {
  const flatBox = { min: { x: 0, y: 0 }, max: { x: 1, y: 1 } };
  const rows: [where: string, call: () => unknown, name: string, lack: string][] = [
    ['insert', () => solid.insert(flatBox), 'box', 'min.z is missing'],
    ['move', () => solid.move(0, flatBox), 'box', 'min.z is missing'],
    ['queryBox', () => solid.queryBox(flatBox), 'box', 'min.z is missing'],
    [
      'a box whose upper corner is flat',
      () => solid.queryBox({ min: box3.min, max: { x: 1, y: 1 } }),
      'box',
      'max.z is missing',
    ],
    [
      'a box with a string',
      () => solid.queryBox({ min: { x: 0, y: '0', z: 0 }, max: box3.max }),
      'box',
      'min.y is not a number',
    ],
    ['queryPoint', () => solid.queryPoint({ x: 1, y: 1 }), 'point', 'z is missing'],
    [
      'querySphere',
      () => solid.querySphere({ center: { x: 1, y: 1 }, radius: 1 }),
      'center',
      'z is missing',
    ],
    ['nearest', () => solid.nearest({ x: 1, y: 1 }, 1), 'point', 'z is missing'],
    ['raycast from', () => solid.raycast({ x: 1, y: 1 }, [1, 0, 0]), 'origin', 'z is missing'],
    [
      'raycast along',
      () => solid.raycast({ origin: [0, 0, 0], direction: { x: 1, y: 1 } }),
      'direction',
      'z is missing',
    ],
    [
      'queryConvex',
      () => solid.queryConvex([{ normal: { x: 1, y: 0 }, constant: 1 }]),
      'planes[0].normal',
      'z is missing',
    ],
    ['a World', () => world.add({ min: { x: 0 }, max: { x: 1 } }), 'box', 'min.y is missing'],
  ];
  test.each(rows)('%s', (where, call, name, lack) => {
    const { message } = thrownError(call, where);
    expect(message.startsWith(`${name}: expected `)).toBe(true);
    expect(message.endsWith(` (${lack})`)).toBe(true);
  });

  test('the error for a box of 4 numbers in 3D contains the expected number', () => {
    const { message } = thrownError(() => solid.insert([0, 0, 1, 1]), 'insert');
    expect(message).toContain('box: expected 6 numbers (3D)');
  });
});

test('the error for a Raycaster of three.js recommends its ray', () => {
  const raycaster = new Raycaster(new Vector3(-1, 0.5, 0.5), new Vector3(1, 0, 0));
  const calls = [
    () => solid.raycast(raycaster),
    () => solid.raycast(raycaster, 100),
    () => solid.raycast(raycaster, { maxDistance: 100 }),
    () => solid.raycastAll(raycaster),
    () => solid.raycastAll(raycaster, 100, 1),
  ];
  for (const call of calls) {
    const { code, message } = thrownError(call, 'raycaster');
    expect(code).toBe('invalid-argument');
    expect(message).toBe(
      'origin: expected a point or a ray, got an object with a property ray; pass that property',
    );
  }
  expect(solid.raycast(raycaster.ray)).toEqual({ id: 0, distance: 1, normal: [-1, 0, 0] });
});
