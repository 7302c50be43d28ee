/** Figures for the claims, from the committed records and from counters of the current code. */

import { gridFigure, gridPairs, quadtreeFigure, quadtreeLeaves, sharedCells } from 'published';
import { Quadtree, type SpatialIndex, structures } from 'sapwood/all';
import { generateScene, Mulberry32, type PublishedName } from 'scenes';
import { crossingsOf, timeOf } from '../crossover/page';
import {
  RECORD as CROSSOVER,
  type CrossoverRecord,
  readRecord as readCrossover,
} from '../crossover/record';
import { cullFromAllOctants } from '../experiments/culling-order';
import { overdrawOf } from '../experiments/early-z';
import { measure } from '../experiments/loose-against-strict';
import { compare } from '../experiments/progressive-build';
import { boxAround } from '../experiments/queries';
import { boxesOf, iterationsOf } from '../published/cases';
import {
  RECORD as PUBLISHED,
  type PublishedRecord,
  readRecord,
  type StructureCell,
} from '../published/record';
import { readFile } from '../report/document';
import { shuffledBoxes } from './samples';
import { type ClaimTimings, readTimings, RECORD as TIMINGS } from './timings';

export interface Facts {
  readonly published: PublishedRecord;
  readonly crossover: CrossoverRecord;
  readonly timings: ClaimTimings;
}

export function readFacts(): Facts {
  return {
    published: readRecord(readFile(PUBLISHED)),
    crossover: readCrossover(readFile(CROSSOVER)),
    timings: readTimings(readFile(TIMINGS)),
  };
}

export function cellOf({ published }: Facts, structure: string, scene: string, n: number) {
  const found = published.structures.find(
    (cell) => cell.structure === structure && cell.scene === scene && cell.n === n,
  );
  if (!found) throw new Error(`no ${structure} in ${scene}, n = ${n}`);
  return found;
}

export function formOf({ published }: Facts, form: string, scene: string) {
  const found = published.forms.find(
    (cell) => cell.form === form && cell.scene === scene && cell.n === 2000,
  );
  if (!found) throw new Error(`no form ${form} in ${scene}`);
  return found;
}

/** Returns the structure with the least median total time. */
export function fastest({ published }: Facts, scene: string, n: number): StructureCell {
  const cells = published.structures.filter((cell) => cell.scene === scene && cell.n === n);
  return cells.reduce((a, b) => (b.total.median < a.total.median ? b : a));
}

/**
 * Returns the structure that becomes faster than brute force at the lowest number of boxes, and
 * this number.
 */
export function firstToBeatBruteForce({ crossover }: Facts, scene: string) {
  const crossings = [...crossingsOf(crossover.cells, scene, timeOf)];
  const beaten = crossings.flatMap(([structure, n]) => (n === undefined ? [] : [{ structure, n }]));
  return beaten.reduce((a, b) => (b.n < a.n ? b : a));
}

function create(id: string, options: Record<string, unknown> = {}): SpatialIndex {
  const entry = structures.find((one) => one.id === id);
  if (!entry) throw new Error(`${id} is not in the registry`);
  return entry.create({ dimensions: 3, ...options });
}

/**
 * Returns node visits per small box query in a dynamic tree of 5,000 random boxes that are inserted
 * one by one.
 */
export function visitsByBalance(balance: 'none' | 'height' | 'surface-area'): number {
  const random = new Mulberry32(14);
  const point = () => [random.unit(), random.unit(), random.unit()];
  const tree = create('dynamic-tree', { balance, margin: 0 });
  try {
    for (let i = 0; i < 5000; i++) tree.insert(boxAround(point(), 0.005));
    let visits = 0;
    for (let i = 0; i < 1000; i++) {
      tree.queryBox(boxAround(point(), 0.02));
      visits += tree.counters().nodeVisits;
    }
    return visits / 1000;
  } finally {
    tree.dispose();
  }
}

/**
 * Returns the number of item tests in a query of all pairs, for two distant clusters of 7 and 8
 * boxes.
 */
