/**
 * Queries of random meshes, compared with brute-force tests of all triangles in double precision.
 */

import { init, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { beforeAll, expect, test } from 'vitest';
import { degenerate, type Sample, soup, trianglesOf } from '../../web/mesh/meshes.js';
import * as oracle from '../../web/mesh/oracle.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';

beforeAll(() => init());

const QUERIES = 20;

/** Returns triangles with integer coordinates, many of which touch, overlap or have no area. */
function lattice(count: number, random: Mulberry32): Sample {
  const positions = Float32Array.from(
    { length: 9 * count },
    () => Math.floor(9 * random.unit()) - 4,
  );
  return { name: `${count} triangles on a lattice`, positions };
}

function someMesh(random: Mulberry32): { sample: Sample; size: number; center: number[] } {
  const count = Math.floor(random.unit() ** 2 * 400);
  const kind = Math.floor(3 * random.unit());
  const made = [
    () => soup(count, 6 * random.unit(), Math.floor(1e9 * random.unit())),
    () => degenerate(count, Math.floor(1e9 * random.unit())),
    () => lattice(count, random),
  ][kind]();
  const scale = 10 ** Math.round(8 * random.unit() - 4);
  const center = [0, 1, 2].map(() => (random.unit() < 0.5 ? 0 : 50 * scale * random.unit()));
  const positions = made.positions.map((value, i) => value * scale + center[i % 3]);
  return { sample: { ...made, positions }, size: 12 * scale, center };
}

const rounded = (values: readonly number[]) => values.map(Math.fround);

function tryMesh(random: Mulberry32): number {
  const { center, sample, size } = someMesh(random);
  const mesh = new TriangleMesh({
    positions: sample.positions,
    build: random.unit() < 0.5 ? 'fast' : 'quality',
  });
  if (random.unit() < 0.3) {
    for (let i = 0; i < sample.positions.length; i += 1) {
      sample.positions[i] += 0.02 * size * (random.unit() - 0.5);
    }
    mesh.update(sample.positions);
  }
  const triangles = trianglesOf(sample);
  // bound of the coordinates; rounding errors are proportional to it
  const largest = size + Math.max(...center);
  const margin = 1e-9 * largest;
  const point = () =>
    rounded(center.map((at) => at + (random.unit() < 0.2 ? 0 : size * (2 * random.unit() - 1))));
  for (let i = 0; i < QUERIES; i += 1) {
    const [a, b] = [point(), point()];
    const radius = Math.fround(0.4 * size * random.unit());
    const near = triangles.map((each) => oracle.fromSegment(a, b, each).distance);
    const found = new Set(mesh.queryCapsule(a, b, radius));
    near.forEach((distance, k) => {
      if (distance < radius - margin) expect(found).toContain(k);
      if (distance > radius + margin) expect(found).not.toContain(k);
    });
    expect(mesh.overlapsCapsule(a, b, radius)).toBe(found.size > 0);
    const closest = mesh.closestPoint(a);
    const minDistance = Math.min(...triangles.map((each) => oracle.onTriangle(a, each).distance));
    expect(
      Math.abs((closest?.distance ?? Infinity) - minDistance) <= margin || closest === null,
    ).toBe(true);
    expect(closest === null).toBe(triangles.length === 0);
    tryRay(mesh, triangles, { a, b, margin });
    const translation = oracle.sub(b, a);
    const hit = mesh.castSphere(a, radius, translation);
    const first = Math.min(
      ...triangles.map((each) => oracle.firstTouch(a, a, radius, translation, each) ?? Infinity),
    );
    const length = oracle.length(translation);
    if (hit === null) expect(first > 1 || (1 - first) * length < 1e-4 * largest).toBe(true);
    else expect(Math.abs(hit.fraction - Math.min(first, 1)) * length).toBeLessThan(1e-4 * largest);
  }
  mesh.dispose();
  return 6 * QUERIES;
}

interface Ends {
  readonly a: oracle.Vec;
  readonly b: oracle.Vec;
  readonly margin: number;
}

/**
 * Compares a ray cast with the oracle. If the ray meets an edge of a triangle, a hit and a miss are
 * both accepted, because rounding decides.
 */
function tryRay(mesh: TriangleMesh, triangles: readonly oracle.Triangle[], ends: Ends): void {
  const { a, b, margin } = ends;
  const direction = rounded(oracle.sub(b, a) as number[]);
  if (direction.every((part) => part === 0)) return;
  const hit = mesh.raycast(a, direction);
  const crossings = triangles.map((each) => oracle.rayCrossing(a, direction, each));
  const isInside = ({ u, v }: oracle.RayCrossing) =>
    Math.min(u, v, 1 - u - v) > 1e-6 && Number.isFinite(u + v);
  const sure = Math.min(
    ...crossings.map((each) => (each && isInside(each) ? each.distance : Infinity)),
  );
  expect((hit?.distance ?? Infinity) <= sure + margin).toBe(true);
  expect(mesh.intersectsRay(a, direction)).toBe(hit !== null);
  if (hit === null) return;
  const at = oracle.along(a, direction, hit.distance / oracle.length(direction));
  expect(oracle.onTriangle(at, triangles[hit.triangle]).distance).toBeLessThanOrEqual(10 * margin);
}

test('queries of random meshes equal tests of all triangles', async () => {
  let operations = 0;
  await roundsFor(1, (round) => {
    const ours = seed * 100_003 + round;
    try {
      operations += tryMesh(new Mulberry32(ours));
    } catch (error) {
      addFigures({ operations, faults: 1 });
      throw new Error(`mesh of seed ${ours}`, { cause: error });
    }
  });
  addFigures({ operations, faults: 0 });
});
