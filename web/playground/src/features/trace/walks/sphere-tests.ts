/** The library's tests of nodes that are spheres: in double precision, widened by a slack. */

import type { QueryShape } from '../../../model/query-shape.js';
import { type BoxTest, paddedLimit, rayNumbers } from './query-tests.js';

const SLACK = 1e-12;

/** `at` is the place of the centre; the radius comes behind it. */
export interface SphereTests {
  readonly touches: BoxTest;
  readonly covers: BoxTest | null;
}

function boxTests({ box, dimensions }: QueryShape): SphereTests {
  return {
    touches: (spheres, at) => {
      const radius = spheres[at + dimensions];
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const centre = spheres[at + d];
        const gap = Math.max(box[d] - centre, centre - box[dimensions + d], 0);
        sum += gap * gap;
      }
      return sum <= radius * radius * (1 + SLACK);
    },
    covers: (spheres, at) => {
      let room = Infinity;
      for (let d = 0; d < dimensions; d++) {
        const centre = spheres[at + d];
        room = Math.min(room, centre - box[d], box[dimensions + d] - centre);
      }
      return room * (1 - SLACK) >= spheres[at + dimensions];
    },
  };
}

function distanceTests({ centre, dimensions, radius }: QueryShape): SphereTests {
  const given = Math.fround(radius);
  const limit = given * given;
  const wanted = Math.sqrt(limit);
  const squaredDistance: (spheres: Float32Array, at: number) => number = (spheres, at) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const gap = spheres[at + d] - centre[d];
      sum += gap * gap;
    }
    return sum;
  };
  return {
    touches: (spheres, at) => {
      const reach = (wanted + spheres[at + dimensions]) * (1 + SLACK);
      return squaredDistance(spheres, at) <= reach * reach;
    },
    covers: (spheres, at) => {
      const distance = Math.sqrt(squaredDistance(spheres, at));
      const reach = (distance + spheres[at + dimensions]) * (1 + SLACK);
      return reach * reach <= limit;
    },
  };
}

/** Bound of the squared distance to everything inside of a sphere. */
export function sphereBound(point: Float32Array, spheres: Float32Array, at: number): number {
  const dimensions = point.length;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const gap = spheres[at + d] - point[d];
    sum += gap * gap;
  }
  const near = Math.sqrt(sum) * (1 - SLACK) - spheres[at + dimensions];
  return near > 0 ? Math.fround(near * near) : 0;
}

function rayTests(shape: QueryShape): SphereTests {
  const { origin, dimensions } = shape;
  const { unit, limit } = rayNumbers(shape);
  const padded = paddedLimit(limit);
  const offset = new Float64Array(dimensions);
  const bound = (spheres: Float32Array, at: number): number => {
    const radius = spheres[at + dimensions];
    let along = 0;
    let sum = radius;
    for (let d = 0; d < dimensions; d++) {
      offset[d] = spheres[at + d] - origin[d];
      along += offset[d] * unit[d];
      sum += Math.abs(offset[d]);
    }
    const slack = SLACK * sum;
    const reach = radius + slack;
    let beside = 0;
    for (let d = 0; d < dimensions; d++) {
      const way = offset[d] - along * unit[d];
      beside += way * way;
    }
    const chord = reach * reach - beside;
    if (chord < 0 || along + reach < 0) return Infinity;
    const enter = along - Math.sqrt(chord) - slack;
    return enter > 0 ? Math.fround(enter) : 0;
  };
  return { touches: (spheres, at) => bound(spheres, at) <= padded, covers: null };
}

export function sphereTests(shape: QueryShape): SphereTests | null {
  switch (shape.kind) {
    case 'box':
      return boxTests(shape);
    case 'sphere':
      return distanceTests(shape);
    case 'ray':
      return rayTests(shape);
    default:
      return null;
  }
}
