/**
 * Compares strategies for dynamic trees: insertion of leaves, rotations, rebuilds and moves.
 * Measures the quality of the trees after the build and after motion.
 */

import { DynamicTree, type DynamicTreeOptions, strategiesOf } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { once } from '../node/once';
import type { Table } from '../report/document';
import type { Experiment, Findings } from './experiment';

const COUNT = 5000;
/** Edge length of the cube that contains the boxes. Each unit box overlaps about one other box. */
const SIDE = 34;
const SEED = 61;
const FRAMES = 20;
const MOVES = COUNT / 10;
const ALL = Number.POSITIVE_INFINITY;

function unitBox(random: Mulberry32): number[] {
  const corner = [0, 1, 2].map(() => Math.fround(random.unit() * SIDE));
  return [...corner, ...corner.map((low) => Math.fround(low + 1))];
}

function scene(): Float32Array {
  const random = new Mulberry32(SEED);
  return Float32Array.from(Array.from({ length: COUNT }, () => unitBox(random)).flat());
}

export interface Strategy {
  readonly name: string;
  readonly source: string;
  readonly options: DynamicTreeOptions;
  readonly fill: (tree: DynamicTree, boxes: Float32Array) => void;
  /** Moves one item. */
  readonly move: (tree: DynamicTree, id: number, box: number[]) => void;
  /** Maintenance at the end of each frame. */
  readonly maintain?: (tree: DynamicTree) => void;
}

const byInsertion = (tree: DynamicTree, boxes: Float32Array) => void tree.insertMany(boxes);
const byMove = (tree: DynamicTree, id: number, box: number[]) => void tree.move(id, box);
const byEnlarging = (tree: DynamicTree, id: number, box: number[]) =>
  void strategiesOf(tree).enlarge(id, box);
const topDown = (tree: DynamicTree, boxes: Float32Array) => tree.build(boxes);
const bottomUp = (bottomUpBelow: number) => (tree: DynamicTree, boxes: Float32Array) => {
  tree.build(boxes);
  strategiesOf(tree).rebuild({ bottomUpBelow });
};

const strategies: readonly Strategy[] = [
  {
    name: 'greedy, no rotations',
    source: 'Box2D 2 without balancing',
    options: { balance: 'none' },
    fill: byInsertion,
    move: byMove,
  },
  {
    name: 'greedy, rotations by height',
    source: 'Gaul, Box2D 2',
    options: { balance: 'height' },
    fill: byInsertion,
    move: byMove,
  },
  {
    name: '**greedy, rotations by area**',
    source: 'Box2D 3, the default here',
    options: {},
    fill: byInsertion,
    move: byMove,
  },
  {
    name: 'branch and bound, rotations by area',
    source: 'Bittner',
    options: { insertion: 'branch-and-bound' },
    fill: byInsertion,
    move: byMove,
  },
  {
    name: 'Manhattan distance, no rotations',
    source: 'Bullet',
    options: { insertion: 'manhattan', balance: 'none' },
    fill: byInsertion,
    move: byMove,
  },
  {
    name: 'Manhattan distance, `reinsert` of 1 % a frame',
    source: 'Bullet with its passes',
    options: { insertion: 'manhattan', balance: 'none' },
    fill: byInsertion,
    move: byMove,
    maintain: (tree) => void strategiesOf(tree).reinsert(COUNT / 100),
  },
  {
    name: 'Manhattan distance, rotations by area',
    source: '',
    options: { insertion: 'manhattan' },
    fill: byInsertion,
    move: byMove,
  },
  {
    name: 'built top down by surface area',
    source: '`build`',
    options: {},
    fill: topDown,
    move: byMove,
  },
  {
    name: 'built bottom up below 128 items, top down above',
    source: 'Bullet’s threshold',
    options: {},
    fill: bottomUp(128),
    move: byMove,
  },
  {
    name: 'built bottom up',
    source: 'Bullet, Walter',
    options: {},
    fill: bottomUp(ALL),
    move: byMove,
  },
  {
    name: 'built top down; leaves enlarged',
    source: 'Box2D 3 without its rebuild',
    options: {},
    fill: topDown,
    move: byEnlarging,
  },
  {
    name: 'built top down; leaves enlarged, partial rebuild each frame',
    source: 'Box2D 3',
    options: {},
    fill: topDown,
    move: byEnlarging,
    maintain: (tree) => void strategiesOf(tree).rebuildEnlarged(),
  },
];

