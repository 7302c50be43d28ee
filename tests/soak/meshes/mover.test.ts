/** Movers in closed rooms full of random triangles: they stay inside and never penetrate more than their skin. */

import { init, Mover, TriangleMesh } from 'sapwood/3d/mesh';
import { beforeAll, expect, test } from 'vitest';
import { randomOf, soup, trianglesOf } from '../../web/mesh/meshes.js';
import * as oracle from '../../web/mesh/oracle.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';

beforeAll(() => init());

const RADIUS = 0.4;
const LENGTH = 1;
const SKIN = 0.05 * RADIUS;
const HALF = 11;
const MOVES = 200;

/** Six sides of a room, two triangles each. */
function room(): number[] {
  const corner = (axis: number, side: number, u: number, v: number) => {
    const point = [0, 0, 0];
    point[axis] = side * HALF;
    point[(axis + 1) % 3] = u * HALF;
    point[(axis + 2) % 3] = v * HALF;
    return point;
  };
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].flatMap((side) => {
      const [a, b] = [corner(axis, side, -1, -1), corner(axis, side, 1, -1)];
      const [c, d] = [corner(axis, side, 1, 1), corner(axis, side, -1, 1)];
      return [a, b, c, a, c, d].flat();
    }),
  );
}

function tryRoom(random: () => number): void {
  const inside = soup(Math.floor(60 * random()), 1 + 4 * random(), Math.floor(1e9 * random()));
  const positions = Float32Array.from([...room(), ...inside.positions]);
  const triangles = trianglesOf({ name: 'room', positions });
  const mesh = new TriangleMesh({ positions });
  const mover = new Mover({
    radius: RADIUS,
    height: LENGTH + 2 * RADIUS,
    stepHeight: 0.8 * random(),
    maxSlope: random() * 1.5,
  });
  const gapAt = (position: ArrayLike<number>) => {
    const start = [position[0], position[1], position[2]];
    const end = [start[0], start[1] + LENGTH, start[2]];
    return Math.min(...triangles.map((each) => oracle.fromSegment(start, end, each).distance));
  };
  for (let i = 0; i < MOVES; i += 1) {
    while (i % 50 === 0) {
      const point = [0, 1, 2].map(() => (HALF - 2) * (2 * random() - 1));
      if (gapAt(point) < RADIUS) continue;
      mover.position = point;
      break;
    }
    const from = [...mover.position];
    const reach = RADIUS * random() * (random() < 0.5 ? 100 : 1);
    const way = [0, 1, 2].map(() => reach * (2 * random() - 1));
    mover.move(way, mesh);
    const depth = RADIUS - gapAt(mover.position);
    const isInside = mover.position.every((at) => Math.abs(at) < HALF);
    if (!isInside || !(depth <= SKIN)) {
      expect.fail(`from [${from}] by [${way}] to [${mover.position}]: ${depth / SKIN} skins deep`);
    }
  }
  mesh.dispose();
}

test('movers stay in rooms of random triangles', async () => {
  let operations = 0;
  await roundsFor(1, (round) => {
    const ours = seed * 100_003 + round;
    try {
      tryRoom(randomOf(ours));
      operations += MOVES;
    } catch (error) {
      addFigures({ operations, faults: 1 });
      throw new Error(`room of seed ${ours}`, { cause: error });
    }
  });
  addFigures({ operations, faults: 0 });
});
