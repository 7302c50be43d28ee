/** Tests that the counts in the handwritten pages of the structures agree with the current code. */

import {
  boxesFrom,
  buildKdTree,
  gridFigure,
  kdTreePairs,
  publishedCapacity,
  type Sides,
} from 'published';
import { init, StaticTree } from 'sapwood/all';
import { generateScene, publishedScene } from 'scenes';
import { describe, expect, test } from 'vitest';
import { cullFromAllOctants } from '../experiments/culling-order';
import { iterationsOf } from '../published/cases';
import { percent, readFile, whole } from '../report/document';
import { cellOf, comparisonsOfFigure, formOf, readFacts, visitsByBalance } from './facts';

await init();

const page = (name: string) => readFile(`docs/structures/${name}.md`).replaceAll(/\s+/g, ' ');

describe('kd-tree.md', () => {
  const iterations = Array.from({ length: iterationsOf(2000) }, (_, i) => i);
  const testsOf = (sides: Sides) =>
    iterations.reduce((sum, iteration) => {
      const boxes = boxesFrom(publishedScene('Random', 2000, iteration));
      return sum + kdTreePairs(boxes, buildKdTree(boxes, publishedCapacity), sides).candidates;
    }, 0) / iterations.length;

  test('[KD3] has the item tests of the published query, of two-sided pruning and of the k-d tree', () => {
    const [left, both] = (['left-only', 'both'] as const).map(testsOf);
    expect(left).toBe(formOf(readFacts(), 'k-d tree, one side', 'Random').tests);
    const ours = cellOf(readFacts(), 'kd-tree', 'Random', 2000).tests;
    expect(page('kd-tree')).toContain(`makes ${whole(left)} tests to find all pairs.`);
    expect(page('kd-tree')).toContain(`makes ${whole(both)} tests, about an eighth.`);
    expect(page('kd-tree')).toContain(`and makes ${whole(ours)} (`);
    expect(Math.round(left / both)).toBe(8);
  });
});

test('[SB6] sphere-tree.md has the shares of steps to the adjacent node and of inversions', () => {
  const culled = cullFromAllOctants();
  const steps = culled.map(({ adjacentSteps, steps }) => adjacentSteps / steps);
  const others = steps.slice(1, 7);
  const range = `${percent(Math.min(...others)).replace(' %', '')} to ${percent(Math.max(...others))}`;
  const text = page('sphere-tree');
  expect(text).toContain(`all minima, ${percent(steps[0])} of the steps go to the next node`);
  expect(text).toContain(`opposite corner it is ${percent(steps[7])},`);
  expect(text).toContain(`In the other six corners it is ${range} (`);
  const inverted = culled.map(({ ids, inversions }) => {
    return inversions / ((ids.length * (ids.length - 1)) / 2);
  });
  const mean = inverted.reduce((a, b) => a + b, 0) / inverted.length;
  expect(text).toContain(`returned first in ${Math.round(100 * mean)} % of all pairs`);
});

test('spatial-hash.md has the comparisons of the published figure and the missed pairs', () => {
  const text = page('spatial-hash');
  const boxes = gridFigure.boxes.count;
  const covered = comparisonsOfFigure('covered');
  const corners = comparisonsOfFigure('corners');
  expect(text).toContain(`Brute force makes ${(boxes * (boxes - 1)) / 2} comparisons.`);
  expect(text).toContain(
    `makes ${covered.all} comparisons of ${covered.different} different pairs`,
  );
  expect(text).toContain(`it would make ${corners.all} comparisons`);
  const { missed, found } = formOf(readFacts(), 'grid, by corners', 'RandomLargeBoxes');
  expect(text).toContain(
    `${Math.round((100 * missed) / (missed + found))} % of the pairs are missed`,
  );
});

test('dynamic-tree.md has the node visits for each balance', () => {
  const visits = (['none', 'height', 'surface-area'] as const).map(visitsByBalance);
  const text = page('dynamic-tree');
  expect(text).toContain(`| \`none\` | never | ${whole(visits[0])} |`);
  expect(text).toContain(`differ by 2 or more | ${whole(visits[1])} |`);
  expect(text).toContain(`shrinks the tree | ${whole(visits[2])} |`);
  // "about 70 %"
  expect(visits[1] / visits[0]).toBeGreaterThan(1.65);
  expect(visits[1] / visits[0]).toBeLessThan(1.75);
});

test('static-tree.md has the savings of binned-sah', () => {
  const { boxes } = generateScene('uniform-3d', { count: 5000 });
  const [mean, area] = (['box-center', 'binned-sah'] as const).map((split) => {
    using tree = new StaticTree({ split });
    tree.build(boxes);
    tree.pairsView();
    const pairs = tree.counters().nodeVisits;
    let queries = 0;
    for (let at = 0; at < boxes.length; at += 6) {
      tree.queryBox(boxes.subarray(at, at + 6));
      queries += tree.counters().nodeVisits;
    }
    return { pairs, queries };
  });
  expect(page('static-tree')).toContain('then visits a fifth fewer node pairs');
  expect(area.pairs / mean.pairs).toBeCloseTo(0.8, 1);
  const saved = Math.round(100 * (1 - area.queries / mean.queries));
  expect(page('static-tree')).toContain(`small box queries ${saved} % fewer nodes`);
});
