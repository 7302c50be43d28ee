/** What a node of a dump looks like: its box, its cell, or the box around its sphere. */

import type { NodeDump } from 'sapwood';
import type { Dimensions } from '../state/settings.js';

/** Minimum and maximum corner of the cube around each sphere. */
function aroundSpheres(spheres: Float32Array, dimensions: Dimensions): Float32Array {
  const stride = dimensions + 1;
  const count = spheres.length / stride;
  const boxes = new Float32Array(count * 2 * dimensions);
  for (let node = 0; node < count; node++) {
    const radius = spheres[node * stride + dimensions];
    for (let d = 0; d < dimensions; d++) {
      const centre = spheres[node * stride + d];
      boxes[node * 2 * dimensions + d] = centre - radius;
      boxes[node * 2 * dimensions + dimensions + d] = centre + radius;
    }
  }
  return boxes;
}

/** What a query compares itself with. */
export function volumesOf({ bounds, spheres }: NodeDump, dimensions: Dimensions): Float32Array {
  return spheres ? aroundSpheres(spheres, dimensions) : bounds;
}

/** 0 for the nodes of the first tree of the dump, else the number of the tree. */
export function treesOf({ count, parent }: NodeDump): Uint32Array {
  const trees = new Uint32Array(count);
  let roots = 0;
  for (let node = 0; node < count; node++) {
    trees[node] = parent[node] < 0 ? roots++ : trees[parent[node]];
  }
  return trees;
}
