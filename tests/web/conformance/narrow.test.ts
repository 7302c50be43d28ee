/**
 * Queries with a callback that tests the exact shape inside a box (narrow phase), compared with
 * plain loops. A query hits each shape at its box or farther away, or misses it.
 */

import type { Hits, RayHit, SpatialIndex } from 'sapwood/all';
import type { oracle } from 'scenes';
import { goodBox, goodPoint } from '../support/bad-values.js';
import { type Case, checksOnScene } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { allMethods, supports } from '../support/methods.js';
import { stateOf } from '../support/state.js';
import { inOneDimension, type Subject } from '../support/subjects.js';
import { volumesOf } from '../support/volume-cases.js';

/**
 * Returns the distance of the shape inside a box that a query hits at `distance`, or false if the
 * query misses the shape. One third of the shapes are missed.
 */
const shapeAt = (id: number, distance: number): number | false =>
  id % 3 === 2 ? false : distance * (1 + (id % 4) / 8);

type ShapeHit = Pick<RayHit, 'id' | 'distance'>;

/** Returns the closest hit; of several hits at the same distance, the hit with the smallest id. */
function closest(shapes: readonly ShapeHit[]): ShapeHit | null {
  return shapes.reduce<ShapeHit | null>((best, shape) => {
    if (best === null || shape.distance < best.distance) return shape;
    return shape.distance === best.distance && shape.id < best.id ? shape : best;
  }, null);
}

/**
 * Returns a callback that tests shapes. It requires at most one test per shape, and that the query
 * passes the distance of the closest hit so far as the limit.
 */
function tracer(one: Case, maxDistance: number, shapes: ReadonlyMap<number, number | false>) {
  const tested = new Set<number>();
  let farthest = maxDistance;
  return (id: number, limit: number) => {
    require(!tested.has(id), () => `${one.name}: ${id} was tested twice`);
    require(shapes.has(id), () => `${one.name}: ${id} was tested, but its box is not touched`);
    require(limit === farthest, () => `${one.name}: limit ${limit} and not ${farthest}`);
    tested.add(id);
    const shape = shapes.get(id) as number | false;
    if (shape !== false && shape <= farthest) farthest = shape;
    return shape;
  };
}

const hitsOf = (shapes: ReadonlyMap<number, number | false>, maxDistance: number): ShapeHit[] =>
  Array.from(shapes)
    .filter((shape): shape is [number, number] => shape[1] !== false && shape[1] <= maxDistance)
    .map(([id, distance]) => ({ id, distance }));

const entryOf = (hit: ShapeHit | null) => (hit ? [hit.id, hit.distance] : []);

function checkRays(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  for (const { query, expected } of one.rayQueries()) {
    const [origin, direction] = [query.subarray(0, dimensions), query.slice(dimensions, -1)];
    const maxDistance = query[2 * dimensions];
    const shapes = new Map(
      Array.from(expected.ids, (id, i) => [id, shapeAt(id, expected.distances[i])]),
    );
    const hit = tracer(one, maxDistance, shapes);
    const found = index.raycast(origin, direction, { maxDistance, hit });
    const expectedHit = closest(hitsOf(shapes, maxDistance));
    requireSequence(entryOf(found), entryOf(expectedHit), () => `${one.name}, ray [${query}]`);
    const boxes = index.raycast({ origin, direction }, { maxDistance });
    const positional = index.raycast(origin, direction, maxDistance);
    requireSequence(entryOf(boxes), entryOf(positional), () => `${one.name}: without a callback`);
  }
}

const asRay = (hit: { id: number; fraction: number } | null) =>
  hit && { id: hit.id, distance: hit.fraction };

function checkBoxCasts(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  for (const { numbers, touches } of volumesOf(one).boxCasts()) {
    const touched = touches.map((time, id) => [id, time] as const).filter(([, time]) => time <= 1);
    const shapes = new Map(touched.map(([id, time]) => [id, shapeAt(id, time)]));
    const box = numbers.subarray(0, 2 * dimensions);
    const hit = tracer(one, 1, shapes);
    const found = index.castBox(box, numbers.subarray(2 * dimensions), { hit });
    const where = () => `${one.name}, moving box [${numbers}]`;
    requireSequence(entryOf(asRay(found)), entryOf(closest(hitsOf(shapes, 1))), where);
  }
}

/**
 * Casts spheres. A sphere touches the shape of an item later than the item's box, by more than the
 * rounding error of a cast.
 */
