import { type Dimensions, DynamicTree, deserialize, init, ScenePruner } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { requirePairs, requireSet, requireValid, sortedPairs } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { latticeBoxes } from '../support/tape.js';

beforeAll(() => init());

const ORDER = ['idle', 'copying', 'building', 'mapping', 'refitting', 'settling', 'finished'];

describe.each([2, 3] as Dimensions[])('the scene pruner, %dD', (dimensions) => {
  const boxes = (seed: number, count: number) => latticeBoxes(seed, count, dimensions);
  const one = (seed: number) => boxes(seed, 1);
  const built = (count: number, seed = 1) => {
    const index = new ScenePruner({ dimensions });
    index.build(boxes(seed, count));
    return index;
  };

  test('[PX8] stepWork limits a step() without an argument', () => {
    const index = new ScenePruner({ dimensions, rebuildFrames: 10 });
    index.build(boxes(1, 500));
    index.insert(one(0));
    let steps = 1;
    for (; index.step().state !== 'finished'; steps++) expect(index.stepWork).toBeGreaterThan(0);
    expect(Math.abs(steps - 10)).toBeLessThanOrEqual(1);
    expect(index.commit()).toBe(true);
    index.dispose();
  });

  test('[PX16] a merge reports the copied items and nodes and its work', () => {
    const index = built(50);
    const other = built(80, 2);
    const { ids, nodes, items, work } = index.mergeReport(other);
    expect([ids.length, items]).toEqual([80, 80]);
    expect(nodes).toBe(other.stats().nodes);
    expect(work).toBeGreaterThan(80 * 3);
    index.dispose();
    other.dispose();
  });

  test('[PX18] steps pass through the states in their order, within their budget', () => {
    const index = built(150);
    expect(index.step()).toEqual({ state: 'idle', work: 0 });
    index.insert(one(3));
    const seen = ['idle'];
    while (seen.at(-1) !== 'finished') {
      const { state, work } = index.step(2);
      expect(work).toBeLessThanOrEqual(2);
      if (state !== seen.at(-1)) seen.push(state);
      expect(index.commit()).toBe(state === 'finished');
    }
    expect(seen).toEqual(ORDER);
    expect(index.step()).toEqual({ state: 'idle', work: 0 });
    index.dispose();
  });

  test('[PX18] step() without an argument uses the budget of the options', () => {
    const index = new ScenePruner({ dimensions, rebuildBudget: 7 });
    index.build(boxes(4, 100));
    index.remove(3);
    expect(index.step()).toEqual({ state: 'copying', work: 7 });
    expect(index.step(1e6).state).toBe('settling');
    expect(index.step().state).toBe('finished');
    expect(index.commit()).toBe(true);
    expect(index.commit()).toBe(false);
    index.dispose();
  });

  test('[PX20] merging adds copies with their filters and leaves the other index alone', () => {
    const index = built(30);
    const other = built(12, 5);
    other.remove(4);
    other.setFilter(7, { category: 2, mask: 4 });
    index.remove(9);
    const ids = index.merge(other);
    expect([...ids]).toEqual([9, ...Array.from({ length: 10 }, (_, i) => 30 + i)]);
    const theirs = [...other.ids()];
    theirs.forEach((id, i) => {
      expect(index.box(ids[i])).toEqual(other.box(id));
    });
    const merged = ids[theirs.indexOf(7)];
    const at = index.box(merged);
    expect(index.queryBox(at, { category: 4, mask: 2 })).toContain(merged);
    expect(index.queryBox(at, { category: 8, mask: 2 })).not.toContain(merged);
    expect(other.size).toBe(11);
    requireValid(index.validate(), () => 'merged');
    index.dispose();
    other.dispose();
  });

  test('[PX20] shifting the origin there and back restores the queries', () => {
    const index = built(100);
    index.insert(one(6));
    index.step(50);
    const by = dimensions === 2 ? [64, -32] : [64, -32, 8];
    const areas = Array.from({ length: 20 }, (_, i) => one(10 + i));
    const before = areas.map((area) => index.queryBox(area).sort());
    index.shiftOrigin(by);
    areas.forEach((area, i) => {
      const there = area.map((value, axis) => value - by[axis % dimensions]);
      requireSet(index.queryBox(there), before[i], () => `area ${i} shifted`);
    });
    index.shiftOrigin({ x: -64, y: 32, z: -8 });
    areas.forEach((area, i) => {
      requireSet(index.queryBox(area), before[i], () => `area ${i} back`);
    });
    index.dispose();
  });

  test('[PX18] serialized bytes contain the items but no unfinished rebuild', () => {
    const index = built(60);
    index.insert(one(7));
    index.step(20);
    const copy = deserialize(index.serialize()) as ScenePruner;
    expect(copy).toBeInstanceOf(ScenePruner);
    expect(copy.step()).toEqual({ state: 'idle', work: 0 });
    requirePairs(copy.pairs(), sortedPairs(index.pairs()), () => 'copy');
    index.dispose();
    copy.dispose();
  });

  test('[PX18] [PX20] bad input throws and changes nothing', () => {
    const index = built(20);
    const other = built(5, 8);
    const before = index.serialize();
    for (const budget of [0, -1, 1.5, Number.NaN, '9', null]) {
      const call = () => index.step(budget as number);
      requireError(call, 'invalid-argument', 'budget', `budget ${budget}`);
    }
    for (const by of [null, 'x', [1], [Number.NaN, 0, 0], [0, Infinity, 0], { x: 1 }]) {
      const call = () => index.shiftOrigin(by as number[]);
      requireError(call, 'invalid-argument', 'by', `shift ${by}`);
    }
    const away = () => index.shiftOrigin(dimensions === 2 ? [0, -1e18] : [0, -1e18, 0]);
    index.move(0, dimensions === 2 ? [0, 5e17, 1, 9e17] : [0, 5e17, 0, 1, 9e17, 1]);
    requireError(away, 'invalid-argument', 'by', 'a shift out of range');
    index.move(0, boxes(1, 20).slice(0, 2 * dimensions));
    const flat = new ScenePruner({ dimensions: dimensions === 2 ? 3 : 2 });
    const tree = new DynamicTree({ dimensions });
    for (const wrong of [null, undefined, {}, tree, flat, index]) {
      const call = () => index.merge(wrong as ScenePruner);
      requireError(call, 'invalid-argument', 'other', `merging ${wrong}`);
    }
    expect(index.serialize()).toEqual(before);
    for (const each of [index, other, flat, tree]) each.dispose();
    requireError(() => index.step(), 'disposed', '', 'step');
    requireError(() => index.commit(), 'disposed', '', 'commit');
  });

  test('[PX18] changes of the index inside a callback throw', () => {
    const index = built(10);
    const other = built(3);
    const calls = {
      step: () => index.step(5),
      commit: () => index.commit(),
      shiftOrigin: () => index.shiftOrigin([0, 0, 0]),
      merge: () => index.merge(other),
    };
    index.forEachInBox(index.box(0), () => {
      for (const [name, call] of Object.entries(calls)) requireError(call, 'reentrant', name, name);
    });
    index.dispose();
    other.dispose();
  });
});
