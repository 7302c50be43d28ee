/**
 * Queries of a SegmentMesh, compared with brute-force tests of all segments in double precision.
 */

import { ContactBuffer, init, SegmentMesh } from 'sapwood/2d/mesh';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { sourceOf } from './meshes.js';
import type { Triangle, Vec } from './oracle.js';
import * as oracle from './oracle.js';

beforeAll(() => init());

const MARGIN = 1e-9;
const TRIALS = 25;

/** Returns a segment as a triangle without area for the oracle. */
const flat = (a: Vec, b: Vec): Triangle => [
  [a[0], a[1], 0],
  [b[0], b[1], 0],
  [b[0], b[1], 0],
];
const lift = (p: Vec): Vec => [p[0], p[1], 0];

interface Sample {
  readonly name: string;
  readonly positions: Float32Array;
  readonly indices?: Uint16Array;
}

function soup(count: number, size: number, seed: number): Sample {
  const random = new Mulberry32(seed);
  const positions = new Float32Array(4 * count);
  for (let i = 0; i < count; i += 1) {
    const center = [random.unit(), random.unit()].map((value) => 20 * value - 10);
    for (let k = 0; k < 4; k += 1)
      positions[4 * i + k] = center[k % 2] + size * (random.unit() - 0.5);
    if (i % 6 === 5) positions.copyWithin(4 * i + 2, 4 * i, 4 * i + 2); // a point
    if (i % 9 === 8) positions.copyWithin(4 * i, 4 * i - 4, 4 * i); // a copy
  }
  return { name: `${count} segments`, positions };
}

/** Closed counterclockwise outline of a star. */
function star(count: number): Sample {
  const vertex = (i: number) => {
    const [angle, radius] = [(2 * Math.PI * i) / count, i % 2 === 0 ? 8 : 3];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  return {
    name: `a star of ${count} segments`,
    positions: Float32Array.from(Array.from({ length: count }, (_, i) => vertex(i)).flat()),
    indices: Uint16Array.from({ length: 2 * count }, (_, i) => ((i + 1) >> 1) % count),
  };
}

const samples = [soup(0, 1, 1), soup(60, 5, 9), star(40)];

/** Returns a column-major matrix of 9 numbers that rotates, scales and translates. */
function similarity(angle: number, scale: number, x: number, y: number): number[] {
  const [c, s] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return [c, s, 0, -s, c, 0, x, y, 1];
}
const moved = (m: readonly number[], [x, y]: Vec): Vec => [
  m[0] * x + m[3] * y + m[6],
  m[1] * x + m[4] * y + m[7],
];

function segmentsOf({ positions, indices }: Sample, matrix?: readonly number[]): [Vec, Vec][] {
  const numbers = indices ?? Uint16Array.from({ length: positions.length / 2 }, (_, i) => i);
  const vertex = (i: number): Vec => {
    const at = Array.from(positions.subarray(2 * i, 2 * i + 2));
    return matrix === undefined ? at : moved(matrix, at);
  };
  return Array.from({ length: numbers.length / 2 }, (_, i) => [
    vertex(numbers[2 * i]),
    vertex(numbers[2 * i + 1]),
  ]);
}

const cross = (a: Vec, b: Vec) => a[0] * b[1] - a[1] * b[0];
const less = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1]];

/** Returns the distance along a ray to a segment, and the fraction of the segment at the hit. */
function rayCrossing(origin: Vec, direction: Vec, [a, b]: [Vec, Vec]) {
  const segment = less(b, a);
  const determinant = cross(direction, segment);
  if (determinant === 0) return undefined;
  const t = cross(less(a, origin), segment) / determinant;
  const u = cross(less(a, origin), direction) / determinant;
  const distance = t * Math.hypot(direction[0], direction[1]);
  // the front side of a segment is on its right
  return t < 0 || u < 0 || u > 1 ? undefined : { distance, u, front: determinant < 0 };
}

interface Case {
  readonly mesh: SegmentMesh;
  readonly segments: readonly [Vec, Vec][];
  readonly options: { transform?: readonly number[] };
  readonly random: Mulberry32;
}

function onEach(sample: Sample, trial: (one: Case) => void): void {
  const mesh = new SegmentMesh({ ...sourceOf(sample), build: 'quality' });
  for (const transform of [undefined, similarity(4, 0.3, -1, 1)]) {
    const options = transform === undefined ? {} : { transform };
    const random = new Mulberry32(5);
    const segments = segmentsOf(sample, transform);
    for (let i = 0; i < TRIALS; i += 1) trial({ mesh, segments, options, random });
  }
  mesh.dispose();
}

