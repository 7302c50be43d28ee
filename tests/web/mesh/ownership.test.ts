/** Memory of meshes: copies of arguments, disposal, and arguments that run code of the caller. */

import { ContactBuffer, heapInUse, init, SapwoodError, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { Matrix4, Vector3 } from 'three';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ball, degenerate, soup, sourceOf } from './meshes.js';

beforeAll(() => init());

const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0];

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof SapwoodError) return error.code;
    throw error;
  }
  return 'none';
}

describe('disposal', () => {
  test('frees all memory, and a second call does nothing', () => {
    const first = new TriangleMesh({ positions: CORNERS });
    first.dispose();
    const before = heapInUse();
    for (let i = 0; i < 20; i += 1) {
      const mesh = new TriangleMesh(sourceOf(soup(2000, 1, i)));
      mesh.queryBox([-10, -10, -10, 10, 10, 10]);
      mesh.dispose();
      mesh.dispose();
    }
    expect(heapInUse()).toBe(before);
  });

  test('every later call throws', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    const other = new TriangleMesh({ positions: CORNERS });
    const contacts = new ContactBuffer(1);
    mesh.dispose();
    const [p, q] = [
      [0, 0, 0],
      [0, 0, 1],
    ];
    const calls: (() => unknown)[] = [
      () => mesh.size,
      () => mesh.vertexCount,
      () => mesh.byteLength,
      () => mesh.bounds,
      () => mesh.update(CORNERS),
      () => mesh.updateRange(0, 1, CORNERS),
      () => mesh.raycast(p, q),
      () => mesh.raycastAll(p, q),
      () => mesh.raycastMany([]),
      () => mesh.intersectsRay(p, q),
      () => mesh.closestPoint(p),
      () => mesh.closestPointMany([]),
      () => mesh.contains(p),
      () => mesh.containsMany([]),
      () => mesh.queryBox([0, 0, 0, 1, 1, 1]),
      () => mesh.querySphere(p, 1),
      () => mesh.queryCapsule(p, q, 1),
      () => mesh.querySegment(p, q),
      () => mesh.queryConvex([{ normal: q, constant: 1 }]),
      () => mesh.queryFrustum(new Float32Array(24)),
      () => mesh.overlaps([0, 0, 0, 1, 1, 1]),
      () => mesh.overlapsSphere(p, 1),
      () => mesh.overlapsCapsule(p, q, 1),
      () => mesh.castSphere(p, 1, q),
      () => mesh.castCapsule(p, q, 1, q),
      () => mesh.castSphereInto(p, 1, q, contacts),
      () => mesh.castCapsuleInto(p, q, 1, q, contacts),
      () => mesh.castSphereMany([]),
      () => mesh.castCapsuleMany([]),
      () => mesh.collideSphere(p, 1),
      () => mesh.collideCapsule(p, q, 1),
      () => mesh.collideSphereInto(p, 1, contacts),
      () => mesh.collideCapsuleInto(p, q, 1, contacts),
      () => mesh.pairsWith(other),
      () => other.pairsWith(mesh),
      () => mesh.serialize(),
    ];
    for (const call of calls) expect(codeOf(call), String(call)).toBe('disposed');
    other.dispose();
  });

  test('an unreachable mesh is freed by the host', async () => {
    const before = heapInUse();
    (() => new TriangleMesh(sourceOf(soup(5000, 1, 3))).size)();
    expect(heapInUse()).toBeGreaterThan(before + 100_000);
    for (let i = 0; i < 50 && heapInUse() > before + 100_000; i += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(heapInUse()).toBeLessThan(before + 100_000);
  });

  test.skipIf(typeof Symbol.dispose !== 'symbol')('`using` disposes a mesh', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    mesh[Symbol.dispose]();
    expect(codeOf(() => mesh.size)).toBe('disposed');
  });
});

