/** Errors of movers name the invalid argument, and the mover does not change. */

import * as game from 'sapwood';
import * as flat from 'sapwood/2d';
import * as solid from 'sapwood/3d';
import {
  type ContactBuffer,
  clipVector,
  init,
  type MoveResult,
  Mover,
  type MoverCollider,
  SapwoodError,
  solvePlanes,
  WideTree,
  World,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';
import { wrongKinds } from '../support/wrong-kinds.js';
import { HalfSpaces } from './colliders.js';

beforeAll(() => Promise.all([init(), flat.init(), solid.init()]));

const GOOD = { radius: 0.5, height: 2 };

test.each([
  ['radius', [undefined, 0, -1, Number.NaN, Infinity, '1']],
  ['height', [undefined, 0.9, -1, Number.NaN, Infinity]],
  ['stepHeight', [-1, Number.NaN, Infinity, null]],
  ['snapDistance', [-1, Number.NaN, '1']],
  ['maxSlope', [-1, 1.6, Number.NaN]],
  ['skin', [0, 0.26, -1, Number.NaN]],
  ['up', [[0, 0, 0], [1, 2], 5, null, [Number.NaN, 0, 0]]],
  ['dimensions', [4, '2', null]],
  ['oneWay', [5, null]],
  ['filter', ['all', true]],
])('new Mover rejects an invalid %s', (name, values) => {
  for (const value of values as unknown[]) {
    const make = () => new Mover({ ...GOOD, [name]: value } as never);
    requireError(make, 'invalid-argument', name, String(value));
  }
});

test('new Mover rejects values that are not options', () => {
  for (const value of [undefined, null, 5]) {
    requireError(() => new Mover(value as never), 'invalid-argument', 'Mover options', 'options');
  }
  expect(() => new Mover({ ...GOOD, stepHigh: 1 } as never)).toThrow('did you mean stepHeight?');
});

describe('move', () => {
  const fixture = () => {
    const world = new World();
    world.add([-9, -1, -9, 9, 0, 9]);
    const mover = new Mover(GOOD);
    mover.position = [0, 0.5, 0];
    mover.move([0, -0.1, 0], world);
    return { world, mover };
  };

  const stateOf = (mover: Mover) => ({
    position: [...mover.position],
    grounded: mover.grounded,
    normal: [...(mover.ground?.normal ?? [])],
    collider: mover.ground?.collider,
  });

  const contentOf = ({ displacement, carried, grounded, contacts }: MoveResult) => ({
    displacement: [...displacement],
    carried: [...carried],
    grounded,
    contacts: {
      count: contacts.count,
      ids: contacts.ids.slice(0, contacts.count),
      normals: contacts.normals.slice(0, 3 * contacts.count),
      depths: contacts.depths.slice(0, contacts.count),
    },
  });

  test('an error after a platform moved leaves the result unchanged', () => {
    const world = new World();
    const lift = world.add([-9, -1, -9, 9, 0, 9]);
    let calls = Infinity;
    const mover = new Mover({
      ...GOOD,
      filter: () => {
        calls -= 1;
        if (calls === 0) throw new RangeError('mine');
        return true;
      },
    });
    mover.position = [0, 0.5, 0];
    const result = mover.move([0.1, -0.1, 0], world);
    const before = [contentOf(result), stateOf(mover)];
    world.move(lift, [-9, -0.5, -9, 9, 0.5, 9]);
    let failures = 0;
    for (let at = 1; ; at += 1) {
      calls = at;
      try {
        mover.move([0.2, -0.1, 0], world);
        break;
      } catch {
        failures += 1;
        expect([contentOf(result), stateOf(mover)]).toEqual(before);
      }
    }
    expect(failures).toBeGreaterThan(1);
    expect(result.carried[1]).toBeCloseTo(0.5, 6);
    world.dispose();
  });

  test('the position of a mover stays finite if contacts of a collider are not', () => {
    for (const bad of [Number.NaN, Infinity]) {
      const { world, mover } = fixture();
      const write = (out: ContactBuffer) => {
        out.normals.fill(bad);
        out.depths.fill(bad);
        out.points.fill(bad);
        return 1;
      };
      const collider: MoverCollider = {
        collideCapsuleInto: (_a, _b, _radius, out) => write(out),
        castCapsuleInto: (_a, _b, _radius, _way, out) => write(out),
      };
      mover.move([0.1, -0.1, 0], [world, collider]);
      expect(mover.position.every(Number.isFinite)).toBe(true);
      world.dispose();
    }
  });

  test.each([
    ['collideCapsuleInto', undefined, 'a result >= 0, got undefined'],
    ['collideCapsuleInto', -1, 'a result >= 0, got -1'],
    ['collideCapsuleInto', Infinity, 'could not be allocated'],
    ['collideCapsuleInto', '1', 'a result >= 0, got "1"'],
    ['collideCapsuleInto', 2 ** 31, 'could not be allocated'],
    ['castCapsuleInto', undefined, 'a result >= 0, got undefined'],
    ['castCapsuleInto', null, 'a result >= 0, got null'],
    ['castCapsuleInto', Number.NaN, 'a result >= 0, got NaN'],
    ['castCapsuleInto', -1, 'a result >= 0, got -1'],
  ])('rejects a collider whose %s returns %s', (method, result, message) => {
    const empty = { collideCapsuleInto: () => 0, castCapsuleInto: () => Infinity };
    const collider = { ...empty, [method]: () => result } as never;
    const { world, mover } = fixture();
    const before = stateOf(mover);
    const code = message.startsWith('could') ? 'out-of-memory' : 'invalid-argument';
    requireError(() => mover.move([1, 0, 0], [world, collider]), code, message, method);
    if (code === 'invalid-argument') {
      const name = `colliders.${method}: expected`;
      requireError(() => mover.move([1, 0, 0], collider), code, name, method);
      const entry = `colliders[1].${method}: expected`;
      requireError(() => mover.move([1, 0, 0], [world, collider]), code, entry, method);
    }
    expect(stateOf(mover)).toEqual(before);
    world.dispose();
  });

  function expectError(call: (mover: Mover, world: World) => unknown, code: string, name: string) {
    const { world, mover } = fixture();
    const before = stateOf(mover);
    requireError(() => call(mover, world), code as 'disposed', name, name);
    expect(stateOf(mover)).toEqual(before);
    // later moves work
    expect(mover.move([0.1, 0, 0], world).displacement[0]).toBeCloseTo(0.1, 6);
    world.dispose();
  }

  test.each([undefined, null, 5, [1, 2], [Number.NaN, 0, 0], [Infinity, 0, 0], { x: 1, y: 2 }])(
    'rejects the displacement %j',
    (by) =>
      expectError(
        (mover, world) => mover.move(by as never, world),
        'invalid-argument',
        'displacement',
      ),
  );

  test.each([undefined, null, 5, {}, { mesh: 5 }, { mesh: {}, transform: [] }, 'world'])(
    'rejects the collider %j',
    (bad) => {
      expectError((mover) => mover.move([1, 0, 0], bad as never), 'invalid-argument', 'colliders');
      expectError(
        (mover, world) => mover.move([1, 0, 0], [world, bad] as never),
        'invalid-argument',
        'colliders[1]',
      );
    },
  );

  test('throws for colliders of another dimension and disposed colliders', () => {
    const plane = new WideTree({ dimensions: 2 });
    expectError(
      (mover) => mover.move([1, 0, 0], plane),
      'invalid-argument',
      'colliders.dimensions',
    );
    plane.dispose();
    const disposed = new World();
    disposed.dispose();
    expectError((mover, world) => mover.move([1, 0, 0], [world, disposed]), 'disposed', 'World');
  });

  test('rejects positions that are not numbers', () => {
    const { world, mover } = fixture();
    requireError(
      () => {
        mover.position = [1, 2];
      },
      'invalid-argument',
      'position',
      'position',
    );
    expect([...mover.position]).toEqual([0, 0.5, 0].map((x) => expect.closeTo(x, 5)));
    mover.position[0] = Number.NaN;
    requireError(() => mover.move([0, 0, 0], world), 'invalid-argument', 'position', 'position');
    world.dispose();
  });

  test('rethrows errors of a callback unchanged, and throws for calls inside callbacks', () => {
    const { world } = fixture();
    const fault = new RangeError('mine');
    let act: () => boolean = () => {
      throw fault;
    };
    const mover = new Mover({ ...GOOD, filter: () => act() });
    mover.position = [0, 0.5, 0];
    expect(() => mover.move([0, -1, 0], world)).toThrow(fault);
    expect([...mover.position]).toEqual([0, 0.5, 0]);
    act = () => mover.move([0, 0, 0], world).grounded;
    requireError(() => mover.move([0, -1, 0], world), 'reentrant', 'move', 'nested');
    act = () => world.queryBox([0, 0, 0, 1, 1, 1]).length >= 0;
    expect(mover.move([0, -1, 0], world).grounded).toBe(true);
    world.dispose();
  });

  test('a callback that disposes the world ends the call', () => {
    const { world } = fixture();
    const mover = new Mover({
      ...GOOD,
      filter: () => {
        world.dispose();
        return true;
      },
    });
    mover.position = [0, 0.5, 0];
    requireError(() => mover.move([1, -1, 0], world), 'disposed', 'World', 'disposed');
    expect([...mover.position]).toEqual([0, 0.5, 0]);
  });
});

test('a mover in the air has no references to colliders', async () => {
  const mover = new Mover(GOOD);
  const stand = () => {
    const ground = new HalfSpaces([[0, 1, 0], 0]);
    mover.position = [0, 0.5, 0];
    mover.move([0, -0.1, 0], { mesh: ground, transform: new Float64Array(16) });
    expect(mover.ground?.id).toBe(0);
    return new WeakRef(ground);
  };
  const ground = stand();
  mover.move([0, 1, 0], []);
  expect(mover.ground).toBe(null);
  // JavaScript keeps the target of a WeakRef until the end of the job that created the WeakRef
  for (let i = 0; i < 10 && ground.deref() !== undefined; i += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    (globalThis as { gc?: () => void }).gc?.();
  }
  expect(ground.deref()).toBe(undefined);
});

test('a mover has the dimensions of its entry point and accepts indices of any entry point', () => {
  expect(new flat.Mover(GOOD).dimensions).toBe(2);
  expect(new solid.Mover(GOOD).dimensions).toBe(3);
  expect(new game.Mover(GOOD).dimensions).toBe(3);
  expect(new game.Mover({ ...GOOD, dimensions: 2 }).dimensions).toBe(2);
  expect(() => new flat.Mover({ ...GOOD, dimensions: 3 as never })).toThrow(
    'dimensions: expected 2',
  );
  const [one, other] = [new World(), new solid.WideTree()];
  one.add([-9, -1, -9, 0, 0, 9]);
  other.build([0, -1, -9, 9, 0, 9]);
  const mover = new Mover(GOOD);
  mover.position = [-1, 0.5, 0];
  for (let i = 0; i < 20; i += 1) {
    expect(mover.move([0.1, -0.1, 0], [one, other]).grounded).toBe(true);
  }
  expect(mover.ground?.collider).toBe(other);
  expect(mover.position[0]).toBeCloseTo(1, 5);
  one.dispose();
  other.dispose();
});

/** Throws if the call fails with an error that is not a SapwoodError. */
function requireOrderly(call: () => unknown, where: string): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof SapwoodError)) expect.fail(`${where}: threw ${String(error)}`);
  }
}

