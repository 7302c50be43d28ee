import { type CullReport, init, SphereTree, structures } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';

const ITEMS = 1500;

/** Small boxes in the cube from -10 to 10. */
function cloud(seed: number): Float32Array {
  const random = new Mulberry32(seed);
  const boxes = new Float32Array(6 * ITEMS);
  for (let i = 0; i < ITEMS; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const min = 20 * random.unit() - 10;
      boxes[6 * i + axis] = min;
      boxes[6 * i + axis + 3] = min + 0.3 * random.unit();
    }
  }
  return boxes;
}

type Vector = readonly [number, number, number];

/** Returns the planes of a cube around a point. `half` is half the side length. */
function viewAround([x, y, z]: Vector, half: number): number[] {
  return [
    ...[1, 0, 0, half - x, -1, 0, 0, half + x],
    ...[0, 1, 0, half - y, 0, -1, 0, half + y],
    ...[0, 0, 1, half - z, 0, 0, -1, half + z],
  ];
}

/**
 * Two octants of view directions. tests/cpp/structures/sphere_tree_cull_test.cpp tests all octants.
 */
const octants: Vector[] = [
  [-1, -1, -1],
  [1, -1, 1],
];
const far = (octant: Vector): Vector => [25 * octant[0], 25 * octant[1], 25 * octant[2]];

/** Returns a view in the direction of the octant. It contains about half of all boxes. */
const viewOf = ([x, y, z]: Vector) => viewAround([4 * x, 4 * y, 4 * z], 7);

const sorted = (ids: Uint32Array) => Array.from(ids).sort((a, b) => a - b);

function distanceSquared(boxes: Float32Array, id: number, eye: Vector): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const below = boxes[6 * id + axis] - eye[axis];
    const above = eye[axis] - boxes[6 * id + axis + 3];
    const gap = Math.max(below, above, 0);
    sum += gap * gap;
  }
  return sum;
}

function inversionsOf(keys: readonly number[]): number {
  let found = 0;
  for (let i = 0; i < keys.length; i++) {
    for (let j = i + 1; j < keys.length; j++) found += keys[i] > keys[j] ? 1 : 0;
  }
  return found;
}

const boxes = cloud(4);
let tree: SphereTree;

beforeAll(() => init());
beforeEach(() => {
  tree = new SphereTree();
  tree.build(boxes);
  return () => tree.dispose();
});

describe("order 'split-planes'", () => {
  test.each(octants)(
    '[SB4] from octant %i %i %i it returns the items of an unordered query',
    (...at) => {
      const frustum = viewOf(at);
      const eye = far(at);
      const plain = tree.queryFrustum(frustum);
      const ordered = tree.queryFrustum(frustum, { eye, order: 'split-planes' });
      expect(plain.length).toBeGreaterThan(200);
      expect(sorted(ordered)).toEqual(sorted(plain));
      const keys = Array.from(ordered, (id) => distanceSquared(boxes, id, eye));
      const pairs = (plain.length * (plain.length - 1)) / 2;
      expect(inversionsOf(keys)).toBeLessThan(pairs / 3);
    },
  );

  test('[SB5] a limit keeps the first items and ends the traversal', () => {
    const eye = far([1, -1, 1]);
    const frustum = viewAround([0, 0, 0], 100);
    const all = tree.queryFrustum(frustum, { eye, order: 'split-planes' });
    const visits = tree.counters().nodeVisits;
    for (const limit of [0, 1, 10, ITEMS, ITEMS + 1]) {
      const some = tree.queryFrustum(frustum, { eye, order: 'split-planes', limit });
      expect(Array.from(some)).toEqual(Array.from(all.subarray(0, limit)));
      if (limit <= 10) expect(tree.counters().nodeVisits).toBeLessThan(visits / 10);
    }
  });

  test('finds items that were inserted or moved after the build', () => {
    const eye = far([-1, -1, -1]);
    const added = tree.insert([1, 1, 1, 2, 2, 2]);
    tree.move(7, [3, 3, 3, 4, 4, 4]);
    tree.remove(8);
    const ids = tree.queryFrustum(viewAround([0, 0, 0], 100), { eye, order: 'split-planes' });
    expect(sorted(ids)).toEqual(Array.from(tree.ids()));
    expect(ids).toContain(added);
  });

  test('requires an eye', () => {
    const frustum = viewAround([0, 0, 0], 1);
    const call = () => tree.queryFrustum(frustum, { order: 'split-planes' });
    requireError(call, 'invalid-argument', 'options.eye', 'no eye');
  });

  test('is not supported in 2D', () => {
    const flat = new SphereTree({ dimensions: 2 });
    const call = () =>
      flat.queryFrustum(viewAround([0, 0, 0], 1), { eye: [0, 0, 0], order: 'split-planes' });
    requireError(call, 'unsupported', 'queryFrustum', '2D');
    flat.dispose();
  });

  test('throws for structures without plane culling and names the sphere tree', () => {
    for (const entry of structures) {
      if (entry.id === 'sphere-tree') continue;
      const index = entry.create();
      const call = () =>
        index.queryFrustum(viewAround([0, 0, 0], 1), { eye: [0, 0, 0], order: 'split-planes' });
      requireError(call, 'unsupported', 'sphere-tree', entry.id);
      index.dispose();
    }
  });
});

