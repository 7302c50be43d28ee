/**
 * Every query method of every structure and entry point against brute force, on one scene. Some
 * boxes touch, are equal, have no extent or are unbounded. Items have filters; ids are removed and
 * reused. tests/cpp/conformance tests the same methods with every layout and size.
 */

import { type FilterLike, init, type SpatialIndex } from 'sapwood/all';
import { oracle } from 'scenes';
import { beforeAll, describe, test } from 'vitest';
import { loadedEntries, subjectsOf } from '../entries/entries.js';
import {
  require,
  requireDistances,
  requirePairs,
  requireSequence,
  requireSet,
} from '../support/compare.js';
import { Model } from '../support/model.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';
import {
  distanceTo,
  gaps,
  inConvex,
  onSegment,
  timeOfBox,
  timeOfCapsule,
} from '../support/volume-oracle.js';

const LARGEST = Math.fround(1e18);
const COUNT = 60;
const QUERIES = 6;
const FILTERS: (FilterLike | undefined)[] = [undefined, 2, { category: 4, mask: 3 }];
/** Bound of the rounding errors of distances and fractions. */
const TOLERANCE = 1e-5;

/**
 * Boxes whose coordinates are multiples of 1/2, so that comparisons of boxes, rays and segments are
 * exact.
 */
const lattice = (seed: number, count: number, dimensions: 2 | 3) =>
  latticeBoxes(seed, count, dimensions).map((value) => Math.round(2 * value) / 2);

/**
 * Returns lattice boxes. Some of them have one side at infinity, and one box has all sides at
 * infinity.
 */
function boxesOf(dimensions: 2 | 3): Float32Array {
  const boxes = lattice(1, COUNT, dimensions);
  const stride = 2 * dimensions;
  for (let axis = 0; axis < dimensions; axis += 1) {
    boxes[stride * (8 + axis) + axis] = -Infinity;
    boxes[stride * (17 + axis) + dimensions + axis] = Infinity;
    boxes[stride * 31 + axis] = -Infinity;
    boxes[stride * 31 + dimensions + axis] = Infinity;
  }
  return boxes;
}

/** Returns the boxes as an index stores them: infinite sides become the largest coordinate. */
const stored = (boxes: Float32Array) =>
  boxes.map((value) => Math.max(-LARGEST, Math.min(LARGEST, value)));

interface Query {
  readonly box: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly displacement: Float32Array;
  /** Radius that is not a multiple of 1/2, so that no distance to an item equals it. */
  readonly radius: number;
}

function queriesOf(dimensions: 2 | 3): Query[] {
  const boxes = lattice(5, QUERIES + 1, dimensions);
  return Array.from({ length: QUERIES }, (_, i) => {
    const corner = (at: number) =>
      boxes.slice(2 * dimensions * at, 2 * dimensions * at + dimensions);
    const [a, b] = [corner(i), corner(i + 1)];
    const box = Float32Array.from([...a.map((low) => low - 5), ...a.map((low) => low + 2 * i)]);
    return { box, a, b, displacement: b.map((to, axis) => to - a[axis]), radius: 1.37 + 0.61 * i };
  });
}

interface Trial {
  readonly index: SpatialIndex;
  readonly model: Model;
  readonly queries: readonly Query[];
}

function trialOf(subject: Subject): Trial {
  const { dimensions } = subject;
  const [index, model] = [subject.create(), new Model(dimensions)];
  const boxes = boxesOf(dimensions);
  index.build(lattice(2, COUNT, dimensions));
  index.staging(COUNT).set(boxes);
  index.update();
  model.build(stored(boxes));
  if (subject.has('dynamic')) change(index, model);
  return { index, model, queries: queriesOf(dimensions) };
}

function change(index: SpatialIndex, model: Model): void {
  const { dimensions } = model;
  const boxAt = (i: number) =>
    lattice(3, 8, dimensions)
      .subarray(2 * dimensions * i)
      .slice(0, 2 * dimensions);
  for (const each of [index, model]) {
    for (let id = 0; id < COUNT; id += 3) each.setFilter(id, { category: 2, mask: id % 2 ? 1 : 7 });
    for (const id of [4, 9, 50]) each.remove(id);
    each.insert(boxAt(0), { category: 6, mask: 3 });
    each.insert(boxAt(1));
    each.move(20, boxAt(2));
    each.move(41, boxAt(3));
  }
  index.moveMany([11, 12], [...boxAt(4), ...boxAt(5)]);
  model.move(11, boxAt(4));
  model.move(12, boxAt(5));
  const added = index.insertMany([...boxAt(6), ...boxAt(7)]);
  requireSequence(added, [model.insert(boxAt(6)), model.insert(boxAt(7))], () => 'added ids');
}

