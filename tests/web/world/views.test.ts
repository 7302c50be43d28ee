/**
 * The lists that a world returns are the same view objects in all frames, so that frames create no
 * garbage.
 */

import { init, World } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

/** Returns the number of pairs between bodies that are all at the same position. */
const pairsOf = (bodies: number) => (bodies * (bodies - 1)) / 2;

test.each([4, 30])('pairs of %i bodies are at most two views in all frames', (bodies) => {
  const world = new World({ dimensions: 2 });
  for (let i = 0; i < bodies; i++) world.add([0, 0, 1, 1]);
  // the first steps allocate the buffers
  for (let i = 0; i < 4; i++) world.step();
  const views = new Set<Uint32Array>();
  for (let i = 0; i < 12; i++) {
    world.step();
    expect(world.pairs).toHaveLength(2 * pairsOf(bodies));
    expect(world.pairs).toBe(world.pairs);
    views.add(world.pairs);
  }
  // the world alternates between two buffers for each list
  expect(views.size).toBeLessThanOrEqual(2);
  world.dispose();
});

test('a list of changing length has at most two views for each length', () => {
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
