/** Selects the seeds of Guttman's node splits by the same rules as the R-tree of the library. */

import { around, type Box, boxOf } from './world.js';

interface Seeds {
  readonly pair: readonly [number, number];
  readonly around: Box;
  /** Area of `around` minus the areas of both seeds. */
  readonly waste: number;
}

export const areaOf = ([left, low, right, high]: Box): number => (right - left) * (high - low);

export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return Math.max(width, 0) * Math.max(height, 0);
}

function seedsOf(boxes: readonly Box[], a: number, b: number): Seeds {
  const both = around(boxes[a], boxes[b]);
  const waste = areaOf(both) - areaOf(boxes[a]) - areaOf(boxes[b]);
  return { pair: [a, b], around: both, waste };
}

/** Returns the pair of boxes with the most wasted area. */
function quadraticSeeds(boxes: readonly Box[]): Seeds {
  let worst = seedsOf(boxes, 0, 1);
  for (let a = 0; a < boxes.length; a++) {
    for (let b = a + 1; b < boxes.length; b++) {
      const seeds = seedsOf(boxes, a, b);
      if (seeds.waste > worst.waste) worst = seeds;
    }
  }
  return worst;
}

/**
 * Returns the pair of boxes that are farthest apart on an axis. The candidates on each axis are the
 * box with the highest lower edge, and the box with the lowest upper edge among the remaining
 * boxes. Their distance is divided by the extent of all boxes on the axis.
 */
function linearSeeds(boxes: readonly Box[]): Seeds {
  let farthest = -Infinity;
  let pair: readonly [number, number] = [0, 1];
  for (const axis of [0, 1]) {
    const indices = boxes.map((_, i) => i);
    const lower = (i: number) => boxes[i][axis];
    const upper = (i: number) => boxes[i][axis + 2];
    const high = indices.reduce((best, i) => (lower(i) > lower(best) ? i : best));
    const others = indices.filter((i) => i !== high);
    const low = others.reduce((best, i) => (upper(i) < upper(best) ? i : best));
    const width = Math.max(...indices.map(upper)) - Math.min(...indices.map(lower));
    const apart = (lower(high) - upper(low)) / width;
    if (apart > farthest) {
      farthest = apart;
      pair = [low, high];
    }
  }
  return seedsOf(boxes, ...pair);
}

export const seedRules = { linear: linearSeeds, quadratic: quadraticSeeds } as const;

export const boxesOf = (boxes: Float32Array): Box[] =>
  Array.from({ length: boxes.length / 4 }, (_, i) => boxOf(boxes, i));
