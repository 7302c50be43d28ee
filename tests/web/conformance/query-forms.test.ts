/**
 * Every form (`Into`, `View`, `Many`, `ManyView`) of every method that returns a list, compared
 * with the plain form.
 */

import { init, type SpatialIndex, type SpatialQueries, World } from 'sapwood/all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadedEntries, subjectsOf } from '../entries/entries.js';
import { type Case, caseOf, fullCase, rayParts, sphereParts } from '../support/cases.js';
import { requireError } from '../support/errors.js';
import { inOneDimension } from '../support/subjects.js';

beforeAll(() => init());

const UNTOUCHED = 0xdeadbeef;
const MEMORY_BYTES = 2 ** 20;

type Lists = { offsets: Uint32Array; ids: Uint32Array; distances?: Float32Array };
type Hits = { ids: Uint32Array; distances: Float32Array };
// the tests compose the names of the methods, so the types cannot check the calls
type Form = (...values: unknown[]) => unknown;
type Forms = Readonly<Record<string, Form>>;

interface Family {
  readonly method: string;
  /** Arguments of single calls. */
  readonly calls: readonly unknown[][];
  /** The queries of `calls` in the form that the batch method accepts. */
  readonly batch: ArrayLike<number> | readonly unknown[];
  /**
   * True if the package runs the queries of the batch one by one. Then the `ManyView` form returns
   * new arrays instead of views of WASM memory.
   */
  readonly gathered?: true;
}

const flat = (records: readonly (readonly unknown[])[]) => records.flat(2) as number[];

function idFamilies(one: Case, dimensions: number): Family[] {
  const boxes = one.boxQueries().map(({ query }) => [...query]);
  const points = one.pointQueries().map(({ query }) => [...query]);
  const spheres = one.sphereQueries().map(({ query }) => sphereParts(query));
  const segments = points.slice(1).map((point, i) => [points[i], point]);
  const planes = points.map((point) => [
    ...point.map((_, axis) => (axis === 0 ? 1 : 0)),
    -point[0],
  ]);
  const frusta = dimensions === 3 ? one.frustumQueries().map(({ query }) => query) : [];
  return [
    { method: 'queryBox', calls: boxes.map((box) => [box]), batch: boxes.flat() },
    { method: 'queryPoint', calls: points.map((point) => [point]), batch: points.flat() },
    {
      method: 'querySphere',
      calls: spheres,
      batch: spheres.flatMap(([center, radius]) => [...center, radius]),
      gathered: true,
    },
    {
      method: 'queryCapsule',
      calls: segments.map((ends) => [...ends, 0.5]),
      batch: segments.flatMap((ends) => [...ends.flat(), 0.5]),
    },
    { method: 'querySegment', calls: segments, batch: flat(segments) },
    { method: 'queryConvex', calls: planes.map((plane) => [plane]), batch: planes },
    ...(dimensions === 3
      ? [
          {
            method: 'queryFrustum',
            calls: frusta.map((frustum) => [frustum]),
            batch: frusta,
            gathered: true as const,
          },
        ]
      : []),
  ];
}

function hitFamilies(one: Case): Family[] {
  const rays = one.rayQueries().map(({ query }) => query);
  return [
    {
      method: 'raycastAll',
      calls: rays.map((ray) => [...rayParts(ray)]),
      batch: rays.flatMap((ray) => [...ray]),
      gathered: true,
    },
  ];
}

const set = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

/** Returns lengths of output arrays for `count` results. */
const rooms = (count: number) => [count + 3, count, count - 1, 0].filter((room) => room >= 0);

const isView = ({ length, buffer }: Uint32Array | Float32Array) =>
  length === 0 || buffer.byteLength >= MEMORY_BYTES;

/** Copies views, because the next call overwrites them. */
function copied<T extends object>(views: T): T {
  return Object.fromEntries(
    Object.entries(views).map(([name, view]) => [name, view.slice()]),
  ) as unknown as T;
}

