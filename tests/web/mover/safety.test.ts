/**
 * A mover never passes through a surface and never penetrates it deeper than its skin. The tests
 * compute distances in double precision. SAPWOOD_TEST_VOLUME=full makes a million moves; the
 * default is one fiftieth of a million.
 */

import * as solid from 'sapwood/3d/mesh';
import { init, Mover, WideTree, World } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { distanceToBox } from './colliders.js';
import { tryRoom } from './rooms.js';

beforeAll(() => Promise.all([init(), solid.init()]));

const RADIUS = 0.4;
const SKIN = 0.05 * RADIUS;
const ROOM = 8;
const MOVES = volume(100_000, 2000);
/** Number of moves before the mover is placed in another room. */
const STAY = 100;

/**
 * Returns the boxes of closed rooms with walls of 1 mm. The rooms are full of thin plates and
 * boxes.
 */
function rooms(dimensions: 2 | 3, random: Mulberry32): Float32Array[] {
  const count = dimensions === 2 ? 4 : 3;
  const size = count * ROOM;
  const boxes: number[][] = [];
  for (let axis = 0; axis < dimensions; axis += 1) {
    for (let i = 0; i <= count; i += 1) {
      const box = [...Array(dimensions).fill(-1), ...Array(dimensions).fill(size + 1)];
      box[axis] = i * ROOM - 0.0005;
      box[dimensions + axis] = i * ROOM + 0.0005;
      boxes.push(box);
    }
  }
  for (let i = 0; i < 12 * count ** dimensions; i += 1) {
    const thin = [-1, 0, 1][random.below(3)];
    const center = Array.from({ length: dimensions }, () => size * random.unit());
    const half = center.map((_, axis) => (axis === thin ? 0.01 : 1.5 * random.unit()));
    boxes.push([
      ...center.map((at, axis) => at - half[axis]),
      ...center.map((at, axis) => at + half[axis]),
    ]);
  }
  return boxes.map((box) => Float32Array.from(box));
}

function randomDisplacement(dimensions: number, random: Mulberry32): number[] {
  const length = RADIUS * random.unit() * (random.unit() < 0.5 ? 100 : 0.5);
  const direction = Array.from({ length: dimensions }, () => 2 * random.unit() - 1);
  const norm = Math.hypot(...direction);
  return direction.map((part) => (part / norm) * length);
}

describe.each([2, 3] as const)('in %iD', (dimensions) => {
  test.each([1, 2, 3, 4, 5])(
    'random moves stay in rooms of boxes and penetrate less than the skin, seed %i',
    (seed) => {
      const random = new Mulberry32(10 * seed + dimensions);
      const boxes = rooms(dimensions, random);
      const level = seed % 2 === 0 ? new World({ dimensions }) : new WideTree({ dimensions });
      if (level instanceof World) for (const box of boxes) level.add(box);
      else level.build(boxes.flatMap((box) => [...box]));
      const height = [0.8, 1.8][seed % 2];
      const length = height - 2 * RADIUS;
      const filter = seed === 3 ? () => true : undefined;
      const stepHeight = [0.24, 0, 0.8][seed % 3];
      const mover = new Mover({ dimensions, radius: RADIUS, height, stepHeight, filter });
      let cell: number[] = [];
      const place = () => {
        const size = ROOM * (dimensions === 2 ? 4 : 3);
        for (;;) {
          const point = Array.from({ length: dimensions }, () => size * random.unit());
          if (boxes.some((box) => distanceToBox(point, length, box) < RADIUS)) continue;
          mover.position = point;
          cell = point.map((at) => Math.floor(at / ROOM));
          return;
        }
      };
      for (let i = 0; i < MOVES; i += 1) {
        if (i % STAY === 0) place();
        const from = [...mover.position];
        const by = randomDisplacement(dimensions, random);
        mover.move(by, level);
        const gap = boxes.reduce(
          (min, box) => Math.min(min, distanceToBox(mover.position, length, box)),
          Infinity,
        );
        const isInside = cell.every((at, axis) => Math.floor(mover.position[axis] / ROOM) === at);
        if (isInside && RADIUS - gap <= SKIN) continue;
        expect.fail(`from [${from}] by [${by}] to [${mover.position}]: ${(RADIUS - gap) / SKIN}`);
      }
      level.dispose();
    },
  );
});

test.each([1, 2, 3, 4, 5, 6])(
  'random moves stay in a room of triangles and penetrate less than the skin, seed %i',
  (seed) => tryRoom(new Mulberry32(seed), volume(2000, 200)),
);

test('equal calls have bitwise equal results', () => {
  const paths = [0, 1].map(() => {
    const random = new Mulberry32(99);
    const level = new WideTree();
    level.build(rooms(3, random).flatMap((box) => [...box]));
    const mover = new Mover({ radius: RADIUS, height: 1.8 });
    mover.position = [4, 4, 4];
    const path = Array.from({ length: 300 }, () => {
      mover.move(randomDisplacement(3, random), level);
      return [...mover.position];
    });
    level.dispose();
    return path;
  });
  expect(paths[0]).toEqual(paths[1]);
});

test('a mover is not affected by calls of other movers', () => {
  const level = new WideTree();
  level.build(rooms(3, new Mulberry32(5)).flatMap((box) => [...box]));
  const path = (others: number) => {
    const random = new Mulberry32(6);
    const movers = Array.from(
      { length: 1 + others },
      () => new Mover({ radius: 0.4, height: 1.8 }),
    );
    return Array.from({ length: 100 }, () => {
      const by = randomDisplacement(3, random);
      for (const mover of movers) mover.move(by, level);
      return [...movers[0].position];
    });
  };
  expect(path(0)).toEqual(path(2));
  level.dispose();
});