const pointIn = (random: Mulberry32, size: number) =>
  [random.unit(), random.unit()].map((value) => size * (2 * value - 1));

function expectBetween(
  ids: ArrayLike<number>,
  touches: (i: number, margin: number) => boolean,
  count: number,
): void {
  const found = new Set(Array.from(ids));
  expect(found.size).toBe(ids.length);
  for (let i = 0; i < count; i += 1) {
    if (touches(i, -MARGIN)) expect(found).toContain(i);
    if (found.has(i)) expect(touches(i, MARGIN)).toBe(true);
  }
}

describe.each(samples)('of $name', (sample) => {
  test.each(['front', 'back', 'double'] as const)('rays hit the same segments: %s', (side) => {
    onEach(sample, ({ mesh, segments, options, random }) => {
      const [origin, target] = [pointIn(random, 12), pointIn(random, 9)];
      const direction = less(target, origin);
      const hits = segments
        .flatMap((segment, i) => {
          const hit = rayCrossing(origin, direction, segment);
          return hit === undefined ? [] : [{ ...hit, i }];
        })
        .filter(({ front }) => side === 'double' || front === (side === 'front'))
        .sort((a, b) => a.distance - b.distance || a.i - b.i);
      const rayOptions = { ...options, side };
      const all = mesh.raycastAll(origin, direction, rayOptions);
      expect(all.map(({ segment }) => segment)).toEqual(hits.map(({ i }) => i));
      const hit = mesh.raycast(origin, direction, rayOptions);
      expect(mesh.intersectsRay({ origin, direction }, rayOptions)).toBe(hits.length > 0);
      expect(hit).toEqual(all[0] ?? null);
      for (const [k, { distance, u, normal }] of all.entries()) {
        expect(distance).toBeCloseTo(hits[k].distance, 8);
        expect(u).toBeCloseTo(hits[k].u, 7);
        const along = less(segments[hits[k].i][1], segments[hits[k].i][0]);
        const sign = (hits[k].front ? 1 : -1) / Math.hypot(along[0], along[1]);
        expect(normal[0]).toBeCloseTo(along[1] * sign, 6);
        expect(normal[1]).toBeCloseTo(-along[0] * sign, 6);
      }
      const batch = mesh.raycastMany([...origin, ...direction, Infinity], {
        ...rayOptions,
        normals: true,
        uvs: true,
      });
      expect([...batch.segments]).toEqual([hit?.segment ?? -1]);
      expect([...batch.distances]).toEqual([Math.fround(hit?.distance ?? Infinity)]);
      expect([...batch.normals]).toEqual((hit?.normal ?? [0, 0]).map(Math.fround));
      expect([...batch.uvs]).toEqual([Math.fround(hit?.u ?? 0)]);
    });
  });

  test('closest points and overlaps agree with the distances of all segments', () => {
    const buffer = new ContactBuffer(400);
    onEach(sample, ({ mesh, segments, options, random }) => {
      const [a, b] = [pointIn(random, 10), pointIn(random, 10)];
      const radius = 2 * random.unit();
      const distance = (i: number, q = a) =>
        oracle.fromSegment(lift(a), lift(q), flat(...segments[i])).distance;
      const pathDistance = (i: number, q: Vec) => {
        const t = rayCrossing(a, less(q, a), segments[i])?.distance;
        return t !== undefined && t <= Math.hypot(...less(q, a)) ? 0 : distance(i, [...q]);
      };
      const closest = mesh.closestPoint(a, options);
      const best = Math.min(...segments.map((_, i) => distance(i)));
      expect(closest?.distance ?? Infinity).toBeCloseTo(best, 8);
      const batch = mesh.closestPointMany(a, options);
      expect([...batch.segments]).toEqual([closest?.segment ?? -1]);
      expect([...batch.points]).toEqual((closest?.point ?? [0, 0]).map(Math.fround));
      const near = (i: number, margin: number) => distance(i) <= radius + margin;
      expectBetween(mesh.querySphere(a, radius, options), near, segments.length);
      const along = (i: number, margin: number) => pathDistance(i, b) <= radius + margin;
      const inCapsule = mesh.queryCapsule(a, b, radius, options);
      expectBetween(inCapsule, along, segments.length);
      expect(mesh.overlapsCapsule(a, b, radius, options)).toBe(inCapsule.length > 0);
      const crossed = segments.flatMap((_, i) => (pathDistance(i, b) < 1e-12 ? [i] : []));
      expect([...mesh.querySegment(a, b, options)].sort((x, y) => x - y)).toEqual(crossed);
      const contacts = mesh.collideSphere(a, radius, options);
      expectBetween(contacts.segments, near, segments.length);
      const count = mesh.collideSphereInto(a, radius, buffer, options);
      expect([...buffer.ids.subarray(0, count)]).toEqual([...contacts.segments]);
      for (const [k, i] of contacts.segments.entries()) {
        expect(contacts.depths[k]).toBeCloseTo(radius - distance(i), 5);
      }
    });
  });

  test('boxes touch the same segments', () => {
    onEach(sample, ({ mesh, segments, options, random }) => {
      const [p, q] = [pointIn(random, 12), pointIn(random, 12)];
      const low = [Math.min(p[0], q[0]), Math.min(p[1], q[1])];
      const high = [Math.max(p[0], q[0]), Math.max(p[1], q[1])];
      const planes = oracle.planesOfBox([...low, -1, ...high, 1]);
      const inside = (i: number, margin: number) =>
        oracle.insideOf(flat(...segments[i]), planes, margin);
      const found = mesh.queryBox([...low, ...high], options);
      expectBetween(found, inside, segments.length);
      expect(mesh.overlaps([...low, ...high], options)).toBe(found.length > 0);
      const sides = [1, 0, -low[0], 0, 1, -low[1], -1, 0, high[0], 0, -1, high[1]];
      expectBetween(mesh.queryConvex(sides, options), inside, segments.length);
    });
  });

  test('casts touch after the same fraction', () => {
    const buffer = new ContactBuffer(1);
    onEach(sample, ({ mesh, segments, options, random }) => {
      const [a, b] = [pointIn(random, 12), pointIn(random, 12)];
      const radius = 0.1 + random.unit();
      const displacement = less(b, a);
      const touches = segments.map((segment) =>
        oracle.firstTouch(lift(a), lift(a), radius, lift(displacement), flat(...segment)),
      );
      const best = Math.min(...touches.map((touch) => touch ?? Infinity));
      const hit = mesh.castSphere(a, radius, displacement, options);
      expect(hit?.fraction ?? Infinity).toBeCloseTo(best, 6);
      expect(mesh.castSphereInto(a, radius, displacement, buffer, options)).toBe(
        hit?.fraction ?? Infinity,
      );
      expect(mesh.castCapsule(a, a, radius, displacement, options)).toEqual(hit);
      const batch = mesh.castSphereMany([...a, radius, ...displacement], options);
      expect([...batch.segments]).toEqual([hit?.segment ?? -1]);
    });
  });

  test('pairs of two meshes are the intersecting segments', () => {
    const other = star(20);
    const [mesh, second] = [new SegmentMesh(sourceOf(sample)), new SegmentMesh(sourceOf(other))];
    const pose = similarity(0.7, 1.1, 0.5, -0.25);
    const intersects = ([a, b]: [Vec, Vec], segment: [Vec, Vec]) => {
      const length = Math.hypot(...less(b, a));
      const hit = length === 0 ? undefined : rayCrossing(a, less(b, a), segment);
      return hit !== undefined && hit.distance <= length;
    };
    const theirs = segmentsOf(other, pose);
    const expected = segmentsOf(sample).flatMap((mine, i) =>
      theirs.flatMap((their, k) => (intersects(mine, their) ? [[i, k]] : [])),
    );
    expect([...mesh.pairsWith(second, pose)]).toEqual(expected.flat());
    mesh.dispose();
    second.dispose();
  });
});