function checkIds(index: Forms, { method, calls, batch, gathered }: Family): void {
  const results = calls.map((values) => index[method](...values) as Uint32Array);
  calls.forEach((values, i) => {
    for (const room of rooms(results[i].length)) {
      const out = new Uint32Array(room).fill(UNTOUCHED);
      expect(index[`${method}Into`](...values, out)).toBe(results[i].length);
      expect([...out.subarray(0, results[i].length)]).toEqual([...results[i].subarray(0, room)]);
      expect(out.subarray(results[i].length).every((id) => id === UNTOUCHED)).toBe(true);
    }
    const view = index[`${method}View`](...values) as Uint32Array;
    expect([...view]).toEqual([...results[i]]);
    expect(isView(view)).toBe(true);
  });
  for (const form of ['Many', 'ManyView']) {
    const lists = index[method + form](batch) as Lists;
    expect(lists.offsets.length).toBe(calls.length + 1);
    expect(lists.offsets[calls.length]).toBe(lists.ids.length);
    for (const [i, result] of results.entries()) {
      const part = lists.ids.subarray(lists.offsets[i], lists.offsets[i + 1]);
      expect(set(part)).toEqual(set(result));
    }
    if (form === 'ManyView') expect(isView(lists.offsets)).toBe(gathered === undefined);
    expect([...(index[method + form]([]) as Lists).offsets]).toEqual([0]);
  }
}

function checkHits(index: Forms, { method, calls, batch }: Family): void {
  const results = calls.map((values) => index[method](...values) as Hits);
  for (const [i, values] of calls.entries()) checkHitForms(index, method, values, results[i]);
  for (const form of ['Many', 'ManyView']) {
    const { offsets, ids, distances } = index[method + form](batch) as Required<Lists>;
    expect([...offsets]).toEqual([0, ...results.map((_, i) => ends(results, i))]);
    expect([...ids]).toEqual(results.flatMap((result) => [...result.ids]));
    expect([...distances]).toEqual(results.flatMap((result) => [...result.distances]));
  }
}

const ends = (results: readonly Hits[], last: number) =>
  results.slice(0, last + 1).reduce((sum, { ids }) => sum + ids.length, 0);

/**
 * Compares the forms of a query with its `result`. The `Into` form takes its output arrays after
 * the first `place` arguments.
 */
function checkHitForms(index: Forms, method: string, values: unknown[], result: Hits, place = 2) {
  const count = result.ids.length;
  for (const room of rooms(count)) {
    const [ids, far] = [new Uint32Array(room).fill(UNTOUCHED), new Float32Array(room).fill(-1)];
    const rest = [...values.slice(0, place), ids, far, ...values.slice(place)];
    expect(index[`${method}Into`](...rest)).toBe(count);
    expect([...ids.subarray(0, count)]).toEqual([...result.ids.subarray(0, room)]);
    expect([...far.subarray(0, count)]).toEqual([...result.distances.subarray(0, room)]);
    expect(far.subarray(count).every((one) => one === -1)).toBe(true);
  }
  const view = index[`${method}View`](...values) as Hits;
  expect([...view.ids]).toEqual([...result.ids]);
  expect([...view.distances]).toEqual([...result.distances]);
  expect(isView(view.ids) && isView(view.distances)).toBe(true);
}

function checkDistances(index: Forms, one: Case, dimensions: number): void {
  for (const { query } of one.nearestQueries()) {
    for (const values of [[query], [query, 3], [query, Infinity, 4], [query, 5, { mask: 1 }]]) {
      const result = index.nearest(...values) as Hits;
      checkHitForms(index, 'nearest', values.length < 2 ? [query, undefined] : values, result);
    }
  }
  const rays = one.rayQueries().flatMap(({ query }) => [...query]);
  for (const form of ['raycastMany', 'raycastManyView']) {
    const plain = index[form](rays) as object;
    expect(Object.keys(plain)).toEqual(['ids', 'distances']);
    const hits = index[form](rays, { normals: true }) as Hits & Normals;
    expect(isView(hits.normals)).toBe(form === 'raycastManyView');
    const { ids, distances, normals } = copied(hits);
    one.rayQueries().forEach(({ query }, i) => {
      const normal = partOf(normals, i, dimensions);
      const hit = index.raycast(...rayParts(query)) ?? noHit({ distance: Infinity }, normal);
      expect({ id: ids[i] | 0, distance: distances[i], normal }).toEqual(hit);
    });
  }
}

