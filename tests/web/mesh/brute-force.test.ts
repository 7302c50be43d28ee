/**
 * Every query of a TriangleMesh, compared with brute-force tests of all triangles in double
 * precision. tests/cpp/mesh tests more meshes, both build methods and more transforms.
 */

import { ContactBuffer, init, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { ball, type Sample, samples, similarity, soup, sourceOf, trianglesOf } from './meshes.js';
import type { Triangle, Vec } from './oracle.js';
import * as oracle from './oracle.js';

beforeAll(() => init());

/** Maximum difference that rounding in double precision causes. */
const MARGIN = 1e-9;
const TRIALS = 12;

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

function pointIn(random: Mulberry32, size: number): number[] {
  return [random.unit(), random.unit(), random.unit()].map((value) => size * (2 * value - 1));
}

interface Case {
  readonly mesh: TriangleMesh;
  readonly triangles: readonly Triangle[];
  readonly options: { transform?: readonly number[] };
  readonly random: Mulberry32;
}

function onEach(sample: Sample, trial: (one: Case) => void): void {
  const mesh = new TriangleMesh({ ...sourceOf(sample), build: 'quality' });
  for (const transform of [undefined, similarity(6, 2.5)]) {
    const triangles = trianglesOf(sample, transform);
    const options = transform === undefined ? {} : { transform };
    const random = new Mulberry32(77);
    for (let i = 0; i < TRIALS; i += 1) trial({ mesh, triangles, options, random });
  }
  mesh.dispose();
}

/**
 * Requires all triangles that a volume touches when it is smaller by the margin. Accepts others
 * only if it touches them when it is larger by the margin.
 */
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

function expectVector(got: ArrayLike<number>, expected: Vec, digits: number): void {
  for (let axis = 0; axis < 3; axis += 1) expect(got[axis]).toBeCloseTo(expected[axis], digits);
}

const normalOf = ([a, b, c]: Triangle): Vec => {
  const normal = oracle.cross(oracle.sub(b, a), oracle.sub(c, a));
  return normal.map((value) => value / oracle.length(normal));
};

describe.each(samples)('of $name', (sample) => {
  test.each(['front', 'back', 'double'] as const)('rays hit the same triangles: %s', (side) => {
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const origin = pointIn(random, 12);
      const direction = oracle.sub(pointIn(random, 8), origin);
      const hits = triangles
        .flatMap((triangle, i) => {
          const hit = oracle.rayCrossing(origin, direction, triangle);
          return hit === undefined ? [] : [{ ...hit, i }];
        })
        .filter(({ front }) => side === 'double' || front === (side === 'front'))
        .sort((a, b) => a.distance - b.distance || a.i - b.i);
      const rayOptions = { ...options, side };
      const all = mesh.raycastAll(origin, direction, rayOptions);
      expect(all.length).toBe(hits.length);
      for (const [k, hit] of all.entries()) {
        expect(hit.distance).toBeCloseTo(hits[k].distance, 8);
        expect(hits.map(({ i }) => i)).toContain(hit.triangle);
      }
      const hit = mesh.raycast({ origin, direction }, rayOptions);
      expect(mesh.intersectsRay(origin, direction, rayOptions)).toBe(hits.length > 0);
      if (hits.length === 0) {
        expect(hit).toBeNull();
        return;
      }
      expect(hit).toEqual(all[0]);
      const { u, v, front } = hits.find(({ i }) => i === hit?.triangle)!;
      expect(hit?.u).toBeCloseTo(u, 7);
      expect(hit?.v).toBeCloseTo(v, 7);
      const normal = normalOf(triangles[hit!.triangle]);
      expectVector(hit!.normal, front ? normal : normal.map((value) => -value), 6);
      const near = mesh.raycast(origin, direction, {
        ...rayOptions,
        maxDistance: hits[0].distance * 0.99,
      });
      expect(near).toBeNull();
      const any = mesh.raycastMany([...origin, ...direction, Infinity], {
        ...rayOptions,
        any: true,
      });
      expect(hits.map(({ i }) => i)).toContain(any.triangles[0]);
    });
  });

  test('closest points are at the smallest distance of all triangles', () => {
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const point = pointIn(random, 15);
      const best = Math.min(...triangles.map((each) => oracle.onTriangle(point, each).distance));
      const found = mesh.closestPoint(point, options);
      if (triangles.length === 0) {
        expect(found).toBeNull();
        return;
      }
      expect(found!.distance).toBeCloseTo(best, 8);
      const own = oracle.onTriangle(point, triangles[found!.triangle]);
      expect(own.distance).toBeCloseTo(best, 8);
      expectVector(found!.point, own.point, 5);
      const [a, b, c] = triangles[found!.triangle];
      const { u, v } = found!;
      const mixed = [0, 1, 2].map((axis) => (1 - u - v) * a[axis] + u * b[axis] + v * c[axis]);
      expectVector(mixed, found!.point, 5);
      expect(found!.normal.every(Number.isFinite)).toBe(true);
      expect(mesh.closestPoint(point, { ...options, maxDistance: best * 0.99 })).toBeNull();
    });
  });

  test('spheres, capsules and segments touch the same triangles', () => {
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const [a, b] = [pointIn(random, 10), pointIn(random, 10)];
      const radius = 4 * random.unit();
      const near = (p: Vec, q: Vec, reach: number) => (i: number, margin: number) =>
        oracle.fromSegment(p, q, triangles[i]).distance <= reach + margin;
      const { length } = triangles;
      const inSphere = mesh.querySphere({ center: a, radius }, options);
      expectBetween(inSphere, near(a, a, radius), length);
      expect(mesh.overlapsSphere(a, radius, options)).toBe(inSphere.length > 0);
      const inCapsule = mesh.queryCapsule(a, b, radius, options);
      expectBetween(inCapsule, near(a, b, radius), length);
      expect(mesh.overlapsCapsule(a, b, radius, options)).toBe(inCapsule.length > 0);
      const onSegment = mesh.querySegment(a, b, options);
      const crossed = triangles.flatMap((each, i) =>
        oracle.crossing(a, b, each) === undefined ? [] : [i],
      );
      expect(sorted(onSegment)).toEqual(crossed);
    });
  });

  test('boxes and convex regions touch the same triangles', () => {
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const [p, q] = [pointIn(random, 12), pointIn(random, 12)];
      const low = p.map((value, axis) => Math.min(value, q[axis]));
      const high = p.map((value, axis) => Math.max(value, q[axis]));
      const box = [...low, ...high];
      const inside = (planes: readonly oracle.Plane[]) => (i: number, margin: number) =>
        oracle.insideOf(triangles[i], planes, margin);
      const inBox = mesh.queryBox(box, options);
      expectBetween(inBox, inside(oracle.planesOfBox(box)), triangles.length);
      expect(mesh.overlaps({ min: low, max: high }, options)).toBe(inBox.length > 0);
      const planes = Array.from({ length: 5 }, () => ({
        normal: pointIn(random, 1),
        constant: 4 * random.unit(),
      }));
      const inConvex = mesh.queryConvex(planes, options);
      expectBetween(inConvex, inside(planes), triangles.length);
      const flat = planes.flatMap(({ normal, constant }) => [...normal, constant]);
      expect([...mesh.queryConvex(flat, options)]).toEqual([...inConvex]);
      const six = oracle.planesOfBox(box);
      expectBetween(mesh.queryFrustum({ planes: six }, options), inside(six), triangles.length);
    });
  });

  test('casts touch after the same fraction', () => {
    const buffer = new ContactBuffer(4);
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const [a, b] = [pointIn(random, 12), pointIn(random, 12)];
      const end = [a[0] + random.unit(), a[1] + random.unit(), a[2] - 2 * random.unit()];
      const radius = 0.2 + 2 * random.unit();
      const displacement = oracle.sub(b, a);
      for (const q of [a, end]) {
        const touches = triangles.map((each) =>
          oracle.firstTouch(a, q, radius, displacement, each),
        );
        const best = Math.min(...touches.map((touch) => touch ?? Infinity));
        const isSphere = q === a;
        const hit = isSphere
          ? mesh.castSphere(a, radius, displacement, options)
          : mesh.castCapsule(a, q, radius, displacement, options);
        const fraction = isSphere
          ? mesh.castSphereInto(a, radius, displacement, buffer, options)
          : mesh.castCapsuleInto(a, q, radius, displacement, buffer, options);
        if (hit === null || best > 1) {
          expect(Math.min(best, 1)).toBeCloseTo(hit?.fraction ?? 1, 6);
          expect(fraction).toBe(hit?.fraction ?? Infinity);
          expect(buffer.count).toBe(hit === null ? 0 : 1);
          continue;
        }
        expect(hit.fraction).toBeCloseTo(best, 6);
        expect(touches[hit.triangle]).toBeCloseTo(best, 6);
        expect(fraction).toBe(hit.fraction);
        expect(oracle.onTriangle(hit.point, triangles[hit.triangle]).distance).toBeLessThan(1e-6);
        expect(oracle.length(hit.normal)).toBeCloseTo(1, 9);
        expect(buffer.count).toBe(1);
        expect(buffer.ids[0]).toBe(hit.triangle);
        expect(buffer.depths[0]).toBe(0);
        expect([...buffer.normals.subarray(0, 3)]).toEqual(hit.normal.map(Math.fround));
        expect([...buffer.points.subarray(0, 3)]).toEqual(hit.point.map(Math.fround));
      }
    });
  });

  test('contacts separate the shape from each triangle that it touches', () => {
    const buffer = new ContactBuffer(1000);
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const [a, b] = [pointIn(random, 8), pointIn(random, 8)];
      const radius = 1 + 2 * random.unit();
      for (const q of [a, b]) {
        const found =
          q === a
            ? mesh.collideSphere(a, radius, options)
            : mesh.collideCapsule(a, q, radius, options);
        const near = (i: number, margin: number) =>
          oracle.fromSegment(a, q, triangles[i]).distance <= radius + margin;
        expectBetween(found.triangles, near, triangles.length);
        expect([...found.triangles]).toEqual(sorted(found.triangles));
        const count =
          q === a
            ? mesh.collideSphereInto(a, radius, buffer, options)
            : mesh.collideCapsuleInto(a, q, radius, buffer, options);
        expect([count, buffer.count]).toEqual([found.count, found.count]);
        expect([...buffer.ids.subarray(0, count)]).toEqual([...found.triangles]);
        expect([...buffer.normals.subarray(0, 3 * count)]).toEqual([...found.normals]);
        expect([...buffer.depths.subarray(0, count)]).toEqual([...found.depths]);
        expect([...buffer.points.subarray(0, 3 * count)]).toEqual([...found.points]);
        for (const [k, i] of found.triangles.entries()) {
          const normal = [...found.normals.subarray(3 * k, 3 * k + 3)];
          const depth = found.depths[k];
          expect(oracle.length(normal)).toBeCloseTo(1, 5);
          const after = (t: number) =>
            oracle.fromSegment(oracle.along(a, normal, t), oracle.along(q, normal, t), triangles[i])
              .distance;
          expect(after(depth)).toBeGreaterThan(radius - 1e-4);
        }
      }
    });
  });

  test('pairs of two meshes are the intersecting triangles', () => {
    const other = soup(200, 3, 21);
    const second = new TriangleMesh(sourceOf(other));
    const mesh = new TriangleMesh(sourceOf(sample));
    for (const [transform, otherTransform] of [
      [undefined, undefined],
      [undefined, similarity(8, 0.7)],
      [similarity(9, 1.5), similarity(10, 1)],
    ] as const) {
      const [mine, theirs] = [trianglesOf(sample, transform), trianglesOf(other, otherTransform)];
      const expected = mine.flatMap((a, i) =>
        theirs.flatMap((b, k) => (oracle.trianglesMeet(a, b) ? [[i, k]] : [])),
      );
      const poses = {
        ...(transform && { transform }),
        ...(otherTransform && { otherTransform }),
      };
      const pairs = mesh.pairsWith(second, poses);
      expect([...pairs]).toEqual(expected.flat());
      if (transform === undefined && otherTransform !== undefined) {
        expect([...mesh.pairsWith(second, otherTransform)]).toEqual([...pairs]);
      }
    }
    mesh.dispose();
    second.dispose();
  });

  test('a deserialized mesh has the same bounds, sizes and results', () => {
    const mesh = new TriangleMesh(sourceOf(sample));
    const copy = TriangleMesh.deserialize(mesh.serialize());
    const { positions } = sample;
    const corners = [0, 1, 2].map((axis) => positions.filter((_, i) => i % 3 === axis));
    expect([...mesh.bounds]).toEqual([
      ...corners.map((values) => Math.min(...values)),
      ...corners.map((values) => Math.max(...values)),
    ]);
    for (const one of [mesh, copy]) {
      expect(one.size).toBe((sample.indices ?? positions).length / (sample.indices ? 3 : 9));
      expect(one.vertexCount).toBe(positions.length / 3);
      expect(one.dimensions).toBe(3);
    }
    const random = new Mulberry32(3);
    for (let i = 0; i < TRIALS; i += 1) {
      const [origin, target] = [pointIn(random, 12), pointIn(random, 12)];
      const direction = oracle.sub(target, origin);
      expect(copy.raycast(origin, direction)).toEqual(mesh.raycast(origin, direction));
    }
    mesh.dispose();
    copy.dispose();
  });
});

