/**
 * Test of a mover in a closed room of random triangles. The mover must stay inside and penetrate
 * triangles by less than its skin.
 */

import { Mover, TriangleMesh } from 'sapwood/3d/mesh';
import type { Mulberry32 } from 'scenes';
import { expect } from 'vitest';
import { soup, trianglesOf } from '../mesh/meshes.js';
import * as oracle from '../mesh/oracle.js';

const RADIUS = 0.4;
const LENGTH = 1;
const SKIN = 0.05 * RADIUS;
const HALF = 11;
/** Number of moves before the mover is placed at a new position. */
const STAY = 50;

/** Returns the six sides of a room as two triangles each. */
function sides(): number[] {
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

/** Moves a random mover by random distances of up to 100 radii and tests each position. */
export function tryRoom(random: Mulberry32, moves: number): void {
  const between = (low: number, high: number) => low + (high - low) * random.unit();
  const inside = soup(random.below(60), between(1, 5), random.next());
  const positions = Float32Array.from([...sides(), ...inside.positions]);
  const triangles = trianglesOf({ name: 'room', positions });
  const mesh = new TriangleMesh({ positions });
  const mover = new Mover({
    radius: RADIUS,
    height: LENGTH + 2 * RADIUS,
    stepHeight: between(0, 0.8),
    maxSlope: between(0, 1.5),
  });
  const gapAt = ([x, y, z]: ArrayLike<number> & Iterable<number>) =>
    triangles.reduce(
      (min, triangle) =>
        Math.min(min, oracle.fromSegment([x, y, z], [x, y + LENGTH, z], triangle).distance),
      Infinity,
    );
  for (let i = 0; i < moves; i += 1) {
    while (i % STAY === 0) {
      const point = [0, 1, 2].map(() => between(2 - HALF, HALF - 2));
      if (gapAt(point) < RADIUS) continue;
      mover.position = point;
      break;
    }
    const from = [...mover.position];
    const reach = RADIUS * random.unit() * (random.unit() < 0.5 ? 100 : 1);
    const displacement = [0, 1, 2].map(() => between(-reach, reach));
    mover.move(displacement, mesh);
    const isInside = mover.position.every((at) => Math.abs(at) < HALF);
    const depth = (RADIUS - gapAt(mover.position)) / SKIN;
    if (isInside && depth <= 1) continue;
    expect.fail(`from [${from}] by [${displacement}] to [${mover.position}]: ${depth} skins deep`);
  }
  mesh.dispose();
}
