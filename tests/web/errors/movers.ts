/** Messages about movers. */

import { all, index, POINT, plane, type Row, solid, untyped } from './causes.js';

const CAPSULE = { radius: 1, height: 2 };
const SOLID = 'expected a World, an index, a mesh or { mesh, transform }';

export const movers: Row[] = [
  ['invalid-argument', 'Mover options: expected an object, got 5', () => new all.Mover(untyped(5))],
  [
    'invalid-argument',
    'dimensions: expected 3, got 2',
    () => new solid.Mover({ ...CAPSULE, dimensions: untyped(2) }),
  ],
  [
    'invalid-argument',
    'height: expected a finite number >= 2, got 1',
    () => new all.Mover({ radius: 1, height: 1 }),
  ],
  [
    'invalid-argument',
    'up: expected numbers that are not all 0, got [0, 0, 0]',
    () => new all.Mover({ ...CAPSULE, up: POINT }),
  ],
  [
    'invalid-argument',
    'oneWay: expected a function, got 5',
    () => new all.Mover({ ...CAPSULE, oneWay: untyped(5) }),
  ],
  [
    'invalid-argument',
    `colliders[1]: ${SOLID}, got 5`,
    () => new all.Mover(CAPSULE).move(POINT, [index, untyped(5)]),
  ],
  [
    'invalid-argument',
    'colliders.dimensions: expected 3, got 2',
    () => new all.Mover(CAPSULE).move(POINT, plane),
  ],
  [
    'reentrant',
    'move: a mover cannot move inside a callback of a mover',
    () => {
      const mover: all.Mover = new all.Mover({
        ...CAPSULE,
        filter: () => mover.move(POINT, index).grounded,
      });
      mover.move(POINT, index);
    },
  ],
  [
    'invalid-argument',
    'contacts: expected contacts in 3D, with count, normals and depths, got 5',
    () => all.solvePlanes(POINT, untyped(5)),
  ],
  [
    'invalid-argument',
    'displacement: expected a length of at most 4194304 · radius, got [1000000000, 0, 0]',
    () => new all.Mover(CAPSULE).move([1e9, 0, 0], index),
  ],
  [
    'invalid-argument',
    'colliders.collideCapsuleInto: expected a result >= 0, got undefined',
    () =>
      new all.Mover(CAPSULE).move(
        POINT,
        untyped({ collideCapsuleInto: () => undefined, castCapsuleInto: () => Infinity }),
      ),
  ],
  [
    'invalid-argument',
    'contacts.depths[0]: expected a number in -1e18 .. 1e18, got NaN',
    () => all.solvePlanes(POINT, untyped({ count: 1, normals: [0, 1, 0], depths: [Number.NaN] })),
  ],
];