describe('a closed mesh', () => {
  const sample = ball(12, Uint16Array);

  test('contains the points that it surrounds', () => {
    let inside = 0;
    onEach(sample, ({ mesh, triangles, options, random }) => {
      const point = pointIn(random, 8);
      const expected = oracle.windings(point, triangles) !== 0;
      expect(mesh.contains(point, options)).toBe(expected);
      expect([...mesh.containsMany([...point, ...point], options)]).toEqual(
        expected ? [1, 1] : [0, 0],
      );
      inside += expected ? 1 : 0;
    });
    expect(inside).toBeGreaterThan(10);
  });
});

describe('moved vertices', () => {
  const [, sample] = samples;
  const mesh = (positions: Float32Array) => new TriangleMesh({ positions });

  test('have the results of a new mesh', () => {
    const one = mesh(sample.positions);
    const later = sample.positions.map((value, i) => value + Math.sin(i));
    const range = sample.positions.slice();
    range.set(later.subarray(90, 300), 90);
    for (const [positions, update] of [
      [later, () => one.update(later)],
      [sample.positions, () => one.update(Array.from(sample.positions))],
      [range, () => one.updateRange(30, 70, later)],
    ] as const) {
      update();
      const fresh = mesh(positions);
      expect([...one.bounds]).toEqual([...fresh.bounds]);
      const random = new Mulberry32(12);
      for (let i = 0; i < TRIALS; i += 1) {
        const point = pointIn(random, 12);
        expect(one.closestPoint(point)).toEqual(fresh.closestPoint(point));
        expect(sorted(one.querySphere(point, 3))).toEqual(sorted(fresh.querySphere(point, 3)));
      }
      fresh.dispose();
    }
    one.dispose();
  });
});
