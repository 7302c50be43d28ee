/**
 * Edge cases as literals: closed intervals, rays along faces and through corners, unnormalized directions, ties, limits
 * of the number range.
 */

import type { SpatialIndex } from 'sapwood/all';
import type { Check } from '../support/checks.js';
import { requirePairs, requireSequence, requireSet } from '../support/compare.js';
import type { Subject } from '../support/subjects.js';

const LARGEST = 1e18;
const AFTER_ONE = 1 + 2 ** -23;
const TINY = 2 ** -149;

/** The same interval on every axis; `axes` overrides it. */
type Interval = readonly [low: number, high: number];

export function boxOf(dimensions: number, all: Interval, axes: Record<number, Interval> = {}) {
  const sides = Array.from({ length: dimensions }, (_, axis) => axes[axis] ?? all);
  return [...sides.map(([low]) => low), ...sides.map(([, high]) => high)];
}

/** The same number on every axis; `axes` overrides it. */
export function pointOf(dimensions: number, all: number, axes: Record<number, number> = {}) {
  return Array.from({ length: dimensions }, (_, axis) => axes[axis] ?? all);
}

function checkTouching(index: SpatialIndex, dimensions: number): void {
  const unit = boxOf(dimensions, [0, 1]);
  const face = boxOf(dimensions, [0, 1], { 0: [1, 2] });
  const corner = boxOf(dimensions, [1, 2]);
  const apart = boxOf(dimensions, [0, 1], { 0: [-1, -TINY] });
  const beyond = boxOf(dimensions, [AFTER_ONE, 2]);
  index.build([...unit, ...face, ...corner, ...apart, ...beyond]);
  requireSet(index.queryBox(unit), [0, 1, 2], () => 'box');
  requirePairs(index.pairs(), [0, 1, 0, 2, 1, 2, 2, 4], () => 'pairs');
  requireSet(index.queryPoint(pointOf(dimensions, 1)), [0, 1, 2], () => 'point');
  requireSet(index.querySphere(pointOf(dimensions, 0.5, { 0: 0 }), 1), [0, 1, 3], () => 'sphere');
}

function checkZeroSize(index: SpatialIndex, dimensions: number): void {
  const point = boxOf(dimensions, [1, 1]);
  const around = boxOf(dimensions, [0, 1]);
  index.build([...point, ...point, ...around]);
  requirePairs(index.pairs(), [0, 1, 0, 2, 1, 2], () => 'pairs');
  requireSet(index.queryPoint(pointOf(dimensions, 1)), [0, 1, 2], () => 'point');
  requireSet(index.queryBox(point), [0, 1, 2], () => 'box');
  requireSet(index.querySphere(pointOf(dimensions, 1), 0), [0, 1, 2], () => 'sphere');
}

function checkSignedZero(index: SpatialIndex, dimensions: number): void {
  index.build([...boxOf(dimensions, [-1, -0]), ...boxOf(dimensions, [0, 1])]);
  requirePairs(index.pairs(), [0, 1], () => 'pairs');
  requireSet(index.queryPoint(pointOf(dimensions, -0)), [0, 1], () => 'point');
}

function checkLimits(index: SpatialIndex, dimensions: number): void {
  const everything = boxOf(dimensions, [-LARGEST, LARGEST]);
  const dust = boxOf(dimensions, [TINY, 2 * TINY]);
  const far = boxOf(dimensions, [LARGEST, LARGEST]);
  index.build([...everything, ...dust, ...far]);
  requirePairs(index.pairs(), [0, 1, 0, 2], () => 'pairs');
  requireSet(index.queryBox(everything), [0, 1, 2], () => 'box');
  requireSet(index.queryPoint(pointOf(dimensions, 0)), [0], () => 'point');
  requireSequence(index.nearest(pointOf(dimensions, LARGEST), 3).ids, [0, 2, 1], () => 'nearest');
}

function checkTies(index: SpatialIndex, dimensions: number): void {
  const near = boxOf(dimensions, [1, 2]);
  const same = boxOf(dimensions, [-2, -1]);
  index.build([...same, ...near, ...same, ...near]);
  const origin = pointOf(dimensions, 0);
  requireSequence(index.nearest(origin, 2).ids, [0, 1], () => 'nearest 2');
  requireSequence(index.nearest(origin, 9).ids, [0, 1, 2, 3], () => 'nearest 9');
}

function checkNearestInside(index: SpatialIndex, dimensions: number): void {
  index.build([...boxOf(dimensions, [3, 4]), ...boxOf(dimensions, [-1, 1])]);
  const { ids, distances } = index.nearest(pointOf(dimensions, 0), 2, 0);
  requireSequence(ids, [1], () => 'within 0');
  requireSequence(distances, [0], () => 'distance inside');
}

