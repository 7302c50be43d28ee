/**
 * Queries in the benchmark of native libraries, for `uniform` and `clustered` scenes. The C++ code
 * in tests/cpp/support/scene_peer_queries.cpp produces the same bits. Formats: see oracle.ts.
 */

import { uniformSide } from './distributions.js';
import type { Queries } from './queries.js';
import { queryAt } from './queries.js';
import { Mulberry32 } from './random.js';
import type { Scene } from './scene.js';

const BOX_SEED = 4242;
const RAY_SEED = 999;
const NEAREST_SEED = 31337;
const SMALL_HALF = 1.0;
const LARGE_HALF = { 2: 6.6, 3: 3.2 } as const;

/** Sets a random point inside a uniform scene, or near a random box of a clustered scene. */
function fillPoint(point: Float32Array, scene: Scene, random: Mulberry32): void {
  if (scene.definition.distribution.kind !== 'clustered') {
    const side = uniformSide(scene.count, scene.dimensions);
    for (let d = 0; d < scene.dimensions; d++) point[d] = random.unit() * side;
    return;
  }
  const at = random.below(scene.count) * scene.dimensions;
  for (let d = 0; d < scene.dimensions; d++) {
    point[d] = scene.centers[at + d] + (random.unit() - 0.5) * 2;
  }
}

function fillEach(
  count: number,
  stride: number,
  seed: number,
  fill: (query: Float32Array, random: Mulberry32) => void,
): Queries {
  const queries = { count, stride, values: new Float32Array(count * stride) };
  const random = new Mulberry32(seed);
  for (let i = 0; i < count; i++) fill(queryAt(queries, i), random);
  return queries;
}

/** Returns boxes of half size `half` around the points of `peerPoints`. */
export function peerBoxes(scene: Scene, count: number, half: number): Queries {
  const { dimensions } = scene;
  return fillEach(count, 2 * dimensions, BOX_SEED, (box, random) => {
    fillPoint(box, scene, random);
    for (let d = 0; d < dimensions; d++) {
      const center = box[d];
      box[d] = center - half;
      box[dimensions + d] = center + half;
    }
  });
}

export function peerSmallBoxes(scene: Scene, count: number): Queries {
  return peerBoxes(scene, count, SMALL_HALF);
}

export function peerLargeBoxes(scene: Scene, count: number): Queries {
  return peerBoxes(scene, count, LARGE_HALF[scene.dimensions]);
}

/** Returns the centers of the boxes that `peerBoxes` returns. */
export function peerPoints(scene: Scene, count: number): Queries {
  return fillEach(count, scene.dimensions, BOX_SEED, (point, random) =>
    fillPoint(point, scene, random),
  );
}

export function peerNearestPoints(scene: Scene, count: number): Queries {
  return fillEach(count, scene.dimensions, NEAREST_SEED, (point, random) =>
    fillPoint(point, scene, random),
  );
}

/**
 * Sets a random unit vector, by rejection sampling in the unit ball without its center. All
 * directions are equally likely.
 */
function fillDirection(direction: Float32Array, random: Mulberry32): void {
  const drawn = new Float64Array(direction.length);
  for (;;) {
    let squaredLength = 0;
    for (let d = 0; d < drawn.length; d++) {
      drawn[d] = 2 * random.unit() - 1;
      squaredLength += drawn[d] * drawn[d];
    }
    if (squaredLength < 0.01 || squaredLength > 1) continue;
    const length = Math.sqrt(squaredLength);
    for (let d = 0; d < drawn.length; d++) direction[d] = drawn[d] / length;
    return;
  }
}

/**
 * Returns rays with unit directions. The maximum distance is twice the side of the uniform scene,
 * or four times this side for clustered scenes.
 */
export function peerRays(scene: Scene, count: number): Queries {
  const { dimensions } = scene;
  const sides = scene.definition.distribution.kind === 'clustered' ? 4 : 2;
  const reach = sides * uniformSide(scene.count, dimensions);
  return fillEach(count, 2 * dimensions + 1, RAY_SEED, (ray, random) => {
    fillPoint(ray, scene, random);
    fillDirection(ray.subarray(dimensions, 2 * dimensions), random);
    ray[2 * dimensions] = reach;
  });
}
