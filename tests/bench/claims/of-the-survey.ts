/** Claims of a survey of broad-phase structures. */

import { milliseconds, percent, whole } from '../report/document';
import { CLAIMS, type Claim, CROSSOVER, PUBLISHED } from './claim';
import {
  cellOf,
  comparisonsOfFigure,
  comparisonsOfLeaves,
  fastest,
  firstToBeatBruteForce,
  formOf,
  sweepAlongX,
  sweepTestsABox,
  testsOfTwoClusters,
  workOfQuadtree,
  workOfSplits,
} from './facts';

const SURVEY = 'magley, *Broad Phase Collision Detection*, 2026';

export const ofTheSurvey: readonly Claim[] = [
  {
    source: SURVEY,
    text: 'two separate clusters of 7 and 8 boxes need 49 tests instead of 105',
    verdict: 'reproduced',
    evaluate: () => {
      const [split, brute] = ['cluster-split', 'brute-force'].map(testsOfTwoClusters);
      return {
        figure: `${split} tests instead of ${brute}.`,
        supportsVerdict: split === 49 && brute === 105,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'with 5,000 boxes a split into two clusters saves 20 million tests',
    verdict: 'refuted',
    evaluate: () => {
      const all = (5000 * 4999) / 2;
      const saved = all - 2 * ((2500 * 2499) / 2);
      return {
        figure: `5,000 boxes have only ${whole(all)} pairs. Two halves save ${whole(saved)} of these tests.`,
        supportsVerdict: all < 2e7,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'a grid makes 8 comparisons of 7 different pairs, out of 28 pairs',
    verdict: 'qualified',
    evaluate: () => {
      const corners = comparisonsOfFigure('corners');
      const covered = comparisonsOfFigure('covered');
      return {
        figure: `With boxes in the cells of their four corners, as published, it makes ${corners.all} comparisons of ${corners.different} pairs. With boxes in all cells that they cover it makes ${covered.all} of ${covered.different}. The published form may therefore miss a pair.`,
        supportsVerdict: corners.all === 8 && corners.different === 7 && covered.different === 8,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'a quadtree makes 5 comparisons of 4 different pairs, out of 21 pairs',
    verdict: 'reproduced',
    evaluate: () => {
      const { all, different } = comparisonsOfLeaves();
      return {
        figure: `${all} comparisons of ${different} pairs, with every box in each leaf that it touches.`,
        supportsVerdict: all === 5 && different === 4,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'a grid only works if boxes are smaller than a cell',
    verdict: 'refuted',
    evaluate: (facts) => {
      const published = formOf(facts, 'grid, by corners', 'RandomLargeBoxes');
      const ours = cellOf(facts, 'hash-grid', 'RandomLargeBoxes', 2000);
      return {
        figure: `The published form misses ${whole(published.missed)} of ${whole(published.found + published.missed)} pairs of RandomLargeBoxes. With boxes in all cells that they cover, the grid misses ${ours.missed}.`,
        supportsVerdict: published.missed > 0 && ours.missed === 0,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'sweep and prune is the fastest in all scenes except XLine',
    verdict: 'qualified',
    evaluate: (facts) => {
      const scenes = ['Random', 'RandomLargeBoxes', 'XLine', 'YLine', 'TrueUniform'];
      const best = scenes.map((scene) => `${scene} ${fastest(facts, scene, 2000).structure}`);
      const chosen = cellOf(facts, 'sweep-and-prune', 'XLine', 2000).tests;
      const onX = sweepAlongX('XLine').tests;
      return {
        figure: `The fastest structures at n = 2,000 are: ${best.join(', ')}. In XLine the axis decides: a sweep along y makes ${whole(chosen)} tests instead of ${whole(onX)}.`,
        supportsVerdict: chosen < onX / 10,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'sweep and prune takes O(n log n + k)',
    verdict: 'refuted',
    evaluate: () => {
      const line = sweepAlongX('XLine');
      return {
        figure: `Sorting does, but sweeping may take longer: on x it makes ${whole(line.tests)} comparisons for the ${whole(line.found)} pairs of XLine. k is the number of overlaps on the axis, not in the plane.`,
        supportsVerdict: line.tests > 10 * line.found,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'with coherence between frames sweep and prune takes O(n)',
    verdict: 'qualified',
    evaluate: () => {
      const scenes = ['uniform-2d-10k', 'uniform-2d-100k'] as const;
      const [small, large] = scenes.map((scene) => sweepTestsABox(scene, 'sort-and-sweep'));
      const [smallColumns, largeColumns] = scenes.map((scene) =>
        sweepTestsABox(scene, 'sweep-and-prune'),
      );
      return {
        figure: `Sorting does. Sweeping one list makes ${whole(small)} item tests per box for 10,000 boxes in 2D, and ${whole(large)} for 100,000 at the same density. Sweeping columns makes ${whole(smallColumns)} and ${whole(largeColumns)}.`,
        supportsVerdict: large > 2 * small && largeColumns <= smallColumns,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'the quadtree is the slowest in YLine, for unknown reasons',
    verdict: 'reproduced',
    evaluate: () => {
      const [y, x, ...others] = (
        ['YLine', 'XLine', 'Random', 'RandomLargeBoxes', 'TrueUniform'] as const
      ).map(workOfQuadtree);
      return {
        figure: `Our quadtree with the published parameters makes ${whole(y.tests)} tests in YLine, ${whole(x.tests)} in XLine, and fewer in the other scenes (means of all iterations). Its leaves are 50 wide and 37.5 high: a tall box of YLine is in ${y.leavesPerBox.toFixed(1)} of them, a wide box of XLine in ${x.leavesPerBox.toFixed(1)}.`,
        supportsVerdict:
          y.tests > x.tests &&
          y.leavesPerBox > x.leavesPerBox &&
          others.every(({ tests }) => tests < x.tests),
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'quadratic splits cost more than linear ones and find fewer false candidates, R* even fewer; the order of insertion matters',
    verdict: 'reproduced',
    evaluate: ({ timings: { splits } }) => {
      const [linear, quadratic, star] = (['linear', 'quadratic', 'r-star'] as const).map(
        workOfSplits,
      );
      const tests = [linear, quadratic, star].map(({ median, min, max }) => {
        return `${whole(median)} (${whole(min)} to ${whole(max)})`;
      });
      return {
        figure: `Nodes and items tested by 2,000 queries of Random, median and range over 9 orders of insertion: linear ${tests[0]}, quadratic ${tests[1]}, R* ${tests[2]}. Builds take ${splits.quadratic.toFixed(1)} (quadratic) and ${splits.rStar.toFixed(1)} (R*) times as long as linear.`,
        supportsVerdict: quadratic.median < linear.median && star.median < quadratic.median,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'R* is slow where many boxes overlap',
    verdict: 'refuted',
    evaluate: (facts) => {
      const tests = (name: string) => {
        const { tests, visits } = cellOf(facts, name, 'RandomLargeBoxes', 2000);
        return tests + visits;
      };
      const [star, quadratic] = [tests('r-tree'), tests('r-tree split=quadratic')];
      return {
        figure: `Nodes and items tested for the pairs of RandomLargeBoxes, where a box overlaps 108 others: R* ${whole(star)}, quadratic ${whole(quadratic)}.`,
        supportsVerdict: star < quadratic,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'R-trees gain most from being kept between frames: their build has the largest share',
    verdict: 'reproduced',
    evaluate: (facts) => {
      const share = (structure: string) => {
        const { build, total } = cellOf(facts, structure, 'Random', 2000);
        return build.median / total.median;
      };
      const names = ['r-tree', 'quadtree', 'kd-tree', 'packed-r-tree', 'hash-grid'];
      const shares = names.map((name) => `${name} ${percent(share(name))}`);
      return {
        figure: `Share of the build in the total time, Random at n = 2,000: ${shares.join(', ')}.`,
        supportsVerdict: names.slice(1).every((name) => share(name) < share('r-tree')),
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'nearest-x packing makes narrow nodes, sort-tile-recursive is better, Hilbert has no bias',
    verdict: 'reproduced',
    evaluate: (facts) => {
      const tests = (packing: string, scene: string) => {
        const name = packing === 'str' ? 'packed-r-tree' : `packed-r-tree packing=${packing}`;
        return cellOf(facts, name, scene, 2000).tests;
      };
      const x = tests('nearest-x', 'XLine');
      const str = tests('str', 'XLine');
      const hilbert = tests('hilbert', 'XLine');
      return {
        figure: `Item tests for the pairs of XLine: nearest-x ${whole(x)}, sort-tile-recursive ${whole(str)}, Hilbert ${whole(hilbert)}. The published form of sort-tile-recursive has slices that are too thin, and groups items like nearest-x.`,
        supportsVerdict: str < x && hilbert < x,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'the k-d tree is slow because of its repeated sorting',
    verdict: 'refuted',
    evaluate: (facts) => {
      const published = formOf(facts, 'k-d tree, one side', 'Random');
      const ours = cellOf(facts, 'kd-tree', 'Random', 2000);
      return {
        figure: `The query is slow, because it prunes only one side: it makes ${whole(published.tests)} tests in Random. A tree that prunes both sides and compares nodes with nodes makes ${whole(ours.tests)}.`,
        supportsVerdict: 10 * ours.tests < published.tests,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'R-trees and bulk-loaded trees test far more than sweep and prune',
    verdict: 'refuted',
    evaluate: (facts) => {
      const published = formOf(facts, 'R-tree, unpruned', 'Random');
      const ours = cellOf(facts, 'r-tree', 'Random', 2000);
      const sweep = cellOf(facts, 'sweep-and-prune', 'Random', 2000);
      return {
        figure: `The published queries visit every node (${whole(published.tests)} tests in Random). With pruning the R-tree makes ${whole(ours.tests)} tests, and sweep and prune ${whole(sweep.tests)}.`,
        supportsVerdict: ours.tests < published.tests / 10,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'below 500 boxes the choice hardly matters',
    verdict: 'qualified',
    evaluate: (facts) => {
      const brute = cellOf(facts, 'brute-force', 'Random', 500).total.median;
      const best = fastest(facts, 'Random', 500);
      const first = firstToBeatBruteForce(facts, 'Random');
      return {
        figure: `Compared with a frame it does not: brute force takes ${milliseconds(brute)} ms for 500 random boxes. Compared with each other it does: ${best.structure} takes ${milliseconds(best.total.median)} ms. From ${whole(first.n)} boxes on, ${first.structure} is faster than brute force.`,
        supportsVerdict: brute < 1 && first.n < 500,
      };
    },
    command: CROSSOVER,
  },
];
