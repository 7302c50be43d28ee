/** Measures times for the claims. The record is tests/bench/results/claims.json. */

import type { Environment } from 'measuring/schema';
import { BruteForce, LooseOctree, Octree, RTree, type SpatialIndex, SphereTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { recordOf } from '../command/record';
import { boxAround, lookAt } from '../experiments/queries';
import { boxesOf } from '../published/cases';
import { measureNodeForms, type NodeForms } from './node-forms';
import { measureNodeSizes, type NodeSize } from './node-sizes';
import { measureRigidBodies, type RigidBodyTimes } from './rigid-bodies';
import { medianOf, shuffledBoxes } from './samples';

export const SCHEMA = 'sapwood-claims/3';
export const RECORD = 'tests/bench/results/claims.json';

export interface ClaimTimings {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly rigidBodies: RigidBodyTimes;
  /**
   * Median milliseconds per frame of brute force for 100 moving unit boxes. Each box overlaps about
   * two boxes.
   */
  readonly hundred: number;
  /**
   * Time of culling in the order of the split planes, divided by the time of culling the same items
   * without an order.
   */
  readonly orderedOverUnordered: number;
  /**
   * Time of single insertions into a loose octree, divided by the time of the same insertions into
   * a strict octree.
   */
  readonly insertions: { readonly looseOverStrict: number };
  /**
   * Time of building an R-tree with quadratic or R* splits, divided by the time with linear splits.
   * The build inserts the items one by one.
   */
  readonly splits: { readonly quadratic: number; readonly rStar: number };
  readonly nodes: NodeForms;
  readonly nodeSizes: readonly NodeSize[];
}

const FRAMES = 600;
const NEIGHBORS = 2;

/**
 * Unit boxes that move straight along each axis by 1 to 5 % of their size per frame, and bounce at
 * the borders of the world.
 */
class Gas {
  readonly boxes: Float32Array;
  private readonly velocities: Float32Array;
  private readonly side: number;

  constructor(count: number) {
    const random = new Mulberry32(5);
    // a unit box overlaps the unit boxes whose centers are in a cube of side 2
    this.side = Math.cbrt((8 * count) / NEIGHBORS);
    this.boxes = new Float32Array(6 * count);
    this.velocities = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      const center = [0, 1, 2].map(() => this.side * random.unit());
      this.boxes.set(boxAround(center, 0.5), 6 * i);
      for (let axis = 0; axis < 3; axis++) {
        const speed = 0.01 + 0.04 * random.unit();
        this.velocities[3 * i + axis] = random.unit() < 0.5 ? speed : -speed;
      }
    }
  }

  step(): void {
    const { boxes, velocities, side } = this;
    for (let at = 0; at < velocities.length; at++) {
      const low = 6 * Math.floor(at / 3) + (at % 3);
      boxes[low] += velocities[at];
      boxes[low + 3] = boxes[low] + 1;
      if (boxes[low] < 0 || boxes[low] > side) velocities[at] = -velocities[at];
    }
  }
}

function measureHundred(): number {
  const gas = new Gas(100);
  const index = new BruteForce();
  try {
    index.build(gas.boxes);
    const times = Array.from({ length: FRAMES }, () => {
      gas.step();
      const start = performance.now();
      index.update(gas.boxes);
      index.pairsView();
      return performance.now() - start;
    });
    return medianOf(times);
  } finally {
    index.dispose();
  }
}

const CULLS = 200;

function measureOrder(): number {
  const random = new Mulberry32(6);
  const boxes = new Float32Array(6 * 20_000);
  for (let at = 0; at < boxes.length; at += 6) {
    boxes.set(boxAround([random.unit(), random.unit(), random.unit()], 0.005), at);
  }
  const tree = new SphereTree();
  try {
    tree.build(boxes);
    const out = new Uint32Array(20_000);
    const ratios = Array.from({ length: CULLS }, () => {
      const eye = [random.unit(), random.unit(), random.unit()];
      const planes = lookAt(eye, [random.unit(), random.unit(), random.unit()], 60, 0.8);
      const timeOf = (order: 'any' | 'split-planes') => {
        const start = performance.now();
        for (let i = 0; i < 5; i++) tree.queryFrustumInto(planes, out, { eye, order });
        return performance.now() - start;
      };
      timeOf('any');
      const [ordered, unordered] = [timeOf('split-planes'), timeOf('any')];
      return ordered / unordered;
    });
    return medianOf(ratios);
  } finally {
    tree.dispose();
  }
}

const ROUNDS = 30;

function timeOf(create: () => SpatialIndex, work: (index: SpatialIndex) => void): number {
  const index = create();
  try {
    const start = performance.now();
    work(index);
    return performance.now() - start;
  } finally {
    index.dispose();
  }
}

function measureInsertions(): ClaimTimings['insertions'] {
  const random = new Mulberry32(7);
  const boxes = Array.from({ length: 20_000 }, () =>
    boxAround([random.unit(), random.unit(), random.unit()], 0.01 * random.unit()),
  );
  const insert = (index: SpatialIndex) => {
    for (const box of boxes) index.insert(box);
  };
  const ratios = Array.from({ length: ROUNDS }, () => {
    const loose = timeOf(() => new LooseOctree(), insert);
    return loose / timeOf(() => new Octree(), insert);
  });
  return { looseOverStrict: medianOf(ratios) };
}

function measureSplits(): ClaimTimings['splits'] {
  const random = new Mulberry32(8);
  const boxes = boxesOf({ scene: 'Random', n: 2000 }, 0);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const order = shuffledBoxes(boxes, 4, random);
    const [linear, quadratic, rStar] = (['linear', 'quadratic', 'r-star'] as const).map((split) =>
      timeOf(
        () => new RTree({ dimensions: 2, split }),
        (index) => index.build(order),
      ),
    );
    return { quadratic: quadratic / linear, rStar: rStar / linear };
  });
  return {
    quadratic: medianOf(rounds.map(({ quadratic }) => quadratic)),
    rStar: medianOf(rounds.map(({ rStar }) => rStar)),
  };
}

export async function measureTimings(): Promise<Omit<ClaimTimings, 'environment'>> {
  return {
    schema: SCHEMA,
    rigidBodies: await measureRigidBodies(),
    hundred: measureHundred(),
    orderedOverUnordered: measureOrder(),
    insertions: measureInsertions(),
    splits: measureSplits(),
    nodes: measureNodeForms(),
    nodeSizes: measureNodeSizes(),
  };
}

export const formatTimings = (timings: ClaimTimings) => `${JSON.stringify(timings, null, 1)}\n`;

export const readTimings = (text: string) => recordOf<ClaimTimings>(SCHEMA, text);
