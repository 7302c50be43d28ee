/**
 * Distributions of the boxes of scenes. The C++ code in tests/cpp/support/scene_distributions.cpp
 * produces the same bits.
 *
 * All arithmetic is in double precision and is rounded to float32 when a value is stored. Only + -
 * * / and square roots are used, whose results are the same on all platforms. Cube roots are
 * rounded to one decimal, and no cube root is close to a rounding tie. Each box uses random numbers
 * first for its center, axis by axis, then for its half sizes.
 *
 * `uniform` and `clustered`, with their sizes and seeds, are from the benchmark of native
 * libraries.
 */

import type { Dimensions, Recipe } from './definitions.js';
import { entryOf, type Parameters, parametersOf } from './definitions.js';
import { type PublishedName, publishedBoxes, publishedScene } from './published.js';
import { Mulberry32 } from './random.js';

/**
 * Flat arrays with `dimensions` numbers per box. The corners of a box are center - half and center
 * + half, rounded to float32.
 */
export interface CenteredBoxes {
  readonly centers: Float32Array;
  readonly halves: Float32Array;
}

export interface DistributedBoxes extends CenteredBoxes {
  /** Flat [min..., max...]. */
  readonly boxes: Float32Array;
}

interface Task {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly seed: number;
  readonly parameters: Parameters;
}

interface Distribution {
  readonly defaults: Parameters;
  readonly make: (task: Task) => DistributedBoxes;
}

const fr = Math.fround;
/** 2^-149, the smallest positive float32. */
const TINY = 1.401298464324817e-45;
/** Boxes are scaled by powers of 2 with exponents 0 to 58, so that coordinates stay below 1e18. */
const EXPONENTS = 59;
const CLUSTER_SIZE = 500;

/**
 * Returns the side of the square or cube in which `count` boxes with a mean side of 1 overlap about
 * two other boxes each.
 */
export function uniformSide(count: number, dimensions: Dimensions): number {
  const side = dimensions === 3 ? Math.cbrt(4 * count) : Math.sqrt(2 * count);
  return Math.round(10 * side) / 10;
}

/** Returns the smallest k with k^dimensions >= count. */
function gridSide(count: number, dimensions: Dimensions): number {
  let side = 1;
  while (power(side, dimensions) < count) side++;
  return side;
}

/** Returns a power by multiplication, because `Math.pow` is not exact on all platforms. */
function power(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
}

/** Writes the boxes [first, last) from their centers and half sizes. */
export function placeBoxes(
  boxes: Float32Array,
  { centers, halves }: CenteredBoxes,
  dimensions: Dimensions,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const at = i * dimensions;
    for (let d = 0; d < dimensions; d++) {
      boxes[2 * at + d] = centers[at + d] - halves[at + d];
      boxes[2 * at + dimensions + d] = centers[at + d] + halves[at + d];
    }
  }
}

type FillItem = (center: Float32Array, half: Float32Array, index: number) => void;

function centered({ count, dimensions }: Task, fillItem: FillItem): DistributedBoxes {
  const centers = new Float32Array(count * dimensions);
  const halves = new Float32Array(count * dimensions);
  const boxes = new Float32Array(2 * count * dimensions);
  const center = new Float32Array(dimensions);
  const half = new Float32Array(dimensions);
  for (let i = 0; i < count; i++) {
    fillItem(center, half, i);
    centers.set(center, i * dimensions);
    halves.set(half, i * dimensions);
  }
  const distributed = { centers, halves, boxes };
  placeBoxes(boxes, distributed, dimensions, 0, count);
  return distributed;
}

/** Adds centers and half sizes to boxes that are given by their corners. Both are rounded. */
function cornered(boxes: Float32Array, dimensions: Dimensions): DistributedBoxes {
  const centers = new Float32Array(boxes.length / 2);
  const halves = new Float32Array(boxes.length / 2);
  for (let i = 0; i < centers.length; i++) {
    const d = i % dimensions;
    const low = boxes[2 * (i - d) + d];
    const high = boxes[2 * (i - d) + dimensions + d];
    centers[i] = low * 0.5 + high * 0.5;
    halves[i] = high * 0.5 - low * 0.5;
  }
  return { boxes, centers, halves };
}

type FillAxis = (index: number, axis: number) => readonly [low: number, high: number];

function corneredEach({ count, dimensions }: Task, fillAxis: FillAxis): DistributedBoxes {
  const boxes = new Float32Array(2 * count * dimensions);
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < dimensions; d++) {
      const [low, high] = fillAxis(i, d);
      boxes[2 * i * dimensions + d] = low;
      boxes[2 * i * dimensions + dimensions + d] = high;
    }
  }
  return cornered(boxes, dimensions);
}

function makeUniform(task: Task): DistributedBoxes {
  const { origin, sizeScale, largeEvery, largeFactor } = task.parameters;
  const random = new Mulberry32(task.seed);
  const side = uniformSide(task.count, task.dimensions);
  return centered(task, (center, half, index) => {
    for (let d = 0; d < center.length; d++) center[d] = (random.unit() + origin) * side;
    const factor = largeEvery > 0 && index % largeEvery === 0 ? largeFactor : 1;
    for (let d = 0; d < half.length; d++) {
      half[d] = fr(fr(0.25 + 0.5 * random.unit()) * sizeScale) * factor;
    }
  });
}

