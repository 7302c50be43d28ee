/**
 * Counted work of brute force and of a sweep, compared with the formulas n² / 2 and
 * n log n + n² / 2.
 */

import { boxesFrom, sweepPairs } from 'published';
import { BruteForce, SortAndSweep, type SpatialIndex } from 'sapwood/all';
import { type PublishedName, publishedScene } from 'scenes';
import { onceEach } from '../node/once';
import { boxesOf } from '../published/cases';
import { type Chart, percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const counts = [10, 100, 500, 1000, 2000, 5000];
const scenes: readonly PublishedName[] = ['Random', 'XLine'];

export interface GrowthWork {
  readonly n: number;
  /** Item tests of `BruteForce` in a query of all pairs. */
  readonly brute: number;
  /** Item tests of `SortAndSweep` along x in a query of all pairs. */
  readonly tests: number;
  /** Comparisons of a merge sort of the 2n edges. */
  readonly sorting: number;
}

function testsOf(index: SpatialIndex, boxes: Float32Array): number {
  try {
    index.build(boxes);
    index.pairsView();
    return index.counters().itemTests;
  } finally {
    index.dispose();
  }
}

export const measureGrowth = onceEach((scene: PublishedName): readonly GrowthWork[] =>
  counts.map((n) => {
    const boxes = boxesOf({ scene, n }, 0);
    return {
      n,
      brute: testsOf(new BruteForce({ dimensions: 2 }), boxes),
      tests: testsOf(new SortAndSweep({ dimensions: 2, mode: 'sort', axis: 'x' }), boxes),
      sorting: sweepPairs(boxesFrom(publishedScene(scene, n, 0))).sorting,
    };
  }),
);

export const sweepWork = ({ tests, sorting }: GrowthWork) => tests + sorting;
const sorted = (n: number) => n * Math.log2(n);
export const worstCase = (n: number) => sorted(n) + n ** 2 / 2;

function table(): Table {
  const [random, line] = scenes.map(measureGrowth);
  return {
    caption: 'Item tests, comparisons of edges by the sort, and formulas:',
    header: [
      'n',
      'brute force',
      'n² / 2',
      'sort, Random',
      'sweep, Random',
      'sort, XLine',
      'sweep, XLine',
      'n log₂ n',
      'n log₂ n + n² / 2',
    ],
    rows: counts.map((n, i) => [
      whole(n),
      whole(random[i].brute),
      whole(n ** 2 / 2),
      whole(random[i].sorting),
      whole(random[i].tests),
      whole(line[i].sorting),
      whole(line[i].tests),
      whole(sorted(n)),
      whole(worstCase(n)),
    ]),
  };
}

function chart(): Chart {
  const [random, line] = scenes.map(measureGrowth);
  const curve = (name: string, f: (n: number) => number) => ({
    name,
    points: counts.map((n) => [n, f(n)] as const),
  });
  const measured = (name: string, work: readonly GrowthWork[], f: (one: GrowthWork) => number) => ({
    name,
    points: work.map((one) => [one.n, f(one)] as const),
  });
  return {
    name: 'sweep-growth',
    title: 'Brute force and sweep, counted',
    x: 'boxes',
    y: 'tests and comparisons',
    logarithmic: { x: true, y: true },
    symbols: true,
    series: [
      measured('brute force', random, ({ brute }) => brute),
      measured('sort + sweep, XLine', line, sweepWork),
      measured('sort + sweep, Random', random, sweepWork),
      curve('n² / 2', (n) => n ** 2 / 2),
      curve('n log n + n² / 2', worstCase),
      curve('n log n', sorted),
    ],
  };
}

/**
 * Returns the smallest counted n from which the sweep always has less work than brute force, or
 * undefined.
 */
export function cheaperFrom(scene: PublishedName): number | undefined {
  const work = measureGrowth(scene);
  return work.find((_, i) => work.slice(i).every((one) => sweepWork(one) < one.brute))?.n;
}

function conclusions(): string[] {
  const [random, line] = scenes.map((scene) => measureGrowth(scene).at(-1)!);
  const share = measureGrowth('Random')
    .slice(1)
    .map(({ tests, brute }) => tests / brute);
  const [min, max] = [Math.min(...share), Math.max(...share)];
  return [
    `In XLine all boxes overlap on x, and the sweep tests every pair. For ${whole(line.n)} boxes its work is ${(sweepWork(line) / worstCase(line.n)).toFixed(3)} times n log n + n² / 2. This exceeds brute force by the sort, which is ${percent(line.sorting / sweepWork(line))} of the work.`,
    `From ${whole(cheaperFrom('Random')!)} boxes on, the sweep does less work than brute force in Random. For ${whole(random.n)} boxes it has ${percent(sweepWork(random) / random.brute)} of the work.`,
    `The space does not grow with n, so the tests of the sweep in Random are quadratic too: ${percent(min)} to ${percent(max)} of all pairs from 100 boxes on.`,
    `The sort compares 2n edges: ${(random.sorting / sorted(random.n)).toFixed(1)} times n log₂ n comparisons for ${whole(random.n)} boxes in Random, ${(line.sorting / sorted(line.n)).toFixed(1)} times in XLine.`,
  ];
}

export const sweepGrowth: Experiment = {
  id: 'sweep-growth',
  title: 'Growth of brute force and of a sweep',
  question:
    'Brute force tests n² / 2 pairs. A sweep sorts the edges of the boxes on one axis in O(n log n) and tests the pairs that overlap on it, up to n² / 2. How close are counted tests to these formulas? Scenes of a published comparison: Random, where few boxes overlap on x, and XLine, where all of them do. `BruteForce` and `SortAndSweep` (mode `sort`, axis `x`) count the tests, and a merge sort in `web/published` counts the comparisons of edges.',
  run: (): Findings => ({ tables: [table()], charts: [chart()], conclusions: conclusions() }),
};