test('every type of value is accepted or rejected with an error of the package', () => {
  const world = new World();
  const contacts = { count: 1, normals: [0, 1, 0], depths: [0.5] };
  for (const { name, make } of wrongKinds) {
    const mover = new Mover(GOOD);
    const calls: Record<string, [good: unknown, call: (value: never) => unknown]> = {
      displacement: [{ x: 1, y: 2, z: 3 }, (value) => mover.move(value, world)],
      colliders: [[world], (value) => mover.move([1, 0, 0], value)],
      mesh: [[world], (value) => mover.move([1, 0, 0], { mesh: value, transform: value })],
      position: [
        { x: 1, y: 2, z: 3 },
        (value) => {
          mover.position = value;
        },
      ],
      options: [GOOD, (value) => new Mover(value)],
      radius: [GOOD, (value) => new Mover({ ...GOOD, radius: value })],
      up: [{ x: 1, y: 2, z: 3 }, (value) => new Mover({ ...GOOD, up: value })],
      filter: [{ mask: 1 }, (value) => new Mover({ ...GOOD, filter: value })],
      velocity: [{ x: 1, y: 2, z: 3 }, (value) => clipVector(value, contacts as never)],
      contacts: [contacts, (value) => solvePlanes([1, 2, 3], value)],
    };
    for (const [argument, [good, call]] of Object.entries(calls)) {
      const again = call as (value: unknown) => unknown;
      requireOrderly(() => {
        again(make({ good: () => good, again }));
      }, `${name} as ${argument}`);
      expect(mover.position.every(Number.isFinite)).toBe(true);
    }
  }
  world.dispose();
});