describe('cull', () => {
  function isInside(id: number, plane: readonly number[]): boolean {
    let sum = plane[3];
    for (let axis = 0; axis < 3; axis++)
      sum += plane[axis] * boxes[6 * id + axis + (plane[axis] >= 0 ? 0 : 3)];
    return sum >= 0;
  }

  test.each(octants)(
    '[SB5] from octant %i %i %i it returns the planes that an item is inside of',
    (...at) => {
      const frustum = viewOf(at);
      const planes = [0, 1, 2, 3, 4, 5].map((plane) => frustum.slice(4 * plane, 4 * plane + 4));
      for (const order of ['any', 'front-to-back', 'split-planes'] as const) {
        const options = { eye: far(at), order, limit: 400 };
        const { ids, inside } = tree.cull(frustum, options);
        expect(ids).toEqual(tree.queryFrustum(frustum, options));
        const expected = Array.from(ids, (id) =>
          planes.reduce((bits, plane, i) => bits | (isInside(id, plane) ? 1 << i : 0), 0),
        );
        expect(Array.from(inside)).toEqual(expected);
        expect(new Set(expected).size).toBeGreaterThan(1);
      }
    },
  );

  test('[SB5] cullInto writes pairs of id and planes, truncated at the end of the array', () => {
    const frustum = viewOf([1, 1, -1]);
    const { ids, inside } = tree.cull(frustum);
    const all = Array.from(ids).flatMap((id, i) => [id, inside[i]]);
    for (const room of [0, 1, 7, 2 * ids.length, 2 * ids.length + 3]) {
      const out = new Uint32Array(room).fill(9999);
      expect(tree.cullInto(frustum, out)).toBe(ids.length);
      expect(Array.from(out)).toEqual([...all, 9999, 9999, 9999].slice(0, room));
    }
  });

  test('[SB5] respects filters and accepts the arguments of queryFrustum', () => {
    tree.setFilter(tree.queryFrustum(viewOf([1, 1, 1]))[0], { category: 2, mask: 2 });
    const options = { filter: { category: 1, mask: 1 } };
    const { ids } = tree.cull(viewOf([1, 1, 1]), options);
    expect(ids).toEqual(tree.queryFrustum(viewOf([1, 1, 1]), options));
    const bad = () => tree.cull([1, 2, 3]);
    requireError(bad, 'invalid-argument', 'frustum', '3 numbers');
    const flat = new SphereTree({ dimensions: 2 });
    requireError(() => flat.cull(viewOf([1, 1, 1])), 'unsupported', 'cull', '2D');
    flat.dispose();
  });
});

