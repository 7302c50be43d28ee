/** The ten chapters: a title, an idea in two sentences, and a figure. */

import type { ComponentType } from 'preact';
import { BoxesAroundBoxes } from './chapters/boxes-around-boxes.js';
import { Cells } from './chapters/cells.js';
import { EveryPair } from './chapters/every-pair.js';
import { FourAtOnce } from './chapters/four-at-once.js';
import { LooseCells } from './chapters/loose-cells.js';
import { NearestFirst } from './chapters/nearest-first.js';
import { OneAxis } from './chapters/one-axis.js';
import { WhenThingsMove } from './chapters/when-things-move.js';
import { WhereToCut } from './chapters/where-to-cut.js';
import { WhichOne } from './chapters/which-one.js';

export interface Chapter {
  readonly title: string;
  readonly idea: string;
  /** What to do with the figure. */
  readonly invitation: string;
  readonly Live: ComponentType;
}

export const chapters: readonly Chapter[] = [
  {
    title: 'Test every pair',
    idea: 'To find which boxes overlap, test each box against each other box: the result is always right. But twice as many boxes need four times as many tests, and almost all of these tests find nothing.',
    invitation: 'Drag the marked box, then add more boxes.',
    Live: EveryPair,
  },
  {
    title: 'Sort along one axis',
    idea: 'Sort the boxes from left to right, and a query has to test only the boxes in its own column. This is sweep and prune. It is very fast until all boxes stand in one column.',
    invitation: 'Drag the query, then put all boxes in one column.',
    Live: OneAxis,
  },
  {
    title: 'Cells found by arithmetic',
    idea: 'Lay a grid over the world, and list in each cell the boxes inside it. A query opens only the cells that it covers. The size of the cells matters: small cells mean many lookups, and large cells hold many boxes.',
    invitation: 'Make the cells smaller and larger, and watch the tests and the cells.',
    Live: Cells,
  },
  {
    title: 'Cells inside cells',
    idea: 'Boxes of many sizes need cells of many sizes. Each cell is halved again and again, and a box sinks to the smallest cell that encloses it. A small box across a cell border stays in a large cell, where almost every query tests it, unless cells may extend beyond their borders.',
    invitation: 'Choose loose cells: the marked boxes sink.',
    Live: LooseCells,
  },
  {
    title: 'Boxes around boxes',
    idea: 'Instead of dividing the space, put boxes that are close together into a larger box, and these into larger ones, up to one box around everything. If a query misses a large box, one test skips everything inside.',
    invitation: 'Drag the query through the clusters and the empty space between them.',
    Live: BoxesAroundBoxes,
  },
  {
    title: 'Which boxes to group',
    idea: 'The same boxes can form a good or a bad tree. In a good tree, the enclosing boxes are small and square. Packed in order of x, they become long strips. Packed along a curve that fills the plane, they stay compact.',
    invitation: 'Change the packing order: the query stays the same, its cost does not.',
    Live: WhereToCut,
  },
  {
    title: 'When boxes move',
    idea: 'If every small step changed the tree, updates would take too long. So each box gets a margin in which it can move freely. A larger margin means fewer updates, but more tests that find nothing.',
    invitation: 'Set the margin to zero, then make it too large.',
    Live: WhenThingsMove,
  },
  {
    title: 'Nearest first',
    idea: 'To find the nearest items, open the closest box first. The items found in it limit the search distance. A box that is farther away than the last neighbor found is never opened.',
    invitation: 'Drag the point out of the crowd, and search for more neighbors.',
    Live: NearestFirst,
  },
  {
    title: 'Four boxes per node (SIMD)',
    idea: 'A processor tests four boxes in the time of one. With four boxes per node, the tree is half as high, and each level costs the same.',
    invitation: 'Compare both trees at the same place.',
    Live: FourAtOnce,
  },
  {
    title: 'Which structure?',
    idea: 'No structure is always the best. It depends on how many boxes there are, where they are, how many move, and on the query. Here all structures run the same query, and their results are always equal.',
    invitation: 'Change the boxes: the ranking changes with them.',
    Live: WhichOne,
  },
];
