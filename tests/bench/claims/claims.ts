/**
 * The claims of the literature that this library rests on or contradicts, each with our figure and the command that
 * makes it. A test holds every verdict against its figure.
 */

import { milliseconds, percent, whole } from '../report/document';
import {
  cellOf,
  compare,
  comparisonsOfFigure,
  cullFromAllOctants,
  type Facts,
  fastest,
  formOf,
  measure,
  testsOfTwoClusters,
  visitsByBalance,
} from './facts';

export type Verdict = 'reproduced' | 'qualified' | 'refuted';

export interface Claim {
  readonly source: string;
  readonly text: string;
  readonly verdict: Verdict;
  /** What we found, one or two sentences with figures, and whether it supports the verdict. */
  look(facts: Facts): { readonly figure: string; readonly holds: boolean };
  readonly command: string;
}

const GAUL = 'Gaul, *Dynamic AABB Tree*, 2013';
const NOTES = 'Notes on a commercial engine’s static AABB tree';
const BVH = '*BVH with split planes*, 30fps.net, 2024';
const LOOSE = '*Loose octrees for frustum culling*, 2011';
const SURVEY = 'magley, *Broad Phase Collision Detection*, 2026';

const EXPERIMENTS = 'npm run bench -- experiments';
const PUBLISHED = 'npm run bench -- published';
const CLAIMS = 'npm run bench -- claims';

const FRAME = 1000 / 60;

