/**
 * A frame of a mover on meshes allocates at most two numbers per query: the radius and the returned
 * fraction. The test has its own file, because V8 optimizes for the collider classes that it has
 * seen before.
 */

import {
  init,
  Mover,
  type MoverCollider,
  type MoverColliders,
  TriangleMesh,
} from 'sapwood/3d/mesh';
import { Matrix4 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';

beforeAll(() => init());
afterAll(endSampling);

const displacements = Array.from({ length: 80 }, (_, i) => [
  i < 40 ? 0.3 : -0.3,
  -0.1,
  0.01 * ((i % 3) - 1),
]);
const down = [0, -0.1, 0];

function makeStairs(): TriangleMesh {
  const positions: number[] = [];
  const quad = (a: number[], b: number[], c: number[], d: number[]) =>
    positions.push(...a, ...b, ...c, ...a, ...c, ...d);
  for (let x = -9; x < 9; x += 1) {
    const [height, next] = [0.2 * (x & 1), 0.2 * ((x + 1) & 1)];
    quad([x, height, -9], [x, height, 9], [x + 1, height, 9], [x + 1, height, -9]);
    quad([x + 1, height, -9], [x + 1, height, 9], [x + 1, next, 9], [x + 1, next, -9]);
  }
  for (const x of [-9, 9]) quad([x, -1, -9], [x, -1, 9], [x, 5, 9], [x, 5, -9]);
  return new TriangleMesh({ positions });
}

class CountedMesh implements MoverCollider {
  queries = 0;
  readonly #mesh: TriangleMesh;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
  }

  collideCapsuleInto(...given: Parameters<MoverCollider['collideCapsuleInto']>): number {
    this.queries += 1;
    return this.#mesh.collideCapsuleInto(...given);
  }

  castCapsuleInto(...given: Parameters<MoverCollider['castCapsuleInto']>): number {
    this.queries += 1;
    return this.#mesh.castCapsuleInto(...given);
  }
}

/** Bytes of the two numbers that a query allocates. */
const PASSED = 32;

type Frame = (mover: Mover, i: number) => unknown;

const frames: Record<string, (mesh: MoverCollider) => Frame> = {
  'walk on a mesh': (mesh) => (mover, i) => mover.move(displacements[i % 80], mesh).grounded,
  'ride a mesh that moves': (mesh) => {
    const transform = new Matrix4();
    const posed: MoverColliders = { mesh, transform };
    return (mover, i) => {
      transform.elements[12] = 0.02 * Math.abs((i % 100) - 50);
      return mover.move(down, posed).carried;
    };
  },
};

test('frames of a mover on a mesh allocate at most two numbers per query', async () => {
  const mesh = makeStairs();
  const newMover = () => {
    const mover = new Mover({ radius: 0.4, height: 1.8 });
    mover.position = [0.5, 0.5, 0.5];
    return mover;
  };
  const bytes: Record<string, number> = {};
  for (const [name, frameOn] of Object.entries(frames)) {
    const mover = newMover();
    const frame = frameOn(mesh);
    for (let i = 0; i < 2 * WARM_UP; i += 1) frame(mover, i);
    bytes[name] = await bytesOf(FRAMES, (i) => frame(mover, i));
  }
  // counts the queries in a separate run, because counting changes the optimized code
  for (const [name, frameOn] of Object.entries(frames)) {
    const counted = new CountedMesh(mesh);
    const mover = newMover();
    const frame = frameOn(counted);
    for (let i = 0; i < 2 * WARM_UP; i += 1) frame(mover, i);
    counted.queries = 0;
    for (let i = 0; i < FRAMES; i += 1) frame(mover, i);
    expect(counted.queries, name).toBeGreaterThan(2 * FRAMES);
    expect(bytes[name], name).toBeLessThan(PASSED * counted.queries + LARGEST);
  }
  mesh.dispose();
});
