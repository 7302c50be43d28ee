import {
  DynamicTree,
  expandFrustumToFloat32,
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  init,
  SapwoodError,
} from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';

const bits = (value: number) => new Int32Array(Float32Array.of(value).buffer)[0];
/** Returns the number of float32 values from one float to another of the same sign. */
const steps = (a: number, b: number) => Math.abs(bits(a) - bits(b));

const VALUES = [0, 0.1, 1 / 3, 1, 1 + 2 ** -30, 3.3, 1e-40, 1e-60, 5e-324, 123456789.123, 9.9e17];

test.each(VALUES.flatMap((value) => [value, -value]))(
  '%d is rounded outward by at most one step of float32',
  (value) => {
    const [low, , high] = expandToFloat32([value, 0, value, 0], 2);
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
    if (Math.fround(value) === value) expect([low, high]).toEqual([value, value]);
    else if (Math.fround(value) !== 0) expect(steps(low, high)).toBe(1);
    else expect(high - low).toBe(2 ** -149);
  },
);

test('defaults to 3D and does not change the input', () => {
  const boxes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
  const expanded = expandToFloat32(boxes);
  expect(expanded).toBeInstanceOf(Float32Array);
  expect(Array.from(expanded, (v, i) => (i < 3 ? v <= boxes[i] : v >= boxes[i]))).not.toContain(
    false,
  );
  expect(boxes).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  expect(expandToFloat32([])).toHaveLength(0);
  expect([...expandToFloat32([-Infinity, 0, 1, Infinity], 2)]).toEqual([-Infinity, 0, 1, Infinity]);
});

test.each([
  ['invalid-box', [0, 0, 1, Number.NaN], 2],
  ['invalid-box', [0, 0, 1, 1, 2, 0, 1, 1], 2],
  ['invalid-box', [0, 0, 1, -Infinity], 2],
  ['invalid-box', [0, 0, 1, 1e300], 2],
  ['invalid-box', [0, 0, 1, '1'], 2],
  ['invalid-box', [0.30000000000000004, 0, 0.3, 1], 2],
  ['invalid-argument', [0, 0, 1], 2],
  ['invalid-argument', [0, 0, 1, 1], 3],
  ['invalid-argument', [0, 0, 1, 1], 4],
  ['invalid-argument', null, 2],
])('%s for %o in %iD', (code, boxes, dimensions) => {
  const call = () => expandToFloat32(boxes as never, dimensions as never);
  expect(call).toThrow(SapwoodError);
  expect(call).toThrow(expect.objectContaining({ code }));
});

/** Coordinate near which adjacent float32 values are about 1/128 apart. */
const FAR = 1e5;

describe('far from the origin', () => {
  beforeAll(() => init());

  function scene(dimensions: 2 | 3, count: number) {
    const random = new Mulberry32(7);
    const uniform = (min: number, max: number) => min + random.unit() * (max - min);
    const boxes = new Float32Array(2 * dimensions * count);
    for (let at = 0; at < boxes.length; at += 2 * dimensions) {
      for (let axis = 0; axis < dimensions; axis += 1) {
        boxes[at + axis] = FAR + uniform(0, 10);
        boxes[at + dimensions + axis] = boxes[at + axis] + 0.05;
      }
    }
    const index = new DynamicTree({ dimensions });
    index.build(boxes);
    return { boxes, index, uniform };
  }

  test.each([2, 3] as const)(
    'an expanded sphere in %iD finds all items in the original sphere',
    (dim) => {
      const { boxes, index, uniform } = scene(dim, 400);
      let lost = 0;
      for (let turn = 0; turn < 300; turn += 1) {
        const center = Array.from({ length: dim }, () => FAR + uniform(0, 10));
        const radius = uniform(0, 3);
        const expected = index.ids().filter((id) => {
          const box = boxes.subarray(2 * dim * id, 2 * dim * (id + 1));
          const gaps = center.map((c, axis) => Math.max(box[axis] - c, c - box[dim + axis], 0));
          return gaps.reduce((sum, gap) => sum + gap * gap, 0) <= radius * radius;
        });
        const found = new Set(index.querySphere(expandSphereToFloat32({ center, radius }, dim)));
        const near = new Set(index.querySphere(center, radius));
        expect(expected.filter((id) => !found.has(id))).toEqual(new Uint32Array());
        lost += expected.filter((id) => !near.has(id)).length;
      }
      // without the expansion, rounding to the nearest float32 loses some items
      expect(lost).toBeGreaterThan(0);
      index.dispose();
    },
  );

  test.each([2, 3] as const)(
    'an expanded ray in %iD finds all items if the boxes have its margin',
    (dim) => {
      const { boxes, index, uniform } = scene(dim, 400);
      let lost = 0;
      for (let turn = 0; turn < 300; turn += 1) {
        const origin = Array.from({ length: dim }, () => FAR + uniform(-20, 30));
        const direction = origin.map((value) => FAR + uniform(0, 10) - value);
        const length = Math.hypot(...direction);
        const expected = index.ids().filter((id) => {
          const box = boxes.subarray(2 * dim * id, 2 * dim * (id + 1));
          const sides = origin.map((o, axis) =>
            [box[axis], box[dim + axis]].map((side) => (side - o) / (direction[axis] / length)),
          );
          const enters = Math.max(0, ...sides.map(([a, b]) => Math.min(a, b)));
          return enters <= Math.min(40, ...sides.map(([a, b]) => Math.max(a, b)));
        });
        const ray = expandRayToFloat32({ origin, direction }, 40, dim);
        const grown = new DynamicTree({ dimensions: dim });
        grown.build(expandToFloat32(boxes, dim, ray.margin));
        const found = new Set(grown.raycastAll(ray.origin, ray.direction, ray.maxDistance).ids);
        const near = new Set(index.raycastAll(origin, direction, 40).ids);
        expect(expected.filter((id) => !found.has(id))).toEqual(new Uint32Array());
        lost += expected.filter((id) => !near.has(id)).length;
        grown.dispose();
      }
      expect(lost).toBeGreaterThan(0);
      index.dispose();
    },
  );

  test('an expanded frustum finds all boxes in the original frustum', () => {
    const { boxes, index, uniform } = scene(3, 400);
    const bounds = { min: [FAR, FAR, FAR], max: [FAR + 11, FAR + 11, FAR + 11] };
    let lost = 0;
    for (let turn = 0; turn < 300; turn += 1) {
      const planes = Array.from({ length: 6 }, () => {
        const normal = [uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)];
        const through = [FAR + uniform(3, 7), FAR + uniform(3, 7), FAR + uniform(3, 7)];
        return { normal, constant: -normal.reduce((sum, n, axis) => sum + n * through[axis], 0) };
      });
      const expected = index.ids().filter((id) =>
        planes.every(({ normal, constant }) => {
          const far = normal.map((n, axis) => n * boxes[6 * id + axis + (n > 0 ? 3 : 0)]);
          return far[0] + far[1] + far[2] + constant >= 0;
        }),
      );
      const found = new Set(index.queryFrustum(expandFrustumToFloat32({ planes }, bounds)));
      const near = new Set(index.queryFrustum({ planes }));
      expect(expected.filter((id) => !found.has(id))).toEqual(new Uint32Array());
      lost += expected.filter((id) => !near.has(id)).length;
    }
    expect(lost).toBeGreaterThan(0);
    index.dispose();
  });
});

