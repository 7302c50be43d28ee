import { advise, init, SapwoodError, type SceneSample, structures } from 'sapwood/all';
import { generateScene } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';

const UNIT = { 2: [0, 0, 1, 1], 3: [0, 0, 0, 1, 1, 1] } as const;

function scene(id: string, count: number) {
  const { boxes, dimensions } = generateScene(id, { count });
  return { boxes, dimensions };
}

const repeated = (numbers: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => numbers).flat();

/** Moves the first of every `every` boxes by `by` along x. */
function shifted(boxes: Float32Array, dimensions: 2 | 3, every: number, by: number): Float32Array {
  const next = boxes.slice();
  for (let start = 0; start < next.length; start += 2 * dimensions * every) {
    next[start] += by;
    next[start + dimensions] += by;
  }
  return next;
}

describe('[G6] the advice for any sample creates a valid index', () => {
  beforeAll(() => init());

  const samples: [string, SceneSample][] = ([2, 3] as const).flatMap((dimensions) => {
    const point = new Array<number>(2 * dimensions).fill(3);
    const uniform = scene(`uniform-${dimensions}d`, 1000).boxes;
    const rows: [string, SceneSample][] = [
      ['no boxes', { boxes: [], dimensions }],
      ['no boxes that move', { boxes: [], next: [], dimensions }],
      ['one box', { boxes: UNIT[dimensions], dimensions }],
      ['one point', { boxes: point, dimensions }],
      ['equal boxes', { boxes: repeated(UNIT[dimensions], 500), dimensions }],
      ['equal points', { boxes: repeated(point, 5000), dimensions }],
      ['the largest box', { boxes: UNIT[dimensions].map((v) => 2e18 * v - 1e18), dimensions }],
      ['a thousand boxes', { boxes: uniform, dimensions }],
      ['boxes that do not move', { boxes: uniform, next: uniform, dimensions }],
      [
        'boxes that all move',
        { boxes: uniform, next: shifted(uniform, dimensions, 1, 0.1), dimensions },
      ],
    ];
    return rows.map(([name, sample]): [string, SceneSample] => [`${name}, ${dimensions}D`, sample]);
  });

  test.each(samples)('%s', (_, sample) => {
    const { pairs, queries, sample: figures } = advise(sample);
    for (const advice of [pairs, queries]) {
      const index = advice.create();
      expect(index.id).toBe(advice.structure);
      expect(index.dimensions).toBe(sample.dimensions);
      expect(index.options).toMatchObject(advice.options);
      index.build(sample.boxes);
      expect(index.size).toBe(figures.count);
      index.dispose();
      expect(advice.reasons.length).toBeGreaterThan(0);
      expect(advice.reasons.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
    }
    const numbers = Object.values({ ...figures, ...figures.motion }).flat();
    expect(numbers.filter((one) => typeof one === 'number' && !(one >= 0))).toEqual([]);
  });

  test('updating the index by the advised policy works', () => {
    const { boxes, dimensions } = scene('uniform-3d', 400);
    const next = shifted(boxes, dimensions, 10, 0.3);
    const { pairs } = advise({ boxes, next, dimensions });
    const index = pairs.create();
    index.build(boxes);
    const ids = Uint32Array.from({ length: 40 }, (_, i) => 10 * i);
    const moved = Array.from(ids).flatMap((id) => Array.from(next.subarray(6 * id, 6 * id + 6)));
    const policies = {
      rebuild: () => index.build(next),
      refit: () => index.update(next),
      incremental: () => index.moveMany(ids, moved),
    };
    policies[pairs.policy]();
    expect(Array.from(index.box(10))).toEqual(Array.from(next.subarray(60, 66)));
    index.dispose();
  });

  test('the registry accepts the advised structure and options', () => {
    const { boxes, dimensions } = scene('clustered-2d', 3000);
    const { structure, options } = advise({ boxes, dimensions }).queries;
    const entry = structures.find(({ id }) => id === structure)!;
    const index = entry.create({ dimensions, ...options });
    expect(index.id).toBe(structure);
    index.dispose();
  });
});

describe('figures of a sample', () => {
  test('agree with values computed by hand', () => {
    // three boxes in a row along x, of which the first two overlap, and a distant point
    const boxes = [0, 0, 2, 1, /**/ 1, 0, 3, 1, /**/ 5, 0, 7, 1, /**/ 20, 30, 20, 30];
    const { sample } = advise({ boxes, dimensions: 2 });
    expect(sample.count).toBe(4);
    expect(sample.dimensions).toBe(2);
    expect(sample.extent).toEqual([20, 30]);
    expect(sample.axisOverlap).toEqual([1 / 6, 3 / 6]);
    expect(sample.sweepTests).toBeCloseTo(1 / 4);
    expect(sample.pairs).toBeCloseTo(1 / 4);
    expect(sample.points).toBe(0.25);
    expect(sample.sizeRatio).toBe(1);
    expect(sample.meanSide).toBeCloseTo(9 / 8);
    expect(sample.motion).toBeUndefined();
  });

  test('touching boxes overlap', () => {
    const { sample } = advise({ boxes: [0, 0, 1, 1, /**/ 1, 1, 2, 2], dimensions: 2 });
    expect([sample.axisOverlap, sample.pairs]).toEqual([[1, 1], 0.5]);
  });

  test('motion has the share of boxes that move and their mean distance', () => {
    const { boxes, dimensions } = scene('uniform-2d', 1000);
    const { meanSide, motion } = advise({
      boxes,
      next: shifted(boxes, dimensions, 4, 0.5),
      dimensions,
    }).sample;
    expect(motion?.moved).toBe(0.25);
    expect(motion!.distance * meanSide).toBeCloseTo(0.5, 3);
  });

  test('counts a box that only grows as moved by distance 0', () => {
    const { motion } = advise({ boxes: [0, 0, 2, 2], next: [-1, -1, 3, 3], dimensions: 2 }).sample;
    expect(motion).toEqual({ moved: 1, distance: 0 });
  });

  test('clustering is about 1 for uniform boxes, and more than twice as large for clustered boxes', () => {
    const even = advise(scene('uniform-3d', 5000)).sample.clustering;
    const clustered = advise(scene('clustered-3d', 5000)).sample.clustering;
    expect(even).toBeGreaterThan(0.8);
    expect(even).toBeLessThan(1.2);
    expect(clustered).toBeGreaterThan(2 * even);
  });

  test.each(['uniform-2d', 'clustered-3d', 'touching-grid-2d', 'mixed-sizes-3d'])(
    'figures of a sample approximate those of all boxes: %s',
    (id) => {
      const { boxes, dimensions } = scene(id, 4000);
      const { sample } = advise({ boxes, dimensions });
      const all = exactly(boxes, dimensions);
      const minOverlap = Math.min(...all.axisOverlap);
      expect(Math.min(...sample.axisOverlap) / minOverlap).toBeGreaterThan(0.8);
      expect(Math.min(...sample.axisOverlap) / minOverlap).toBeLessThan(1.25);
      expect(sample.pairs / all.pairs).toBeGreaterThan(0.5);
      expect(sample.pairs / all.pairs).toBeLessThan(2);
    },
  );

  /**
   * Returns for each axis the share of all pairs that overlap on it, and the number of overlapping
   * pairs per box.
   */
  function exactly(boxes: Float32Array, dimensions: 2 | 3) {
    const count = boxes.length / (2 * dimensions);
    const onAxis = new Array<number>(dimensions).fill(0);
    let pairs = 0;
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        let all = true;
        for (let axis = 0; axis < dimensions; axis += 1) {
          const one = 2 * dimensions * a + axis;
          const other = 2 * dimensions * b + axis;
          const overlap =
            boxes[one] <= boxes[other + dimensions] && boxes[other] <= boxes[one + dimensions];
          if (overlap) onAxis[axis] += 1;
          all &&= overlap;
        }
        if (all) pairs += 1;
      }
    }
    const every = (count * (count - 1)) / 2;
    return { axisOverlap: onAxis.map((one) => one / every), pairs: pairs / count };
  }
});

