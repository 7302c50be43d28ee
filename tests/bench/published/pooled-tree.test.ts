/**
 * [PX11] Compares the published tree, which identifies shapes by their position in an array (the
 * pool), with stable ids. When a shape is removed, the last shape moves to its position.
 */

import { PooledTree } from 'published';
import { init, StaticTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import { boxAround } from '../experiments/queries';

await init();

type Dimensions = 2 | 3;

const COUNT = 600;

function scatter(dimensions: Dimensions, random: Mulberry32, count = COUNT): Float32Array {
  const center = () => Array.from({ length: dimensions }, () => random.unit());
  const boxes = Array.from({ length: count }, () => [...boxAround(center(), 0.01)]);
  return Float32Array.from(boxes.flat());
}

const everywhere = (dimensions: Dimensions) => boxAround(new Array(dimensions).fill(0), 1e6);
const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

/**
 * Returns the sorted items of each leaf as text, in an order that does not depend on the order of
 * leaves.
 */
function leafSets(leaves: readonly (readonly number[])[]): string[] {
  return leaves.map((items) => ascending(items).join(' ')).sort();
}

function leavesOf(index: StaticTree): number[][] {
  const { count, firstItem, itemCount, items } = index.nodes();
  return Array.from({ length: count }, (_, node) => [
    ...items.subarray(firstItem[node], firstItem[node] + itemCount[node]),
  ]).filter((own) => own.length > 0);
}

describe('[PX11] the figure of five shapes', () => {
  const corners = [8, 10, 9, 9, 4, 0, 5, 0, 0, 10];
  const points = corners.flatMap((_, i) =>
    i % 2 === 0 ? [...corners.slice(i, i + 2), ...corners.slice(i, i + 2)] : [],
  );
  const tree = new PooledTree(points, 2, 2);

  test('has the leaves of the figure', () => {
    expect([...tree.indices]).toEqual([0, 1, 4, 3, 2]);
    expect(tree.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 0, 1, 1]);
    expect([...tree.leafOf]).toEqual([3, 3, 2, 2, 4]);
  });

  test('removing the first shape moves the fifth shape to its number, position and leaf', () => {
    expect(tree.remove(0)).toBe(4);
    expect(tree.nodes[3]).toMatchObject({ first: 0, shapeCount: 1 });
    expect([tree.indices[0], ...tree.indices.subarray(2)]).toEqual([1, 0, 3, 2]);
    expect([...tree.leafOf]).toEqual([4, 3, 2, 2, -1]);
    expect([...tree.shapes.subarray(0, 2)]).toEqual([0, 10]);
    expect(tree.refit()).toBe(3);
    expect(tree.nodes[3].bounds).toEqual([9, 9, 9, 9]);
  });
});

describe.each([2, 3] as const)('[PX11] a pool in %iD', (dimensions) => {
  test('has the leaves of the static tree after the build', () => {
    const boxes = scatter(dimensions, new Mulberry32(61));
    const ours = new StaticTree({ dimensions });
    ours.build(boxes);
    const tree = new PooledTree(boxes, dimensions);
    const leaves = tree.nodes.filter(({ left }) => left === 0);
    const own = leaves.map(({ first, shapeCount }) => [
      ...tree.indices.subarray(first, first + shapeCount),
    ]);
    expect(leafSets(own)).toEqual(leafSets(leavesOf(ours)));
    ours.dispose();
  });

  test('has the results of the static tree after all removals, for callers that apply every renumbering', () => {
    const random = new Mulberry32(62);
    const boxes = scatter(dimensions, random);
    const ours = new StaticTree({ dimensions });
    ours.build(boxes);
    const tree = new PooledTree(boxes, dimensions);
    // the stable id of each position in the pool
    const ids = Array.from({ length: COUNT }, (_, i) => i);
    let misread = 0;
    while (ids.length > 0) {
      const hole = Math.floor(random.unit() * ids.length);
      ours.remove(ids[hole]);
      const moved = tree.remove(hole);
      expect(moved).toBe(hole === ids.length - 1 ? -1 : ids.length - 1);
      ids[hole] = ids[ids.length - 1];
      ids.pop();
      const around = Array.from({ length: dimensions }, () => random.unit());
      const box = boxAround(around, 0.1);
      const expected = ascending(ours.queryBox(box));
      const numbers = tree.query(box);
      expect(ascending(numbers.map((number) => ids[number]))).toEqual(expected);
      misread += numbers.filter((number) => !expected.includes(number)).length;
    }
    // a caller that does not apply the renumbering gets wrong results
    expect(misread).toBeGreaterThan(100);
    ours.dispose();
  });

  test('keeps its nodes when it is empty, with boxes that overlap nothing', () => {
    const tree = new PooledTree(scatter(dimensions, new Mulberry32(63)), dimensions);
    const nodes = tree.nodes.length;
    while (tree.live > 0) tree.remove(0);
    expect(tree.query(everywhere(dimensions))).toEqual([]);
    expect(tree.visits).toBe(1);
    expect(tree.nodes.length).toBe(nodes);
    expect(tree.nodes[0].bounds[0]).toBe(Number.POSITIVE_INFINITY);
    expect(tree.nodes.every(({ shapeCount }) => shapeCount === 0)).toBe(true);
    expect(() => tree.remove(0)).toThrow(RangeError);
  });
});