export function testsOfTwoClusters(id: string): number {
  const random = new Mulberry32(15);
  const boxes = new Float32Array(4 * 15);
  for (let i = 0; i < 15; i++) {
    const x = (i < 7 ? 0 : 100) + random.unit();
    boxes.set(boxAround([x, random.unit()], 1), 4 * i);
  }
  const index = create(id, { dimensions: 2 });
  try {
    index.build(boxes);
    index.pairs();
    return index.counters().itemTests;
  } finally {
    index.dispose();
  }
}

export function sweepAlongX(scene: PublishedName) {
  const index = create('sort-and-sweep', { dimensions: 2, axis: 'x' });
  try {
    index.build(boxesOf({ scene, n: 2000 }, 0));
    const found = index.pairs().length / 2;
    return { tests: index.counters().itemTests, found };
  } finally {
    index.dispose();
  }
}

/**
 * Returns counts for the quadtree with the published options: item tests in a query of all pairs,
 * and leaves per box.
 */
export function workOfQuadtree(scene: PublishedName) {
  const one = { scene, n: 2000 };
  const index = new Quadtree(Quadtree.published);
  try {
    const sums = { tests: 0, entries: 0, boxes: 0 };
    for (let iteration = 0; iteration < iterationsOf(one.n); iteration++) {
      index.build(boxesOf(one, iteration));
      index.pairsView();
      sums.tests += index.counters().itemTests;
      sums.entries += index.nodes().itemCount.reduce((sum, count) => sum + count, 0);
      sums.boxes += index.size;
    }
    return { tests: sums.tests / iterationsOf(one.n), leavesPerBox: sums.entries / sums.boxes };
  } finally {
    index.dispose();
  }
}

/** Returns the item tests per box in a query of all pairs of a shared 2D scene. */
export function sweepTestsABox(scene: string, id: 'sort-and-sweep' | 'sweep-and-prune') {
  const { boxes } = generateScene(scene);
  const index = create(id, { dimensions: 2 });
  try {
    index.build(boxes);
    index.pairs();
    return index.counters().itemTests / (boxes.length / 4);
  } finally {
    index.dispose();
  }
}

const ORDERS = 9;

/**
 * Returns the total work of box queries with all boxes of the scene Random. The result has the
 * median, minimum and maximum over random orders of insertion.
 */
export function workOfSplits(split: 'linear' | 'quadratic' | 'r-star') {
  const random = new Mulberry32(16);
  const boxes = boxesOf({ scene: 'Random', n: 2000 }, 0);
  const work = Array.from({ length: ORDERS }, () => {
    const index = create('r-tree', { dimensions: 2, split });
    try {
      index.build(shuffledBoxes(boxes, 4, random));
      let sum = 0;
      for (let at = 0; at < boxes.length; at += 4) {
        index.queryBox(boxes.subarray(at, at + 4));
        const { nodeVisits, itemTests } = index.counters();
        sum += nodeVisits + itemTests;
      }
      return sum;
    } finally {
      index.dispose();
    }
  }).sort((a, b) => a - b);
  return { median: work[ORDERS >> 1], min: work[0], max: work[ORDERS - 1] };
}

export function bytesOfABox(id: string): number {
  const random = new Mulberry32(17);
  const boxes = new Float32Array(6 * 10_000);
  for (let at = 0; at < boxes.length; at += 6) {
    boxes.set(boxAround([random.unit(), random.unit(), random.unit()], 0.005), at);
  }
  const index = create(id);
  try {
    index.build(boxes);
    index.pairsView();
    return index.byteLength / 10_000;
  } finally {
    index.dispose();
  }
}

/**
 * Returns the number of comparisons in the leaves of the published quadtree figure, and the number
 * of different pairs that they compare.
 */
export function comparisonsOfLeaves() {
  const leaves = quadtreeLeaves(quadtreeFigure);
  const pairs = leaves.filter(({ length }) => length === 2).map(String);
  return { all: pairs.length, different: new Set(pairs).size };
}

/**
 * Returns the number of comparisons in the cells of the published grid figure, and the number of
 * different pairs that they compare.
 */
export function comparisonsOfFigure(entering: 'corners' | 'covered') {
  const { boxes, grid } = gridFigure;
  const all = gridPairs(boxes, entering, grid).candidates;
  return { all, different: sharedCells(boxes, entering, grid).size };
}

export { compare, cullFromAllOctants, measure, overdrawOf };
