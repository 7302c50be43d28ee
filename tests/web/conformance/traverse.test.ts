/**
 * Searches with `traverse` find the same items as brute force, enter only accepted nodes, and can
 * be nested.
 */
import { init, SapwoodError, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { fullCase } from '../support/cases.js';
import { allSubjects, type Subject } from '../support/subjects.js';

beforeAll(() => init());

const subjects = allSubjects();
const trees = subjects.filter((subject) => subject.has('traverse'));
const others = subjects.filter((subject) => !subject.has('traverse'));

const overlap = (a: ArrayLike<number>, b: ArrayLike<number>, dimensions: number): boolean => {
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (a[axis] > b[dimensions + axis] || b[axis] > a[dimensions + axis]) return false;
  }
  return true;
};

function indexOf(subject: Subject): SpatialIndex {
  const index = subject.create();
  index.build(fullCase('uniform', subject.dimensions).boxes);
  return index;
}

function search(index: SpatialIndex, box: ArrayLike<number>) {
  const { dimensions } = index;
  const ids: number[] = [];
  let nodes = 0;
  index.traverse({
    node(bounds) {
      nodes += 1;
      return overlap(bounds, box, dimensions);
    },
    item(id, itemBox) {
      if (overlap(itemBox, box, dimensions)) ids.push(id);
    },
  });
  return { ids: ids.sort((a, b) => a - b), nodes };
}

function queryAndCatch(index: SpatialIndex): void {
  try {
    index.forEachInBox(index.box(7), () => true);
  } catch {
    // ignores the exception, because only traverse() may rethrow the exception of an earlier
    // callback
  }
}

describe.each(trees)('$name', (subject) => {
  test('finds the items of a box query without visiting all nodes', () => {
    const index = indexOf(subject);
    const { count } = index.nodes();
    const box = Array.from(index.box(7));
    const { ids, nodes } = search(index, box);
    expect(ids).toEqual(Array.from(index.queryBox(box)).sort((a, b) => a - b));
    if (count > 1) expect(nodes).toBeLessThan(count);
  });

  test('visits each item once, with its box, in a node whose bounds overlap it', () => {
    const index = indexOf(subject);
    const seen: number[] = [];
    const levels: number[] = [];
    let bounds: number[] = [];
    index.traverse({
      node(nodeBounds, level) {
        bounds = Array.from(nodeBounds);
        levels.push(level);
      },
      item(id, box) {
        seen.push(id);
        expect(Array.from(box)).toEqual(Array.from(index.box(id)));
        expect(overlap(box, bounds, subject.dimensions)).toBe(true);
      },
    });
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from(index.ids()));
    expect(levels.sort((a, b) => a - b)).toEqual(Array.from(index.nodes().level.sort()));
  });

  test('skips nodes below a rejected node, and ends if the item callback returns false', () => {
    const index = indexOf(subject);
    const levels = new Set<number>();
    const items: number[] = [];
    index.traverse({
      node(_, level) {
        levels.add(level);
        return level < 1;
      },
    });
    expect(Math.max(...levels)).toBeLessThanOrEqual(1);
    index.traverse({ node: () => false, item: (id) => items.push(id) });
    expect(items).toEqual([]);
    index.traverse({ item: (id) => items.push(id) < 3 });
    expect(items).toHaveLength(3);
  });

  test('callbacks may query and traverse the index, and may not change it', () => {
    const index = indexOf(subject);
    const box = Array.from(index.box(7));
    const { ids } = search(index, box);
    let nested = 0;
    index.traverse({
      node: (bounds, level) => {
        if (level > 1) return false;
        const kept = Array.from(bounds);
        index.queryBoxMany([...box, ...box, ...box, ...box]);
        index.raycastMany([]);
        index.pairs();
        expect(search(index, box).ids).toEqual(ids);
        expect(Array.from(bounds)).toEqual(kept);
        nested += 1;
        return true;
      },
    });
    expect(nested).toBeGreaterThan(0);
    const change = () => index.traverse({ node: () => index.clear() });
    expect(change).toThrow(expect.objectContaining({ code: 'reentrant' }));
    expect(search(index, box).ids).toEqual(ids);
    index.clear();
    expect(search(index, box)).toEqual({ ids: [], nodes: 0 });
  });

  test('an exception of a callback reaches the caller and ends the traversal', () => {
    const index = indexOf(subject);
    const failure = new Error('mine');
    let calls = 0;
    const fail = () => {
      calls += 1;
      throw failure;
    };
    expect(() => index.traverse({ item: fail })).toThrow(failure);
    expect(calls).toBe(1);
    index.insert(index.box(0));
  });

  test.each([
    ['that only reads', () => {}],
    ['that queries', queryAndCatch],
  ])('the first exception of `node` ends a traversal %s', (_, query) => {
    const index = indexOf(subject);
    const throwingLevel = Math.min(1, Math.max(...index.nodes().level));
    const errors: Error[] = [];
    let itemsAfterwards = 0;
    let caught: unknown;
    try {
      index.traverse({
        node(_bounds, level) {
          query(index);
          if (level < throwingLevel) return;
          errors.push(new Error(`exception ${errors.length}`));
          throw errors[errors.length - 1];
        },
        item() {
          itemsAfterwards += errors.length;
        },
      });
    } catch (error) {
      caught = error;
    }
    expect(errors).toHaveLength(1);
    expect(caught).toBe(errors[0]);
    expect(itemsAfterwards).toBe(0);
    // the next call does not throw the old exception
    index.forEachInBox(index.box(7), () => true);
  });

  test('counts the calls of the visitor, also if it queries the index', () => {
    const index = indexOf(subject);
    let nodes = 0;
    let items = 0;
    index.traverse({
      node() {
        nodes += 1;
        index.queryBox(index.box(7));
      },
      item() {
        items += 1;
      },
    });
    expect(items).toBe(index.size);
    const counters = { nodeVisits: nodes, itemTests: items, results: items };
    expect(index.counters()).toEqual(counters);
    index.traverse({ item: () => false });
    expect(index.counters()).toMatchObject({ itemTests: 1, results: 1 });
  });
});

test.each(others)('$name has no tree to traverse', (subject) => {
  const traverse = () => subject.create().traverse({ node: () => true });
  expect(traverse).toThrow(SapwoodError);
  expect(traverse).toThrow(expect.objectContaining({ code: 'unsupported' }));
});

test('methods of a visitor are called on it', () => {
  class Counter {
    count = 0;
    item(): void {
      this.count += 1;
    }
  }
  const counter = new Counter();
  indexOf(trees[0]).traverse(counter);
  expect(counter.count).toBeGreaterThan(0);
});