test('expansion changes a value by at most one step of float32', () => {
  const exact = { center: [0.5, -2, 0], radius: 0.25 };
  const { center, radius } = expandSphereToFloat32(exact);
  expect(Array.from(center)).toEqual(exact.center);
  expect(steps(radius, 0.25)).toBeLessThanOrEqual(1);
  const flat = Float32Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? 1 : 0.5));
  const expanded = expandFrustumToFloat32(flat, [-1, -1, -1, 1, 1, 1]);
  expanded.forEach((value, i) => {
    expect(steps(value, flat[i])).toBeLessThanOrEqual(i % 4 === 3 ? 1 : 0);
  });
});

const cube = [0, 0, 0, 1, 1, 1];
test.each([
  ['invalid-argument', () => expandSphereToFloat32(null as never)],
  ['invalid-argument', () => expandSphereToFloat32({ center: [0, 0], radius: 1 })],
  ['invalid-argument', () => expandSphereToFloat32({ center: [0, 0, Number.NaN], radius: 1 })],
  ['invalid-argument', () => expandSphereToFloat32({ center: [0, 0, 0], radius: -1 })],
  ['invalid-argument', () => expandSphereToFloat32({ center: [0, 0], radius: 1 }, 4 as never)],
  ['invalid-argument', () => expandRayToFloat32(null as never, 1)],
  ['invalid-argument', () => expandRayToFloat32({ origin: [0, 0, 0], direction: [0, 0, 0] }, 1)],
  [
    'invalid-argument',
    () => expandRayToFloat32({ origin: [0, 0], direction: [1, 0] }, Infinity, 2),
  ],
  ['invalid-argument', () => expandToFloat32([], 2, -1)],
  ['invalid-box', () => expandToFloat32([-1e18, 0, 0, 0], 2, 1e12)],
  ['invalid-box', () => expandToFloat32([0, 0, 0, 1e18], 2, 1e12)],
  ['invalid-argument', () => expandFrustumToFloat32(null as never, cube)],
  ['invalid-argument', () => expandFrustumToFloat32({ planes: [] }, cube)],
  ['invalid-argument', () => expandFrustumToFloat32(new Float32Array(23), cube)],
  ['invalid-argument', () => expandFrustumToFloat32(new Float32Array(24).fill(NaN), cube)],
  ['invalid-box', () => expandFrustumToFloat32(new Float32Array(24), [0, 0, 1, 1])],
  ['invalid-box', () => expandFrustumToFloat32(new Float32Array(24), null as never)],
  ['invalid-box', () => expandFrustumToFloat32(new Float32Array(24), [1, 0, 0, 0, 1, 1])],
])('throws %s for %o', (code, call) => {
  expect(call).toThrow(SapwoodError);
  expect(call).toThrow(expect.objectContaining({ code }));
});
