/**
 * Determines which box is drawn for a node: its bounds, its cell, or the bounding box of its
 * sphere.
 */

import type { NodeDump, SpatialIndex } from 'sapwood/all';
import type { Dimensions } from '../state/settings.js';

/**
 * Value of `NodeKind.Block`. A block is a node that contains consecutive entries of a sorted list.
 */
const BLOCK = 2;

/**
 * Returns the columns of a structure that stores items in sorted lists. A column is a child of the
 * root, and its children are blocks.
 */
function columnsOf({ count, kind, level, parent }: NodeDump): ReadonlySet<number> {
  const columns = new Set<number>();
  for (let node = 0; node < count; node++) {
    if (kind[node] === BLOCK && level[node] === 2) columns.add(parent[node]);
  }
  return columns;
}

function sameBox(a: Float32Array, b: Float32Array, at: number, from: number, stride: number) {
  for (let i = 0; i < stride; i++) if (a[at + i] !== b[from + i]) return false;
  return true;
}

/**
 * Returns the nodes to draw. The columns of a sweep structure are drawn as cells. Blocks, and the
 * node for items that are too large for a column, are drawn as their bounds.
 */
export function pictureOf(index: SpatialIndex): NodeDump {
  const dump = index.nodes();
  const columns = columnsOf(dump);
  if (!dump.cells || columns.size === 0) return dump;
  const stride = 2 * index.dimensions;
  const cells = dump.cells.slice();
  const draw = (node: number) => {
    const at = node * stride;
    cells.set(dump.bounds.subarray(at, at + stride), at);
  };
  for (let node = 0; node < dump.count; node++) if (dump.kind[node] === BLOCK) draw(node);
  const last = [...columns].at(-1) as number;
  if (columns.size > 1 && sameBox(dump.cells, dump.cells, last * stride, 0, stride)) draw(last);
  return { ...dump, cells };
}

/**
 * Returns 'column' for a column, 'large' for the node of items that are too large for a column, and
 * null for other nodes.
 */
export function columnRole(dump: NodeDump, node: number): 'column' | 'large' | null {
  const columns = columnsOf(dump);
  if (!dump.cells || !columns.has(node)) return null;
  const stride = dump.bounds.length / dump.count;
  const isLast = columns.size > 1 && [...columns].at(-1) === node;
  const apart = sameBox(dump.cells, dump.bounds, node * stride, node * stride, stride);
  return isLast && apart ? 'large' : 'column';
}

function aroundSpheres(spheres: Float32Array, dimensions: Dimensions): Float32Array {
  const stride = dimensions + 1;
  const count = spheres.length / stride;
  const boxes = new Float32Array(count * 2 * dimensions);
  for (let node = 0; node < count; node++) {
    const radius = spheres[node * stride + dimensions];
    for (let d = 0; d < dimensions; d++) {
      const center = spheres[node * stride + d];
      boxes[node * 2 * dimensions + d] = center - radius;
      boxes[node * 2 * dimensions + dimensions + d] = center + radius;
    }
  }
  return boxes;
}

/** Returns a box for each node: its bounds, or the bounding box of its sphere if it has one. */
export function volumesOf({ bounds, spheres }: NodeDump, dimensions: Dimensions): Float32Array {
  return spheres ? aroundSpheres(spheres, dimensions) : bounds;
}

export function shownVolumes(dump: NodeDump, dimensions: Dimensions): Float32Array {
  return dump.cells ?? volumesOf(dump, dimensions);
}

/** Returns for each node the number of its tree, from 0. Each root of the dump starts a tree. */
export function treesOf({ count, parent }: NodeDump): Uint32Array {
  const trees = new Uint32Array(count);
  let roots = 0;
  for (let node = 0; node < count; node++) {
    trees[node] = parent[node] < 0 ? roots++ : trees[parent[node]];
  }
  return trees;
}
