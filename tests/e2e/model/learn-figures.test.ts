/**
 * Figures of Learn that compute their own numbers: splits of the surface area heuristic, rays, and
 * the code of the chapters.
 */

import { StaticTree } from 'sapwood/all';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { walkToFirstHit } from '../../../web/playground/src/learn/ray-walk.js';
import { cutAt, rootCut } from '../../../web/playground/src/learn/split-costs.js';
import { boxesOf } from '../../../web/playground/src/learn/split-seeds.js';
import { Subject } from '../../../web/playground/src/learn/subject.js';
import { World } from '../../../web/playground/src/learn/world.js';
import { chapters } from '../../../web/playground/src/model/chapters.js';
import { prepare } from './scene.js';

beforeAll(prepare);

describe('the surface area heuristic', () => {
  test('is the cost of both sides relative to the uncut node', () => {
    const boxes = [
      [0, 0, 1, 1],
      [1, 0, 2, 1],
      [8, 0, 10, 1],
    ] as const;
    // half perimeters: 3 for two boxes in 2 × 1, 3 for one box in 2 × 1, and 11 for all boxes in 10
    // × 1
    expect(cutAt(boxes, 0, 5).cost).toBeCloseTo((2 * 3 + 3) / (3 * 11), 12);
    expect(cutAt(boxes, 0, -1).cost).toBe(1);
    expect(cutAt(boxes, 1, 5)).toMatchObject({ low: boxes, high: [], cost: 1 });
  });

  test.each(['clustered', 'uniform', 'mixed'] as const)(
    'in %s the library cuts close to the lowest cost',
    (scene) => {
      const world = new World(scene, 80);
      const boxes = boxesOf(world.boxes);
      const costs = ([0, 1] as const).flatMap((axis) =>
        boxes.map((box) => cutAt(boxes, axis, (box[axis] + box[axis + 2]) / 2).cost),
      );
      const tree = new StaticTree({ dimensions: 2, split: 'binned-sah' });
      const plain = new StaticTree({ dimensions: 2 });
      tree.build(world.boxes);
      plain.build(world.boxes);
      const { cost, high, low } = rootCut(tree.nodes(), boxes);
      expect(low.length + high.length).toBe(80);
      expect(cost).toBeGreaterThanOrEqual(Math.min(...costs) - 1e-9);
      expect(cost).toBeLessThan(Math.min(...costs) + 0.05);
      expect(tree.stats().sah).toBeLessThan(1.02 * (plain.stats().sah ?? 0));
      tree.dispose();
      plain.dispose();
    },
  );
});

test('the traversal of a ray has the visits and tests that the library counts', () => {
  const world = new World('clustered', 500);
  const subject = new Subject({ world, structure: 'static-tree' });
  const from = world.point([0.04, 0.04]);
  let hits = 0;
  for (let i = 0; i < 200; i++) {
    const to = world.point([(i % 20) / 19, 1 - Math.floor(i / 20) / 9]);
    const direction = [to[0] - from[0], to[1] - from[1]] as const;
    if (Math.hypot(...direction) < 1) continue;
    const { hit, tests, visits } = subject.firstAlong(from, direction);
    const walk = walkToFirstHit(subject, world.boxes, from, direction);
    expect([walk.steps.length, walk.tests], `ray ${i}`).toEqual([visits, tests]);
    if (hit) hits++;
    expect(subject.allAlong(from, direction).visits).toBeGreaterThanOrEqual(visits);
  }
  expect(hits).toBeGreaterThan(50);
  subject.dispose();
});

type Printed = { id?: number; ids?: Iterable<number> } | Iterable<number> | number;

function idsOf(result: Printed): number[] {
  if (typeof result === 'number') return [result];
  if (Symbol.iterator in result) return [...result].sort();
  return result.ids ? [...result.ids].sort() : [result.id ?? Number.NaN];
}

describe('the code of the chapters', () => {
  const withCode = chapters.filter(({ code }) => code !== undefined);

  test('exists for every structure', () => {
    expect(withCode.length).toBe(chapters.length - 1);
  });

  test.each(withCode.map(({ title, code }) => [title, code as string] as const))(
    '“%s”: the code prints the numbers of its comment',
    async (_, code) => {
      const lines = code.split('\n');
      expect(lines.length).toBeLessThanOrEqual(6);
      const [, names, entry] = /^import \{ (.*) \} from '(sapwood\/\w+)';$/.exec(lines[0]) ?? [];
      const module = await import(/* @vite-ignore */ entry);
      // every entry point has its own WebAssembly module, so the code calls `init` itself
      const printed = vi.fn();
      const body = `const { ${names} } = module;\n${lines.slice(1).join('\n')}`;
      const run = new Function('module', 'console', `return (async () => {${body}\n})()`);
      await run(module, { log: printed });
      expect(printed).toHaveBeenCalledOnce();
      const values: unknown[] = printed.mock.calls[0];
      for (const value of values) expect(value ?? undefined).toBeDefined();
      const numbersInComment = /\/\/ (\d+)(?: and (\d+))?(?=$|:)/
        .exec(code)
        ?.slice(1)
        .filter(Boolean)
        .map(Number);
      if (!numbersInComment) return;
      const [result] = values as [Printed];
      expect(idsOf(result)).toEqual(numbersInComment);
    },
  );
});