test('equal boxes get equal advice for each type of array', () => {
  const { boxes, dimensions } = scene('clustered-3d', 3000);
  const next = shifted(boxes, dimensions, 3, 0.2);
  const words = (sample: SceneSample) => JSON.stringify(advise(sample));
  const first = words({ boxes, next, dimensions });
  expect(words({ boxes, next, dimensions })).toBe(first);
  expect(words({ boxes: Array.from(boxes), next: Float64Array.from(next), dimensions })).toBe(
    first,
  );
});

test('boxes are rounded to float32, as in an index', () => {
  const inverted = [0.30000000000000004, 0, 0.3, 1];
  expect(advise({ boxes: inverted, dimensions: 2 }).sample.points).toBe(0);
  expect(advise({ boxes: inverted, dimensions: 2 }).sample.extent).toEqual([0, 1]);
});

test('does not change its input', () => {
  const boxes = Float32Array.of(...UNIT[3]);
  advise({ boxes, next: boxes, dimensions: 3 });
  expect(Array.from(boxes)).toEqual([...UNIT[3]]);
});

test('dimensions are optional if the number of values fits only 2D or only 3D', () => {
  expect(advise({ boxes: repeated(UNIT[2], 4) }).sample.dimensions).toBe(2);
  expect(advise({ boxes: repeated(UNIT[3], 3) }).sample.dimensions).toBe(3);
});

