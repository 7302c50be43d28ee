/**
 * Predicates of queries that return several items. The result must equal that of the query without
 * a predicate, filtered with `Array.filter()`. Also tests queries, changes and exceptions inside a
 * predicate.
 */

import type { FilterLike, SpatialIndex } from 'sapwood/all';
import { type Case, fullCase, rayParts, sphereParts } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { representatives, type Subject } from '../support/subjects.js';

interface FilteredQuery {
  readonly name: string;
  readonly ids: (filter?: FilterLike) => ArrayLike<number>;
  readonly into?: (out: Uint32Array, filter?: FilterLike) => number;
}

function queriesOf(subject: Subject, index: SpatialIndex, one: Case): FilteredQuery[] {
  const box = one
    .boxQueries()
    .reduce((a, b) => (b.expected.length > a.expected.length ? b : a)).query;
  const point = one.pointQueries()[0].query;
  const [center, radius] = sphereParts(one.sphereQueries()[0].query);
  const planes = [...point.map((value) => 0 * value + 1), 2 * Math.abs(point[0]) + 1];
  const queries: FilteredQuery[] = [
    {
      name: 'queryBox',
      ids: (filter) => index.queryBox(box, filter),
      into: (out, filter) => index.queryBoxInto(box, out, filter),
    },
    {
      name: 'queryPoint',
      ids: (filter) => index.queryPoint(point, filter),
      into: (out, filter) => index.queryPointInto(point, out, filter),
    },
    {
      name: 'querySphere',
      ids: (filter) => index.querySphere(center, radius, filter),
      into: (out, filter) => index.querySphereInto(center, radius, out, filter),
    },
    {
      name: 'querySphere of an object',
      ids: (filter) => index.querySphere({ center, radius }, filter),
      into: (out, filter) => index.querySphereInto({ center, radius }, out, filter),
    },
    {
      name: 'queryConvex',
      ids: (filter) => index.queryConvex(planes, filter),
      into: (out, filter) => index.queryConvexInto(planes, out, filter),
    },
    {
      name: 'queryCapsule',
      ids: (filter) => index.queryCapsule(center, point, radius, filter),
      into: (out, filter) => index.queryCapsuleInto(center, point, radius, out, filter),
    },
    {
      name: 'querySegment',
      ids: (filter) => index.querySegment(center, point, filter),
      into: (out, filter) => index.querySegmentInto(center, point, out, filter),
    },
    { name: 'forEachInBox', ids: (filter) => visited(index, box, filter) },
  ];
  if (subject.has('frustum')) {
    const frustum = one.frustumQueries()[0].query;
    queries.push({
      name: 'queryFrustum',
      ids: (filter) => index.queryFrustum(frustum, { filter, eye: point }),
      into: (out, filter) => index.queryFrustumInto(frustum, out, { filter, eye: point }),
    });
  }
  if (subject.has('ray')) {
    const ray = rayParts(one.rayQueries()[0].query);
    queries.push({ name: 'raycastAll', ids: (filter) => index.raycastAll(...ray, filter).ids });
  }
  return queries;
}

function visited(index: SpatialIndex, box: ArrayLike<number>, filter?: FilterLike): number[] {
  const ids: number[] = [];
  index.forEachInBox(box, (id) => void ids.push(id), filter);
  return ids;
}

const odd = (id: number) => id % 2 === 1;