function checkSphereCasts(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  for (const { numbers, touches } of volumesOf(one).sphereCasts()) {
    const radius = numbers[dimensions];
    const shapes = new Map(
      touches.map((time, id) => [id, time <= 1 && shapeAt(id, time + 0.001)] as const),
    );
    const hit = tracer(one, 1, shapes);
    const center = numbers.subarray(0, dimensions);
    const found = index.castSphere(center, radius, numbers.subarray(dimensions + 1), { hit });
    const where = () => `${one.name}, moving sphere [${numbers}]`;
    requireSequence(entryOf(asRay(found)), entryOf(closest(hitsOf(shapes, 1))), where);
  }
}

const flat = ({ ids, distances }: Hits) => [...ids, ...distances];

interface Shapes {
  /** Sorted by distance, then id. */
  readonly shapes: readonly ShapeHit[];
  readonly byId: ReadonlyMap<number, number>;
}

const knownShapes = new WeakMap<oracle.RankedHits, Shapes>();

function shapesIn(expected: oracle.RankedHits): Shapes {
  const known = knownShapes.get(expected);
  if (known) return known;
  const shapes = Array.from(expected.ids, (id, i) => {
    return { id, distance: expected.distances[i] * (1 + (id % 4) / 8) };
  }).sort((a, b) => a.distance - b.distance || a.id - b.id);
  const byId = new Map(shapes.map(({ id, distance }) => [id, distance]));
  knownShapes.set(expected, { shapes, byId });
  return { shapes, byId };
}

function checkNearest(index: SpatialIndex, one: Case): void {
  for (const { query, expected } of one.nearestQueries()) {
    const reach = expected.distances[Math.floor(expected.distances.length / 2)] ?? 1;
    const { shapes, byId } = shapesIn(expected);
    for (const k of [0, 3, one.count]) {
      for (const maxDistance of [Infinity, Math.fround(reach)]) {
        const tested = new Set<number>();
        const found = index.nearest(query, k, {
          maxDistance,
          distance: (id) => {
            require(!tested.has(id), () => `${one.name}: ${id} was tested twice`);
            tested.add(id);
            return byId.get(id) as number;
          },
        });
        const expectedHits = shapes.filter(({ distance }) => distance <= maxDistance).slice(0, k);
        const numbers = expectedHits.map(({ distance }) => Math.fround(distance));
        const where = () => `${one.name}, ${k} nearest to [${query}] within ${maxDistance}`;
        requireSequence(flat(found), [...expectedHits.map(({ id }) => id), ...numbers], where);
      }
    }
    const boxes = index.nearest(query, 3, { maxDistance: reach });
    requireSequence(flat(boxes), flat(index.nearest(query, 3, reach)), () => 'without a callback');
  }
}

function checkFilters(index: SpatialIndex, one: Case): void {
  for (let id = 0; id < one.count; id += 2) index.setFilter(id, { category: 2 });
  for (const { query } of one.nearestQueries()) {
    const tested: number[] = [];
    const distance = (id: number) => {
      tested.push(id);
      return 1e30;
    };
    const found = index.nearest(query, one.count, { filter: 2, distance });
    const even = Array.from({ length: Math.ceil(one.count / 2) }, (_, i) => 2 * i);
    requireSequence(
      tested.sort((a, b) => a - b),
      even,
      () => `${one.name}: filtered`,
    );
    requireSequence(found.ids, even, () => `${one.name}: equal distances go by the id`);
  }
}

function threeBoxes(subject: Subject): SpatialIndex {
  const index = subject.create();
  index.build([1, 2, 3].flatMap(() => goodBox(subject.dimensions)));
  return index;
}

function callersOf({ dimensions, has }: Subject) {
  const [box, point] = [goodBox(dimensions), goodPoint(dimensions)];
  type Callback = (id: number) => number;
  return {
    castBox: (index: SpatialIndex, hit: Callback) => index.castBox(box, point, { hit }),
    castSphere: (index: SpatialIndex, hit: Callback) => index.castSphere(point, 1, point, { hit }),
    nearest: (index: SpatialIndex, distance: Callback) => index.nearest(point, 3, { distance }),
    ...(has('ray') && {
      raycast: (index: SpatialIndex, hit: Callback) => index.raycast(point, point, { hit }),
    }),
  };
}