export interface Quality {
  readonly height: number;
  readonly sah: number;
  /** Mean number of nodes visited by the query of an item's own box. */
  readonly visits: number;
}

function qualityOf(tree: DynamicTree): Quality {
  let visits = 0;
  for (const id of tree.ids()) {
    tree.queryBox(tree.box(id));
    visits += tree.counters().nodeVisits;
  }
  const { height = 0, sah = 0 } = tree.stats();
  return { height, sah, visits: visits / COUNT };
}

export interface Outcome {
  readonly strategy: Strategy;
  readonly fresh: Quality;
  readonly after: Quality;
  readonly pairs: number;
}

/**
 * Builds a tree and simulates 20 frames. In each frame, a tenth of the items moves to random
 * positions.
 */
function play(strategy: Strategy): Outcome {
  const tree = new DynamicTree(strategy.options);
  try {
    strategy.fill(tree, scene());
    const fresh = qualityOf(tree);
    const random = new Mulberry32(SEED + 1);
    for (let frame = 0; frame < FRAMES; frame++) {
      for (let i = 0; i < MOVES; i++) strategy.move(tree, random.below(COUNT), unitBox(random));
      strategy.maintain?.(tree);
    }
    return { strategy, fresh, after: qualityOf(tree), pairs: tree.pairs().length / 2 };
  } finally {
    tree.dispose();
  }
}

export const playAll = once(() => strategies.map(play));

function table(outcomes: readonly Outcome[]): Table {
  const cells = ({ height, sah, visits }: Quality) => [height, sah.toFixed(1), visits.toFixed(1)];
  return {
    caption:
      'Height, surface-area cost and nodes visited by a query: first three columns after the build, last three after the frames:',
    header: ['strategy', 'used by', 'height', 'cost', 'visits', 'height', 'cost', 'visits'],
    rows: outcomes.map(({ strategy, fresh, after }) => [
      strategy.name,
      strategy.source,
      ...cells(fresh),
      ...cells(after),
    ]),
  };
}

function conclusions(outcomes: readonly Outcome[]): string[] {
  const named = (words: string) => outcomes.find(({ strategy }) => strategy.name.endsWith(words))!;
  const times = (a: Quality, b: Quality) => (a.visits / b.visits).toFixed(1);
  const usual = named('area**');
  const distance = named('distance, no rotations');
  const near = named('distance, rotations by area');
  const enlarged = named('leaves enlarged');
  const partial = named('partial rebuild each frame');
  const [cut, mixed, joined] = [
    named('by surface area'),
    named('top down above'),
    named('built bottom up'),
  ];
  return [
    `Without rotations, descent by distance produces worse trees than the greedy descent with rotations by area: ${times(distance.fresh, usual.fresh)} times the visits, and ${times(distance.after, usual.after)} after the motion. The rotations make the difference. With them its trees are as good: ${near.fresh.visits.toFixed(1)} visits instead of ${usual.fresh.visits.toFixed(1)}, and ${near.after.visits.toFixed(1)} instead of ${usual.after.visits.toFixed(1)} after the motion.`,
    `A bottom-up build is not better than a top-down build: ${joined.fresh.visits.toFixed(1)} visits compared with ${cut.fresh.visits.toFixed(1)}, and ${mixed.fresh.visits.toFixed(1)} with the threshold of 128.`,
    `Leaves that move far and are only enlarged make the tree much worse (${times(enlarged.after, enlarged.fresh)} times the visits). A partial rebuild in each frame keeps it near its initial quality (${times(partial.after, partial.fresh)} times), as reinsertion does.`,
  ];
}

export const treeStrategies: Experiment = {
  id: 'tree-strategies',
  title: 'Strategies of dynamic trees',
  question:
    'Physics engines differ in where they insert a leaf, how they balance the tree and what a move does. All of these strategies are options of `DynamicTree` or methods of `strategiesOf(tree)`. Which one produces the better tree? Scene: 5,000 unit cubes with about one overlap each, then 20 frames in which a tenth of them move to a random position. *Cost* is the area of all nodes over that of the root; a query is the box of an item.',
  run: (): Findings => {
    const outcomes = playAll();
    return { tables: [table(outcomes)], conclusions: conclusions(outcomes) };
  },
};