function makeClustered(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const clusters = Math.ceil(task.count / CLUSTER_SIZE);
  const side = 2 * uniformSide(task.count, task.dimensions);
  const radius = task.dimensions === 3 ? 3.1 : 6.9;
  const origins = Array.from({ length: clusters * task.dimensions }, () => random.unit() * side);
  return centered(task, (center, half) => {
    const at = random.below(clusters) * task.dimensions;
    for (let d = 0; d < center.length; d++) {
      const sum = random.unit() + random.unit() + random.unit() + random.unit();
      center[d] = origins[at + d] + radius * (sum - 2);
    }
    for (let d = 0; d < half.length; d++) {
      const u = random.unit();
      half[d] = 0.1 + 0.65 * u * u;
    }
  });
}

function makeTouchingGrid(task: Task): DistributedBoxes {
  const side = gridSide(task.count, task.dimensions);
  const first = -Math.floor(side / 2);
  return corneredEach(task, (index, axis) => {
    const cell = first + (Math.floor(index / power(side, axis)) % side);
    return [cell, cell + 1];
  });
}

function makePoints(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const side = gridSide(task.count, task.dimensions);
  return corneredEach(task, () => {
    const place = random.below(side);
    return [place, place];
  });
}

function makeLine(task: Task): DistributedBoxes {
  const { axis, sorted, thickness } = task.parameters;
  const random = new Mulberry32(task.seed);
  if (axis >= task.dimensions) throw new Error(`line.axis ${axis} in ${task.dimensions}D`);
  return centered(task, (center, half, index) => {
    half.fill(thickness / 2);
    center[axis] = sorted > 0 ? index + 0.5 * random.unit() : random.unit() * task.count;
    half[axis] = 0.25 + 0.5 * random.unit();
  });
}

function makeGiantAndDust(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const side = uniformSide(task.count, task.dimensions);
  const giant = Math.floor(task.count / 2);
  return centered(task, (center, half, index) => {
    for (let d = 0; d < center.length; d++) center[d] = random.unit() * side;
    for (let d = 0; d < half.length; d++) half[d] = 0.005 + 0.01 * random.unit();
    if (index !== giant) return;
    center.fill(side / 2);
    half.fill(side);
  });
}

function makeExponential(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  return centered(task, (center, half, index) => {
    const scale = power(2, index % EXPONENTS);
    for (let d = 0; d < center.length; d++) center[d] = scale * (1 + 0.5 * random.unit());
    for (let d = 0; d < half.length; d++) half[d] = 0.25 * scale * random.unit();
  });
}

function makeFar(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const side = uniformSide(task.count, task.dimensions);
  const offsets = Array.from({ length: task.dimensions }, () => 1e6 * (1 + 9 * random.unit()));
  return centered(task, (center, half) => {
    for (let d = 0; d < center.length; d++) center[d] = offsets[d] + random.unit() * side;
    for (let d = 0; d < half.length; d++) half[d] = 0.25 + 0.5 * random.unit();
  });
}

function makeLarge(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const side = uniformSide(task.count, task.dimensions);
  return centered(task, (center, half) => {
    for (let d = 0; d < center.length; d++) center[d] = random.unit() * side;
    for (let d = 0; d < half.length; d++) half[d] = side * (0.05 + 0.2 * random.unit());
  });
}

/** Creates boxes around 2^24, above which float32 has no odd numbers. */
function makeIntegerLimit(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  return corneredEach(task, () => {
    const low = 16777208 + random.below(16);
    return [low, low + random.below(4)];
  });
}

/**
 * Creates boxes whose coordinates are multiples of the smallest positive float32, or zeros of both
 * signs.
 */
function makeDenormal(task: Task): DistributedBoxes {
  const random = new Mulberry32(task.seed);
  const tiny = (steps: number, sign: number) => (steps === 0 && sign < 0.5 ? -0 : steps * TINY);
  return corneredEach(task, () => {
    const low = random.below(17) - 8;
    const span = random.below(3);
    const first = tiny(low, random.unit());
    return [first, tiny(low + span, random.unit())];
  });
}

function published(name: PublishedName): Distribution {
  return {
    defaults: {},
    make: ({ dimensions, count, seed }) => {
      if (dimensions !== 2) throw new Error(`published scene ${name}: expected 2D`);
      return cornered(publishedBoxes(publishedScene(name, count, seed)), dimensions);
    },
  };
}

/**
 * All kinds of distributions with their default parameters. `published-*` distributions require 2D
 * and use the seed as the iteration number of the published benchmark.
 */
export const distributions: Readonly<Record<string, Distribution>> = {
  uniform: {
    defaults: { origin: 0, sizeScale: 1, largeEvery: 0, largeFactor: 10 },
    make: makeUniform,
  },
  clustered: { defaults: {}, make: makeClustered },
  'touching-grid': { defaults: {}, make: makeTouchingGrid },
  identical: {
    defaults: {},
    make: (task) => corneredEach(task, (_index, axis) => [axis + 1, axis + 2]),
  },
  points: { defaults: {}, make: makePoints },
  line: { defaults: { axis: 0, sorted: 0, thickness: 0 }, make: makeLine },
  'giant-and-dust': { defaults: {}, make: makeGiantAndDust },
  exponential: { defaults: {}, make: makeExponential },
  far: { defaults: {}, make: makeFar },
  large: { defaults: {}, make: makeLarge },
  'integer-limit': { defaults: {}, make: makeIntegerLimit },
  denormal: { defaults: {}, make: makeDenormal },
  'published-random': published('Random'),
  'published-random-large-boxes': published('RandomLargeBoxes'),
  'published-x-line': published('XLine'),
  'published-y-line': published('YLine'),
  'published-true-uniform': published('TrueUniform'),
};

/** Throws for unknown kinds and parameters. */
export function distribute(
  recipe: Recipe,
  dimensions: Dimensions,
  count: number,
  seed: number,
): DistributedBoxes {
  const { defaults, make } = entryOf(distributions, recipe);
  return make({ dimensions, count, seed, parameters: parametersOf(recipe, defaults) });
}
