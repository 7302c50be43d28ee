/**
 * The experiments say today what their page says, and what they are quoted for.
 *
 * After a change that is meant to alter them, `npm run bench -- experiments` writes the page anew.
 */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { readFile, writeFile } from '../report/document';
import { cullFromAllOctants } from './culling-order';
import { measure } from './loose-against-strict';
import { renderExperiments } from './page';
import { compare } from './progressive-build';

const writing = process.env.SAPWOOD_EXPERIMENTS === 'write';

await init();

describe('the page', () => {
  for (const [name, text] of renderExperiments()) {
    test(`${name} says what is counted today`, () => {
      if (writing) writeFile(name, text);
      expect(readFile(name)).toBe(text);
    });
  }
});

describe('strict against loose cells', () => {
  const strict = measure(3, {});
  const tests = ({ boxes }: typeof strict) => boxes.nodes + boxes.items;

  test('[OC1] 3 to 6 % of the items get stuck in the root of a strict octree, 20 to 26 % in three levels', () => {
    const [root, first, second] = strict.depths;
    expect(root / 5000).toBeGreaterThan(0.03);
    expect(root / 5000).toBeLessThan(0.06);
    expect((root + first + second) / 5000).toBeGreaterThan(0.2);
    expect((root + first + second) / 5000).toBeLessThan(0.26);
  });

  test('[OC2] none do in a loose one with k = 2', () => {
    const [root, first, second] = measure(3, { looseness: 2 }).depths;
    expect(root + first + second).toBe(0);
  });

  test('[OC8] k = 1.25 saves a quarter of the tests and more in 3D, k = 2 saves less', () => {
    const quarter = tests(measure(3, { looseness: 1.25 }));
    expect(quarter).toBeLessThan(0.75 * tests(strict));
    expect(quarter).toBeLessThan(tests(measure(3, { looseness: 2 })));
  });
});

describe('a build spread over frames', () => {
  test.each([
    ['uniform', 100],
    ['uniform', 13],
    ['log-uniform', 100],
  ] as const)('[PX8] no call exceeds its limit: %s, %i frames', (spread, hint) => {
    const { limit, ours } = compare(5000, spread, hint);
    expect(Math.max(...ours)).toBeLessThanOrEqual(limit);
  });

  test('[PX7] the published build pays for the root in its first call, 8 times its limit', () => {
    const { limit, published } = compare(5000, 'uniform', 100);
    expect(published[0]).toBe(5000);
    expect(published[0] / limit).toBeGreaterThan(7);
    expect(published[0] / limit).toBeLessThan(9);
  });
});

describe('front to back by split planes', () => {
  const culled = cullFromAllOctants();

  test.each(culled)('[SB4] fewer pairs out of order than without, from $octant', (one) => {
    expect(one.ids.length).toBe(5000);
    expect(one.inversions).toBeLessThan(one.unordered);
  });

  test.each(culled)('[SB4] not one visit more than without, from $octant', ({ visits }) => {
    expect(visits[0]).toBe(visits[1]);
  });

  test('[SB6] the corner of all minima walks along memory, the opposite one against it', () => {
    const adjacent = culled.map(({ adjacentSteps, steps }) => adjacentSteps / steps);
    expect(adjacent[0]).toBe(Math.max(...adjacent));
    expect(adjacent[7]).toBe(Math.min(...adjacent));
  });
});
