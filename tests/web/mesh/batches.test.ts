/**
 * Large batches, which the package processes in a different order, have the results and errors of
 * single calls.
 */

import { init, SapwoodError, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { Matrix4, TorusKnotGeometry, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const COUNT = 600;

let mesh: TriangleMesh;
beforeAll(async () => {
  await init();
  mesh = new TriangleMesh({ geometry: new TorusKnotGeometry(4, 1.2, 400, 20) });
  expect(mesh.size).toBe(16_000);
});
afterAll(() => mesh.dispose());

const random = new Mulberry32(9);
const inside = (size: number) => [0, 0, 0].map(() => size * (2 * random.unit() - 1));
const many = (record: () => number[]) => Array.from({ length: COUNT }, record);

const transform = new Matrix4().makeRotationY(1).scale(new Vector3(2, 2, 2));
const poses = [
  ['without a transform', {}],
  ['with a transform', { transform }],
] as const;

describe.each(poses)('%s', (_, options) => {
  test('rays have the results of single calls', () => {
    const rays = many(() => [...inside(15), ...inside(1), random.unit() < 0.1 ? 12 : Infinity]);
    const batch = mesh.raycastMany(rays.flat(), { ...options, normals: true, uvs: true });
    let hits = 0;
    for (const [i, ray] of rays.entries()) {
      const [origin, direction] = [ray.slice(0, 3), ray.slice(3, 6)];
      const hit = mesh.raycast(origin, direction, { ...options, maxDistance: ray[6] });
      expect(batch.triangles[i]).toBe(hit?.triangle ?? -1);
      expect(batch.distances[i]).toBe(Math.fround(hit?.distance ?? Infinity));
      const normal = hit?.normal ?? [0, 0, 0];
      expect([...batch.normals.slice(3 * i, 3 * i + 3)]).toEqual(normal.map(Math.fround));
      const weights = [hit?.u ?? 0, hit?.v ?? 0];
      expect([...batch.uvs.slice(2 * i, 2 * i + 2)]).toEqual(weights.map(Math.fround));
      hits += hit === null ? 0 : 1;
    }
    expect(hits).toBeGreaterThan(COUNT / 20);
  });

  test('closest points have the results of single calls', () => {
    const points = many(() => inside(12));
    const all = { ...options, maxDistance: 9, normals: true, uvs: true } as const;
    const batch = mesh.closestPointMany(points.flat(), all);
    for (const [i, point] of points.entries()) {
      const found = mesh.closestPoint(point, { ...options, maxDistance: 9 });
      expect(batch.triangles[i]).toBe(found?.triangle ?? -1);
      expect(batch.distances[i]).toBe(Math.fround(found?.distance ?? Infinity));
      const at = found?.point ?? [0, 0, 0];
      expect([...batch.points.slice(3 * i, 3 * i + 3)]).toEqual(at.map(Math.fround));
      const normal = found?.normal ?? [0, 0, 0];
      expect([...batch.normals.slice(3 * i, 3 * i + 3)]).toEqual(normal.map(Math.fround));
      const weights = [found?.u ?? 0, found?.v ?? 0];
      expect([...batch.uvs.slice(2 * i, 2 * i + 2)]).toEqual(weights.map(Math.fround));
    }
  });

  test('moving spheres, capsules and points inside have the results of single calls', () => {
    const spheres = many(() => [...inside(12), 0.2, ...inside(10)]);
    const all = { ...options, normals: true } as const;
    const casts = mesh.castSphereMany(spheres.flat(), all);
    const capsules = spheres.map(([x, y, z, ...rest]) => [x, y, z, x, y, z + 1, ...rest]);
    const capsuleCasts = mesh.castCapsuleMany(capsules.flat(), all);
    const contained = mesh.containsMany(
      spheres.flatMap((sphere) => sphere.slice(0, 3)),
      options,
    );
    for (const [i, sphere] of spheres.entries()) {
      const center = sphere.slice(0, 3);
      const hit = mesh.castSphere(center, 0.2, sphere.slice(4), options);
      expect(casts.triangles[i]).toBe(hit?.triangle ?? -1);
      expect(casts.fractions[i]).toBe(Math.fround(hit?.fraction ?? Infinity));
      const normal = hit?.normal ?? [0, 0, 0];
      expect([...casts.normals.slice(3 * i, 3 * i + 3)]).toEqual(normal.map(Math.fround));
      const [x, y, z] = center;
      const touch = mesh.castCapsule(center, [x, y, z + 1], 0.2, sphere.slice(4), options);
      expect(capsuleCasts.triangles[i]).toBe(touch?.triangle ?? -1);
      expect(capsuleCasts.fractions[i]).toBe(Math.fround(touch?.fraction ?? Infinity));
      expect(contained[i]).toBe(mesh.contains(center, options) ? 1 : 0);
    }
  });

  test('an error names the first invalid record in the order of the caller', () => {
    const rays = many(() => [...inside(15), ...inside(1), Infinity]);
    for (const i of [137, 138, 500]) rays[i][4] = Number.NaN;
    const call = () => mesh.raycastMany(rays.flat(), options);
    expect(call).toThrow(SapwoodError);
    expect(call).toThrow('rays[137]');
    rays[137][4] = 1;
    expect(call).toThrow('rays[138]');
  });
});

test('an error of the transform does not name a record', () => {
  const sheared = new Matrix4().makeScale(1, 2, 1);
  const call = () => mesh.closestPointMany([1, 2, 3], { transform: sheared });
  expect(call).toThrow(expect.objectContaining({ code: 'unsupported' }));
});