type Normals = { normals: Float32Array };
type Casts = Normals & { ids: Int32Array; fractions: Float32Array };

const partOf = (numbers: Float32Array, i: number, size: number) => [
  ...numbers.subarray(i * size, (i + 1) * size),
];

const noHit = (far: object, { length }: ArrayLike<number>) => ({
  id: -1,
  ...far,
  normal: Array(length).fill(0),
});

function checkCasts(index: Forms, one: Case, dimensions: number): void {
  const displacement = Array.from({ length: dimensions }, (_, axis) => 3 - axis);
  const boxes = one.boxQueries().map(({ query }) => [...query]);
  const spheres = one.sphereQueries().map(({ query }) => sphereParts(query));
  const rows = [
    [
      'castBox',
      boxes.map((box) => [box, displacement]),
      boxes.flatMap((box) => [...box, ...displacement]),
    ],
    [
      'castSphere',
      spheres.map(([center, radius]) => [center, radius, displacement]),
      spheres.flatMap(([center, radius]) => [...center, radius, ...displacement]),
    ],
    [
      'castCapsule',
      spheres.map(([center, radius]) => [center, displacement, radius, displacement]),
      spheres.flatMap(([center, radius]) => [...center, ...displacement, radius, ...displacement]),
    ],
  ] as const;
  for (const [method, calls, batch] of rows) {
    for (const form of ['Many', 'ManyView']) {
      expect(Object.keys(index[method + form](batch) as object)).toEqual(['ids', 'fractions']);
      const found = index[method + form](batch, { normals: true }) as Casts;
      expect(isView(found.fractions) && isView(found.normals)).toBe(form === 'ManyView');
      const { ids, fractions, normals } = copied(found);
      calls.forEach((values, i) => {
        const normal = partOf(normals, i, dimensions);
        const hit = index[method](...values) ?? noHit({ fraction: Infinity }, normal);
        expect(hit).toMatchObject({ id: ids[i], fraction: fractions[i], normal });
      });
    }
  }
}

/**
 * Checks that all forms of a query with a callback return the same ids. Their `View` forms return
 * new arrays instead of views of WASM memory.
 */
function checkPredicates(index: Forms, one: Case): void {
  const accept = (id: number) => id % 2 === 0;
  const [{ query: box }] = one.boxQueries();
  const result = index.queryBox(box, accept) as Uint32Array;
  const out = new Uint32Array(result.length + 1);
  expect([...(index.queryBoxView(box, accept) as Uint32Array)]).toEqual([...result]);
  expect(index.queryBoxInto(box, out, accept)).toBe(result.length);
  const [origin, direction] = rayParts(one.rayQueries()[0].query);
  const along = { hit: (id: number) => (id % 3 === 0 ? false : id), accept };
  for (const rest of [[undefined, accept], [along]]) {
    const hits = index.raycastAll(origin, direction, ...rest) as Hits;
    const far = new Float32Array(hits.ids.length);
    const ids = new Uint32Array(hits.ids.length);
    expect(index.raycastAllInto(origin, direction, ids, far, ...rest)).toBe(ids.length);
    expect([[...ids], [...far]]).toEqual([[...hits.ids], [...hits.distances]]);
    expect(index.raycastAllView(origin, direction, ...rest)).toEqual(hits);
    expect(index.raycastAllView({ origin, direction }, ...rest)).toEqual(hits);
  }
}

/**
 * Checks that batches of neighbors return `k` ids and distances per point or item. For missing
 * neighbors, they are -1 and Infinity.
 */
