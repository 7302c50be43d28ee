/**
 * A mover never passes through a surface and never penetrates it deeper than its skin. Compared with distances in double
 * precision. SAPWOOD_TEST_VOLUME=full makes a million moves; by default, it is a fiftieth of them.
 */

import { init, Mover, WideTree, World } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { distanceToBox, distanceToTriangle, Triangles } from './colliders.js';
import { random } from './random.js';

beforeAll(() => init());

const RADIUS = 0.4;
const SKIN = 0.05 * RADIUS;
const ROOM = 8;
const MOVES = volume(100_000, 2000);
/** Moves until the mover is put into another room. */
const STAY = 100;

/** Closed rooms with walls of 1 mm, full of thin plates and boxes. */
function rooms(dimensions: 2 | 3, next: () => number): Float32Array[] {
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
    const thin = [-1, 0, 1][Math.floor(3 * next())];
    const center = Array.from({ length: dimensions }, () => size * next());
    const half = center.map((_, axis) => (axis === thin ? 0.01 : 1.5 * next()));
    boxes.push([
      ...center.map((at, axis) => at - half[axis]),
      ...center.map((at, axis) => at + half[axis]),
    ]);
  }
  return boxes.map((box) => Float32Array.from(box));
}

/** Slow and fast, up to 100 radii. */
function way(dimensions: number, next: () => number): number[] {
  const length = RADIUS * next() * (next() < 0.5 ? 100 : 0.5);
  const direction = Array.from({ length: dimensions }, () => 2 * next() - 1);
  const norm = Math.hypot(...direction);
  return direction.map((part) => (part / norm) * length);
}

describe.each([2, 3] as const)('in %iD', (dimensions) => {
  test.each([1, 2, 3, 4, 5])('random moves through rooms of boxes, seed %i', (seed) => {
    const next = random(10 * seed + dimensions);
    const boxes = rooms(dimensions, next);
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
        const point = Array.from({ length: dimensions }, () => size * next());
        if (boxes.some((box) => distanceToBox(point, length, box) < RADIUS)) continue;
        mover.position = point;
        cell = point.map((at) => Math.floor(at / ROOM));
        return;
      }
    };
    for (let i = 0; i < MOVES; i += 1) {
      if (i % STAY === 0) place();
      const from = [...mover.position];
      const by = way(dimensions, next);
      mover.move(by, level);
      const gap = boxes.reduce(
        (least, box) => Math.min(least, distanceToBox(mover.position, length, box)),
        Infinity,
      );
      const isInside = cell.every((at, axis) => Math.floor(mover.position[axis] / ROOM) === at);
      if (isInside && RADIUS - gap <= SKIN) continue;
      expect.fail(`from [${from}] by [${by}] to [${mover.position}]: ${(RADIUS - gap) / SKIN}`);
    }
    level.dispose();
  });
});

test('random moves through triangles', () => {
  const next = random(7);
  const corner = () => [8 * next(), 8 * next(), 8 * next()];
  const around = (at: number[]) => at.map((x) => x + 3 * next() - 1.5);
  const inside = Array.from({ length: 20 }, () => {
    const at = corner();
    return [at, around(at), around(at)] as const;
  });
  const box = Array.from({ length: 3 }, (_, axis) =>
    [0, 8].flatMap((side) => {
      const at = (u: number, v: number) => {
        const point = [0, 0, 0];
        point[axis] = side;
        point[(axis + 1) % 3] = u;
        point[(axis + 2) % 3] = v;
        return point;
      };
      return [
        [at(-1, -1), at(9, -1), at(9, 9)] as const,
        [at(-1, -1), at(9, 9), at(-1, 9)] as const,
      ];
    }),
  ).flat();
  const level = new Triangles([...inside, ...box]);
  const mover = new Mover({ radius: RADIUS, height: 1.8 });
  const gapAt = ([x, y, z]: ArrayLike<number> & Iterable<number>) =>
    level.triangles.reduce(
      (least, triangle) => Math.min(least, distanceToTriangle([x, y, z], [x, y + 1, z], triangle)),
      Infinity,
    );
  for (let i = 0; i < volume(5000, 300); i += 1) {
    while (i % 20 === 0) {
      const point = corner();
      if (gapAt(point) < RADIUS) continue;
      mover.position = point;
      break;
    }
    const from = [...mover.position];
    const by = way(3, next);
    mover.move(by, level);
    const isInside = mover.position.every((at) => at > 0 && at < 8);
    const depth = (RADIUS - gapAt(mover.position)) / SKIN;
    if (isInside && depth <= 1) continue;
    expect.fail(`from [${from}] by [${by}] to [${mover.position}]: ${depth}`);
  }
});

test('the same calls give the same bits', () => {
  const paths = [0, 1].map(() => {
    const next = random(99);
    const level = new WideTree();
    level.build(rooms(3, next).flatMap((box) => [...box]));
    const mover = new Mover({ radius: RADIUS, height: 1.8 });
    mover.position = [4, 4, 4];
    const path = Array.from({ length: 300 }, () => {
      mover.move(way(3, next), level);
      return [...mover.position];
    });
    level.dispose();
    return path;
  });
  expect(paths[0]).toEqual(paths[1]);
});

test('a mover is not affected by calls of other movers', () => {
  const level = new WideTree();
  level.build(rooms(3, random(5)).flatMap((box) => [...box]));
  const path = (others: number) => {
    const next = random(6);
    const movers = Array.from(
      { length: 1 + others },
      () => new Mover({ radius: 0.4, height: 1.8 }),
    );
    return Array.from({ length: 100 }, () => {
      const by = way(3, next);
      for (const mover of movers) mover.move(by, level);
      return [...movers[0].position];
    });
  };
  expect(path(0)).toEqual(path(2));
  level.dispose();
});
