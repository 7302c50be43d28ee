/** Movers on the ground, slopes and steps, and at walls and ceilings. */

import {
  clipVector,
  init,
  Mover,
  type MoverOptions,
  SapwoodError,
  WideTree,
  World,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { HalfSpaces } from './colliders.js';

beforeAll(() => init());

const RADIUS = 0.5;
const DOWN = -0.05;

const walker = (dimensions: 2 | 3, options: Partial<MoverOptions> = {}) =>
  new Mover({ dimensions, radius: RADIUS, height: 2, ...options });

const at = (dimensions: number, x: number, y: number) => (dimensions === 2 ? [x, y] : [x, y, 0]);

const box = (dimensions: number, left: number, bottom: number, right: number, top: number) =>
  dimensions === 2 ? [left, bottom, right, top] : [left, bottom, -50, right, top, 50];

function levelOf(dimensions: 2 | 3, ...boxes: number[][]): WideTree {
  const level = new WideTree({ dimensions });
  level.build(boxes.flat());
  return level;
}

const slopeOf = (dimensions: number, angle: number) =>
  new HalfSpaces([at(dimensions, -Math.sin(angle), Math.cos(angle)), 0]);

function repeat(mover: Mover, times: number, by: number[], level: Parameters<Mover['move']>[1]) {
  for (let i = 0; i < times; i += 1) mover.move(by, level);
  return mover;
}

describe.each([2, 3] as const)('in %iD', (dimensions) => {
  const point = (x: number, y: number) => at(dimensions, x, y);
  const floor = box(dimensions, -50, -1, 50, 0);

  test('a mover falls onto the ground and stands there', () => {
    const level = levelOf(dimensions, floor);
    const mover = walker(dimensions);
    mover.position = point(0, 3);
    expect(mover.move(point(0, -1), level).grounded).toBe(false);
    expect(mover.ground).toBe(null);
    repeat(mover, 9, point(0, -1), level);
    expect(mover.position[1]).toBeCloseTo(RADIUS, 5);
    expect(mover.ground).toMatchObject({ id: 0, triangle: undefined, collider: level });
    expect([...(mover.ground?.normal ?? [])]).toEqual(point(0, 1));
    level.dispose();
  });

  test('shared edges of flat boxes do not stop or lift a mover', () => {
    const boxes = Array.from({ length: 40 }, (_, i) => box(dimensions, i - 20, -1, i - 19, 0));
    const level = levelOf(dimensions, ...boxes);
    const mover = repeat(walker(dimensions), 2, point(0, -1), level);
    mover.position = point(-15, RADIUS);
    for (const speed of [0.01, 0.07, 0.3, 2]) {
      for (let i = 0; i < 6; i += 1) {
        const before = [...mover.position];
        mover.move(point(i < 3 ? speed : -speed, DOWN), level);
        const step = Math.abs(mover.position[0] - before[0]);
        expect(step).toBeCloseTo(speed, 6);
        expect(mover.position[1]).toBeCloseTo(RADIUS, 2);
        expect(mover.grounded).toBe(true);
      }
    }
    level.dispose();
  });

  test('a mover stands still on walkable slopes, and moves up and down at full speed', () => {
    for (const angle of [0.1, 0.4, 0.75]) {
      const level = slopeOf(dimensions, angle);
      const mover = walker(dimensions);
      mover.position = point(0, 2);
      repeat(mover, 9, point(0, -1), level);
      const before = [...mover.position];
      repeat(mover, 100, point(0, DOWN), level);
      expect(mover.grounded).toBe(true);
      expect([...mover.position]).toEqual(before);
      for (const speed of [0.1, -0.1]) {
        const [x, y] = mover.position;
        repeat(mover, 20, point(speed, DOWN), level);
        expect(mover.grounded).toBe(true);
        expect(mover.position[0] - x).toBeCloseTo(20 * speed, 2);
        expect(mover.position[1] - y).toBeCloseTo(20 * speed * Math.tan(angle), 1);
      }
    }
  });

  test('a mover slides down steep slopes and cannot walk up', () => {
    for (const angle of [0.85, 1.1, 1.4]) {
      const level = slopeOf(dimensions, angle);
      const mover = walker(dimensions);
      mover.position = point(0, 4);
      repeat(mover, 9, point(0, -1), level);
      const [x, y] = mover.position;
      repeat(mover, 20, point(0, -0.1), level);
      expect(mover.grounded).toBe(false);
      // length of the displacement along the slope
      const fall = 2 * Math.sin(angle);
      expect(mover.position[1] - y).toBeCloseTo(-fall * Math.sin(angle), 1);
      expect(mover.position[0] - x).toBeCloseTo(-fall * Math.cos(angle), 1);
      const height = mover.position[1];
      repeat(mover, 20, point(0.3, -0.1), level);
      expect(mover.position[1]).toBeLessThan(height);
    }
  });

  test('a mover stands on slopes up to maxSlope', () => {
    for (const maxSlope of [0, 0.3, 1.2]) {
      const mover = walker(dimensions, { maxSlope });
      for (const angle of [0.28, 0.32, 1.18, 1.22]) {
        mover.position = point(0, 3);
        repeat(mover, 20, point(0, -0.5), slopeOf(dimensions, angle));
        expect(mover.grounded).toBe(angle < maxSlope);
      }
    }
  });

  test('a mover climbs steps up to stepHeight and not above, at any speed', () => {
    for (const height of [0.05, 0.2, 0.29, 0.35, 0.45, 0.6]) {
      for (const stepHeight of [0, 0.1, 0.3, 0.5, 0.62]) {
        const level = levelOf(dimensions, floor, box(dimensions, 2, 0, 50, height));
        for (const speed of [0.005, 0.1, 1, 8]) {
          const mover = walker(dimensions, { stepHeight });
          mover.position = point(1, RADIUS);
          repeat(mover, Math.ceil(4 / speed), point(speed, DOWN), level);
          const climbs = height <= stepHeight;
          const name = `${height} with ${stepHeight} at ${speed}`;
          expect(Math.abs(mover.position[1] - RADIUS - (climbs ? height : 0)), name).toBeLessThan(
            0.03,
          );
          expect(mover.position[0] > 3, name).toBe(climbs);
          expect(mover.grounded, name).toBe(true);
        }
        level.dispose();
      }
    }
  });

  test('a short displacement at a step is extended by at most 2.5 skins', () => {
    const height = 0.48;
    const level = levelOf(dimensions, floor, box(dimensions, 2, 0, 50, height));
    const skin = 0.05 * RADIUS;
    for (const speed of [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.12 * skin, skin, 4 * skin]) {
      const mover = walker(dimensions, { stepHeight: 0.5 });
      mover.position = point(1, RADIUS);
      repeat(mover, 20, point(0.1, DOWN), levelOf(dimensions, floor, box(dimensions, 2, 0, 50, 9)));
      const x = mover.position[0];
      const { displacement } = mover.move(point(speed, DOWN), level);
      const maxDisplacement = speed < skin / 8 ? speed : speed + 2.5 * skin;
      expect(displacement[0], `${speed}`).toBeLessThan(maxDisplacement + 1e-6);
      expect(mover.position[1] > RADIUS + 0.1, `${speed}`).toBe(speed > skin / 8);
      expect(x).toBeGreaterThan(1.4);
    }
    level.dispose();
  });

  test('a mover climbs stairs and comes down again', () => {
    const stairs = Array.from({ length: 10 }, (_, i) =>
      box(dimensions, 2 + 0.4 * i, -1, 50, 0.2 * (i + 1)),
    );
    const level = levelOf(dimensions, floor, ...stairs);
    const mover = walker(dimensions);
    mover.position = point(0, RADIUS);
    for (let i = 0; i < 80; i += 1) {
      mover.move(point(0.1, DOWN), level);
      expect(mover.grounded).toBe(true);
    }
    expect(mover.position[1]).toBeCloseTo(2 + RADIUS, 1);
    expect(mover.position[0]).toBeGreaterThan(7);
    for (let i = 0; i < 80; i += 1) {
      mover.move(point(-0.1, DOWN), level);
      expect(mover.grounded).toBe(true);
    }
    expect(mover.position[1]).toBeCloseTo(RADIUS, 1);
    level.dispose();
  });

  test('a mover stays on the ground within snapDistance, but not in a jump', () => {
    const level = levelOf(dimensions, floor, box(dimensions, -50, 0, 0, 0.25));
    for (const [snapDistance, stays] of [
      [0.3, true],
      [0, false],
    ] as const) {
      const mover = walker(dimensions, { snapDistance });
      mover.position = point(-1, RADIUS + 0.25);
      repeat(mover, 2, point(0, DOWN), level);
      mover.move(point(2, 0), level);
      expect(mover.grounded).toBe(stays);
      expect(mover.position[1]).toBeCloseTo(stays ? RADIUS : RADIUS + 0.25, 1);
    }
    const mover = walker(dimensions);
    repeat(mover, 2, point(0, DOWN), level);
    mover.position = point(5, RADIUS);
    repeat(mover, 2, point(0, DOWN), level);
    mover.move(point(0, 0.1), level);
    expect(mover.grounded).toBe(false);
    expect(mover.position[1]).toBeCloseTo(RADIUS + 0.1, 5);
    level.dispose();
  });

  test('a ceiling stops a jump, and a passage that is too low stops the mover', () => {
    const level = levelOf(dimensions, floor, box(dimensions, 2, 1.5, 50, 9));
    const mover = walker(dimensions);
    mover.position = point(0, RADIUS);
    repeat(mover, 40, point(0.1, DOWN), level);
    // the upper sphere of the capsule touches the edge of the passage at the height of its center
    expect(mover.position[0]).toBeLessThan(2);
    expect(mover.position[1]).toBeCloseTo(RADIUS, 1);
    expect(mover.grounded).toBe(true);
    const high = levelOf(dimensions, floor, box(dimensions, -50, 3, 50, 9));
    mover.position = point(0, RADIUS);
    const { contacts } = mover.move(point(0, 5), high);
    expect(mover.position[1]).toBeCloseTo(1 + RADIUS, 5);
    expect([...clipVector(point(0, 9), contacts)]).toEqual(point(0, 0));
    level.dispose();
    high.dispose();
  });

  test('a sloped ceiling stops a mover on the ground', () => {
    const normal = point(-Math.sin(0.3), -Math.cos(0.3));
    const cave = new HalfSpaces([point(0, 1), 0], [normal, -4 * Math.cos(0.3)]);
    const mover = walker(dimensions);
    mover.position = point(0, RADIUS);
    repeat(mover, 100, point(0.1, DOWN), cave);
    const [x, y] = mover.position;
    expect(y).toBeCloseTo(RADIUS, 1);
    expect(x).toBeLessThan(10);
    repeat(mover, 100, point(0.1, DOWN), cave);
    expect(mover.position[0]).toBeCloseTo(x, 2);
    expect(mover.grounded).toBe(true);
  });

  test('a mover with height 2 · radius is a sphere', () => {
    const mover = walker(dimensions, { height: 2 * RADIUS });
    const level = levelOf(dimensions, floor);
    mover.position = point(0, 3);
    repeat(mover, 9, point(0.1, -1), level);
    expect(mover.position[1]).toBeCloseTo(RADIUS, 5);
    expect(mover.grounded).toBe(true);
    level.dispose();
  });

  test('up may be any direction', () => {
    const up = dimensions === 2 ? [1, 0] : [0, 0, 5];
    const axis = up.findIndex((part) => part !== 0);
    const mover = walker(dimensions, { up });
    const ground = new HalfSpaces([up.map((part) => Math.sign(part)), 0]);
    mover.position = up.map((part) => 3 * Math.sign(part));
    repeat(
      mover,
      9,
      up.map((part) => -Math.sign(part)),
      ground,
    );
    expect(mover.position[axis]).toBeCloseTo(RADIUS, 5);
    expect(mover.grounded).toBe(true);
  });
});

test('a mover along a wall at 45° keeps cos 45° of its speed', () => {
  const half = Math.SQRT1_2;
  const level = new HalfSpaces([[0, 1, 0], 0], [[-half, 0, half], -2]);
  const mover = walker(3);
  mover.position = [1, RADIUS, 0];
  repeat(mover, 40, [0.1, DOWN, 0], level);
  const before = [...mover.position];
  const { displacement } = mover.move([0.1, DOWN, 0], level);
  expect(Math.hypot(displacement[0], displacement[2])).toBeCloseTo(0.1 * half, 6);
  expect(mover.position[0] - before[0]).toBeCloseTo(0.05, 6);
  expect(mover.position[2] - before[2]).toBeCloseTo(0.05, 6);
  expect(mover.grounded).toBe(true);
  const box45 = new World();
  box45.add([2, -9, -50, 3, 9, 50]);
  mover.position = [1.5, 0, 0];
  const moved = mover.move([0.3, 0, 0.3], box45).displacement;
  expect(moved[0]).toBeCloseTo(0, 5);
  expect(moved[2]).toBeCloseTo(0.3, 5);
  box45.dispose();
});

test('a mover that starts inside a collider is pushed out', () => {
  const world = new World({ dimensions: 2 });
  world.add([0, 0, 4, 4]);
  const mover = new Mover({ dimensions: 2, radius: 0.5, height: 1 });
  mover.position = [3.5, 2];
  repeat(mover, 4, [0, 0], world);
  expect([...mover.position].map((x) => Math.round(100 * x))).toEqual([450, 200]);
  expect(() => mover.move([1, 0], [])).not.toThrow(SapwoodError);
  world.dispose();
});

test('a displacement is applied in full or rejected', () => {
  const tiny = new Mover({ dimensions: 2, radius: 1e-3, height: 2e-3 });
  expect(tiny.move([1e9, -1e9], []).displacement).toEqual(Float64Array.of(1e9, -1e9));
  tiny.position = [0, 0];
  const world = new World({ dimensions: 2 });
  const longest = 4194304 * 1e-3;
  expect(tiny.move([longest, 0], world).displacement[0]).toBeCloseTo(longest, 6);
  expect(() => tiny.move([1.001 * longest, 0], world)).toThrow(
    'displacement: expected a length of at most 4194304 · radius, got',
  );
  expect(tiny.position[0]).toBeCloseTo(longest, 6);
  world.dispose();
});

test('coordinates may be 1e18', () => {
  const mover = new Mover({ radius: 1, height: 2 });
  mover.position = [1e18, 0, -1e18];
  const world = new World();
  expect([...mover.move([0, 1, 0], world).displacement]).toEqual([0, 1, 0]);
  mover.move([-1e18, 0, 0], []);
  expect([...mover.position]).toEqual([0, 1, Math.fround(-1e18)]);
  world.dispose();
});
