/**
 * Measures how well the split planes of a sphere tree order the visible items from near to far, for
 * cameras in eight directions. Also measures how often the traversal continues with the adjacent
 * node in memory.
 */

import { type CullReport, SphereTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { once } from '../node/once';
import { percent, type Table } from '../report/document';
import { overdrawOf, shadingTable } from './early-z';
import type { Experiment, Findings } from './experiment';
import { boxAround, lookAt } from './queries';

const COUNT = 5000;
const SEED = 30;
const FAR = 8;

function scene(): Float32Array {
  const random = new Mulberry32(SEED);
  const boxes = new Float32Array(6 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const center = [random.unit(), random.unit(), random.unit()];
    boxes.set(boxAround(center, 0.002 + 0.01 * random.unit()), 6 * i);
  }
  return boxes;
}

const signs = [-1, 1];
/** Signs of the eight corners of the world, from the minimum corner to the maximum corner. */
const octants = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z] as const)));
const octantName = (octant: readonly number[]) =>
  octant.map((sign) => (sign < 0 ? '−' : '+')).join(' ');

/** Returns a camera position outside the world, in an octant. The whole world is in view. */
function eyeIn(octant: readonly number[]): number[] {
  return octant.map((sign) => 0.5 + 1.2 * sign);
}

/**
 * Returns the number of inversions: pairs of keys in which the earlier key is greater. Uses merge
 * sort.
 */
export function inversionsOf(keys: Float64Array): number {
  if (keys.length < 2) return 0;
  const middle = keys.length >> 1;
  const left = keys.slice(0, middle);
  const right = keys.slice(middle);
  let found = inversionsOf(left) + inversionsOf(right);
  left.sort();
  right.sort();
  let before = 0;
  for (const key of right) {
    while (before < left.length && left[before] <= key) before++;
    found += left.length - before;
  }
  return found;
}

export interface Culled extends CullReport {
  readonly octant: string;
  /**
   * Number of inversions, relative to the order by distance, of the visible items in ascending order
   * of id. This is a random order, because the positions are random.
   */
  readonly unordered: number;
  /**
   * Inversions of a traversal that ignores the split planes and visits nodes in the order of
   * memory.
   */
  readonly nodeOrder: number;
  readonly visits: readonly [ordered: number, unordered: number];
}

export const cullFromAllOctants = once((): Culled[] => {
  const boxes = scene();
  const tree = new SphereTree();
  try {
    tree.build(boxes);
    return octants.map((octant) => {
      const eye = eyeIn(octant);
      const planes = lookAt(eye, [0.5, 0.5, 0.5], 60, FAR);
      const report = tree.cullReport(planes, eye);
      const ordered = tree.counters().nodeVisits;
      const ids = tree.queryFrustum(planes, { order: 'any' });
      const visits = [ordered, tree.counters().nodeVisits] as const;
      const inversions = (order: Uint32Array) =>
        inversionsOf(Float64Array.from(order, (id) => boxDistance(boxes, id, eye)));
      const nodeOrder = inversions(ids);
      const unordered = inversions(ids.slice().sort());
      return { ...report, octant: octantName(octant), unordered, nodeOrder, visits };
    });
  } finally {
    tree.dispose();
  }
});

/**
 * Returns the squared distance from the eye to the nearest point of the box. `cullReport` compares
 * the same distances.
 */
function boxDistance(boxes: Float32Array, id: number, eye: readonly number[]): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const below = boxes[6 * id + axis] - eye[axis];
    const above = eye[axis] - boxes[6 * id + 3 + axis];
    squared += Math.max(below, above, 0) ** 2;
  }
  return squared;
}

const pairsOf = (count: number) => (count * (count - 1)) / 2;

