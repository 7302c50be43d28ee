/**
 * Calls whose arguments must be rejected with `invalid-argument`: points, numbers, rays, frusta,
 * filters, indices.
 */

import type { ErrorCode } from 'sapwood/all';
import type { Bad } from '../support/bad-values.js';
import * as values from '../support/bad-values.js';
import type { Subject } from '../support/subjects.js';

const argument = (name: string, bads: readonly values.Bad[], word: string, call: Call): Row => {
  return { name, bads, code: 'invalid-argument', word, call };
};

function pointRows({ dimensions }: Subject, dynamic: boolean): Row[] {
  const points = values.badPoints(dimensions);
  const row = (name: string, word: string, call: Call) => argument(name, points, word, call);
  const box = values.goodBox(dimensions);
  const good = values.goodPoint(dimensions);
  const out = new Uint32Array(4);
  return [
    row('queryPoint', 'point', (index, point) => index.queryPoint(point)),
    row('queryPointInto', 'point', (index, point) => index.queryPointInto(point, out)),
    row('querySphere', 'center', (index, center) => index.querySphere(center, 1)),
    row('querySphereInto', 'center', (index, center) => index.querySphereInto(center, 1, out)),
    row('querySphere({center})', 'center', (index, center) =>
      index.querySphere({ center, radius: 1 }),
    ),
    row('nearest', 'point', (index, point) => index.nearest(point, 1)),
    row('queryCapsule', 'a', (index, a) => index.queryCapsule(a, good, 1)),
    row('queryCapsuleInto', 'b', (index, b) => index.queryCapsuleInto(good, b, 1, out)),
    row('castBox', 'displacement', (index, by) => index.castBox(box, by)),
    row('castSphere', 'displacement', (index, by) => index.castSphere(good, 1, by)),
    row('castSphere', 'center', (index, center) => index.castSphere(center, 1, good)),
    row('castCapsule', 'a', (index, a) => index.castCapsule(a, good, 1, good)),
    row('castCapsule', 'b', (index, b) => index.castCapsule(good, b, 1, good)),
    row('castCapsule', 'displacement', (index, by) => index.castCapsule(good, good, 1, by)),
    row('collideSphere', 'center', (index, center) => index.collideSphere(center, 1)),
    row('collideCapsule', 'a', (index, a) => index.collideCapsule(a, good, 1)),
    row('collideCapsule', 'b', (index, b) => index.collideCapsule(good, b, 1)),
    row('querySegment', 'b', (index, b) => index.querySegment(good, b)),
    row('querySegmentInto', 'a', (index, a) => index.querySegmentInto(a, good, out)),
    ...(dynamic
      ? [row('move (displacement)', 'displacement', (index, by) => index.move(1, box, by))]
      : []),
  ];
}