/**
 * Runs `check` for every query and every filter. `check` returns the number of expected results.
 */
function withEach(
  { model, queries }: Trial,
  check: (query: Query, filter: FilterLike | undefined, where: () => string) => number,
): void {
  for (const filter of FILTERS) {
    const counts = queries.map((query) =>
      check(
        query,
        filter,
        () => `[${query.box}], filter ${JSON.stringify(filter)}, ${model.dimensions}D`,
      ),
    );
    require(Math.max(...counts) > 0, () =>
      `no query has a result, filter ${JSON.stringify(filter)}`);
  }
}

const everywhere = (dimensions: number) => [
  ...Array(dimensions).fill(-LARGEST),
  ...Array(dimensions).fill(LARGEST),
];

const acceptedBy = (model: Model, filter: FilterLike | undefined) =>
  model.queryBox(everywhere(model.dimensions), filter);

/** Planes of a box, with normals that point inward. */
function facesOf(box: Float32Array): number[][] {
  const dimensions = box.length / 2;
  return Array.from(box, (side, i) => [
    ...Array.from({ length: dimensions }, (_, axis) =>
      axis === i % dimensions ? (i < dimensions ? 1 : -1) : 0,
    ),
    i < dimensions ? -side : side,
  ]);
}

function checkContent({ index, model }: Trial): void {
  requireSequence(index.ids(), model.ids(), () => 'ids');
  requireSequence([index.size], [model.size], () => 'size');
  for (const id of model.ids()) requireSequence(index.box(id), model.box(id), () => `box ${id}`);
}

function checkRegions(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ box, a, radius }, filter, where) => {
    const expected = model.queryBox(box, filter);
    requireSet(index.queryBox(box, filter), expected, where);
    require(index.overlaps(box, filter) === expected.length > 0, where);
    requireSet(index.queryPoint(a, filter), model.queryPoint(a, filter), where);
    const r = Math.fround(radius);
    requireSet(index.querySphere(a, r, filter), model.querySphere([...a, r], filter), where);
    return expected.length;
  });
  const endless = everywhere(model.dimensions).map((side) => side * 1e300 * 1e300);
  requireSet(index.queryBox(endless), model.ids(), () => 'a query box without bounds');
}

function checkVisits(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ box }, filter, where) => {
    const expected = model.queryBox(box, filter);
    const visited: number[] = [];
    index.forEachInBox(box, (id) => void visited.push(id), filter);
    requireSet(Uint32Array.from(visited), expected, where);
    let calls = 0;
    index.forEachInBox(box, () => ++calls < 2, filter);
    require(calls === Math.min(2, expected.length), () => `${where()}: ${calls} calls after false`);
    require(index.counters().results === calls, () => `${where()}: results counted`);
    return expected.length;
  });
}

function checkVolumes(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ box, a, b, radius }, filter, where) => {
    const accepted = acceptedBy(model, filter);
    const planes = facesOf(box).slice(0, -1).flat();
    const inside = accepted.filter((id) => inConvex(planes, model.box(id)));
    requireSet(index.queryConvex(planes, filter), inside, where);
    const segment = [...a, ...b];
    const touched = accepted.filter((id) => onSegment(segment, model.box(id)));
    requireSet(index.querySegment(a, b, filter), touched, where);
    const near = new Set(index.queryCapsule(a, b, radius, filter));
    for (const id of accepted) {
      const distance = distanceTo(segment, model.box(id));
      require(near.delete(id) === distance < radius, () => `${where()}: ${id} at ${distance}`);
    }
    require(near.size === 0, () => `${where()}: ids that the filter excludes`);
    return Math.min(inside.length, touched.length);
  });
}

/**
 * With an eye point, results are sorted by distance, then id, and a limit keeps the closest items.
 */