function checkReentrant(subject: Subject): void {
  const index = threeBoxes(subject);
  const other = threeBoxes(subject);
  const before = stateOf(index);
  const methods = allMethods(subject.dimensions).filter((method) => supports(method, subject));
  for (const [caller, run] of Object.entries(callersOf(subject))) {
    let visits = 0;
    const found = run(index, (id) => {
      visits += 1;
      for (const { name, mutates, call } of methods) {
        const act = () => call(index, other);
        if (mutates) requireError(act, 'reentrant', name, `${name} inside ${caller}`);
        else act();
      }
      requireError(() => index.dispose(), 'reentrant', 'dispose', `dispose inside ${caller}`);
      for (const inner of Object.values(callersOf(subject))) inner(index, () => 0.25);
      return id === 1 ? 0 : 0.5;
    });
    require(visits === 3, () => `${caller}: ${visits} visits of 3`);
    const first = found !== null && 'ids' in found ? found.ids[0] : found?.id;
    require(first === 1, () => `${caller}: found ${first}`);
    require(stateOf(index) === before, () => `${caller} changed the index`);
  }
  index.dispose();
  other.dispose();
}

/**
 * Queries a row of boxes from one end. Each query must skip most of the shapes behind the closest
 * hit.
 */
function checkShortened(subject: Subject): void {
  const { dimensions, has } = subject;
  const count = 200;
  const across = Array(dimensions - 1).fill(0);
  const index = subject.create();
  index.build(
    Array.from({ length: count }, (_, i) => [2 * i, ...across, 2 * i + 1, ...across]).flat(),
  );
  const countVisits = (run: (callback: (id: number) => number) => unknown) => {
    let visits = 0;
    run((id) => {
      visits += 1;
      // reports the closest possible hit for the first tested shape
      return visits === 1 ? 0 : 1 + id;
    });
    return visits;
  };
  const start = [-1, ...across];
  const displacement = [2 * count, ...across];
  const visitsOf = {
    castBox: countVisits((hit) => index.castBox([...start, ...start], displacement, { hit })),
    castSphere: countVisits((hit) => index.castSphere(start, 0.5, displacement, { hit })),
    nearest: countVisits((distance) => index.nearest(start, 1, { distance })),
    ...(has('ray') && {
      raycast: countVisits((hit) => index.raycast(start, displacement, { hit })),
    }),
  };
  for (const [method, visits] of Object.entries(visitsOf)) {
    // the query may also test other boxes in the packet or node of the first box
    require(visits < count / 4, () => `${method}: tested ${visits} of ${count} shapes`);
  }
  index.dispose();
}

function checkThrowing(subject: Subject): void {
  const index = threeBoxes(subject);
  const thrown = new Error('from the callback');
  for (const [caller, run] of Object.entries(callersOf(subject))) {
    let visits = 0;
    let caught: unknown;
    try {
      run(index, () => {
        visits += 1;
        throw thrown;
      });
    } catch (error) {
      caught = error;
    }
    require(caught === thrown && visits === 1, () => `${caller}: ${caught} after ${visits} visits`);
    for (const bad of [Number.NaN, -1, '1', true, null, undefined, {}, 1n, -Infinity]) {
      const [name, what] = caller === 'nearest' ? ['distance', ''] : ['hit', ' or false'];
      requireError(
        () => run(index, () => bad as number),
        'invalid-argument',
        `${name}: expected the function to return a number >= 0${what}, got`,
        `${caller}: a result of ${String(bad)}`,
      );
      requireError(
        () => run(index, (bad ?? 5) as () => number),
        'invalid-argument',
        `${name}: expected a function, got`,
        `${caller}: ${String(bad)} for a function`,
      );
    }
    const far = run(index, () => Infinity);
    require(far === null || ('ids' in far && far.ids.length === 0), () => `${caller}: infinite`);
  }
  const point = goodPoint(subject.dimensions);
  for (const name of ['distance', 'maxDistance']) {
    const get = () => {
      throw thrown;
    };
    const options = Object.defineProperty({ distance: () => 0 }, name, { get });
    const act = () => index.nearest(point, 3, options);
    requireError(act, 'invalid-argument', 'options', `${name} that cannot be read`);
  }
  index.clear();
  require(index.size === 0, () => 'the index cannot be changed after a callback has thrown');
  index.dispose();
}

function narrowChecks(subject: Subject): Check[] {
  const check = checksOnScene(subject);
  const plain = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    ...(subject.has('ray') ? [check('raycast finds the closest shape', checkRays)] : []),
    check('castBox finds the shape that is touched first', checkBoxCasts),
    check('castSphere finds the shape that is touched first', checkSphereCasts),
    check('nearest finds the nearest shapes', checkNearest),
    ...(subject.has('dynamic') ? [check('filters apply to shapes', checkFilters)] : []),
    plain('narrow phases can query the index but not change it', checkReentrant),
    plain('shapes behind the closest shape are not tested', checkShortened),
    plain('errors of a narrow phase reach the caller, and invalid results throw', checkThrowing),
  ];
}

describeSuite('narrow phases', narrowChecks, inOneDimension());
