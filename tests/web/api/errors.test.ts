import {
  BruteForce,
  DynamicTree,
  deserialize,
  init,
  SapwoodError,
  SweepAndPrune,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => init());

const UNIT = [0, 0, 0, 1, 1, 1];

function caught(call: () => unknown): SapwoodError {
  try {
    call();
  } catch (error) {
    return error as SapwoodError;
  }
  return expect.fail('the call succeeded');
}

function withIndex<T>(use: (index: DynamicTree) => T): T {
  const index = new DynamicTree();
  index.build([...UNIT, ...UNIT, ...UNIT]);
  try {
    return use(index);
  } finally {
    index.dispose();
  }
}

test('an error is an Error with name, code and message', () => {
  const error = caught(() => new DynamicTree({ dimensions: 4 as never }));
  expect(error).toBeInstanceOf(Error);
  expect(error).toBeInstanceOf(SapwoodError);
  expect(error.name).toBe('SapwoodError');
  expect(error.code).toBe('invalid-argument');
  expect(String(error)).toBe('SapwoodError: dimensions: expected 2 or 3, got 4');
  expect(error.stack).toContain('errors.test');
});

describe('the message contains the argument, the expected and the actual value', () => {
  const RANGE = 'min <= max and numbers in -1e18 .. 1e18 or infinite';
  const bulk = Array.from({ length: 20 }, (_, i) => (i === 17 ? [3, 0, 0, 1, 1, 1] : UNIT)).flat();
  const rows: [string, (index: DynamicTree) => unknown, string][] = [
    ['a bulk box', (i) => i.build(bulk), `boxes[17]: expected ${RANGE}, got [3, 0, 0, 1, 1, 1]`],
    [
      'a bulk box of doubles, with its values before rounding',
      (i) => i.build(Float64Array.of(0, 0, 0, 1, 1, 1e300)),
      `boxes[0]: expected ${RANGE}, got [0, 0, 0, 1, 1, 1e+300]`,
    ],
    [
      'a single box',
      (i) => i.insert([0, 0, 0, Number.NaN, 1, 1]),
      `box: expected ${RANGE}, got [0, 0, 0, NaN, 1, 1]`,
    ],
    [
      'a box object',
      (i) => i.queryBox({ min: { x: 0, y: 0, z: 2 }, max: { x: 1, y: 1, z: 1 } }),
      `box: expected ${RANGE}, got { min: { x: 0, y: 0, z: 2 }, max: { x: 1, y: 1, z: 1 } }`,
    ],
    [
      'a 2D box in 3D',
      (i) => i.queryBox([0, 0, 1, 1]),
      'box: expected 6 numbers (3D) or an object with min and max points, got [0, 0, 1, 1]',
    ],
    [
      'a missing box',
      (i) => i.insert(undefined as never),
      'box: expected 6 numbers (3D) or an object with min and max points, got undefined',
    ],
    [
      'a length that is not divisible by 6',
      (i) => i.build(new Float32Array(7)),
      'boxes: expected a length divisible by 6, got 7 numbers',
    ],
    [
      'too few boxes for an update',
      (i) => i.update(UNIT),
      'boxes: expected 18 numbers, one box for each of the 3 live items, got 6 numbers',
    ],
    ['an id of no item', (i) => i.remove(99), 'id: expected the id of a live item, got 99'],
    ['no id', (i) => i.remove(1.5), 'id: expected an integer in 0 .. 2^32 - 2, got 1.5'],
    [
      'an id in a list',
      (i) => i.moveMany([0, 7], [...UNIT, ...UNIT]),
      'ids[1]: expected the id of a live item, got 7',
    ],
    ['k', (i) => i.nearest([0, 0, 0], -1), 'k: expected an integer >= 0, got -1'],
    [
      'a direction',
      (i) => i.raycast([0, 0, 0], [0, -0, 0]),
      'direction: expected numbers that are finite in float32, not all 0, got [0, -0, 0]',
    ],
    [
      'a ray of a batch',
      (i) => i.raycastMany([0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1]),
      'rays[1]: expected a finite origin, a finite direction that is not 0, and maxDistance >= 0, got [0, 0, 0, 1, 0, 0, -1]',
    ],
    [
      'an option out of range',
      () => new DynamicTree({ margin: -1 }),
      'margin: expected a number in 0 .. 1000000000000000000, got -1',
    ],
    [
      'an unknown choice',
      () => new DynamicTree({ balance: 'best' as never }),
      "balance: expected 'none' or 'height' or 'surface-area', got \"best\"",
    ],
    [
      'a choice that is invalid in 2D',
      () => new SweepAndPrune({ dimensions: 2, axis: 'z' }),
      "axis: expected 'auto' or 'x' or 'y', got \"z\"",
    ],
    [
      'an unknown option',
      () => new BruteForce({ margin: 1 } as never),
      'BruteForce options: unknown option margin. Known options: dimensions',
    ],
    [
      'bytes of the wrong kind',
      () => deserialize('bytes' as never),
      'bytes: expected a Uint8Array or an ArrayBuffer, got "bytes"',
    ],
  ];
  test.each(rows)('%s', (_, call, message) => {
    expect(withIndex((index) => caught(() => call(index)).message)).toBe(message);
  });

  test('an invalid staged box is named by its index in the view', () => {
    withIndex((index) => {
      index.staging(2).set([...UNIT, 5, 0, 0, 1, 1, 1]);
      expect(caught(() => index.build()).message).toBe(
        `staging[1]: expected ${RANGE}, got [5, 0, 0, 1, 1, 1]`,
      );
      expect(index.size).toBe(3);
    });
  });

  test('long values are truncated', () => {
    const { message } = withIndex((index) =>
      caught(() => index.queryPoint(new Array(1000).fill(1))),
    );
    expect(message).toContain('[1, 1, 1, 1, 1, 1, 1, 1, …] of length 1000');
  });

  test('the error of an unsupported method names structures that support it', () => {
    const index = new BruteForce({ dimensions: 2 });
    const error = caught(() => index.queryFrustum(new Float32Array(24)));
    expect(error.code).toBe('unsupported');
    expect(error.message).toMatch(/^queryFrustum: brute-force in 2D does not support this/);
    expect(error.message).toContain('use an index in 3D');
    index.dispose();
  });
});