function checkFrusta(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ box, b: eye }, filter, where) => {
    const planes = Float32Array.from(facesOf(box).flat());
    const expected = model.queryFrustum(planes, filter);
    requireSet(index.queryFrustum(planes, { filter }), expected, where);
    const distance = (id: number) => oracle.squaredDistance(model, id, eye);
    const ordered = expected.slice().sort((p, q) => distance(p) - distance(q) || p - q);
    requireSequence(index.queryFrustum(planes, { filter, eye }), ordered, where);
    for (const limit of [0, 3]) {
      const first = index.queryFrustum(planes, { filter, eye, limit });
      requireSequence(first, ordered.subarray(0, limit), where);
    }
    return expected.length;
  });
}

function checkRays(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ a, displacement }, filter, where) => {
    for (const reach of [Infinity, 6]) {
      const expected = model.rayHits([...a, ...displacement, reach], filter);
      const all = index.raycastAll(a, displacement, reach, filter);
      requireSequence(all.ids, expected.ids, where);
      requireDistances(all.distances, expected.distances, where);
      const hit = index.raycast(a, displacement, reach, filter);
      const entry = hit ? [hit.id, hit.distance] : [];
      const [first] = expected.distances;
      requireSequence(
        entry,
        expected.ids.length ? [expected.ids[0], Math.fround(first)] : [],
        where,
      );
    }
    return model.rayHits([...a, ...displacement, Infinity], filter).ids.length;
  });
}

function checkNearest(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, ({ a, radius }, filter, where) => {
    for (const [k, reach] of [
      [0, Infinity],
      [1, Infinity],
      [7, Math.fround(radius)],
      [COUNT + 9, Infinity],
    ]) {
      const expected = model.nearestHits(a, k, reach, filter);
      const found = index.nearest(a, k, reach, filter);
      requireSequence(found.ids, expected.ids, where);
      requireDistances(found.distances, expected.distances, where);
    }
    return acceptedBy(model, filter).length;
  });
}

type Hit = { readonly id: number; readonly fraction: number } | null;

/**
 * Requires that the hit is the item that the cast touches first, or an item whose time of contact
 * differs by less than the tolerance.
 */
function requireFirst(hit: Hit, times: ReadonlyMap<number, number>, where: () => string): void {
  const first = Math.min(Infinity, ...times.values());
  const shown = () => `${where()}: ${hit?.id} at ${hit?.fraction}, expected ${first}`;
  if (hit === null) require(first > 1, shown);
  else {
    require(Math.abs((times.get(hit.id) ?? Infinity) - hit.fraction) < TOLERANCE, shown);
    require(Math.abs(hit.fraction - first) < TOLERANCE, shown);
  }
}

const knownTimes = new Map<string, number>();

/**
 * Returns the time at which a moving capsule touches a box. All subjects share the results, because
 * they take long to compute.
 */
function timeOf(query: Query, b: Float32Array, box: Float32Array): number {
  const { a, radius, displacement } = query;
  const key = [a, b, radius, displacement, box].join();
  const time = knownTimes.get(key) ?? timeOfCapsule([...a, ...b], radius, displacement, box);
  knownTimes.set(key, time);
  return time;
}

function checkCasts(trial: Trial): void {
  const { index, model } = trial;
  withEach(trial, (query, filter, where) => {
    const { box, a, displacement, radius } = query;
    const accepted = acceptedBy(model, filter);
    const times = (time: (item: Float32Array) => number) =>
      new Map(Array.from(accepted, (id) => [id, time(model.box(id))]));
    const boxTimes = times((item) => timeOfBox(box, displacement, item));
    requireFirst(index.castBox(box, displacement, filter), boxTimes, where);
    const sphereTimes = times((item) => timeOf(query, a, item));
    requireFirst(index.castSphere(a, radius, displacement, filter), sphereTimes, where);
    const end = a.map((value, axis) => value + (axis === 0 ? 2 : -1));
    const capsuleTimes = times((item) => timeOf(query, end, item));
    requireFirst(index.castCapsule(a, end, radius, displacement, filter), capsuleTimes, where);
    return [...boxTimes.values()].filter((time) => time <= 1).length;
  });
}