describe('rejects bad input with the argument, the expected and the actual value', () => {
  const good = [...UNIT[2]];
  const RANGE = 'min <= max and numbers in -1e18 .. 1e18 or infinite';
  const rows: [string, unknown, string, string][] = [
    [
      'no sample',
      undefined,
      'invalid-argument',
      'sample: expected an object with boxes, got undefined',
    ],
    ['null', null, 'invalid-argument', 'sample: expected an object with boxes, got null'],
    [
      'no boxes',
      { dimensions: 2 },
      'invalid-argument',
      'boxes: expected a flat array of numbers, got undefined',
    ],
    [
      'an unknown name',
      { boxes: good, box: good },
      'invalid-argument',
      'sample: unknown option box; did you mean boxes? Known options: boxes, next, dimensions',
    ],
    [
      'four dimensions',
      { boxes: good, dimensions: 4 },
      'invalid-argument',
      'dimensions: expected 2 or 3, got 4',
    ],
    [
      'ambiguous dimensions',
      { boxes: repeated(UNIT[2], 3) },
      'invalid-argument',
      'dimensions: pass 2 or 3; 12 numbers can be boxes in 2D or in 3D',
    ],
    [
      'an empty array without dimensions',
      { boxes: [] },
      'invalid-argument',
      'dimensions: pass 2 or 3; 0 numbers can be boxes in 2D or in 3D',
    ],
    [
      'an incomplete box',
      { boxes: [0, 0, 1] },
      'invalid-argument',
      'boxes: expected a length divisible by 4 (2D) or 6 (3D), got 3 numbers',
    ],
    [
      'an incomplete box of the given dimensions',
      { boxes: good, dimensions: 3 },
      'invalid-argument',
      'boxes: expected a length divisible by 6, got 4 numbers',
    ],
    [
      'an inverted box',
      { boxes: [...good, 3, 0, 1, 1], dimensions: 2 },
      'invalid-box',
      `boxes[1]: expected ${RANGE}, got [3, 0, 1, 1]`,
    ],
    [
      'NaN',
      { boxes: [...good, 0, 0, Number.NaN, 1], dimensions: 2 },
      'invalid-box',
      `boxes[1]: expected ${RANGE}, got [0, 0, NaN, 1]`,
    ],
    [
      'a string',
      { boxes: [0, 0, '1', 1], dimensions: 2 },
      'invalid-box',
      'boxes: expected a flat array of numbers, got "1" at position 2, in boxes[0]',
    ],
    [
      'a coordinate out of range',
      { boxes: Float64Array.of(0, 0, 1, 1e300), dimensions: 2 },
      'invalid-box',
      `boxes[0]: expected ${RANGE}, got [0, 0, 1, 1e+300]`,
    ],
    [
      'a bad box in the next frame',
      { boxes: good, next: [0, -1e19, 1, 1], dimensions: 2 },
      'invalid-box',
      `next[0]: expected ${RANGE}, got [0, -10000000000000000000, 1, 1]`,
    ],
    [
      'a next frame of different length',
      { boxes: [...good, ...good], next: good, dimensions: 2 },
      'invalid-argument',
      'next: expected 8 numbers, as many as in boxes, got 4 numbers',
    ],
    [
      'a next frame that is a string',
      { boxes: good, next: 'later', dimensions: 2 },
      'invalid-argument',
      'next: expected a flat array of numbers, got "later"',
    ],
  ];
  test.each(rows)('%s', (_, sample, code, message) => {
    const call = () => advise(sample as SceneSample);
    expect(call).toThrow(SapwoodError);
    expect(call).toThrow(expect.objectContaining({ code, message }));
  });
});
