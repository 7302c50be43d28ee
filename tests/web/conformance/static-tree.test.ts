import { type Dimensions, DynamicTree, init, StaticTree } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { sortedPairs } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { latticeBoxes } from '../support/tape.js';

beforeAll(() => init());

describe.each([2, 3] as Dimensions[])('the static tree, %dD', (dimensions) => {
  const boxes = (seed: number, count: number) => latticeBoxes(seed, count, dimensions);
  const built = (count: number, seed = 1) => {
    const index = new StaticTree({ dimensions });
    index.build(boxes(seed, count));
    return index;
  };

  test('[PX7] a build in steps respects its limit and keeps the old items until it is done', () => {
    const index = built(100);
    const expected = built(300, 2);
    const before = sortedPairs(index.pairs());
    index.beginBuild(boxes(2, 300));
    for (let done = false; !done; ) {
      expect(index.building).toBe(true);
      expect(index.size).toBe(100);
      expect(sortedPairs(index.pairs())).toEqual(before);
      const step = index.stepBuild(50);
      expect(step.work).toBeLessThanOrEqual(50);
      done = step.done;
    }
    expect(index.building).toBe(false);
    expect(index.nodes()).toEqual(expected.nodes());
    expect(index.validate()).toEqual([]);
    index.dispose();
    expected.dispose();
  });

  test('[PX7] beginBuild copies staged boxes, so that staging can be reused', () => {
    const index = new StaticTree({ dimensions });
    const expected = built(40);
    index.staging(40).set(boxes(1, 40));
    index.beginBuild();
    index.staging(40).fill(0);
    while (!index.stepBuild(1000).done);
    expect(index.nodes()).toEqual(expected.nodes());
    index.dispose();
    expected.dispose();
  });

  test.each([3, 10])('[PX8] a build for %i frames takes that many steps', (frames) => {
    const index = new StaticTree({ dimensions, buildFrames: frames });
    for (const build of [0, 1]) {
      index.beginBuild(boxes(2 + build, 2000));
      let steps = 1;
      for (; ; steps++) {
        const limit = index.stepWork;
        const { done, work } = index.stepBuild();
        expect(work).toBeLessThanOrEqual(limit);
        if (done) break;
      }
      expect(Math.abs(steps - frames)).toBeLessThanOrEqual(1);
    }
    index.dispose();
  });

  test('[PX16] a merge reports the copied items, the written nodes and its work', () => {
    const index = built(60);
    const other = built(30, 2);
    const nodes = other.stats().nodes;
    const report = index.mergeReport(other);
    expect(report.ids.length).toBe(30);
    expect(report.items).toBe(30);
    expect(report.nodes).toBeGreaterThan(nodes);
    expect(report.nodes).toBeLessThanOrEqual(index.stats().nodes);
    expect(report.work).toBeGreaterThanOrEqual(report.nodes + report.items);
    index.dispose();
    other.dispose();
  });

  test('[PX9] refit updates the nodes of moved items, and a second refit updates none', () => {
    const index = built(200);
    index.move(7, boxes(5, 1));
    expect(index.refit()).toBeGreaterThan(0);
    expect(index.refit()).toBe(0);
    index.dispose();
  });

  test('[PX13] merge adds copies with their filters and keeps the hierarchy', () => {
    const index = built(60);
    const other = built(30, 2);
    other.remove(3);
    other.setFilter(5, { category: 2, mask: 6 });
    const nodes = index.stats().nodes + other.stats().nodes + 1;
    const ids = index.merge(other);
    expect(ids.length).toBe(29);
    expect(index.size).toBe(89);
    expect(index.box(ids[0])).toEqual(other.box(0));
    expect(Array.from(index.queryBox(other.box(5), 4))).not.toContain(ids[0]);
    expect(index.stats().nodes).toBe(nodes);
    expect(index.validate()).toEqual([]);
    index.dispose();
    other.dispose();
  });

  test('[PX1] throws for bad arguments and does not change the index', () => {
    const index = built(20);
    const other = built(10);
    const dynamicTree = new DynamicTree({ dimensions });
    const flat = new StaticTree({ dimensions: dimensions === 2 ? 3 : 2 });
    const before = index.nodes();
    const expectError = (word: string, run: () => unknown) =>
      requireError(run, 'invalid-argument', word, String(run));
    expectError('beginBuild', () => index.stepBuild(10));
    expectError('boxes', () => index.beginBuild(boxes(1, 4), 1000));
    const inverted = boxes(1, 4).map((side, i) => (i === 0 ? 1e3 : side));
    requireError(() => index.beginBuild(inverted), 'invalid-box', 'boxes[0]', 'beginBuild');
    for (const count of [-1, 1.5]) expectError('count', () => index.beginBuild(boxes(1, 4), count));
    index.beginBuild(boxes(1, 4));
    for (const limit of [0, -1, 1.5, Number.NaN, '5' as never])
      expectError('workLimit', () => index.stepBuild(limit));
    for (const bad of [index, flat, dynamicTree as never, {} as never, null as never]) {
      expectError('other', () => index.merge(bad));
    }
    expectError('leafLimit', () => new StaticTree({ dimensions, leafLimit: 0 }));
    expectError('leafLimit', () => new StaticTree({ dimensions, leafLimit: 16 }));
    expectError('split', () => new StaticTree({ dimensions, split: 'median' as never }));
    expect(index.building).toBe(true);
    expect(index.nodes()).toEqual(before);
    for (const each of [index, other, dynamicTree, flat]) each.dispose();
    requireError(() => index.stepBuild(1), 'disposed', 'disposed', 'stepBuild');
  });
});
