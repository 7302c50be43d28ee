/** Descriptions of the steps of a traversal have correct singular and plural forms. */

import { beforeAll, expect, test } from 'vitest';
import { describeStep } from '../../../web/playground/src/features/trace/trace-words.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

test.each(['static-tree', 'kd-tree', 'octree', 'hash-grid', 'r-tree'])('%s', async (structure) => {
  const box = 'box=0.5,0.5,0.5,0.25,0.25,0.25';
  const scene = `v=1&dim=2&scene=uniform&n=60&play=0&motion=still&q=box&${box}&step=1`;
  await withScene(`${scene}&structure=${structure}`, (opened) => {
    const trace = opened.expectTrace(structure);
    const words = Array.from({ length: trace.length }, (_, step) => describeStep(trace, step, 1));
    expect(words.length).toBeGreaterThan(4);
    const amounts = words
      .map((text) => text.replace(/(visit|node|leaf) \d+/g, ''))
      .flatMap((text) => [...text.matchAll(/(\d+) (hit|box|slot|empty slot|child)(s|es|ren)?\b/g)]);
    expect(amounts.length).toBeGreaterThan(4);
    for (const [text, amount, , ending] of amounts) {
      expect(ending === undefined, text).toBe(amount === '1');
    }
  });
});