describe('after an error', () => {
  test.each([
    [
      'a number that is not finite',
      (mesh: TriangleMesh) => mesh.update([...CORNERS.slice(1), Number.NaN]),
    ],
    ['too few vertices', (mesh: TriangleMesh) => mesh.update([])],
    ['a range beyond the end', (mesh: TriangleMesh) => mesh.updateRange(2, 5, CORNERS)],
    [
      'a number out of range',
      (mesh: TriangleMesh) => mesh.updateRange(0, 2, [0, 0, 9, 0, 0, 1e19, 0, 0, 0]),
    ],
  ])('the mesh is unchanged: %s', (_, change) => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    expect(codeOf(() => change(mesh))).toBe('invalid-argument');
    expect([...mesh.bounds]).toEqual([0, 0, 0, 1, 1, 0]);
    expect(mesh.raycast([0.2, 0.2, 1], [0, 0, -1])?.distance).toBe(1);
    mesh.dispose();
  });

  test('a failed construction frees its memory', () => {
    new TriangleMesh({ positions: CORNERS }).dispose();
    const before = heapInUse();
    for (let i = 0; i < 10; i += 1) {
      expect(codeOf(() => new TriangleMesh({ positions: CORNERS, indices: [0, 1, 9] }))).toBe(
        'invalid-argument',
      );
    }
    new TriangleMesh({ positions: CORNERS }).dispose();
    expect(heapInUse()).toBe(before);
  });

  test('a count or a length beyond the data is rejected', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    const attribute = { array: new Float32Array(3), itemSize: 3, count: 2 ** 28 };
    expect(codeOf(() => new TriangleMesh({ positions: attribute }))).toBe('invalid-argument');
    expect(codeOf(() => new TriangleMesh({ positions: { length: 2 ** 31 } }))).toBe(
      'invalid-argument',
    );
    expect(mesh.contains([0.2, 0.2, 0])).toBe(true);
    mesh.dispose();
  });
});

describe('bytes', () => {
  test('damaged bytes are rejected', () => {
    const mesh = new TriangleMesh(sourceOf(degenerate(40, 2)));
    const bytes = mesh.serialize();
    const random = new Mulberry32(9);
    for (let i = 0; i < 300; i += 1) {
      const damaged = bytes.slice(0, i % 3 === 0 ? random.below(bytes.length) : undefined);
      damaged[random.below(damaged.length)] ^= 1 << random.below(8);
      expect(codeOf(() => TriangleMesh.deserialize(damaged).dispose())).toBe('bad-data');
    }
    const copy = TriangleMesh.deserialize(bytes.buffer);
    expect(copy.size).toBe(mesh.size);
    copy.dispose();
    mesh.dispose();
  });
});

describe('growth of memory', () => {
  test('during a call keeps its arguments and results', () => {
    const small = new TriangleMesh(sourceOf(ball(10, Uint16Array)));
    const expected = small.raycast([0, 0, 9], [0, 0, -1]);
    const kept: TriangleMesh[] = [];
    for (let i = 0; i < 6; i += 1) {
      // each mesh is larger than all memory that was allocated before
      kept.push(new TriangleMesh(sourceOf(soup(20_000 * 2 ** i, 0.1, i))));
      expect(small.raycast([0, 0, 9], [0, 0, -1])).toEqual(expected);
      expect(small.queryBox([-9, -9, -9, 9, 9, 9]).length).toBe(small.size);
    }
    const rays = Array.from({ length: 200_000 }, () => [0, 0, 9, 0, 0, -1, 99]).flat();
    const { triangles, normals } = small.raycastMany(rays, { normals: true });
    expect(new Set(triangles)).toEqual(new Set([expected!.triangle]));
    expect(normals[3 * 199_999 + 2]).toBe(Math.fround(expected!.normal[2]));
    for (const mesh of kept) mesh.dispose();
    small.dispose();
  });
});