function checkResults(subject: Subject): void {
  const one = fullCase('clustered', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  let maxFound = 0;
  for (const { name, ids, into } of queriesOf(subject, index, one)) {
    const all = Array.from(ids());
    maxFound = Math.max(maxFound, all.length);
    const expected = all.filter(odd);
    const where = () => `${name} of odd ids`;
    requireSequence(ids(odd), expected, where);
    requireSequence(ids({ accept: odd }), expected, where);
    requireSequence(ids({ mask: 2, accept: odd }), [], where);
    const tested: number[] = [];
    ids((id) => tested.push(id) < 0);
    requireSequence(tested, all, () => `${name}: ids passed to the predicate`);
    requireSequence(ids(), all, () => `${name}: without a predicate afterwards`);
    for (const room of [all.length, expected.length, Math.max(0, expected.length - 1)]) {
      const out = new Uint32Array(room).fill(7);
      requireSequence([into?.(out, odd) ?? expected.length], [expected.length], where);
      const kept = Math.min(room, expected.length);
      if (into) requireSequence(out.subarray(0, kept), expected.slice(0, kept), where);
    }
  }
  require(maxFound > 4, () => 'the queries find too few items');
  index.dispose();
}

function checkOverlaps(subject: Subject): void {
  const one = fullCase('clustered', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  for (const { query, expected: ids } of one.boxQueries()) {
    for (const id of ids.slice(0, 3)) {
      require(index.overlaps(query, (other) => other === id), () => `overlaps, id ${id}`);
    }
    const tested: number[] = [];
    const none = index.overlaps(query, { accept: (id) => tested.push(id) < 0 });
    require(!none, () => 'overlaps with a predicate that rejects all items');
    requireSequence(
      tested.sort((a, b) => a - b),
      ids,
      () => 'overlaps: ids passed to the predicate',
    );
    let calls = 0;
    index.overlaps(query, () => ++calls > 0);
    requireSequence([calls], [Math.min(1, ids.length)], () => 'overlaps stops at the first');
  }
  index.dispose();
}

function checkLimit(subject: Subject): void {
  const one = fullCase('clustered', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  const eye = one.pointQueries()[0].query;
  for (const { query } of one.frustumQueries()) {
    const expected = [...index.queryFrustum(query, { eye })].filter(odd);
    for (const limit of [0, 1, 3, expected.length + 1]) {
      const options = { eye, limit, filter: odd };
      const where = () => `limit ${limit}`;
      requireSequence(index.queryFrustum(query, options), expected.slice(0, limit), where);
      const out = new Uint32Array(2);
      const found = index.queryFrustumInto(query, out, options);
      requireSequence([found], [Math.min(limit, expected.length)], where);
      requireSequence(out.subarray(0, found), expected.slice(0, Math.min(2, found)), where);
    }
  }
  index.dispose();
}

function checkRules(subject: Subject): void {
  const one = fullCase('clustered', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  const whole = [
    ...Array(subject.dimensions).fill(-Infinity),
    ...Array(subject.dimensions).fill(Infinity),
  ];
  for (const { name, ids } of queriesOf(subject, index, one)) {
    const expected = Array.from(ids()).filter(odd);
    const queries = (id: number) => {
      index.queryBox(whole, (other) => other !== id);
      return odd(id);
    };
    requireSequence(ids(queries), expected, () => `${name}, with a query inside the predicate`);
    if (ids().length === 0) continue;
    const thrown = new Error('of the caller');
    const fails = () => {
      throw thrown;
    };
    let caught: unknown;
    try {
      ids(fails);
    } catch (error) {
      caught = error;
    }
    require(caught === thrown, () => `${name}: what the predicate throws`);
    const changes = () => {
      index.clear();
      return true;
    };
    requireError(() => ids(changes), 'reentrant', 'clear', name);
  }
  requireSequence([index.size], [one.count], () => 'nothing was cleared');
  index.clear();
  index.dispose();
}

function checkRejected(subject: Subject): void {
  const index = subject.create();
  const point = Array<number>(subject.dimensions).fill(0);
  index.build([...point, ...point]);
  const calls: [string, (filter: FilterLike) => unknown][] = [
    ['distance', (filter) => index.nearest(point, 1, 5, filter)],
    ['distance', (filter) => index.nearest(point, 1, { filter, distance: () => 1 })],
    ['hit', (filter) => index.castBox([...point, ...point], point, filter)],
    ['hit', (filter) => index.castSphere(point, 1, point, { filter, hit: () => 1 })],
  ];
  if (subject.has('ray')) {
    const up = point.map(() => 1);
    calls.push(['hit', (filter) => index.raycast(point, up, 5, filter)]);
    calls.push(['hit', (filter) => index.raycast(point, up, { filter, hit: () => 1 })]);
  }
  for (const [callback, call] of calls) {
    for (const filter of [odd, { accept: odd }]) {
      requireError(() => call(filter), 'invalid-argument', callback, 'a predicate');
    }
  }
  const wrong = { accept: 5 as never };
  const call = () => index.queryBox([...point, ...point], wrong);
  requireError(call, 'invalid-argument', 'accept', 'a number');
  index.dispose();
}

function predicateChecks(subject: Subject): Check[] {
  const checks: Check[] = [
    {
      name: 'the result has the items that the predicate accepts',
      run: () => checkResults(subject),
    },
    { name: 'overlaps ends at the first accepted item', run: () => checkOverlaps(subject) },
    { name: 'predicates can query the index but not change it', run: () => checkRules(subject) },
    {
      name: 'methods with their own callbacks reject predicates',
      run: () => checkRejected(subject),
    },
  ];
  if (subject.has('frustum')) {
    checks.push({ name: 'a limit counts accepted items', run: () => checkLimit(subject) });
  }
  return checks;
}

// all structures share the code that calls predicates
describeSuite('predicates', predicateChecks, representatives());
