/** Functions that are used to build a mover: `solvePlanes` and `clipVector`. */

import { ContactBuffer, clipVector, init, solvePlanes, WideTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';
import { volume } from '../support/volume.js';
import { dot, lengthOf, minus } from './colliders.js';

beforeAll(() => init());

const contactsOf = (dimensions: number, normals: number[], depths: number[]) => ({
  count: depths.length,
  ids: new Uint32Array(depths.length),
  normals: Float32Array.from(normals),
  depths: Float32Array.from(depths),
  points: new Float32Array(dimensions * depths.length),
});

test('vectors stay the same without contacts', () => {
  const none = contactsOf(3, [], []);
  expect([...solvePlanes([1, -2, 3], none)]).toEqual([1, -2, 3]);
  expect([...clipVector({ x: 1, y: -2, z: 3 }, none)]).toEqual([1, -2, 3]);
  expect([...clipVector({ x: 1, y: -2 }, contactsOf(2, [], []))]).toEqual([1, -2]);
});

test('one plane pushes along its normal, as far as needed', () => {
  const floor = contactsOf(3, [0, 1, 0], [0.25]);
  expect([...solvePlanes([1, -2, 3], floor)]).toEqual([1, 0.25, 3]);
  expect([...solvePlanes([1, 2, 3], floor)]).toEqual([1, 2, 3]);
  expect([...clipVector([1, -2, 3], floor)]).toEqual([1, 0, 3]);
});

test('a corner stops a motion into it', () => {
  const corner = contactsOf(2, [0, 1, -1, 0], [0, 0]);
  expect([...clipVector([3, -4], corner)]).toEqual([0, 0]);
  expect([...clipVector([-3, 4], corner)]).toEqual([-3, 4]);
});

test('contradicting planes are violated by about the smallest distance', () => {
  const walls = contactsOf(2, [1, 0, -1, 0], [0.5, 0.25]);
  for (const given of [-7, 7]) {
    const [x, y] = solvePlanes([given, 1], walls);
    // wherever the point is, it penetrates one of the walls by at least 0.375
    expect(Math.max(0.5 - x, 0.25 + x)).toBeGreaterThan(0.375);
    expect(Math.max(0.5 - x, 0.25 + x)).toBeLessThan(1.25 * 0.375);
    expect(y).toBe(1);
  }
  // three vertical walls surround a triangle, so only vertical motion is free, and y must not
  // change
  const half = Math.sqrt(0.75);
  const shaft = contactsOf(3, [1, 0, 0, -0.5, 0, half, -0.5, 0, -half], [0.3, 0.3, 0.3]);
  const [x, y, z] = solvePlanes([0.2, -1, 0.1], shaft);
  expect(y).toBeCloseTo(-1, 6);
  // the origin penetrates all three walls by 0.3
  const inside = [x, 0, z].map(
    (_, k) => 0.3 - dot(shaft.normals.subarray(3 * k, 3 * k + 3), [x, y, z]),
  );
  expect(Math.max(...inside)).toBeLessThan(1.25 * 0.3);
});

/** Solves linear equations. Returns undefined unless there is exactly one solution. */
function intersection(rows: number[][]): number[] | undefined {
  const size = rows.length;
  const left = rows.map((row) => [...row]);
  for (let k = 0; k < size; k += 1) {
    const best = left.slice(k).reduce((a, b) => (Math.abs(b[k]) > Math.abs(a[k]) ? b : a));
    if (Math.abs(best[k]) < 1e-9) return undefined;
    left[left.indexOf(best)] = left[k];
    left[k] = best;
    for (const row of left) {
      if (row === best) continue;
      const part = row[k] / best[k];
      for (let i = k; i <= size; i += 1) row[i] -= part * best[i];
    }
  }
  return left.map((row, k) => row[size] / row[k]);
}

/**
 * Returns the nearest point that is on all active planes: one plane, the line of two, or the corner
 * of three.
 */
function nearestOn(
  active: readonly (readonly [normal: number[], depth: number])[],
  given: number[],
) {
  const [a, b] = active.map(([normal]) => normal);
  const rows = active.map(([normal, depth]) => [...normal, depth]);
  if (active.length === given.length) return intersection(rows);
  if (active.length === 1) {
    const part = (active[0][1] - dot(a, given)) / dot(a, a);
    return given.map((value, axis) => value + part * a[axis]);
  }
  const along = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = lengthOf(along);
  if (length < 1e-9) return undefined;
  const unit = along.map((part) => part / length);
  return intersection([...rows, [...unit, dot(unit, given)]]);
}

/** Tries all sets of at most three planes on which the solution can be. */
function bruteForce(normals: number[][], depths: number[], given: number[]): number[] | undefined {
  const planes = normals.map((normal, i) => [normal, depths[i]] as const);
  const sets = planes.flatMap((a, i) => [
    [a],
    ...planes
      .slice(i + 1)
      .flatMap((b, j) => [
        [a, b],
        ...(given.length === 3 ? planes.slice(i + j + 2).map((c) => [a, b, c]) : []),
      ]),
  ]);
  const candidates = [given, ...sets.map((active) => nearestOn(active, given))];
  let best: number[] | undefined;
  for (const one of candidates) {
    if (one === undefined) continue;
    const slack = 1e-12 * (1 + lengthOf(one));
    if (planes.some(([normal, depth]) => dot(normal, one) < depth - slack)) continue;
    const isNearer =
      best === undefined || lengthOf(minus(one, given)) < lengthOf(minus(best, given));
    if (isNearer) best = one;
  }
  return best;
}

const KINDS: Record<string, (random: Mulberry32, dimensions: number) => number[][]> = {
  random: (random, dimensions) =>
    Array.from({ length: 1 + random.below(7) }, () => unitOf(random, dimensions)),
  'nearly parallel': (random, dimensions) => {
    const first = unitOf(random, dimensions);
    const angle = 10 ** -(1 + 4 * random.unit());
    return Array.from({ length: 2 + random.below(4) }, () => {
      const side = random.unit() < 0.5 ? 1 : -1;
      const aside = unitOf(random, dimensions);
      return unit(first.map((part, axis) => side * part + angle * aside[axis]));
    });
  },
  'narrow valleys': (_, dimensions) => {
    const [x, y] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)];
    const flat = [
      [x, y],
      [-x, y],
    ];
    return flat.map((normal) => unit(dimensions === 2 ? normal : [...normal, 0]));
  },
  degenerate: (random, dimensions) => {
    // equal normals, opposite normals, and several normals in one plane
    const first = unitOf(random, dimensions);
    const second = unitOf(random, dimensions);
    return Array.from({ length: 2 + random.below(5) }, () => {
      const [a, b] = [random.below(3) - 1, random.below(3) - 1];
      const sum = first.map((part, axis) => a * part + b * second[axis]);
      return lengthOf(sum) > 1e-3 ? unit(sum) : first;
    });
  },
};