describe('cullReport', () => {
  test('[SB4] counts nodes where the plane does not decide, so that the nearer child comes first', () => {
    const row = [0, 1, 2, 100].flatMap((x) => [x, 0, 0, x, 0, 0]);
    tree.build(row);
    const { ids, fallbacks } = tree.cullReport(viewAround([0, 0, 0], 1000), [-5, 0, 0]);
    expect(fallbacks).toBe(1);
    expect(Array.from(ids)).toEqual([0, 1, 2, 3]);
  });

  test.each(octants)(
    '[SB4] [SB6] its counts agree with the ordered query from octant %i %i %i',
    (...at) => {
      const frustum = viewOf(at);
      const eye = far(at);
      const report: CullReport = tree.cullReport(frustum, eye);
      const { ids, steps, adjacentSteps, inversions, planeTests, unmaskedPlaneTests } = report;
      expect(planeTests).toBeGreaterThan(0);
      expect(2 * planeTests).toBeLessThan(unmaskedPlaneTests);
      const ordered = tree.queryFrustum(frustum, { eye, order: 'split-planes' });
      expect(Array.from(ids)).toEqual(Array.from(ordered));
      expect(steps).toBe(tree.counters().nodeVisits - 1);
      expect(adjacentSteps).toBeLessThanOrEqual(steps);
      expect(inversions).toBe(
        inversionsOf(Array.from(ids, (id) => distanceSquared(boxes, id, eye))),
      );
    },
  );

  test('has no items and counts 0 for an empty tree', () => {
    tree.clear();
    const { ids, ...numbers } = tree.cullReport(viewAround([0, 0, 0], 1), [0, 0, 0]);
    expect(ids).toHaveLength(0);
    const none = { steps: 0, adjacentSteps: 0, inversions: 0, fallbacks: 0 };
    expect(numbers).toEqual({ ...none, planeTests: 0, unmaskedPlaneTests: 0 });
  });

  test('throws for bad views and eyes and does not change the tree', () => {
    const view = viewAround([0, 0, 0], 1);
    const bad = (frustum: unknown, eye: unknown) => () =>
      tree.cullReport(frustum as number[], eye as number[]);
    requireError(bad(view.slice(1), [0, 0, 0]), 'invalid-argument', 'frustum', '23 numbers');
    requireError(
      bad([Number.NaN, ...view.slice(1)], [0, 0, 0]),
      'invalid-argument',
      'planes',
      'NaN',
    );
    requireError(bad(view, undefined), 'invalid-argument', 'eye', 'no eye');
    requireError(bad(view, [0, 0]), 'invalid-argument', 'eye', 'two numbers');
    requireError(bad(view, [0, Number.NaN, 0]), 'invalid-argument', 'eye', 'NaN');
    requireError(bad(view, [0, 2e18, 0]), 'invalid-argument', 'eye', 'beyond the range');
    expect(tree.validate()).toEqual([]);
    expect(tree.size).toBe(ITEMS);
  });

  test('throws in 2D and after dispose()', () => {
    const view = viewAround([0, 0, 0], 1);
    const flat = new SphereTree({ dimensions: 2 });
    requireError(() => flat.cullReport(view, [0, 0, 0]), 'unsupported', 'cullReport', '2D');
    flat.dispose();
    requireError(() => flat.cullReport(view, [0, 0, 0]), 'disposed', 'dispose', 'disposed');
  });
});

test('[SB2] nodes() has spheres; the sphere of a leaf contains its box', () => {
  const { count, bounds, spheres = new Float32Array(), parent } = tree.nodes();
  expect(count).toBe(2 * ITEMS - 1);
  expect(spheres).toHaveLength(4 * count);
  for (let node = 0; node < count; node++) {
    let far2 = 0;
    for (let axis = 0; axis < 3; axis++) {
      const middle = spheres[4 * node + axis];
      const low = middle - bounds[6 * node + axis];
      const high = bounds[6 * node + axis + 3] - middle;
      far2 += Math.max(low, high) ** 2;
    }
    const leaf = node + 1 === count || parent[node + 1] !== node;
    if (leaf) expect(spheres[4 * node + 3] ** 2).toBeGreaterThanOrEqual(far2);
  }
});