function checkNeighbors(index: SpatialQueries, one: Case): void {
  const points = one.nearestQueries().map(({ query }) => [...query]);
  for (const k of [0, 1, 4, one.count + 2]) {
    const alone = points.map((point) => index.nearest(point, k));
    const batch = index.nearestMany(points.flat(), k);
    const padded = (list: ArrayLike<number>, nothing: number) =>
      Array.from({ length: k }, (_, i) => list[i] ?? nothing);
    expect([...batch.ids]).toEqual(alone.flatMap(({ ids }) => padded(ids, -1)));
    expect([...batch.distances]).toEqual(alone.flatMap((hits) => padded(hits.distances, Infinity)));
    expect(copied(index.nearestManyView(points.flat(), k))).toEqual(batch);
  }
  for (const k of [0, 3]) {
    const all = index.nearestAll(k);
    expect(all.ids.length).toBe(k * one.count);
    const view = index.nearestAllView(k);
    expect(isView(view.distances)).toBe(true);
    expect(copied(view)).toEqual(all);
    const [ids, far] = [new Int32Array(k * one.count + 1), new Float32Array(k * one.count)];
    expect(index.nearestAllInto(k, ids, far)).toBe(k * one.count);
    expect([...ids]).toEqual([...all.ids, 0]);
    expect(far).toEqual(all.distances);
  }
  const boxes = one.boxQueries().map(({ query }) => [...query]);
  const overlaps = boxes.map((box) => Number(index.overlaps(box)));
  expect([...index.overlapsMany(boxes.flat())]).toEqual(overlaps);
}

function checkPairs(index: SpatialIndex, other: SpatialIndex): void {
  const rows = [
    [index.pairs(), () => index.pairsView(), (out: Uint32Array) => index.pairsInto(out)],
    [
      index.pairsWith(other),
      () => index.pairsWithView(other),
      (out: Uint32Array) => index.pairsWithInto(other, out),
    ],
    [
      index.pairsWithin(0.5),
      () => index.pairsWithinView(0.5),
      (out: Uint32Array) => index.pairsWithinInto(0.5, out),
    ],
  ] as const;
  for (const [pairs, view, fill] of rows) {
    expect(view()).toEqual(pairs);
    for (const room of rooms(pairs.length)) {
      const out = new Uint32Array(room).fill(UNTOUCHED);
      expect(fill(out)).toBe(pairs.length / 2);
      expect([...out.subarray(0, pairs.length)]).toEqual([...pairs.subarray(0, room)]);
    }
  }
}

interface Subject {
  readonly name: string;
  readonly dimensions: 2 | 3;
  filled(boxes: Float32Array): SpatialQueries;
}

const worlds = ([2, 3] as const).map(
  (dimensions): Subject => ({
    name: `World ${dimensions}D`,
    dimensions,
    filled(boxes) {
      const world = new World({ dimensions });
      const stride = 2 * dimensions;
      const layers = ['dynamic', 'static', 'sensor'] as const;
      for (let i = 0; i < boxes.length; i += stride) {
        world.add(boxes.subarray(i, i + stride), { layer: layers[(i / stride) % 3] });
      }
      return world;
    },
  }),
);
// a slim entry point exports the same classes as its entry point without "/slim"
const entries = (await loadedEntries()).filter(({ name }) => !name.endsWith('/slim'));
const [indices, entryIndices] = [inOneDimension(), entries.flatMap(subjectsOf)].map((list) =>
  list.map(
    ({ name, dimensions, create }): Subject => ({
      name,
      dimensions,
      filled(boxes) {
        const index = create();
        index.build(boxes);
        return index;
      },
    }),
  ),
);