function numberRows({ dimensions }: Subject): Row[] {
  const point = values.goodPoint(dimensions);
  const points = [...point, ...point];
  const out = new Uint32Array(4);
  const { badRadii, badCounts, badDistances, badOuts, badMaxDistances } = values;
  const box = values.goodBox(dimensions);
  return [
    argument('querySphere', badRadii, 'radius', (index, r) => index.querySphere(point, r)),
    argument('querySphereInto', badRadii, 'radius', (index, r) =>
      index.querySphereInto(point, r, out),
    ),
    argument('castSphere', badRadii, 'radius', (index, r) => index.castSphere(point, r, point)),
    argument('castCapsule', badRadii, 'radius', (index, r) =>
      index.castCapsule(point, point, r, point),
    ),
    argument('castCapsuleMany', badRadii, 'casts', (index, r) =>
      index.castCapsuleMany([...point, ...point, r, ...point]),
    ),
    argument('collideSphere', badRadii, 'radius', (index, r) => index.collideSphere(point, r)),
    argument('collideCapsule', badRadii, 'radius', (index, r) =>
      index.collideCapsule(point, point, r),
    ),
    argument('castSphereMany', badRadii, 'casts', (index, r) =>
      index.castSphereMany([...point, r, ...point]),
    ),
    argument('castBoxMany', badLastPoints([...box, ...point]), 'casts[0]', (index, value) =>
      index.castBoxMany(value),
    ),
    argument('queryCapsule', badRadii, 'radius', (index, r) => index.queryCapsule(point, point, r)),
    argument('queryCapsuleMany', badRadii, 'capsules', (index, r) =>
      index.queryCapsuleMany([...points, r]),
    ),
    argument('querySegmentMany', badLastPoints(points), 'segments[0]', (index, value) =>
      index.querySegmentMany(value),
    ),
    argument('querySegmentInto', badOuts, 'out', (index, value) =>
      index.querySegmentInto(point, point, value),
    ),
    argument('queryConvexInto', badOuts, 'out', (index, value) =>
      index.queryConvexInto([...point, 1], value),
    ),
    argument('queryConvex', badConvexes(dimensions), 'planes', (index, planes) =>
      index.queryConvex(planes),
    ),
    argument('queryConvexMany', badConvexes(dimensions), 'convexes[1]', (index, planes) =>
      index.queryConvexMany([[...point, 1], planes, [...point, 1]]),
    ),
    argument(
      'queryConvexMany',
      values.bad([null, undefined, 5, 'x', {}]),
      'convexes',
      (index, all) => index.queryConvexMany(all),
    ),
    argument('nearest (k)', badCounts, 'k', (index, k) => index.nearest(point, k)),
    argument('nearestMany (k)', badCounts, 'k', (index, k) => index.nearestMany(points, k)),
    argument('nearestAll (k)', badCounts, 'k', (index, k) => index.nearestAll(k)),
    argument('pairsWithin', badDistances, 'distance', (index, d) => index.pairsWithin(d)),
    argument('pairsWithinView', badDistances, 'distance', (index, d) => index.pairsWithinView(d)),
    argument('pairsWithinInto', badDistances, 'distance', (index, d) =>
      index.pairsWithinInto(d, out),
    ),
    argument('pairsWithinInto', badOuts, 'out', (index, value) => index.pairsWithinInto(1, value)),
    argument('nearestAllInto', values.badIdOuts, 'ids', (index, value) =>
      index.nearestAllInto(1, value, new Float32Array(4)),
    ),
    argument('nearestAllInto', values.badDistanceOuts, 'distances', (index, value) =>
      index.nearestAllInto(1, new Int32Array(4), value),
    ),
    argument('nearest', badMaxDistances, 'maxDistance', (index, d) => index.nearest(point, 1, d)),
    argument('nearest({maxDistance})', badDistances, 'maxDistance', (index, maxDistance) =>
      index.nearest(point, 1, { maxDistance, distance: () => 1 }),
    ),
    argument('staging', badCounts, 'count', (index, count) => index.staging(count)),
    argument('build (count)', badCounts, 'count', (index, count) => index.build(box, count)),
    argument('build (count)', values.bad([2]), 'boxes', (index, count) => index.build(box, count)),
    argument('queryBoxInto', badOuts, 'out', (index, value) => index.queryBoxInto(box, value)),
    argument('queryPointInto', badOuts, 'out', (index, value) =>
      index.queryPointInto(point, value),
    ),
    argument('querySphereInto', badOuts, 'out', (index, value) => {
      return index.querySphereInto(point, 1, value);
    }),
    argument('forEachInBox', values.bad([null, undefined, 5, 'fn', {}]), 'fn', (index, fn) => {
      return index.forEachInBox(box, fn);
    }),
    argument('nearestMany', values.badRecords(dimensions), 'points', (index, value) => {
      return index.nearestMany(value, 1);
    }),
    argument('nearestMany (a bad point)', badLastPoints(points), 'points[1]', (index, value) => {
      return index.nearestMany(value, 1);
    }),
  ];
}

function badLastPoints(points: readonly number[]): values.Bad[] {
  return values.bad(
    [Number.NaN, Infinity, 2e18, '1', null].map((value) => [...points.slice(1), value]),
  );
}

function badConvexes(dimensions: number): values.Bad[] {
  const normal = Array(dimensions).fill(1);
  return values.bad([
    null,
    undefined,
    5,
    'planes',
    {},
    [],
    normal,
    [...normal, '1'],
    [...normal, Number.NaN],
    [...normal, 1e39],
    [null],
    [{ normal }],
    [{ normal, constant: Infinity }],
    [{ normal: [1], constant: 1 }],
    [{ constant: 1 }],
  ]);
}

function rayRows({ dimensions }: Subject): Row[] {
  const { badMaxDistances } = values;
  const point = values.goodPoint(dimensions);
  const points = values.badPoints(dimensions);
  const directions = values.badDirections(dimensions);
  const zero = point.map(() => 0);
  const ray = (direction: unknown[], reach: unknown) => [
    ...point,
    ...point,
    1,
    ...point,
    ...direction,
    reach,
  ];
  const lastRays = values.bad([
    ray(zero, 1),
    ray(point, -1),
    ray(point, Number.NaN),
    ray([...point.slice(1), Infinity], 1),
    ray([...point.slice(1), 'x'], 1),
  ]);
  return ['raycast', 'raycastAll']
    .flatMap((method) => [
      argument(`${method} (origin)`, points, 'origin', (index, value) =>
        index[method](value, point),
      ),
      argument(method, directions, 'direction', (index, value) => index[method](point, value)),
      argument(method, badMaxDistances, 'maxDistance', (index, value) =>
        index[method](point, point, value),
      ),
      argument(`${method}({origin})`, points, 'origin', (index, origin) => {
        return index[method]({ origin, direction: point });
      }),
    ])
    .concat([
      argument('raycastMany', values.badRecords(2 * dimensions + 1), 'rays', (index, value) => {
        return index.raycastMany(value);
      }),
      argument('raycastMany (a bad ray)', lastRays, 'rays[1]', (index, value) =>
        index.raycastMany(value),
      ),
    ]);
}