describe('arguments that run code', () => {
  test('may use the mesh while they are read', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    const origin = {
      get x() {
        mesh.raycast([5, 5, 5], [1, 0, 0], { maxDistance: 3, side: 'back' });
        mesh.querySphere([9, 9, 9], 3, { transform: new Matrix4().makeTranslation(1, 2, 3) });
        return 0.25;
      },
      y: 0.25,
      z: 2,
    };
    const options = {
      get maxDistance() {
        mesh.closestPoint([7, 7, 7], 1);
        return 5;
      },
    };
    expect(mesh.raycast(origin, [0, 0, -1], options)?.distance).toBe(2);
    const ray = {
      origin: [0.25, 0.25, 2],
      get direction() {
        mesh.raycast([5, 5, 5], [1, 0, 0]);
        return [0, 0, -1];
      },
    };
    expect(mesh.raycast(ray)?.distance).toBe(2);
    mesh.dispose();
  });

  test('may dispose the mesh', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    const point = {
      get x() {
        mesh.dispose();
        return 0;
      },
      y: 0,
      z: 0,
    };
    expect(codeOf(() => mesh.closestPoint(point))).toBe('disposed');
  });

  test('may throw', () => {
    const mesh = new TriangleMesh({ positions: CORNERS });
    const cause = new Error('mine');
    const point = {
      get x(): number {
        throw cause;
      },
      y: 0,
    };
    const work = () => mesh.closestPoint(point);
    expect(work).toThrow(SapwoodError);
    try {
      work();
    } catch (error) {
      expect((error as SapwoodError).cause).toBe(cause);
    }
    expect(mesh.closestPoint([0, 0, 2])?.distance).toBe(2);
    mesh.dispose();
  });

  test('an array-like object with a wrong length is rejected', () => {
    const liar = { length: 2 ** 27 };
    expect(codeOf(() => new TriangleMesh({ positions: liar }))).toBe('invalid-argument');
    expect(codeOf(() => new TriangleMesh({ positions: CORNERS, indices: liar }))).toBe(
      'invalid-argument',
    );
  });

  test('an array whose last element is invalid at first is rejected', () => {
    const flipping = (values: readonly number[]) => {
      const last = values.length - 1;
      let reads = 0;
      return Object.defineProperty([...values], last, {
        get: () => (reads++ === 0 ? undefined : values[last]),
      });
    };
    const mesh = new TriangleMesh({ positions: CORNERS });
    const calls: (() => unknown)[] = [
      () => new TriangleMesh({ positions: flipping(CORNERS) }),
      () => new TriangleMesh({ positions: CORNERS, indices: flipping([0, 1, 2]) }),
      () => mesh.update(flipping(CORNERS)),
    ];
    for (const call of calls) expect(codeOf(call), String(call)).toBe('invalid-argument');
    mesh.dispose();
  });

  test('an array that is too large to be copied throws out-of-memory', () => {
    const oversized = Object.assign([...CORNERS], { length: 2 ** 28, [2 ** 28 - 1]: 0 });
    const codeWithoutMemory = (name: 'Float32Array' | 'Uint32Array', work: () => unknown) => {
      vi.stubGlobal(
        name,
        class {
          constructor() {
            throw new RangeError('too large');
          }
        },
      );
      try {
        return codeOf(work);
      } finally {
        vi.unstubAllGlobals();
      }
    };
    const positions = () => new TriangleMesh({ positions: oversized });
    expect(codeWithoutMemory('Float32Array', positions)).toBe('out-of-memory');
    const indices = () => new TriangleMesh({ positions: CORNERS, indices: oversized });
    expect(codeWithoutMemory('Uint32Array', indices)).toBe('out-of-memory');
    const longest = { length: 2 ** 28 + 1 };
    expect(codeOf(() => new TriangleMesh({ positions: longest }))).toBe('invalid-argument');
  });
});

test('a buffer that is too small receives the first contacts, and the call returns the total count', () => {
  const mesh = new TriangleMesh(sourceOf(ball(8, Uint16Array)));
  const all = mesh.collideSphere([0, 0, 5], 3);
  const contacts = new ContactBuffer(3);
  expect(mesh.collideSphereInto([0, 0, 5], 3, contacts)).toBe(all.count);
  expect(contacts.count).toBe(3);
  expect([...contacts.ids]).toEqual([...all.triangles.subarray(0, 3)]);
  mesh.dispose();
});

test('points of three.js and typed arrays are accepted', () => {
  const mesh = new TriangleMesh({ positions: CORNERS });
  const expected = mesh.closestPoint([0.25, 0.25, 2]);
  expect(mesh.closestPoint(new Vector3(0.25, 0.25, 2))).toEqual(expected);
  expect(mesh.closestPoint(new Float64Array([0.25, 0.25, 2]))).toEqual(expected);
  expect(mesh.closestPoint(new Float32Array([0.25, 0.25, 2]))).toEqual(expected);
  mesh.dispose();
});

test('coordinates of queries are doubles', () => {
  const mesh = new TriangleMesh({ positions: CORNERS });
  // a double between two adjacent float32 values
  const x = 0.1 + 2 ** -40;
  expect(mesh.closestPoint([x, 0.1, 1])?.point[0]).toBe(x);
  expect(mesh.raycast([x, 0.1, 1], [0, 0, -1])?.u).toBe(x);
  mesh.dispose();
});