describe.each([...indices, ...entryIndices, ...worlds])('$name', ({ dimensions, filled }) => {
  const scenes = ['uniform', 'touching-grid'] as const;
  let cases: { readonly one: Case; readonly index: SpatialQueries; readonly forms: Forms }[] = [];
  beforeAll(() => {
    cases = scenes.map((scene) => {
      const one = caseOf(`${scene}-${dimensions}d`, 100);
      const index = filled(one.boxes);
      return { one, index, forms: index as unknown as Forms };
    });
  });
  afterAll(() => {
    for (const { index } of cases) index.dispose();
  });

  test('methods that return ids have five forms with equal results', () => {
    for (const { one, forms } of cases) {
      for (const family of idFamilies(one, dimensions)) checkIds(forms, family);
    }
  });

  test('methods that return ids and distances have five forms with equal results', () => {
    for (const { one, forms } of cases) {
      for (const family of hitFamilies(one)) checkHits(forms, family);
      checkDistances(forms, one, dimensions);
    }
  });

  test('[NN1] batches of nearest, nearestAll and overlaps equal single queries', () => {
    for (const { one, index } of cases) checkNeighbors(index, one);
  });

  test('batches of casts equal single casts', () => {
    for (const { one, forms } of cases) checkCasts(forms, one, dimensions);
  });

  test('every form accepts the options of its query', () => {
    for (const { one, forms } of cases) checkPredicates(forms, one);
  });

  test('the error of a batch names the invalid record', () => {
    const { index } = cases[0];
    const point = Array(dimensions).fill(0);
    const bad = [...point.slice(1), Number.NaN];
    const expectError = (call: () => unknown, word: string) =>
      requireError(call, 'invalid-argument', word, word);
    for (const value of [Number.NaN, Infinity, -Infinity, 2e18]) {
      const far = [...point.slice(1), value];
      expectError(() => index.queryPointMany([...point, ...far]), 'points[1]');
      expectError(() => index.queryPointManyView(Float64Array.of(...point, ...far)), 'points[1]');
      expectError(() => index.querySphereMany([...point, 1, ...far, 1]), 'spheres[1]');
    }
    expectError(() => index.querySphereMany([...point, -1]), 'spheres[0]');
    expectError(() => index.querySphereMany([...point, Infinity]), 'spheres[0]');
    expectError(() => index.querySphereMany(point), 'spheres');
    expectError(() => index.raycastAllMany([...point, ...point, 1]), 'rays[0]');
    expectError(() => index.raycastAllMany([...point, ...bad, 1]), 'rays[0]');
    expectError(() => index.raycastAllMany([...point, 1, ...point.slice(1), -1]), 'rays[0]');
    if (dimensions === 2) return;
    expectError(() => index.queryFrustumMany([Array(24).fill(1), [1]]), 'frusta[1]');
    expectError(() => index.queryFrustumMany(new Float32Array(24) as never), 'frusta');
  });

  test('deprecated names of batches are aliases', () => {
    const { forms } = cases[0];
    expect(forms.queryBoxes).toBe(forms.queryBoxMany);
    expect(forms.queryBoxesView).toBe(forms.queryBoxManyView);
    expect(forms.raycasts).toBe(forms.raycastMany);
    expect(forms.raycastsView).toBe(forms.raycastManyView);
  });

  test.runIf(dimensions === 3)('queryFrustumMany accepts the options of queryFrustum', () => {
    const { one, index } = cases[0];
    const frusta = one.frustumQueries().map(({ query }) => query);
    const options = { eye: [0, 0, 0], limit: 3, accept: (id: number) => id % 2 === 0 };
    const { offsets, ids } = index.queryFrustumMany(frusta, options);
    frusta.forEach((frustum, i) => {
      const result = index.queryFrustum(frustum, options);
      expect([...ids.subarray(offsets[i], offsets[i + 1])]).toEqual([...result]);
    });
    let reads = 0;
    const counting = {
      get limit() {
        reads += 1;
        return 3;
      },
    };
    index.queryFrustumMany(frusta, counting);
    expect(reads).toBe(1);
    expect(() => index.queryFrustumMany([], { limti: 3 } as object)).toThrow('did you mean limit?');
  });
});

describe.each(inOneDimension())('$name', ({ dimensions, create }) => {
  test('methods that return pairs have three forms with equal results', () => {
    const [index, other] = [create(), create()];
    index.build(fullCase('uniform', dimensions).boxes);
    other.build(fullCase('clustered', dimensions).boxes);
    checkPairs(index, other);
  });
});
