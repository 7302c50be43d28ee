/**
 * Scenes of a published broad-phase benchmark (magley, "Broad Phase Collision Detection", 2026).
 * The boxes are equal to the published boxes, bit by bit.
 *
 * The area is 800 x 600. A box is given by its top-left corner and size. Arithmetic is in float32,
 * and the generator is MT19937, seeded with n + iteration. TrueUniform fills whole rows, so it may
 * have fewer than n boxes.
 */

import { Mt19937 } from './random.js';

export const publishedNames = [
  'Random',
  'RandomLargeBoxes',
  'XLine',
  'YLine',
  'TrueUniform',
] as const;
export type PublishedName = (typeof publishedNames)[number];

const AREA_WIDTH = 800;
const AREA_HEIGHT = 600;

const fr = Math.fround;

/**
 * Writes random positions and sizes. The random numbers are generated in the order of the
 * publication.
 */
function fillRandom(lanes: Float32Array, random: Mt19937, smallest: number, largest: number): void {
  for (let at = 0; at < lanes.length; at += 4) {
    lanes[at] = random.between(0, AREA_WIDTH - largest);
    lanes[at + 1] = random.between(0, AREA_HEIGHT - largest);
    lanes[at + 2] = random.between(smallest, largest);
    lanes[at + 3] = random.between(smallest, largest);
  }
}

/** Writes wide boxes that are stacked at x = 250. */
function fillXLine(lanes: Float32Array, random: Mt19937): void {
  const n = lanes.length / 4;
  for (let i = 0; i < n; i++) {
    lanes[4 * i] = AREA_WIDTH / 2 - 150;
    lanes[4 * i + 1] = fr(i / n) * (AREA_HEIGHT - 20);
    lanes[4 * i + 2] = random.between(30, 300);
    lanes[4 * i + 3] = random.between(10, 20);
  }
}

/** Writes tall boxes that stand in a row at y = 150. */
function fillYLine(lanes: Float32Array, random: Mt19937): void {
  const n = lanes.length / 4;
  for (let i = 0; i < n; i++) {
    lanes[4 * i] = fr(i / n) * (AREA_WIDTH - 20);
    lanes[4 * i + 1] = AREA_HEIGHT / 2 - 150;
    lanes[4 * i + 2] = random.between(10, 20);
    lanes[4 * i + 3] = random.between(30, 300);
  }
}

function trueUniform(n: number, iteration: number): Float32Array {
  const root = fr(Math.sqrt(n));
  const rows = Math.trunc(fr(root + fr(fr(Math.sqrt(root)) * iteration)));
  const columns = Math.trunc(n / rows);
  const cellWidth = Math.trunc(AREA_WIDTH / columns);
  const cellHeight = Math.trunc(AREA_HEIGHT / rows);
  const lanes = new Float32Array(4 * rows * columns);
  for (let i = 0; i < rows * columns; i++) {
    lanes[4 * i] = (i % columns) * cellWidth;
    lanes[4 * i + 1] = Math.trunc(i / columns) * cellHeight;
    lanes[4 * i + 2] = cellWidth + 10;
    lanes[4 * i + 3] = cellHeight + 10;
  }
  return lanes;
}

/** Returns a flat float32 array with [x, y, width, height] per box. */
export function publishedScene(name: PublishedName, n: number, iteration: number): Float32Array {
  if (n === 0) return new Float32Array(0);
  const random = new Mt19937(n + iteration);
  const lanes = new Float32Array(4 * n);
  switch (name) {
    case 'Random':
      fillRandom(lanes, random, 12, 16);
      return lanes;
    case 'RandomLargeBoxes':
      fillRandom(lanes, random, 50, 100);
      return lanes;
    case 'XLine':
      fillXLine(lanes, random);
      return lanes;
    case 'YLine':
      fillYLine(lanes, random);
      return lanes;
    case 'TrueUniform':
      return trueUniform(n, iteration);
  }
}

/**
 * Convention for overlap tests: whether touching boxes overlap, and whether a box excludes its last
 * pixel.
 */
export interface PublishedConvention {
  readonly touching: boolean;
  readonly lastPixelOutside: boolean;
}

/**
 * The four conventions, in the column order of tests/scenes/golden_scenes.csv. The first is the
 * convention of the publication.
 */
export const publishedConventions: readonly PublishedConvention[] = [
  { touching: false, lastPixelOutside: true },
  { touching: true, lastPixelOutside: true },
  { touching: false, lastPixelOutside: false },
  { touching: true, lastPixelOutside: false },
];

/**
 * Returns flat boxes [minX, minY, maxX, maxY]. As *closed* boxes, they overlap in the same pairs as
 * the published boxes with the given convention.
 *
 * If touching boxes do not overlap, the condition is a.min < b.max. For floats, this condition is
 * equivalent to a.min <= previous(b.max).
 */
export function publishedBoxes(
  lanes: Float32Array,
  convention: PublishedConvention = { touching: true, lastPixelOutside: false },
): Float32Array {
  const boxes = new Float32Array(lanes.length);
  const shrink = convention.lastPixelOutside ? 1 : 0;
  for (let at = 0; at < lanes.length; at += 4) {
    for (let axis = 0; axis < 2; axis++) {
      const edge = fr(fr(lanes[at + axis] + lanes[at + 2 + axis]) - shrink);
      boxes[at + axis] = lanes[at + axis];
      boxes[at + 2 + axis] = convention.touching ? edge : previousFloat(edge);
    }
  }
  return boxes;
}

const lane = new Float32Array(1);
const bits = new Int32Array(lane.buffer);

/** Returns the largest float32 below a finite float32. */
export function previousFloat(value: number): number {
  lane[0] = value === 0 ? -0 : value;
  // a smaller positive float has a smaller bit pattern, and a smaller negative float has a larger
  // one
  bits[0] += bits[0] < 0 ? 1 : -1;
  return lane[0];
}
