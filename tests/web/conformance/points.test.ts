/** Items without extent. Points must behave like boxes whose two corners are equal. */

import type { SpatialIndex } from 'sapwood/all';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence, requireSet } from '../support/compare.js';
import { thrownError } from '../support/errors.js';
import { allSubjects, type Subject } from '../support/subjects.js';

const COUNT = 37;

/** Returns points on a coarse lattice, so that several points coincide. */
function pointsOf(dimensions: number, turn: number): Float32Array {
  return Float32Array.from({ length: COUNT * dimensions }, (_, i) => ((i + turn) * 7919) % 11);
}

function boxesOf(points: Float32Array, dimensions: number): number[] {
  return Array.from({ length: points.length / dimensions }, (_, i) => {
    const point = [...points.subarray(i * dimensions, (i + 1) * dimensions)];
    return [...point, ...point];
  }).flat();
}

function requireItems(index: SpatialIndex, points: Float32Array, what: string): void {
  const found = [...index.ids()].flatMap((id) => [...index.box(id)]);
  requireSequence(found, boxesOf(points, index.dimensions), () => what);
  const [low, high] = [0, 11].map((side) => Array.from({ length: index.dimensions }, () => side));
  requireSet(index.queryBox([...low, ...high]), index.ids(), () => `${what}: all of them`);
  const first = points.subarray(0, index.dimensions);
  const there = [...index.ids()].filter((id) =>
    first.every((at, axis) => index.box(id)[axis] === at),
  );
  requireSet(index.queryPoint(first), there, () => `${what}: those at one place`);
}

function withIndex(subject: Subject, work: (index: SpatialIndex) => void): void {
  const index = subject.create();
  try {
    work(index);
  } finally {
    index.dispose();
  }
}

function checkBuiltPoints(subject: Subject): void {
  withIndex(subject, (index) => {
    const [first, second] = [pointsOf(subject.dimensions, 0), pointsOf(subject.dimensions, 5)];
    index.buildPoints(first);
    requireItems(index, first, 'built');
    index.updatePoints([...second]);
    requireItems(index, second, 'updated');
    index.buildPoints([]);
    require(index.size === 0, () => 'no points');
  });
}

function checkStaged(subject: Subject): void {
  withIndex(subject, (index) => {
    const view = index.stagingPoints(COUNT);
    view.set(pointsOf(subject.dimensions, 1));
    index.buildPoints();
    requireItems(index, pointsOf(subject.dimensions, 1), 'built of staged points');
    requireSequence(view, pointsOf(subject.dimensions, 1), () => 'staged points stay');
    view[0] = 10;
    index.updatePoints();
    const moved = pointsOf(subject.dimensions, 1);
    moved[0] = 10;
    requireItems(index, moved, 'updated by staged points');
    index.updatePoints(index.stagingPoints(COUNT).fill(3));
    requireItems(index, moved.fill(3), 'updated by the view itself');
  });
}

function checkRejected(subject: Subject): void {
  const { dimensions } = subject;
  const points = pointsOf(dimensions, 0);
  const bad = points.slice();
  bad[dimensions] = Number.NaN;
  const requireNamedError = (index: SpatialIndex, name: string, call: () => unknown) => {
    const { code, message } = thrownError(call, name);
    const expected = name === 'points[1]' ? 'invalid-box' : 'invalid-argument';
    require(code === expected, () => `${name}: ${code} ${message}`);
    require(message.includes(name), () => `'${message}' does not name ${name}`);
    requireItems(index, points, `after ${name}`);
  };
  withIndex(subject, (index) => {
    index.buildPoints(points);
    requireNamedError(index, 'stagingPoints()', () => index.buildPoints());
    requireNamedError(index, 'points', () => index.buildPoints(points.subarray(1)));
    requireNamedError(index, 'points[1]', () => index.buildPoints(bad));
    requireNamedError(index, 'points[1]', () => index.updatePoints([...bad]));
    requireNamedError(index, 'points', () => index.updatePoints(points.subarray(dimensions)));
    index.stagingPoints(COUNT).set(bad);
    requireNamedError(index, 'points[1]', () => index.updatePoints());
    requireNamedError(index, 'points[1]', () => index.buildPoints());
    requireNamedError(index, 'build', () => index.build());
    index.stagingPoints(COUNT - 1).fill(0);
    requireNamedError(index, 'points', () => index.updatePoints());
    index.staging(COUNT);
    requireNamedError(index, 'stagingPoints()', () => index.updatePoints());
    requireNamedError(index, 'count', () => index.stagingPoints(-1));
    const { code, message } = thrownError(() => index.stagingPoints(2 ** 30), 'too many');
    require(code === 'out-of-memory' && message.startsWith('stagingPoints'), () => message);
    requireItems(index, points, 'after too many points');
    require(index.stagingPoints(0).length === 0, () => 'room for no points');
    index.buildPoints();
    require(index.size === 0, () => 'no points were staged');
  });
}

function pointChecks(subject: Subject): Check[] {
  return [
    { name: 'points are boxes whose corners meet', run: () => checkBuiltPoints(subject) },
    { name: 'points are staged like boxes', run: () => checkStaged(subject) },
    {
      name: 'invalid points throw an error that names the argument',
      run: () => checkRejected(subject),
    },
  ];
}

describeSuite('points', pointChecks, allSubjects());