/** Returns the center of a box. On an axis with infinite sides, returns the finite side or 0. */
const centerOf = (box: Float32Array) =>
  box.slice(0, box.length / 2).map((low, axis) => {
    const ends = [low, box[box.length / 2 + axis]].filter((end) => Math.abs(end) < LARGEST);
    return ends.reduce((sum, end) => sum + end, 0) / Math.max(1, ends.length);
  });

function checkNeighbors({ index, model }: Trial): void {
  requirePairs(index.pairs(), model.pairs(), () => 'pairs');
  for (const distance of [0, 1.2]) {
    const isNear = (a: Float32Array, b: Float32Array) => Math.hypot(...gaps(a, b)) <= distance;
    requirePairs(index.pairsWithin(distance), model.pairsWhere(isNear), () => `within ${distance}`);
  }
  const { ids, distances } = index.nearestAll(2);
  model.ids().forEach((id, i) => {
    const hits = model.nearestHits(centerOf(model.box(id)), Infinity);
    const others = [...hits.ids.keys()].filter((at) => hits.ids[at] !== id).slice(0, 2);
    const where = () => `nearest others of ${id}`;
    requireSequence(
      ids.subarray(2 * i, 2 * i + 2),
      others.map((at) => hits.ids[at]),
      where,
    );
    const far = others.map((at) => hits.distances[at]);
    requireDistances(distances.subarray(2 * i, 2 * i + 2), far, where);
  });
}

function checkPartners({ index, model }: Trial, partner: Subject): void {
  const { dimensions } = partner;
  const [other, there] = [partner.create(), new Model(dimensions)];
  for (const each of [other, there]) each.build(lattice(8, 40, dimensions));
  if (partner.has('dynamic')) {
    for (const each of [other, there]) each.setFilter(3, { category: 2, mask: 4 });
  }
  requirePairs(index.pairsWith(other), model.pairsWith(there), () => `with ${partner.name}`);
  requirePairs(other.pairsWith(index), there.pairsWith(model), () => `${partner.name} with it`);
  other.dispose();
}

function checkEmpty(subject: Subject): void {
  const index = subject.create();
  const [{ box, a, b, displacement }] = queriesOf(subject.dimensions);
  const requireNothing = () => {
    const lists = [index.ids(), index.queryBox(box), index.nearest(a, 3).ids, index.pairs()];
    lists.push(index.querySegment(a, b), index.nearestAll(2).ids as unknown as (typeof lists)[0]);
    for (const list of lists) requireSequence(list, [], () => 'an empty index');
    require(index.castBox(box, displacement) === null, () => 'a cast in an empty index');
  };
  requireNothing();
  index.build([]);
  requireNothing();
  index.build(box);
  index.clear();
  requireNothing();
  index.dispose();
}

// a slim entry point exports the same classes as its entry point without "/slim"
const entries = (await loadedEntries()).filter(({ name }) => !name.endsWith('/slim'));
const all = allSubjects();
const subjects = [...all, ...entries.flatMap(subjectsOf)];

function partnerOf(subject: Subject): Subject {
  const same = all.filter(({ dimensions }) => dimensions === subject.dimensions);
  const at = same.indexOf(subject);
  return at < 0 ? subject : same[(at + 1) % same.length];
}

beforeAll(() => init());

describe.each(subjects)('$name', (subject) => {
  const check = (name: string, look: (trial: Trial) => void) =>
    test(name, () => {
      const trial = trialOf(subject);
      look(trial);
      trial.index.dispose();
    });

  check('has the ids and boxes', checkContent);
  check('queryBox, queryPoint, querySphere and overlaps find the items', checkRegions);
  check('forEachInBox visits each item once and stops at false', checkVisits);
  check('queryConvex, querySegment and queryCapsule find the items', checkVolumes);
  if (subject.has('frustum')) check('queryFrustum finds, orders and limits items', checkFrusta);
  if (subject.has('ray')) check('raycast and raycastAll find the hits', checkRays);
  check('[NN1] nearest finds the items with ties by id', checkNearest);
  check('castBox, castSphere and castCapsule find the first item', checkCasts);
  check('pairs, pairsWithin and nearestAll equal brute force', checkNeighbors);
  check('[DT15] pairsWith finds the pairs of two indices', (trial) =>
    checkPartners(trial, partnerOf(subject)),
  );
  test('an empty index has no results', () => checkEmpty(subject));
});
