/**
 * Box distributions that only the playground uses. The `scenes` package generates their motions.
 */

import { type DistributedBoxes, Mulberry32, uniformSide } from 'scenes';
import type { SceneRequest } from '../box-source.js';

type FillItem = (center: Float32Array, half: Float32Array, id: number) => void;

function arranged({ count, dimensions }: SceneRequest, fill: FillItem): DistributedBoxes {
  const centers = new Float32Array(count * dimensions);
  const halves = new Float32Array(count * dimensions);
  const boxes = new Float32Array(2 * count * dimensions);
  for (let id = 0; id < count; id++) {
    const at = id * dimensions;
    const center = centers.subarray(at, at + dimensions);
    const half = halves.subarray(at, at + dimensions);
    fill(center, half, id);
    for (let d = 0; d < dimensions; d++) {
      boxes[2 * at + d] = center[d] - half[d];
      boxes[2 * at + dimensions + d] = center[d] + half[d];
    }
  }
  return { boxes, centers, halves };
}

/**
 * Exponent of the power law for box sizes. About one box in forty is at least ten times the minimum
 * size.
 */
const TAIL = 1.6;
const MIN_HALF = 0.12;

export function powerLaw(request: SceneRequest): DistributedBoxes {
  const random = new Mulberry32(request.seed);
  const side = uniformSide(request.count, request.dimensions);
  const max = 0.12 * side;
  return arranged(request, (center, half) => {
    for (let d = 0; d < center.length; d++) center[d] = random.unit() * side;
    const size = MIN_HALF * (1 - random.unit()) ** (-1 / TAIL);
    for (let d = 0; d < half.length; d++) {
      half[d] = Math.min(size * (0.7 + 0.6 * random.unit()), max);
    }
  });
}

const CLOUDS = 24;

/**
 * Creates clusters with sizes by Zipf's law: the k-th cluster has 1 / k of the items of the first
 * cluster.
 */
export function zipf(request: SceneRequest): DistributedBoxes {
  const { count, dimensions, seed } = request;
  const random = new Mulberry32(seed);
  const side = 2 * uniformSide(count, dimensions);
  const harmonics = Array.from({ length: CLOUDS }, (_, k) => 1 / (k + 1));
  const all = harmonics.reduce((sum, each) => sum + each, 0);
  const shares = harmonics.map((each) => each / all);
  const middles = Float64Array.from({ length: CLOUDS * dimensions }, () => random.unit() * side);
  // each radius depends on the number of items, so that all clusters have the same density as the
  // clustered scene
  const radii = shares.map((share) =>
    dimensions === 3 ? 0.4 * Math.cbrt(share * count) : 0.31 * Math.sqrt(share * count),
  );
  const cloudOf = (place: number) => {
    let cloud = 0;
    for (let left = place; cloud < CLOUDS - 1 && left >= shares[cloud]; cloud++)
      left -= shares[cloud];
    return cloud;
  };
  return arranged(request, (center, half) => {
    const cloud = cloudOf(random.unit());
    for (let d = 0; d < center.length; d++) {
      const sum = random.unit() + random.unit() + random.unit() + random.unit();
      center[d] = middles[cloud * dimensions + d] + radii[cloud] * (sum - 2);
    }
    for (let d = 0; d < half.length; d++) half[d] = 0.1 + 0.65 * random.unit() ** 2;
  });
}
