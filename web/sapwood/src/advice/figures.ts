/**
 * Figures of a scene for `advise`. The bounds and the motion are computed from all boxes, and the
 * other figures from a deterministic sample. Counts per box are scaled from the sample to all
 * boxes.
 */
import type { Dimensions } from '../inputs.js';
import { motionOf, type SceneMotion } from './motion.js';
import { overlapsAlong, overlapsOnAxis } from './overlaps.js';
import { axesOf, type SampledBoxes, sampleBoxes } from './sampled-boxes.js';
import type { ReadSample } from './scene-sample.js';

/**
 * Figures of a scene. In an empty scene, `sizeRatio` and `clustering` are 1, and the other figures
 * except `dimensions` are 0.
 */
export interface SceneFigures {
  /** Number of boxes. */
  readonly count: number;
  /** Number of dimensions. */
  readonly dimensions: Dimensions;
  /** Sides of the bounds of all boxes in world units, by axis. */
  readonly extent: readonly number[];
  /**
   * Fraction of all pairs of boxes whose intervals overlap, for each axis. A sweep along an axis
   * with a smaller fraction tests fewer pairs.
   */
  readonly axisOverlap: readonly number[];
  /**
   * Mean number of pair tests per box in a sweep along the axis with the smallest `axisOverlap`.
   */
  readonly sweepTests: number;
  /** Number of overlapping pairs per box. */
  readonly pairs: number;
  /** Mean side of a box in world units, over all axes. */
  readonly meanSide: number;
  /**
   * Longest side of a large box (99th percentile) divided by the longest side of a median box.
   * Boxes of size 0 are excluded.
   */
  readonly sizeRatio: number;
  /** Fraction of boxes of size 0. */
  readonly points: number;
  /**
   * Mean number of boxes that share the cell of a box in a coarse grid, divided by the mean number
   * if the boxes were evenly distributed. 1 means an even distribution.
   */
  readonly clustering: number;
  /** Motion, if the sample has a second frame. */
  readonly motion?: SceneMotion;
}

/**
 * Maximum number of sampled boxes. With this maximum, the figures are accurate to a few percent,
 * and `advise` takes about a millisecond.
 */
const MAX_SAMPLED = 2048;
/** Mean number of sampled boxes per grid cell. */
const BOXES_PER_CELL = 4;
const LARGE = 0.99;

export function figuresOf(sample: ReadSample): SceneFigures {
  const { count, dimensions, next } = sample;
  const sampled = sampleBoxes(sample.boxes, dimensions, MAX_SAMPLED);
  const pairCount = (sampled.count * (sampled.count - 1)) / 2;
  const share = (overlaps: number) => (pairCount > 0 ? overlaps / pairCount : 0);
  const axisOverlap = sampled.lows.map((lows, axis) =>
    share(overlapsOnAxis(lows, sampled.highs[axis])),
  );
  const best = axisOverlap.indexOf(Math.min(...axisOverlap));
  const pairsPerBox = Math.max(0, count - 1) / 2;
  const extent = extentOf(sample);
  const sizes = sizesOf(sampled);
  const figures = {
    count,
    dimensions,
    extent,
    axisOverlap,
    sweepTests: axisOverlap[best] * pairsPerBox,
    pairs: share(overlapsAlong(sampled, best)) * pairsPerBox,
    ...sizes,
    clustering: clusteringOf(sampled),
  };
  if (next === undefined) return figures;
  const unit = sizes.meanSide > 0 ? sizes.meanSide : meanGap(extent, count);
  return { ...figures, motion: motionOf(sample, next, unit) };
}

function extentOf({ boxes, dimensions, count }: ReadSample): number[] {
  if (count === 0) return axesOf(dimensions).map(() => 0);
  const low = Array.from(boxes.subarray(0, dimensions));
  const high = Array.from(boxes.subarray(dimensions, 2 * dimensions));
  for (let start = 0; start < boxes.length; start += 2 * dimensions) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      low[axis] = Math.min(low[axis], boxes[start + axis]);
      high[axis] = Math.max(high[axis], boxes[start + dimensions + axis]);
    }
  }
  return high.map((end, axis) => end - low[axis]);
}

/**
 * Returns the distance between neighbors if boxes were evenly distributed in the extent. Ignores
 * axes with extent 0.
 */
function meanGap(extent: readonly number[], count: number): number {
  const wide = extent.filter((side) => side > 0);
  const volume = wide.reduce((product, side) => product * side, 1);
  return wide.length > 0 ? (volume / count) ** (1 / wide.length) : 0;
}

function sizesOf({ count, lows, highs }: SampledBoxes) {
  const longest = new Float64Array(count);
  let sum = 0;
  for (let axis = 0; axis < lows.length; axis += 1) {
    for (let i = 0; i < count; i += 1) {
      const side = highs[axis][i] - lows[axis][i];
      sum += side;
      longest[i] = Math.max(longest[i], side);
    }
  }
  const sides = longest.filter((side) => side > 0).sort();
  const { length } = sides;
  return {
    meanSide: count > 0 ? sum / (lows.length * count) : 0,
    sizeRatio: length > 0 ? sides[Math.floor(LARGE * length)] / sides[length >> 1] : 1,
    points: count > 0 ? 1 - length / count : 0,
  };
}

/**
 * Returns the number of pairs of centers in the same grid cell, divided by the number expected for
 * evenly distributed centers.
 */
function clusteringOf({ count, lows, highs }: SampledBoxes): number {
  if (count < 2) return 1;
  const middles = lows.map((low, axis) => low.map((v, i) => v * 0.5 + highs[axis][i] * 0.5));
  const wide = middles
    .map((values) => ({ values, from: Math.min(...values), to: Math.max(...values) }))
    .filter(({ from, to }) => to > from);
  if (wide.length === 0) return 1;
  const rows = Math.max(1, Math.floor((count / BOXES_PER_CELL) ** (1 / wide.length)));
  const cells = new Uint32Array(rows ** wide.length);
  let sharedPairs = 0;
  for (let i = 0; i < count; i += 1) {
    let cell = 0;
    for (const { values, from, to } of wide) {
      const row = Math.floor((rows * (values[i] - from)) / (to - from));
      cell = cell * rows + Math.min(row, rows - 1);
    }
    // each earlier box in the cell forms a pair with this box
    sharedPairs += cells[cell];
    cells[cell] += 1;
  }
  return (sharedPairs * cells.length) / ((count * (count - 1)) / 2);
}