test('a closed outline contains the points that it surrounds', () => {
  const sample = star(40);
  onEach(sample, ({ mesh, segments, options, random }) => {
    const point = pointIn(random, 9);
    const turns = segments.reduce((sum, [a, b]) => {
      const [p, q] = [less(a, point), less(b, point)];
      return sum + Math.atan2(cross(p, q), p[0] * q[0] + p[1] * q[1]);
    }, 0);
    const inside = Math.round(turns / (2 * Math.PI)) !== 0;
    expect(mesh.contains(point, options)).toBe(inside);
    expect([...mesh.containsMany(point, options)]).toEqual([inside ? 1 : 0]);
  });
});

test('a deserialized mesh of segments has the same bounds, and updates move it', () => {
  const sample = star(30);
  const mesh = new SegmentMesh(sourceOf(sample));
  const copy = SegmentMesh.deserialize(mesh.serialize());
  expect([copy.size, copy.vertexCount, copy.dimensions]).toEqual([30, 30, 2]);
  expect([...copy.bounds]).toEqual([...mesh.bounds]);
  copy.update(sample.positions.map((value) => 2 * value));
  expect([...copy.bounds]).toEqual([...mesh.bounds].map((value) => 2 * value));
  copy.updateRange(3, 4, sample.positions);
  expect(copy.closestPoint(sample.positions.subarray(8, 10))?.distance).toBe(0);
  mesh.dispose();
  copy.dispose();
});
