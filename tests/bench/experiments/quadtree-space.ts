/**
 * Compares the published quadtree in the published space with the same quadtree in a square space.
 */

import { boxesFrom, publishedQuadtree, type QuadtreePlan, quadtreePairs } from 'published';
import { Quadtree } from 'sapwood/all';
import { type PublishedName, publishedNames, publishedScene } from 'scenes';
import { onceEach } from '../node/once';
import { boxesOf } from '../published/cases';
import { change, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const N = 2000;
/** Heights of the space, whose width is 800. */
const heights = [600, 800];

export interface CellWork {
  readonly leaves: number;
  /** Sum of the numbers of items in all leaves. */
  readonly entries: number;
  /** Sum of the numbers of pairs in all leaves, and number of different pairs. */
  readonly encounters: number;
  readonly comparisons: number;
  /** Item tests of Sapwood's quadtree with the same space, capacity and minimum side. */
  readonly tests: number;
}

interface Parameters {
  readonly scene: PublishedName;
  readonly height: number;
  readonly lastRow?: QuadtreePlan['lastRow'] | undefined;
}

function testsOfSapwood(scene: PublishedName, height: number): number {
  const index = new Quadtree({ ...Quadtree.published, space: [0, 0, 800, height] });
  try {
    index.build(boxesOf({ scene, n: N }, 0));
    index.pairsView();
    return index.counters().itemTests;
  } finally {
    index.dispose();
  }
}

export const measureCells = onceEach(
  ({ scene, height, lastRow = 'published' }: Parameters): CellWork => {
    const boxes = boxesFrom(publishedScene(scene, N, 0));
    const found = quadtreePairs(boxes, { ...publishedQuadtree, height, lastRow });
    const { visits: leaves, entries, encounters, candidates: comparisons } = found;
    return { leaves, entries, encounters, comparisons, tests: testsOfSapwood(scene, height) };
  },
);

/** Returns the mean number of leaves that two items share, over all pairs that share a leaf. */
export const leavesPerPair = ({ encounters, comparisons }: CellWork) => encounters / comparisons;

function tableOf(height: number): Table {
  return {
    caption: `Space of 800 × ${height}, smallest leaves of 50 × ${height / 16}:`,
    header: [
      'scene',
      'leaves',
      'leaves of an item',
      'pairs in all leaves',
      'different pairs',
      'leaves of a pair',
      'tests of Sapwood',
    ],
    rows: publishedNames.map((scene) => {
      const work = measureCells({ scene, height });
      return [
        scene,
        whole(work.leaves),
        (work.entries / N).toFixed(2),
        whole(work.encounters),
        whole(work.comparisons),
        leavesPerPair(work).toFixed(2),
        whole(work.tests),
      ];
    }),
  };
}

function conclusions(): string[] {
  const at = (scene: PublishedName, height: number, lastRow?: QuadtreePlan['lastRow']) =>
    measureCells({ scene, height, lastRow });
  const ratio = (height: number, lastRow?: QuadtreePlan['lastRow']) =>
    [at('YLine', height, lastRow), at('XLine', height, lastRow)].map(leavesPerPair);
  const excess = ([y, x]: readonly number[]) => `${(100 * (y / x - 1)).toFixed(1)} %`;
  const text = ([y, x]: readonly number[]) =>
    `${y.toFixed(2)} leaves in YLine, ${excess([y, x])} more than in XLine (${x.toFixed(2)})`;
  const [flat, square, fair] = [ratio(600), ratio(800), ratio(800, 'upper')];
  return [
    `In the published space, the two items of a pair share ${text(flat)}. Cells are 50 wide and 37.5 high, so a tall box is in more cells than a wide box of the same size.`,
    `In a square space, they share ${text(square)}. The leaves of YLine then contain ${whole(at('YLine', 800).encounters)} pairs instead of ${whole(at('YLine', 600).encounters)} (${change(at('YLine', 800).encounters, at('YLine', 600).encounters)}), fewer than those of XLine. The shape of the space explains why YLine is the slowest scene.`,
    `The published test for the lower cells includes one row of pixels too many. Without it the difference in a square space is ${excess(fair)}.`,
    `\`Quadtree\` with the same options has nearly the same leaves, and tests a pair in each of them: ${whole(at('YLine', 600).tests)} tests in YLine in the published space, ${whole(at('YLine', 800).tests)} in the square one. Without the option \`space\` it divides the bounds of the items.`,
  ];
}

export const quadtreeSpace: Experiment = {
  id: 'quadtree-space',
  title: 'Quadtree in a square space',
  question: `In a published comparison of broad-phase algorithms the quadtree is slowest in YLine, without an explanation. Its space is 800 × 600, so its cells are wider than high. Is YLine still the worst scene when the space is square? Scenes of the comparison, ${whole(N)} boxes. Published options: the capacity is ${publishedQuadtree.capacity}, and a cell is divided while both of its sides are longer than ${publishedQuadtree.minSide}. The published form is counted in plain TypeScript (\`web/published\`).`,
  run: (): Findings => ({ tables: heights.map(tableOf), conclusions: conclusions() }),
};