function frustumRows(): Row[] {
  const good = Array.from({ length: 24 }, () => 1);
  const frusta = values.badFrusta();
  const out = new Uint32Array(4);
  return [
    argument('queryFrustum', frusta, 'frustum', (index, value) => index.queryFrustum(value)),
    argument('queryFrustumInto', frusta, 'frustum', (index, value) => {
      return index.queryFrustumInto(value, out);
    }),
    argument('queryFrustumInto (out)', values.badOuts, 'out', (index, value) => {
      return index.queryFrustumInto(good, value);
    }),
    argument('queryFrustum (options)', values.badFrustumOptions, '', (index, value) => {
      return index.queryFrustum(good, value);
    }),
  ];
}

function filterRows({ dimensions }: Subject, dynamic: boolean): Row[] {
  const box = values.goodBox(dimensions);
  const point = values.goodPoint(dimensions);
  const out = new Uint32Array(4);
  const row = (name: string, call: Call) =>
    argument(`${name} (filter)`, [...values.badFilters, ...values.badPredicates], '', call);
  const bits = (name: string, call: Call) =>
    argument(`${name} (filter)`, values.badItemFilters, '', call);
  return [
    row('queryBox', (index, filter) => index.queryBox(box, filter)),
    row('queryBoxInto', (index, filter) => index.queryBoxInto(box, out, filter)),
    row('queryPoint', (index, filter) => index.queryPoint(point, filter)),
    row('querySphere', (index, filter) => index.querySphere(point, 1, filter)),
    bits('nearest', (index, filter) => index.nearest(point, 1, 1, filter)),
    row('collideSphere', (index, filter) => index.collideSphere(point, 1, filter)),
    row('collideCapsule', (index, filter) => index.collideCapsule(point, point, 1, filter)),
    row('overlaps', (index, filter) => index.overlaps(box, filter)),
    bits('castBox', (index, filter) => index.castBox(box, point, filter)),
    bits('castBox({filter})', (index, filter) => index.castBox(box, point, { filter })),
    bits('nearest({filter})', (index, filter) => index.nearest(point, 1, { filter })),
    bits('castSphere', (index, filter) => index.castSphere(point, 1, point, filter)),
    bits('castCapsule', (index, filter) => index.castCapsule(point, point, 1, point, filter)),
    row('queryCapsule', (index, filter) => index.queryCapsule(point, point, 1, filter)),
    row('querySegment', (index, filter) => index.querySegment(point, point, filter)),
    row('queryConvex', (index, filter) => index.queryConvex([...point, 1], filter)),
    row('forEachInBox', (index, filter) => index.forEachInBox(box, () => {}, filter)),
    ...(dynamic
      ? [
          bits('insert', (index, filter) => index.insert(box, filter)),
          bits('setFilter', (index, filter) => index.setFilter(1, filter)),
        ]
      : []),
  ];
}

function partnerRows(subject: Subject): Row[] {
  return [
    argument(
      'pairsWith',
      values.bad([null, undefined, 5, 'other', {}, []]),
      'other',
      (index, other) => {
        return index.pairsWith(other);
      },
    ),
    argument('pairsWith (itself)', values.bad([0]), 'other', (index) => index.pairsWith(index)),
  ].filter(() => subject.has('pairs'));
}

export function argumentRows(subject: Subject): Row[] {
  const dynamic = subject.has('dynamic');
  return [
    ...pointRows(subject, dynamic),
    ...numberRows(subject),
    ...(subject.has('ray') ? rayRows(subject) : []),
    ...(subject.has('frustum') ? frustumRows() : []),
    ...filterRows(subject, dynamic),
    ...partnerRows(subject),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: the calls are those that the types forbid
type Untyped = any;
export type Call = (index: Untyped, value: Untyped) => unknown;

/**
 * A method, the invalid values of one of its arguments, the expected error code, and a word that
 * the error message must contain.
 */
export interface Row {
  readonly name: string;
  readonly bads: readonly Bad[];
  readonly code: ErrorCode;
  readonly word: string;
  readonly call: Call;
}
