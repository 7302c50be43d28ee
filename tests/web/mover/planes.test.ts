/** The pieces of a mover: `solvePlanes` and `clipVector`. */

import { ContactBuffer, clipVector, init, solvePlanes, WideTree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { requireRefusal } from '../support/errors.js';
import { dot, lengthOf, minus } from './colliders.js';
import { random } from './random.js';

beforeAll(() => init());

const contactsOf = (dimensions: number, normals: number[], depths: number[]) => ({
  count: depths.length,
  ids: new Uint32Array(depths.length),
  normals: Float32Array.from(normals),
  depths: Float32Array.from(depths),
  points: new Float32Array(dimensions * depths.length),
});

test('without contacts nothing changes', () => {
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

test('a corner stops a motion into it, and opposite walls compromise', () => {
  const corner = contactsOf(2, [0, 1, -1, 0], [0, 0]);
  expect([...clipVector([3, -4], corner)]).toEqual([0, 0]);
  expect([...clipVector([-3, 4], corner)]).toEqual([-3, 4]);
  const [x, y] = solvePlanes([0, 1], contactsOf(2, [1, 0, -1, 0], [0.5, 0.5]));
  expect(Math.abs(x)).toBeLessThanOrEqual(0.5);
  expect(y).toBe(1);
});

test('the result is the nearest vector that the planes allow', () => {
  const next = random(1);
  for (const dimensions of [2, 3]) {
    for (let i = 0; i < 300; i += 1) {
      const vector = () => Array.from({ length: dimensions }, () => 2 * next() - 1);
      const unit = () => {
        const any = vector();
        return any.map((part) => Math.fround(part / lengthOf(any)));
      };
      // normals in a half space, so that there is a solution
      const normals = Array.from({ length: 1 + Math.floor(2 * next()) }, unit)
        .map((normal) =>
          normal[1] < 0.3
            ? normal.map((part, axis) => (axis === 1 ? 0.3 + Math.abs(part) : part))
            : normal,
        )
        .map((normal) => normal.map((part) => part / lengthOf(normal)));
      const depths = normals.map(() => 0.1 * next());
      const given = vector();
      const solved = solvePlanes(given, contactsOf(dimensions, normals.flat(), depths));
      for (const [at, normal] of normals.entries()) {
        expect(dot(normal, solved)).toBeGreaterThan(depths[at] - 1e-3);
      }
      // no other allowed vector is nearer
      const distance = lengthOf(minus(solved, given));
      for (let k = 0; k < 20; k += 1) {
        const other = Array.from(solved, (part) => part + 0.2 * (2 * next() - 1));
        const isAllowed = normals.every((normal, at) => dot(normal, other) >= depths[at]);
        if (isAllowed) expect(lengthOf(minus(other, given))).toBeGreaterThan(distance - 2e-3);
      }
    }
  }
});

test('a contact buffer works as contacts', () => {
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
    requireRefusal(
      () => solvePlanes(bad as never, good),
      'invalid-argument',
      'displacement',
      'vector',
    );
    requireRefusal(() => clipVector(bad as never, good), 'invalid-argument', 'velocity', 'vector');
  }
  for (const bad of [
    undefined,
    5,
    {},
    { ...good, count: 2 },
    { ...good, count: -1 },
    { ...good, normals: [] },
  ]) {
    requireRefusal(
      () => clipVector([1, 2, 3], bad as never),
      'invalid-argument',
      'contacts',
      'contacts',
    );
  }
});
