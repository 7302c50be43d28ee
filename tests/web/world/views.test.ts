/** The lists of a world are the same views from frame to frame, so that frames leave no garbage. */

import { init, World } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

/** Pairs of so many bodies in one place. */
const pairsOf = (bodies: number) => (bodies * (bodies - 1)) / 2;

test.each([4, 30])('pairs of %i bodies', (bodies) => {
  const world = new World({ dimensions: 2 });
  for (let i = 0; i < bodies; i++) world.add([0, 0, 1, 1]);
  // the memory grows meanwhile
  for (let i = 0; i < 4; i++) world.step();
  const views = new Set<Uint32Array>();
  for (let i = 0; i < 12; i++) {
    world.step();
    expect(world.pairs).toHaveLength(2 * pairsOf(bodies));
    expect(world.pairs).toBe(world.pairs);
    views.add(world.pairs);
  }
  // a list changes between two places
  expect(views.size).toBeLessThanOrEqual(2);
  world.dispose();
});

test('a list that gets shorter and longer again', () => {
  const world = new World({ dimensions: 3 });
  const box = [0, 0, 0, 1, 1, 1];
  const far = [9, 9, 9, 10, 10, 10];
  for (let i = 0; i < 6; i++) world.add(box);
  const views = new Map<number, Set<Uint32Array>>();
  for (let i = 0; i < 20; i++) {
    world.move(0, i % 4 < 2 ? box : far);
    world.step();
    const { pairs } = world;
    expect(pairs).toHaveLength(2 * pairsOf(i % 4 < 2 ? 6 : 5));
    if (i > 8) views.set(pairs.length, (views.get(pairs.length) ?? new Set()).add(pairs));
  }
  expect([...views.values()].every((seen) => seen.size <= 2)).toBe(true);
  world.dispose();
});