const ofDynamicTrees: readonly Claim[] = [
  {
    source: GAUL,
    text: '5,000 rigid bodies: the broad phase takes about 5 % of the simulation',
    verdict: 'reproduced',
    look: ({ timings: { gas } }) => ({
      figure: `5,000 flying unit boxes of two neighbours each, update and begin/end pairs: ${milliseconds(gas)} ms a frame, ${percent(gas / FRAME)} of 16.7 ms. No simulation is given, so the share is of a frame.`,
      holds: gas / FRAME < 0.075,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'testing all pairs stalls just over 100 bodies',
    verdict: 'refuted',
    look: ({ timings: { hundred } }) => ({
      figure: `4,950 tests take ${milliseconds(1000 * hundred)} µs, ${percent(hundred / FRAME)} of a frame.`,
      holds: hundred < 0.1,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'balancing the tree makes queries optimal',
    verdict: 'refuted',
    look: () => {
      const [never, height, area] = (['none', 'height', 'surface-area'] as const).map(
        visitsByBalance,
      );
      return {
        figure: `5,000 random boxes, nodes visited a query: ${whole(never)} without balancing, ${whole(height)} by height, ${whole(area)} by surface area.`,
        holds: height > never && area < never,
      };
    },
    command: CLAIMS,
  },
];

const ofStaticTrees: readonly Claim[] = [
  {
    source: NOTES,
    text: 'a build that is spread over frames leaves no spike',
    verdict: 'qualified',
    look: () => {
      const { limit, published, ours } = compare(5000, 'uniform', 100);
      const over = (work: readonly number[]) => Math.max(...work) / limit;
      return {
        figure: `As published the first call spends ${over(published).toFixed(1)} times its limit, because a node is never split across calls. Stopping inside a node keeps every call within it (${over(ours).toFixed(2)}).`,
        holds: over(published) > 7 && over(ours) <= 1,
      };
    },
    command: EXPERIMENTS,
  },
];

const ofSphereTrees: readonly Claim[] = [
  {
    source: BVH,
    text: 'front-to-back order by split planes is pretty much free',
    verdict: 'qualified',
    look: ({ timings }) => {
      const same = cullFromAllOctants().every(({ visits }) => visits[0] === visits[1]);
      return {
        figure: `It visits no node more, but culling takes ${timings.orderedOverUnordered.toFixed(2)} times as long as without order.`,
        holds: same && timings.orderedOverUnordered < 3,
      };
    },
    command: CLAIMS,
  },
  {
    source: BVH,
    text: 'a camera in the positive corner loses the adjacency of left children',
    verdict: 'reproduced',
    look: () => {
      const shares = cullFromAllOctants().map(({ adjacentSteps, steps }) => adjacentSteps / steps);
      return {
        figure: `${percent(shares[0])} of the steps go to the next node in memory from the corner of all minima, ${percent(shares[7])} from the opposite one.`,
        holds: shares[7] < shares[0],
      };
    },
    command: EXPERIMENTS,
  },
];

const ofLooseOctrees: readonly Claim[] = [
  {
    source: LOOSE,
    text: 'loose cells have no hot spots',
    verdict: 'reproduced',
    look: () => {
      const shallow = ({ depths }: { depths: readonly number[] }) =>
        (depths[0] + (depths[1] ?? 0) + (depths[2] ?? 0)) / 5000;
      const strict = shallow(measure(3, {}));
      const loose = shallow(measure(3, { looseness: 2 }));
      return {
        figure: `${percent(strict)} of all items sit in the first three levels of the strict octree, ${percent(loose)} of the loose one.`,
        holds: strict > 0.2 && loose === 0,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: LOOSE,
    text: 'loose cells take fewer tests',
    verdict: 'qualified',
    look: () => {
      const tests = (k?: number) => {
        const { boxes } = measure(3, k === undefined ? {} : { looseness: k });
        return boxes.nodes + boxes.items;
      };
      const strict = tests();
      return {
        figure: `Tests a box query against strict cells: ${percent(tests(1.25) / strict)} with k = 1.25, ${percent(tests(2) / strict)} with k = 2, the value that is recommended.`,
        holds: tests(1.25) < 0.8 * strict && tests(1.25) < tests(2),
      };
    },
    command: EXPERIMENTS,
  },
];

const ofTheSurvey: readonly Claim[] = [
  {
    source: SURVEY,
    text: 'two clusters of 7 and 8 boxes, split apart, take 49 tests instead of 105',
    verdict: 'reproduced',
    look: () => {
      const [split, brute] = ['cluster-split', 'brute-force'].map(testsOfTwoClusters);
      return { figure: `${split} against ${brute}.`, holds: split === 49 && brute === 105 };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'with 5,000 boxes a split into two clusters saves 20 million tests',
    verdict: 'refuted',
    look: () => {
      const all = (5000 * 4999) / 2;
      const saved = all - 2 * ((2500 * 2499) / 2);
      return {
        figure: `All pairs of 5,000 boxes are ${whole(all)}; two halves save ${whole(saved)} of them.`,
        holds: all < 2e7,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'a grid compares 8 times, 7 different pairs, where all pairs are 28',
    verdict: 'qualified',
    look: () => {
      const corners = comparisonsOfFigure('corners');
      const covered = comparisonsOfFigure('covered');
      return {
        figure: `Entered by its four corners only, as published: ${corners.all} and ${corners.different}. By all covered cells it is ${covered.all} and ${covered.different}, and the missing one may be a pair: see the next line.`,
        holds: corners.all === 8 && corners.different === 7 && covered.different === 8,
      };
    },
    command: CLAIMS,
  },
  {
    source: SURVEY,
    text: 'a grid only works if boxes are smaller than a cell',
    verdict: 'refuted',
    look: (facts) => {
      const published = formOf(facts, 'grid, by corners', 'RandomLargeBoxes');
      const ours = cellOf(facts, 'hash-grid', 'RandomLargeBoxes', 2000);
      return {
        figure: `True of the published form, which misses ${whole(published.missed)} of ${whole(published.found + published.missed)} pairs of RandomLargeBoxes. Entered into all covered cells the grid misses ${ours.missed}.`,
        holds: published.missed > 0 && ours.missed === 0,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'sweep and prune is the fastest everywhere but in XLine',
    verdict: 'qualified',
    look: (facts) => {
      const scenes = ['Random', 'RandomLargeBoxes', 'XLine', 'YLine', 'TrueUniform'];
      const best = scenes.map((scene) => `${scene} ${fastest(facts, scene, 2000).structure}`);
      const chosen = cellOf(facts, 'sweep-and-prune', 'XLine', 2000).tests;
      return {
        figure: `Fastest here at n = 2,000: ${best.join(', ')}. XLine is a matter of the axis: swept along y it takes ${whole(chosen)} tests instead of 1,999,000.`,
        holds: chosen < 1_999_000 / 10,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'nearest-x packing makes narrow nodes, sort-tile-recursive is better, Hilbert has no bias',
    verdict: 'reproduced',
    look: (facts) => {
      const tests = (packing: string, scene: string) => {
        const name = packing === 'str' ? 'packed-r-tree' : `packed-r-tree packing=${packing}`;
        return cellOf(facts, name, scene, 2000).tests;
      };
      const x = tests('nearest-x', 'XLine');
      const str = tests('str', 'XLine');
      const hilbert = tests('hilbert', 'XLine');
      return {
        figure: `Item tests for the pairs of XLine: nearest-x ${whole(x)}, sort-tile-recursive ${whole(str)}, Hilbert ${whole(hilbert)}. The published sort-tile-recursive groups items like nearest-x, because its slices are too thin.`,
        holds: str < x && hilbert < x,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'the k-d tree is slow because of its repeated sorting',
    verdict: 'refuted',
    look: (facts) => {
      const published = formOf(facts, 'k-d tree, one side', 'Random');
      const ours = cellOf(facts, 'kd-tree', 'Random', 2000);
      return {
        figure: `It is the query, which prunes one side only: ${whole(published.tests)} tests in Random; with both sides and pairs found node against node ${whole(ours.tests)}.`,
        holds: 10 * ours.tests < published.tests,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'R-trees and bulk-loaded trees test far more than sweep and prune',
    verdict: 'refuted',
    look: (facts) => {
      const published = formOf(facts, 'R-tree, unpruned', 'Random');
      const ours = cellOf(facts, 'r-tree', 'Random', 2000);
      const sweep = cellOf(facts, 'sweep-and-prune', 'Random', 2000);
      return {
        figure: `The published queries visit every node (${whole(published.tests)} tests in Random). With pruning the R-tree makes ${whole(ours.tests)}, sweep and prune ${whole(sweep.tests)}.`,
        holds: ours.tests < published.tests / 10,
      };
    },
    command: PUBLISHED,
  },
  {
    source: SURVEY,
    text: 'below 500 boxes the choice hardly matters',
    verdict: 'qualified',
    look: (facts) => {
      const brute = cellOf(facts, 'brute-force', 'Random', 500).total.median;
      const best = fastest(facts, 'Random', 500);
      return {
        figure: `Against a frame it does not: brute force takes ${milliseconds(brute)} ms for 500 random boxes. Against each other it does: ${best.structure} takes ${milliseconds(best.total.median)} ms.`,
        holds: brute < 1,
      };
    },
    command: PUBLISHED,
  },
];

export const claims: readonly Claim[] = [
  ...ofDynamicTrees,
  ...ofStaticTrees,
  ...ofSphereTrees,
  ...ofLooseOctrees,
  ...ofTheSurvey,
];