function checkRayEdges(index: SpatialIndex, dimensions: number): void {
  index.build([...boxOf(dimensions, [1, 2]), ...boxOf(dimensions, [1, 2], { 0: [4, 5] })]);
  const along = pointOf(dimensions, 0, { 0: 1 });
  for (const height of [1, 2, 1.5]) {
    const hits = index.raycastAll(pointOf(dimensions, height, { 0: 0 }), along);
    requireSequence(hits.ids, [0, 1], () => `along a face at ${height}`);
    requireSequence(hits.distances, [1, 4], () => `along a face at ${height}`);
  }
  const beside = index.raycast(pointOf(dimensions, 2 + 2 ** -22, { 0: 0 }), along);
  requireSequence(beside ? [beside.id] : [], [], () => 'beside the face');
  const corner = index.raycast(pointOf(dimensions, 1, { 0: 0 }), pointOf(dimensions, 1));
  requireSequence(corner ? [corner.id] : [], [0], () => 'corner');
}

function checkRayLengths(index: SpatialIndex, dimensions: number): void {
  index.build([...boxOf(dimensions, [-1, 1], { 0: [3, 4] }), ...boxOf(dimensions, [-1, 1])]);
  const origin = pointOf(dimensions, 0, { 0: -2 });
  for (const length of [1, 2 ** 30, 2 ** -30, 2 ** 100, 2 ** -100]) {
    const direction = pointOf(dimensions, 0, { 0: length });
    const { ids, distances } = index.raycastAll(origin, direction);
    requireSequence(ids, [1, 0], () => `direction ${length}`);
    requireSequence(distances, [1, 5], () => `direction ${length}`);
    requireSequence(index.raycastAll(origin, direction, 1).ids, [1], () => `reach 1, ${length}`);
    requireSequence(index.raycastAll(origin, direction, 0.5).ids, [], () => `short, ${length}`);
  }
}

function checkRayInside(index: SpatialIndex, dimensions: number): void {
  index.build([...boxOf(dimensions, [-1, 1]), ...boxOf(dimensions, [-2, 2])]);
  const hit = index.raycast(pointOf(dimensions, 0), pointOf(dimensions, 1), 0);
  requireSequence([hit?.id ?? -1, hit?.distance ?? -1], [0, 0], () => 'inside, reach 0');
  const outward = index.raycast(pointOf(dimensions, 2), pointOf(dimensions, 1));
  requireSequence(
    [outward?.id ?? -1, outward?.distance ?? -1],
    [1, 0],
    () => 'from a corner outward',
  );
  const away = index.raycast(pointOf(dimensions, 2.5), pointOf(dimensions, 1));
  requireSequence(away ? [away.id] : [], [], () => 'away from all');
}

function checkEmpty(index: SpatialIndex, dimensions: number): void {
  const origin = pointOf(dimensions, 0);
  const found = [
    index.queryBox(boxOf(dimensions, [-1, 1])),
    index.queryPoint(origin),
    index.querySphere(origin, 1e9),
    index.nearest(origin, 3).ids,
    index.pairs(),
    index.ids(),
  ];
  for (const ids of found) requireSequence(ids, [], () => 'an empty index');
}

function checkFresh(index: SpatialIndex, dimensions: number): void {
  checkEmpty(index, dimensions);
  index.build([]);
  checkEmpty(index, dimensions);
  index.build(boxOf(dimensions, [0, 1]));
  index.clear();
  checkEmpty(index, dimensions);
}

export function edgeChecks(subject: Subject): Check[] {
  const check = (name: string, look: (index: SpatialIndex, dimensions: number) => void): Check => ({
    name,
    run: () => {
      const index = subject.create();
      look(index, subject.dimensions);
      index.dispose();
    },
  });
  return [
    check(
      'boxes that touch at a face or a corner overlap, one step apart they do not',
      checkTouching,
    ),
    check('boxes without extent are found', checkZeroSize),
    check('zeros of both signs are the same place', checkSignedZero),
    check('coordinates up to 1e18 and down to the least float32 work', checkLimits),
    check('[NN1] ties are broken by id', checkTies),
    check('[NN1] a box around the point is at distance 0', checkNearestInside),
    check('an index without items answers with nothing', checkFresh),
    ...(subject.has('ray')
      ? [
          check('rays along a face and through a corner hit', checkRayEdges),
          check('distances are world units whatever the length of the direction', checkRayLengths),
          check('a ray from inside hits at distance 0', checkRayInside),
        ]
      : []),
  ];
}