function table(culled: readonly Culled[]): Table {
  return {
    caption: 'Camera outside each corner of the world, directed at its center:',
    header: [
      'octant',
      'visible',
      'nodes visited, ordered / unordered',
      'inversions, split planes',
      'inversions, node order',
      'inversions, scene order',
      'steps to the next node in memory',
    ],
    rows: culled.map((one) => {
      const pairs = pairsOf(one.ids.length);
      return [
        `\`${one.octant}\``,
        one.ids.length,
        `${one.visits[0]} / ${one.visits[1]}`,
        percent(one.inversions / pairs),
        percent(one.nodeOrder / pairs),
        percent(one.unordered / pairs),
        percent(one.adjacentSteps / one.steps),
      ];
    }),
  };
}

/**
 * Returns a camera position inside the world. Its offset from the center is a quarter of the edge
 * length along each axis.
 */
function eyeWithin(octant: readonly number[]): number[] {
  return octant.map((sign) => 0.5 + 0.25 * sign);
}

export interface MaskedCulling extends CullReport {
  readonly octant: string;
  readonly visits: number;
}

/** Counts plane tests of cameras that see a part of the world, so that planes intersect spheres. */
export function cullFromWithin(): MaskedCulling[] {
  const tree = new SphereTree();
  try {
    tree.build(scene());
    return octants.map((octant) => {
      const eye = eyeWithin(octant);
      const report = tree.cullReport(lookAt(eye, [0.5, 0.5, 0.5], 60, FAR), eye);
      const visits = tree.counters().nodeVisits;
      return { ...report, octant: octantName(octant), visits };
    });
  } finally {
    tree.dispose();
  }
}

export const minSavedShare = (culled: readonly MaskedCulling[]) =>
  Math.min(...culled.map((one) => 1 - one.planeTests / one.unmaskedPlaneTests));

function maskTable(culled: readonly MaskedCulling[]): Table {
  return {
    caption: 'Camera inside the world, in each octant, directed at its center:',
    header: ['octant', 'visible', 'nodes visited', 'plane tests with masks', 'without masks'],
    rows: culled.map((one) => [
      `\`${one.octant}\``,
      one.ids.length,
      one.visits,
      one.planeTests,
      one.unmaskedPlaneTests,
    ]),
  };
}

function conclusions(culled: readonly Culled[], masked: readonly MaskedCulling[]): string[] {
  const share = ({ inversions, ids }: Culled) => inversions / pairsOf(ids.length);
  const adjacent = ({ adjacentSteps, steps }: Culled) => adjacentSteps / steps;
  const worst = Math.max(...culled.map(share));
  const first = culled[0];
  const last = culled[culled.length - 1];
  const shaded = (order: Parameters<typeof overdrawOf>[0]) => overdrawOf(order).toFixed(2);
  return [
    `The order needs no additional visits: both traversals test the same nodes. At most ${percent(worst)} of all pairs are returned farther before nearer (50 % would be random).`,
    `A plane that a sphere is inside of is not tested below it. With the camera inside the world that saves at least ${percent(minSavedShare(masked))} of the plane tests.`,
    `From \`${first.octant}\` the nearer child is the left one, and ${percent(adjacent(first))} of the steps go to the next node in memory. From \`${last.octant}\` it is the right one, and ${percent(adjacent(last))} do. The layout helps one octant out of eight completely.`,
    `With a depth buffer a covered pixel is shaded ${shaded('scene')} times in the order of the scene, ${shaded('split-planes')} times in the order of split planes and ${shaded('front-to-back')} times in sorted order.`,
  ];
}

export const cullingOrder: Experiment = {
  id: 'culling-order',
  title: 'Front-to-back order by split planes',
  question:
    'Each node of a sphere tree stores in two bits the axis that split it. A traversal that visits the child on the camera side first should return items roughly front to back, “pretty much free”. The left child follows its parent in memory, which helps the cache unless the camera requires the right child first. Scene: 5,000 boxes in the unit cube.',
  run: (): Findings => {
    const culled = cullFromAllOctants();
    const masked = cullFromWithin();
    return {
      tables: [table(culled), maskTable(masked), shadingTable()],
      conclusions: conclusions(culled, masked),
    };
  },
};
