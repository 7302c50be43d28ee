/**
 * The ray search that the page Play draws has the same hits as the library, and visits only nodes
 * that the ray enters.
 */

import { init as initSegments, SegmentMesh } from 'sapwood/2d/mesh';
import { init as initTriangles, TriangleMesh } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeOutline } from '../../../web/playground/src/play/level-2d.js';
import { makeLevel } from '../../../web/playground/src/play/level-3d.js';
import { RaySearch } from '../../../web/playground/src/play/ray-search.js';

const RAYS = 300;
/**
 * Upper bound of the relative amount by which the library enlarges boxes and distances because of
 * rounding errors.
 */
const MARGIN = 2e-6;

interface Source {
  readonly positions: Float32Array;
  readonly indices?: Uint32Array;
}

const level = (): Source => ({
  positions: makeLevel().getAttribute('position').array as Float32Array,
});

/** Returns 20,000 segments or triangles with edges of about 1 in a cube or square of side 40. */
function scattered(dimensions: 2 | 3): Source {
  const random = new Mulberry32(dimensions);
  const center: number[] = [];
  const positions = Float32Array.from({ length: 20_000 * dimensions * dimensions }, (_, i) => {
    const axis = i % dimensions;
    if (i % (dimensions * dimensions) < dimensions) center[axis] = 40 * random.unit() - 20;
    return center[axis] + random.unit();
  });
  return { positions };
}

interface Visit {
  readonly node: number;
  /** Distance of the closest hit that was found before the search visited the node. */
  readonly limit: number;
  /** Distances at which the ray enters and leaves the box of the node. */
  readonly enter: number;
  readonly leave: number;
}

interface Cast {
  readonly visits: readonly Visit[];
  readonly opened: number;
  readonly tested: number;
  readonly primitive: number;
  readonly distance: number;
  readonly expected: { readonly primitive: number; readonly distance: number };
}

/** A third of the random rays are parallel to the first axis. */
function castRays(mesh: TriangleMesh | SegmentMesh, search: RaySearch): Cast[] {
  const random = new Mulberry32(7);
  const vector = (scale: number) =>
    Array.from({ length: search.dimensions }, () => scale * (2 * random.unit() - 1));
  return Array.from({ length: RAYS }, (_, i) => {
    const origin = vector(20);
    const direction = vector(1);
    if (i % 3 === 0) direction.fill(0, 1);
    search.run(origin, direction);
    const { distance, opened, primitive, tested } = search;
    const visits = Array.from(search.visits.subarray(0, search.visitCount), (node, at) => {
      const [enter, leave] = passage(search, origin, direction, node);
      return { node, limit: search.limits[at], enter, leave };
    });
    const expected = resultOf(mesh.raycast(origin, direction));
    return { visits, opened, tested, primitive, distance, expected };
  });
}

function resultOf(hit: ReturnType<(TriangleMesh | SegmentMesh)['raycast']>) {
  if (!hit) return { primitive: -1, distance: Number.POSITIVE_INFINITY };
  return { primitive: 'triangle' in hit ? hit.triangle : hit.segment, distance: hit.distance };
}

function passage(
  { dimensions, nodes }: RaySearch,
  origin: readonly number[],
  direction: readonly number[],
  node: number,
): [enter: number, leave: number] {
  const length = Math.hypot(...direction);
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (let axis = 0; axis < dimensions; axis += 1) {
    const at = 2 * dimensions * node + axis;
    const sides = [nodes.bounds[at], nodes.bounds[at + dimensions]];
    if (direction[axis] === 0) {
      if (origin[axis] < sides[0] || origin[axis] > sides[1]) return [Number.POSITIVE_INFINITY, 0];
      continue;
    }
    const [a, b] = sides.map((side) => ((side - origin[axis]) * length) / direction[axis]);
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return [enter, leave];
}

function leavesOf({ nodes }: RaySearch): number[] {
  const leaves: number[] = [];
  for (let node = 0; node < nodes.count; node += 1) {
    for (let i = 0; i < nodes.itemCount[node]; i += 1) {
      leaves[nodes.items[nodes.firstItem[node] + i]] = node;
    }
  }
  return leaves;
}

describe.each([
  ['the 3D level', 3, 'fast', level, 0.01],
  ['the 3D level', 3, 'quality', level, 0.01],
  // the level has only about 100 segments, so that rays visit a larger share of the nodes
  ['the 2D level', 2, 'fast', makeOutline, 0.5],
  ['scattered triangles', 3, 'fast', () => scattered(3), 0.05],
  ['scattered segments', 2, 'fast', () => scattered(2), 0.02],
] as const)('%s in %iD, build %s', (_, dimensions, build, make, few) => {
  let search: RaySearch;
  let casts: Cast[];

  beforeAll(async () => {
    await Promise.all([initTriangles(), initSegments()]);
    const source: Source = make();
    const options = { ...source, build };
    const mesh = dimensions === 3 ? new TriangleMesh(options) : new SegmentMesh(options);
    search = new RaySearch(mesh.nodes(), source, dimensions);
    casts = castRays(mesh, search);
    mesh.dispose();
  });

  test('the closest hit equals the result of the library', () => {
    for (const { distance, expected, primitive } of casts) {
      expect(primitive).toBe(expected.primitive);
      if (primitive < 0) expect(distance).toBe(Number.POSITIVE_INFINITY);
      else expect(distance / expected.distance).toBeCloseTo(1, 12);
    }
    expect(casts.filter(({ primitive }) => primitive >= 0).length).toBeGreaterThan(RAYS / 5);
  });

  test('the leaf with the hit and all its ancestors are visited', () => {
    const leaves = leavesOf(search);
    for (const { primitive, visits } of casts) {
      if (primitive < 0) continue;
      const visited = new Set(visits.map(({ node }) => node));
      for (let node = leaves[primitive]; node >= 0; node = search.nodes.parent[node]) {
        expect(visited).toContain(node);
      }
    }
  });

  test('each node is visited once, after its parent', () => {
    for (const { opened, visits } of casts) {
      const visited = new Set([-1]);
      for (const { node } of visits) {
        expect(visited).toContain(search.nodes.parent[node]);
        expect(visited).not.toContain(node);
        visited.add(node);
      }
      const leaves = visits.filter(({ node }) => search.nodes.itemCount[node] > 0);
      expect(opened).toBe(visits.length - leaves.length);
    }
  });

  test('the ray enters each visited box before the closest hit at the time of the visit', () => {
    for (const { enter, leave, limit } of casts.flatMap(({ visits }) => visits.slice(1))) {
      expect(enter).toBeLessThanOrEqual(limit * (1 + MARGIN));
      expect(enter).toBeLessThanOrEqual(leave * (1 + MARGIN));
    }
  });

  test('nearer children of a node are visited first', () => {
    for (const { visits } of casts) {
      const last = new Map<number, number>();
      for (const { enter, node } of visits) {
        const parent = search.nodes.parent[node];
        expect(enter * (1 + MARGIN)).toBeGreaterThanOrEqual(last.get(parent) ?? 0);
        last.set(parent, enter);
      }
    }
  });

  test('few of the nodes are opened, and few of the primitives are tested', () => {
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
    const { branches, nodes } = search;
    expect(mean(casts.map(({ opened }) => opened)) / branches).toBeLessThan(few);
    expect(mean(casts.map(({ tested }) => tested)) / nodes.items.length).toBeLessThan(few);
  });
});
