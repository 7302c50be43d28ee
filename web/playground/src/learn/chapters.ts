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
    title: 'Everybody against everybody',
    idea: 'To know which boxes overlap, compare each with each: that is always right. But twice as many boxes are four times as many comparisons, and almost all of them say no.',
    invitation: 'Drag the marked box, then ask for more of them.',
    Live: EveryPair,
  },
  {
    title: 'Put them in a row',
    idea: 'Sort the boxes by where they begin from left to right, and a question has to look only at those in its own column. That is sweep and prune, and it is superb until everything stands in one column.',
    invitation: 'Drag the question, then put the boxes one above the other.',
    Live: OneAxis,
  },
  {
    title: 'Cells found by arithmetic',
    idea: 'Lay a grid over the world and note in each cell what is inside; a question opens the cells that it covers, and no others. Everything hangs on their size: small cells are many, large ones are full.',
    invitation: 'Make the cells smaller and larger, and watch both numbers.',
    Live: Cells,
  },
  {
    title: 'Cells inside cells',
    idea: 'Boxes of many sizes want cells of many sizes, so each cell is halved again and again, and a box sinks to the smallest that holds it. A small box on a wall stays far up, where every question meets it, unless cells may reach over their walls.',
    invitation: 'Let the cells reach out: the marked boxes sink.',
    Live: LooseCells,
  },
  {
    title: 'Boxes around boxes',
    idea: 'Instead of dividing the space, put boxes that are close into a larger box, and those again, up to one around everything. A question that misses a large box has missed all that is inside with one comparison.',
    invitation: 'Drag the question through the clusters and the emptiness between them.',
    Live: BoxesAroundBoxes,
  },
  {
    title: 'Where to cut',
    idea: 'The same boxes make good trees and bad ones: what counts is how small and how square the boxes around them are. Packed in the order of x they become long strips; along a curve that fills the plane they stay together.',
    invitation: 'Change the order: the question stays, its work does not.',
    Live: WhereToCut,
  },
  {
    title: 'When things move',
    idea: 'A tree that must be mended for every small step has no time for questions, so each box gets some room in which it may move freely. More room means fewer repairs, and more boxes that a question looks at in vain.',
    invitation: 'Take the room away, then give too much of it.',
    Live: WhenThingsMove,
  },
  {
    title: 'The nearest first',
    idea: 'Who asks for the nearest opens the closest box first, and so soon knows how far it is worth looking. Whatever begins beyond the last neighbor found is never opened.',
    invitation: 'Drag the point out of the crowd, and ask for more neighbors.',
    Live: NearestFirst,
  },
  {
    title: 'Four at once',
    idea: 'A processor compares four boxes in the time of one. With four boxes in a node the tree is half as high, and each step down costs the same.',
    invitation: 'Compare both trees at the same place.',
    Live: FourAtOnce,
  },
  {
    title: 'So which one?',
    idea: 'None is the best: it depends on how many boxes there are, how they lie, how many move, and what is asked. Here all of them answer the same question, and the answers are always equal.',
    invitation: 'Change the boxes: the order changes with them.',
    Live: WhichOne,
  },
];
