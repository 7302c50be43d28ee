/**
 * No call takes longer than what it is allowed to: `ScenePruner.step` and progressive builds, counted in units of work.
 * The units are honest when the same rebuild costs the same number of them whatever the budget is.
 */

import { type Dimensions, init, ScenePruner, StaticTree } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { latticeBoxes } from '../support/tape.js';

beforeAll(() => init());

const COUNT = 700;
const BUDGETS = [1, 2, 7, 100, 4096, 2 ** 31];

describe.each([2, 3] as Dimensions[])('in %iD', (dimensions) => {
  const boxes = latticeBoxes(3, COUNT, dimensions);

  /** Units of each step of a rebuild, with the state that it ended in. */
  function rebuild(budget: number, change: (index: ScenePruner) => void) {
    const index = new ScenePruner({ dimensions });
    index.build(boxes);
    change(index);
    const steps = [index.step(budget)];
    while (steps[steps.length - 1].state !== 'finished') steps.push(index.step(budget));
    expect(index.commit()).toBe(true);
    expect(index.validate()).toEqual([]);
    index.dispose();
    return steps;
  }
  const total = (steps: readonly { work: number }[]) =>
    steps.reduce((sum, { work }) => sum + work, 0);
  const mostOf = (steps: readonly { work: number }[]) =>
    steps.reduce((most, { work }) => Math.max(most, work), 0);
  const insertOne = (index: ScenePruner) => void index.insert(boxes.slice(0, 2 * dimensions));

  test.each(BUDGETS)('[PX18] a step of a rebuild never exceeds %i units', (budget) => {
    const steps = rebuild(budget, insertOne);
    expect(mostOf(steps)).toBeLessThanOrEqual(budget);
    expect(total(steps)).toBe(total(rebuild(1, insertOne)));
    // the steps that settle and finish may have nothing left to do
    expect(steps.length).toBeLessThanOrEqual(Math.ceil(total(steps) / budget) + 2);
  });

  test('[PX18] every phase counts the units of work that it does', () => {
    const units: Record<string, number> = {};
    for (const { state, work } of rebuild(1, insertOne)) units[state] = (units[state] ?? 0) + work;
    // the last unit of a phase ends in the state behind it
    expect(units.copying).toBe(COUNT);
    expect(units.building).toBeGreaterThan(COUNT * Math.log2(COUNT / 4));
    expect(units.mapping + units.refitting).toBeGreaterThan(COUNT / 4);
  });

  test('[PX18] ids without an item are paid for as well', () => {
    const steps = rebuild(1, (index) => {
      for (let id = 0; id < COUNT - 5; id++) index.remove(id);
    });
    const copying = steps.filter(({ state }) => state === 'copying');
    expect(total(copying)).toBe(COUNT - 1);
  });

  test('[PX18] items that come while ids are copied wait for the next rebuild', () => {
    const index = new ScenePruner({ dimensions });
    index.build(boxes);
    index.remove(0);
    expect(index.step(COUNT / 2).state).toBe('copying');
    for (let i = 0; i < 20; i++) insertOne(index);
    while (index.step(50).state !== 'finished');
    expect(index.commit()).toBe(true);
    expect(index.validate()).toEqual([]);
    expect(index.queryBox(boxes.slice(0, 2 * dimensions)).length).toBeGreaterThan(19);
    index.dispose();
  });

  test.each(BUDGETS)('[PX7] a step of a build never exceeds %i units', (limit) => {
    const build = (most: number) => {
      const index = new StaticTree({ dimensions });
      index.beginBuild(boxes);
      const steps = [index.stepBuild(most)];
      while (!steps[steps.length - 1].done) steps.push(index.stepBuild(most));
      expect(index.validate()).toEqual([]);
      index.dispose();
      return steps;
    };
    const steps = build(limit);
    expect(mostOf(steps)).toBeLessThanOrEqual(limit);
    expect(total(steps)).toBe(total(build(1)));
    expect(steps.length).toBeLessThanOrEqual(Math.ceil(total(steps) / limit) + 1);
  });
});
