/** Movers on moving platforms, on crowds of boxes, with filters, and on one-way platforms. */

import { init, Mover, type MoverCollider, WideTree, World } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { minus } from './colliders.js';

beforeAll(() => init());

const RADIUS = 0.5;
const at = (dimensions: number, x: number, y: number) => (dimensions === 2 ? [x, y] : [x, y, 0]);
const box = (dimensions: number, left: number, bottom: number, right: number, top: number) =>
  dimensions === 2 ? [left, bottom, right, top] : [left, bottom, -5, right, top, 5];

describe.each([2, 3] as const)('in %iD', (dimensions) => {
  const point = (x: number, y: number) => at(dimensions, x, y);
  const newMover = (options: object = {}) =>
    new Mover({ dimensions, radius: RADIUS, height: 2, ...options });

  test('a platform moves a mover in all directions', () => {
    const world = new World({ dimensions });
    const place = (x: number, y: number) => box(dimensions, x - 2, y - 1, x + 2, y);
    const platform = world.add(place(0, 0));
    const mover = newMover();
    mover.position = point(0.5, RADIUS);
    mover.move(point(0, -0.1), world);
    let [x, y] = [0, 0];
    for (const [right, up] of [
      [0.3, 0],
      [0, 0.25],
      [-1, 0.5],
      [0.1, -0.25],
      [0, -1.5],
    ]) {
      for (let i = 0; i < 10; i += 1) {
        [x, y] = [x + right, y + up];
        world.move(platform, place(x, y));
        const { carried } = mover.move(point(0, -0.1), world);
        expect(carried[0]).toBeCloseTo(right, 4);
        expect(carried[1]).toBeCloseTo(up, 4);
        expect(mover.position[0]).toBeCloseTo(x + 0.5, 3);
        expect(mover.position[1]).toBeCloseTo(y + RADIUS, 2);
        expect(mover.grounded).toBe(true);
      }
    }
    world.remove(platform);
    expect([...mover.move(point(0, -0.1), world).carried]).toEqual(point(0, 0));
    expect(mover.grounded).toBe(false);
    world.dispose();
  });

  test('a wall stops a mover on a platform that continues to move', () => {
    const world = new World({ dimensions });
    const platform = world.add(box(dimensions, -2, -1, 2, 0));
    world.add(box(dimensions, 2, -1, 3, 9));
    const mover = newMover();
    mover.position = point(0, RADIUS);
    mover.move(point(0, -0.1), world);
    for (let i = 1; i <= 30; i += 1) {
      world.move(platform, box(dimensions, -2 + 0.1 * i, -1, 2 + 0.1 * i, 0));
      mover.move(point(0, -0.1), world);
    }
    expect(mover.position[0]).toBeCloseTo(1.5, 1);
    expect(mover.position[0]).toBeLessThan(1.5 + 0.05 * RADIUS);
    world.dispose();
  });

  test('an item that gets the id of the platform does not carry a mover', () => {
    for (const other of [
      // a distant box, a near box of another size, and a box that is lower by more than the height
      // of the mover
      box(dimensions, 8, -1, 12, 0),
      box(dimensions, 0.5, -1, 3.5, 0),
      box(dimensions, -2, -4, 2, -3),
    ]) {
      const world = new World({ dimensions });
      const platform = world.add(box(dimensions, -2, -1, 2, 0));
      const mover = newMover();
      mover.position = point(0, RADIUS);
      mover.move(point(0, -0.1), world);
      expect(mover.ground?.id).toBe(platform);
      world.remove(platform);
      expect(world.add(other)).toBe(platform);
      const { carried } = mover.move(point(0, -0.1), world);
      expect([...carried]).toEqual(point(0, 0));
      world.dispose();
    }
  });

  test('a rebuilt index does not carry a mover', () => {
    const tiles = Array.from({ length: 20 }, (_, i) => box(dimensions, i - 10, -1, i - 9, 0));
    const level = new WideTree({ dimensions });
    level.build(tiles.flat());
    const mover = newMover();
    // at 0 the mover stands on two tiles, at 0.5 on one tile
    for (const start of [0, 0.5]) {
      mover.position = point(start, RADIUS);
      mover.move(point(0, -0.1), level);
      for (let i = 0; i < 5; i += 1) {
        level.build(tiles.flatMap((_, k) => tiles[(k + i) % tiles.length]));
        expect([...mover.move(point(0, -0.1), level).carried]).toEqual(point(0, 0));
      }
    }
    expect(mover.grounded).toBe(true);
    level.dispose();
  });

  test('a wall that moves pushes a mover', () => {
    const world = new World({ dimensions });
    world.add(box(dimensions, -50, -1, 50, 0));
    const wall = world.add(box(dimensions, -2, 0.1, -1, 5));
    const mover = newMover();
    mover.position = point(0, RADIUS);
    for (let i = 1; i <= 40; i += 1) {
      world.move(wall, box(dimensions, -2 + 0.1 * i, 0.1, -1 + 0.1 * i, 5));
      mover.move(point(0, -0.1), world);
      expect(mover.position[0] - RADIUS).toBeGreaterThan(-1 + 0.1 * i - 0.05 * RADIUS);
    }
    expect(mover.grounded).toBe(true);
    world.dispose();
  });

  test('movers in a crowd push each other apart and stay in their room', () => {
    const random = new Mulberry32(3);
    const room = new World({ dimensions });
    room.add(box(dimensions, -9, -1, 9, 0));
    room.add(box(dimensions, -9, 0, -4, 9));
    room.add(box(dimensions, 4, 0, 9, 9));
    const crowd = new World({ dimensions });
    const boxOf = (position: ArrayLike<number>) => [
      ...Array.from(position, (x) => x - RADIUS),
      ...Array.from(position, (x, axis) => x + RADIUS + (axis === 1 ? 1 : 0)),
    ];
    const movers = Array.from({ length: 5 }, () => {
      const start = point(6 * random.unit() - 3, RADIUS);
      const id = crowd.add(boxOf(start));
      const filter = (item: number, collider: unknown) => collider === room || item !== id;
      const mover = newMover({ filter });
      mover.position = start;
      return { id, mover };
    });
    for (let i = 0; i < 300; i += 1) {
      for (const { id, mover } of movers) {
        mover.move(point(0, -0.1), [room, crowd]);
        crowd.move(id, boxOf(mover.position));
        expect(Math.abs(mover.position[0])).toBeLessThan(4 - RADIUS + 0.05 * RADIUS);
        expect(mover.position[1]).toBeGreaterThan(RADIUS - 0.05 * RADIUS);
      }
    }
    const skin = 0.05 * RADIUS;
    for (const [i, one] of movers.entries()) {
      for (const { mover } of movers.slice(i + 1)) {
        const apart = minus(one.mover.position, mover.position).map(Math.abs);
        expect(Math.max(...apart.map((x, axis) => x - (axis === 1 ? 1 : 0)))).toBeGreaterThan(
          2 * RADIUS - 2 * skin,
        );
      }
    }
    room.dispose();
    crowd.dispose();
  });

  test('a filter selects bits, layers and items, and receives the collider', () => {
    const world = new World({ dimensions });
    const floor = world.add(box(dimensions, -9, -1, 9, 0), { layer: 'static' });
    world.add(box(dimensions, -9, 3, 9, 4), { layer: 'sensor', category: 4 });
    const fall = (filter?: ConstructorParameters<typeof Mover>[0]['filter']) => {
      const mover = newMover({ filter });
      mover.position = point(0, 6);
      for (let i = 0; i < 9; i += 1) mover.move(point(0, -1), world);
      return Math.round(mover.position[1] - RADIUS);
    };
    expect(fall()).toBe(4);
    expect(fall({ layer: 'static' })).toBe(0);
    expect(fall({ mask: ~4 })).toBe(0);
    expect(fall(~4)).toBe(0);
    expect(fall((id) => id === floor)).toBe(0);
    expect(fall({ accept: (id) => id !== floor })).toBe(4);
    const seen = new Set<unknown>();
    fall((_, collider) => seen.add(collider).size > 0);
    expect([...seen]).toEqual([world]);
    world.dispose();
  });

  test('a one-way platform is solid only from above', () => {
    const world = new World({ dimensions });
    world.add(box(dimensions, -9, -1, 9, 0));
    const platform = world.add(box(dimensions, -1, 2, 1, 2.1));
    let drops = false;
    const mover = newMover({
      oneWay: (id: number) => id === platform,
      filter: (id: number) => !(drops && id === platform),
    });
    mover.position = point(0, RADIUS);
    mover.move(point(0, -0.1), world);
    // moves up through the platform, first in many short moves and then in one long move
    for (let i = 0; i < 30; i += 1) mover.move(point(0, 0.1), world);
    expect(mover.position[1]).toBeCloseTo(3 + RADIUS, 4);
    for (let i = 0; i < 30; i += 1) mover.move(point(0, -0.1), world);
    expect(mover.position[1]).toBeCloseTo(2.1 + RADIUS, 4);
    expect(mover.ground?.id).toBe(platform);
    mover.move(point(0.2, -0.1), world);
    expect(mover.position[1]).toBeCloseTo(2.1 + RADIUS, 4);
    drops = true;
    for (let i = 0; i < 40; i += 1) mover.move(point(0, -0.1), world);
    expect(mover.position[1]).toBeCloseTo(RADIUS, 4);
    drops = false;
    mover.move(point(0, 9), world);
    expect(mover.position[1]).toBeCloseTo(9 + RADIUS, 4);
    mover.position = point(-5, 1.6);
    mover.move(point(10, 0), world);
    expect(mover.position[0]).toBeCloseTo(5, 4);
    world.dispose();
  });
});

test('an object with the methods of a collider is accepted', () => {
  const calls: string[] = [];
  const empty: MoverCollider = {
    collideCapsuleInto: (a, b, radius, out) => {
      calls.push(`collide ${a.length} ${b.length} ${radius > 0.5} ${out.capacity > 0}`);
      return 0;
    },
    castCapsuleInto: (_a, _b, radius, displacement) => {
      calls.push(`cast ${radius < 0.5} ${displacement.length}`);
      return Infinity;
    },
  };
  const mover = new Mover({ radius: RADIUS, height: 2 });
  expect([...mover.move([1, 2, 3], empty).displacement]).toEqual([1, 2, 3]);
  expect(new Set(calls)).toEqual(new Set(['collide 3 3 true true', 'cast true 3']));
  expect([...mover.move([1, 2, 3], []).displacement]).toEqual([1, 2, 3]);
});
