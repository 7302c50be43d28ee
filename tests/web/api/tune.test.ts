import {
  advise,
  heapInUse,
  init,
  type SpatialIndex,
  structures,
  type TuneRequest,
  tune,
} from 'sapwood/all';
import { type PublishedName, publishedBoxes, publishedScene } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => init());

const sceneOf = (name: PublishedName, n = 1000) =>
  publishedBoxes(publishedScene(name, n, 0), { touching: false, lastPixelOutside: true });

function workWith(structure: string, boxes: Float32Array, options: object): number {
  const entry = structures.find(({ id }) => id === structure)!;
  const index = entry.create({ dimensions: 2, ...options });
  index.build(boxes);
  index.pairsView();
  const { nodeVisits, itemTests } = index.counters();
  index.dispose();
  return nodeVisits + itemTests;
}

/**
 * Builds an index. Returns the node visits and item tests of pairsView() and of one query per box.
 */
function workOf(index: SpatialIndex, boxes: Float32Array): number {
  const counted = () => index.counters().nodeVisits + index.counters().itemTests;
  index.build(boxes);
  index.pairsView();
  let work = counted();
  const stride = 2 * index.dimensions;
  for (let at = 0; at < boxes.length; at += stride) {
    index.queryBoxInto(boxes.subarray(at, at + stride), new Uint32Array(0));
    work += counted();
  }
  return work;
}

const random = sceneOf('Random');
const request: TuneRequest = { structure: 'quadtree', boxes: random, dimensions: 2 };

describe('[G16] tune finds the best options if these are known', () => {
  test.each(['Random', 'TrueUniform'] as const)('the capacity of a quadtree: %s', (name) => {
    const boxes = sceneOf(name);
    const all = Array.from({ length: 200 }, (_, i) =>
      workWith('quadtree', boxes, { capacity: i + 1 }),
    );
    const found = tune({ ...request, boxes, options: { minSide: 0 } });
    expect(found.work).toBe(workWith('quadtree', boxes, found.options));
    expect(found.work).toBeLessThanOrEqual(1.02 * Math.min(...all));
    expect(found.defaultWork).toBe(workWith('quadtree', boxes, {}));
  });

  test.each(['spatial-hash', 'hash-grid'] as const)('the cell size of a grid: %s', (structure) => {
    const all = Array.from({ length: 80 }, (_, i) =>
      workWith(structure, random, { cellSize: 2 * 1.06 ** i }),
    );
    const found = tune({ ...request, structure });
    expect(found.work).toBeLessThanOrEqual(1.05 * Math.min(...all));
    expect(found.work).toBeLessThan(0.9 * found.defaultWork);
  });

  test.each([
    ['XLine', 'y'],
    ['YLine', 'x'],
  ] as const)('the axis of a sweep: %s', (name, axis) => {
    const boxes = sceneOf(name);
    const found = tune({ ...request, structure: 'sort-and-sweep', boxes });
    expect(found.work).toBe(workWith('sort-and-sweep', boxes, { axis }));
    expect(found.options).toEqual({}); // the default, 'auto', chooses this axis
  });

  test('the packing of boxes along a line', () => {
    const boxes = sceneOf('YLine');
    const { options, work } = tune({
      ...request,
      structure: 'packed-r-tree',
      boxes,
      options: { fanOut: 16 },
    });
    const packings = ['nearest-x', 'str', 'hilbert', 'morton'];
    const works = packings.map((packing) =>
      workWith('packed-r-tree', boxes, { packing, fanOut: 16 }),
    );
    expect(options).toMatchObject({ fanOut: 16 });
    expect(work).toBeLessThanOrEqual(Math.min(...works));
  });
});