const unit = (vector: number[]) => {
  const length = lengthOf(vector);
  return Array.from(Float32Array.from(vector, (part) => part / length));
};

function unitOf(random: Mulberry32, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 2 * random.unit() - 1);
  return lengthOf(vector) > 0.01 ? unit(vector) : unitOf(random, dimensions);
}

test.each([
  ['random', 1e-8],
  ['narrow valleys', 1e-8],
  // normals count as parallel if the sine of the angle between them is less than 1e-6
  ['nearly parallel', 2e-6],
  ['degenerate', 2e-6],
])('the result equals brute force: %s planes', (kind, slack) => {
  const random = new Mulberry32(1);
  let solvable = 0;
  for (let i = 0; i < volume(20_000, 2000); i += 1) {
    const dimensions = 2 + (i % 2);
    const normals = KINDS[kind](random, dimensions);
    const scale = random.below(2);
    const depths = normals.map(() => Math.fround(scale * random.unit()));
    const given = Array.from({ length: dimensions }, () => 4 * random.unit() - 2);
    const expected = bruteForce(normals, depths, given);
    const solved = solvePlanes(given, contactsOf(dimensions, normals.flat(), depths));
    const where = `${given} on ${normals.map((normal, k) => `${normal} >= ${depths[k]}`)}`;
    expect(solved.every(Number.isFinite), where).toBe(true);
    if (expected === undefined) continue;
    solvable += 1;
    // the result satisfies all planes, and is no farther from the given displacement than the
    // expected result
    const size = 1 + lengthOf(expected) + lengthOf(given);
    for (const [k, normal] of normals.entries()) {
      expect(dot(normal, solved) - depths[k], where).toBeGreaterThan(-slack * size);
    }
    const distance = lengthOf(minus(expected, given));
    expect(lengthOf(minus(solved, given)), where).toBeLessThan(distance + slack * size);
  }
  expect(solvable).toBeGreaterThan(500);
});

test('a contact buffer is accepted as contacts', () => {
  const index = new WideTree();
  index.build([0, 0, 0, 9, 1, 9]);
  const contacts = new ContactBuffer(4);
  index.collideSphereInto([4, 1.75, 4], 1, contacts);
  expect([...solvePlanes([0, 0, 0], contacts)]).toEqual([0, 0.25, 0]);
  index.dispose();
});

test('bad arguments throw', () => {
  const good = contactsOf(3, [0, 1, 0], [0.25]);
  for (const bad of [undefined, null, 5, [1], [1, 2, Number.NaN], ['1', 2, 3], { x: 1, z: 2 }]) {
    requireError(
      () => solvePlanes(bad as never, good),
      'invalid-argument',
      'displacement',
      'vector',
    );
    requireError(() => clipVector(bad as never, good), 'invalid-argument', 'velocity', 'vector');
  }
  for (const bad of [
    undefined,
    5,
    {},
    { ...good, count: 2 },
    { ...good, count: -1 },
    { ...good, normals: [] },
    { ...good, normals: [0, Number.NaN, 0] },
    { ...good, normals: ['0', 1, 0] },
    { ...good, depths: [Infinity] },
    { ...good, normals: [0, 1e300, 0] },
    // objects whose arrays have a length but no numbers
    { count: 2 ** 30, normals: { length: 2 ** 32 }, depths: { length: 2 ** 32 } },
    { count: 2 ** 50, normals: { length: 2 ** 52 }, depths: { length: 2 ** 52 } },
  ]) {
    requireError(
      () => clipVector([1, 2, 3], bad as never),
      'invalid-argument',
      'contacts',
      'contacts',
    );
  }
});

test('an error names the invalid number of the contacts', () => {
  const bad = { ...contactsOf(2, [0, 1, 1, 0], [0, 0]), depths: [0, Number.NaN] };
  expect(() => solvePlanes([1, 2], bad as never)).toThrow(
    'contacts.depths[1]: expected a number in -1e18 .. 1e18, got NaN',
  );
});

test('opposite planes with depths of almost 0 have a solution', () => {
  const contacts = { count: 2, normals: [1, 0, 0, -1, 0, 0], depths: [1e-320, 1e-320] };
  expect([...solvePlanes([0, 0, 0], contacts as never)]).toEqual([0, 0, 0]);
});
