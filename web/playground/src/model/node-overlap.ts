/**
 * Computes how much nodes overlap their siblings. For each sibling, the shared volume (area in 2D)
 * is added. The overlap of the node is this sum divided by its own volume, and at most 1.
 *
 * A query in a region that several siblings cover must enter all of them.
 */

import { type NodeDump, type SpatialIndex, structures } from 'sapwood/all';
import type { Dimensions } from '../state/settings.js';
import type { NodeLinks } from './node-links.js';

/**
 * Maximum number of siblings for which all pairs of siblings are compared. For more siblings, an
 * index finds the touching pairs.
 */
const MAX_PAIRWISE_FAMILY = 48;
const NO_FAMILY = -1;

function volumeOf(bounds: Float32Array, at: number, dimensions: Dimensions): number {
  let volume = 1;
  for (let d = 0; d < dimensions; d++) volume *= bounds[at + dimensions + d] - bounds[at + d];
  return volume;
}

function sharedVolume(bounds: Float32Array, a: number, b: number, dimensions: Dimensions): number {
  let volume = 1;
  for (let d = 0; d < dimensions && volume > 0; d++) {
    const low = Math.max(bounds[a + d], bounds[b + d]);
    const high = Math.min(bounds[a + dimensions + d], bounds[b + dimensions + d]);
    volume *= Math.max(high - low, 0);
  }
  return volume;
}

/**
 * Calls `each` for all touching pairs of siblings. If there are few siblings, also calls it for
 * pairs that do not touch.
 */
function eachTouchingPair(
  family: readonly number[],
  { bounds }: NodeDump,
  dimensions: Dimensions,
  each: (a: number, b: number) => void,
): void {
  if (family.length <= MAX_PAIRWISE_FAMILY) {
    for (let i = 0; i < family.length; i++) {
      for (let j = i + 1; j < family.length; j++) each(family[i], family[j]);
    }
    return;
  }
  const stride = 2 * dimensions;
  const boxes = new Float32Array(family.length * stride);
  family.forEach((node, i) => {
    boxes.set(bounds.subarray(node * stride, (node + 1) * stride), i * stride);
  });
  const entry = structures.find(({ id }) => id === 'static-tree') ?? structures[0];
  const index: SpatialIndex = entry.create({ dimensions });
  try {
    index.build(boxes);
    const pairs = index.pairs();
    for (let i = 0; i < pairs.length; i += 2) each(family[pairs[i]], family[pairs[i + 1]]);
  } finally {
    index.dispose();
  }
}

/** Returns the overlap of one node, or -1 if it has no siblings. */
export function overlapShare(links: NodeLinks, node: number, dimensions: Dimensions): number {
  const { bounds, parent } = links.dump;
  const above = parent[node];
  if (above < 0 || links.childCount[above] < 2) return NO_FAMILY;
  const stride = 2 * dimensions;
  let shared = 0;
  for (const sibling of links.childrenOf(above)) {
    if (sibling === node) continue;
    shared += sharedVolume(bounds, node * stride, sibling * stride, dimensions);
  }
  const volume = volumeOf(bounds, node * stride, dimensions);
  return volume > 0 ? Math.min(shared / volume, 1) : 0;
}

/** Returns the overlap of each node: a value between 0 and 1, or -1 if the node has no siblings. */
export function overlapShares(links: NodeLinks, dimensions: Dimensions): Float32Array {
  const { dump, childCount } = links;
  const { bounds, count } = dump;
  const stride = 2 * dimensions;
  const shares = new Float32Array(count).fill(NO_FAMILY);
  for (let node = 0; node < count; node++) {
    if (childCount[node] < 2) continue;
    const family = links.childrenOf(node);
    for (const child of family) shares[child] = 0;
    eachTouchingPair(family, dump, dimensions, (a, b) => {
      const shared = sharedVolume(bounds, a * stride, b * stride, dimensions);
      shares[a] += shared;
      shares[b] += shared;
    });
    for (const child of family) {
      const volume = volumeOf(bounds, child * stride, dimensions);
      shares[child] = volume > 0 ? Math.min(shares[child] / volume, 1) : 0;
    }
  }
  return shares;
}