describe('[G16] tune measures the work in the request', () => {
  test('pairs is a weight for the work of all pairs', () => {
    const queries = random.slice(0, 400);
    const work = (pairs?: number) => tune({ ...request, queries, ...(pairs && { pairs }) });
    const index = structures.find(({ id }) => id === 'quadtree')!.create({ dimensions: 2 });
    index.build(random);
    let counted = 0;
    for (let at = 0; at < 400; at += 4) {
      index.queryBox(queries.subarray(at, at + 4));
      const { nodeVisits, itemTests } = index.counters();
      counted += nodeVisits + itemTests;
    }
    index.dispose();
    expect(work().defaultWork).toBe(counted);
    expect(work(3).defaultWork).toBe(counted + 3 * workWith('quadtree', random, {}));
  });

  test('a measure replaces the count', () => {
    const measure = (index: SpatialIndex) => index.byteLength;
    const found = tune({ ...request, structure: 'packed-r-tree', measure });
    expect(found.options.fanOut).toBeGreaterThan(16);
    const index = found.create();
    index.build(random);
    expect(index.byteLength).toBe(found.work);
    expect(found.work).toBeLessThan(found.defaultWork);
    index.dispose();
  });

  test('a number in the unit interval is searched over its range', () => {
    const found = tune({
      structure: 'scene-pruner',
      boxes: random.subarray(0, 400),
      dimensions: 2,
      measure: (index) => Math.abs((index.options as { inflation: number }).inflation - 0.2),
    });
    expect(found.options.inflation).toBeGreaterThan(0.17);
    expect(found.options.inflation).toBeLessThan(0.24);
  });

  test('tuned options need at most the work of the defaults, in 2D and 3D', () => {
    const solid = Float32Array.from({ length: 600 }, (_, i) => {
      const [box, lane] = [Math.floor(i / 6), i % 6];
      return ((box * [7, 11, 13][lane % 3]) % 29) + (lane < 3 ? 0 : 1.5);
    });
    const flat = random.subarray(0, 400);
    for (const { id, dimensions: all } of structures) {
      for (const dimensions of all) {
        const boxes = dimensions === 2 ? flat : solid;
        const found = tune({ structure: id, boxes, dimensions, queries: boxes, pairs: 1 });
        expect(found.work, id).toBeLessThanOrEqual(found.defaultWork);
        expect(found.structure).toBe(id);
        const made = found.create();
        expect(made.dimensions).toBe(dimensions);
        expect(workOf(made, boxes), id).toBe(found.work);
        made.dispose();
      }
    }
  });

  test('the same request has the same result, and the advice can be tuned', () => {
    const { structure } = advise({ boxes: random, dimensions: 2 }).pairs;
    const results = [0, 1].map(() => tune({ ...request, structure: structure as never }));
    const [one, other] = results.map(({ create: _, ...result }) => result);
    expect(one).toEqual(other);
  });

  test.each([
    ['no boxes', []],
    ['one box', [0, 0, 1, 1]],
    ['one point', [3, 3, 3, 3]],
    ['unbounded boxes', [-Infinity, 0, Infinity, 1, 0, 0, 1, 1]],
  ])('tuned options need at most the work of the defaults: %s', (_, boxes) => {
    for (const structure of ['quadtree', 'hash-grid', 'loose-octree'] as const) {
      const found = tune({ structure, boxes, dimensions: 2 });
      expect(found.work).toBeLessThanOrEqual(found.defaultWork);
    }
  });
});

describe('[G16] tune rejects requests that it cannot measure', () => {
  const expectError = (change: object, message: string) =>
    expect(() => tune({ ...request, ...change } as never)).toThrow(message);

  test('invalid arguments are named', () => {
    expect(() => tune(5 as never)).toThrow('request: expected an object');
    expectError({ structure: 'quad-tree' }, 'structure: expected an id of structures');
    expectError({ query: [] }, 'did you mean queries?');
    expectError({ pairs: -1 }, 'pairs: expected a number of at least 0');
    expectError({ queries: [0, 0, 1] }, 'queries');
    expectError({ queries: [0, 0, 1, 1, 1, 0, 0, 1] }, 'queries[1]: expected min <= max');
    expectError({ boxes: [1, 0, 0, 1] }, 'boxes[0]');
    expectError({ options: 5 }, 'options: expected an object');
    expectError({ options: [] }, 'options: expected an object');
    expectError({ options: { capacty: 5 } }, 'did you mean capacity?');
    expectError({ options: { capacity: 0 } }, 'capacity: expected an integer in 1 .. 1024');
    expectError({ measure: 5 }, 'measure: expected a function');
    expectError({ measure: () => 'fast' }, 'measure: expected a function that returns a number');
  });

  test('all indices are disposed, also if the measure throws', () => {
    tune(request);
    const before = heapInUse();
    tune(request);
    const measure = () => {
      throw new Error('no clock');
    };
    expectError({ measure }, 'no clock');
    expect(heapInUse()).toBe(before);
  });
});
