/** Compares a recursive and an iterative box query over the nodes of the dynamic tree. */

import { type BinaryTree, binaryTree, publishedStack, TreeQuery } from 'published';
import { DynamicTree, init } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import { boxAround } from '../experiments/queries';

await init();

type Dimensions = 2 | 3;

const random = new Mulberry32(9);
const point = (dimensions: Dimensions) => Array.from({ length: dimensions }, () => random.unit());

function randomBoxes(dimensions: Dimensions, count: number, half: number): Float32Array {
  const boxes = Array.from({ length: count }, () => [...boxAround(point(dimensions), half)]);
  return Float32Array.from(boxes.flat());
}

/**
 * Returns a dynamic tree without margins around its boxes, so that each leaf has the box of its
 * item.
 */
function treeOf(dimensions: Dimensions, boxes: Float32Array, balance: 'none' | 'surface-area') {
  const index = new DynamicTree({ dimensions, margin: 0, prediction: 0, balance });
  const stride = 2 * dimensions;
  for (let at = 0; at < boxes.length; at += stride) index.insert(boxes.subarray(at, at + stride));
  return { index, tree: binaryTree(index.nodes(), dimensions) };
}

type Form = 'byRecursion' | 'byPublishedRecursion' | 'withStack';
const forms: readonly Form[] = ['byRecursion', 'byPublishedRecursion', 'withStack'];

function runQuery(tree: BinaryTree, box: ArrayLike<number>, form: Form, maxResults = Infinity) {
  const ids: number[] = [];
  const query = new TreeQuery(tree, box, (item) => ids.push(item) < maxResults);
  query[form]();
  return { ids, visits: query.visits };
}

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe.each([2, 3] as const)('[DT9] recursion and stack in %iD', (dimensions) => {
  const { index, tree } = treeOf(dimensions, randomBoxes(dimensions, 2000, 0.01), 'surface-area');

  test('find the ids of the index for each of 200 boxes, in the same order and with the same visits', () => {
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const box = boxAround(point(dimensions), 0.2 * random.unit());
      const wanted = ascending(index.queryBox(box));
      const results = forms.map((form) => runQuery(tree, box, form));
      for (const { ids } of results) expect(ascending(ids)).toEqual(wanted);
      for (const result of results) expect(result).toEqual(results[0]);
      found += wanted.length;
    }
    expect(found).toBeGreaterThan(1000);
  });

  test('end when the callback returns false; the published recursion continues', () => {
    const box = boxAround(Array(dimensions).fill(0.5), 0.5);
    const whole = runQuery(tree, box, 'withStack').ids;
    expect(whole.length).toBeGreaterThan(1900);
    const [right, published, stacked] = forms.map((form) => runQuery(tree, box, form, 3));
    expect(stacked.ids).toEqual(whole.slice(0, 3));
    expect(right).toEqual(stacked);
    expect(right.visits).toBeLessThan(100);
    expect(published.ids).toEqual(whole);
    const kept: number[] = [];
    index.forEachInBox(box, (id) => kept.push(id) < 3);
    expect(kept).toHaveLength(3);
  });
});

test('[DT9] a query of an empty tree has no results, and the published forms read node -1', () => {
  const index = new DynamicTree({ dimensions: 2 });
  const tree = binaryTree(index.nodes(), 2);
  const box = [0, 0, 1, 1];
  expect(runQuery(tree, box, 'byRecursion')).toEqual({ ids: [], visits: 0 });
  expect(runQuery(tree, box, 'withStack')).toEqual({ ids: [], visits: 0 });
  expect(() => runQuery(tree, box, 'byPublishedRecursion')).toThrow('node -1');
  expect(index.queryBox(box)).toHaveLength(0);
});

test('[DT9] a stack of 256 entries overflows for an unbalanced tree; recursion and a growing stack do not', () => {
  // boxes are inserted in order along a line, so that the tree without balancing is a chain
  const line = Array.from({ length: 2000 }, (_, i) => [i, 0, i + 0.5, 1]).flat();
  const { index, tree } = treeOf(2, Float32Array.from(line), 'none');
  expect(index.stats().height).toBeGreaterThan(1000);
  // only one of the two orders of the children makes the stack grow, so both orders are tested
  const mirrored = { ...tree, left: tree.right, right: tree.left };
  const everything = [0, 0, 3000, 1];
  const overflows = [tree, mirrored].map((one) => {
    const query = new TreeQuery(one, everything, () => true);
    try {
      query.withStack(publishedStack);
      return false;
    } catch {
      return true;
    }
  });
  expect(overflows).toContain(true);
  expect(runQuery(tree, everything, 'byRecursion').ids).toHaveLength(2000);
  expect(runQuery(tree, everything, 'withStack').ids).toHaveLength(2000);
  expect(index.queryBox(everything)).toHaveLength(2000);
});
