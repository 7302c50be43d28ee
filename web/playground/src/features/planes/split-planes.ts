/**
 * Split planes as flat boxes with the extents of their nodes. Node dumps do not contain planes, so
 * they are derived from the bounds. Planes that contradict the bounds are omitted.
 *
 * - octrees: cells are split in the center
 * - k-d tree: the axes alternate. A plane is at the largest upper edge in the lower child, and the
 *   upper edges of all items in the other child are at or above the plane.
 * - bucket quadtree: cells are split in the center. The cell of the root is the root's box, until
 *   items leave this box.
 * - cluster split: a plane is in the gap between two children
 */

import type { NodeDump } from 'sapwood/all';
import type { NodeLinks } from '../../model/node-links.js';
import type { Dimensions } from '../../state/settings.js';

export interface SplitPlanes {
  readonly count: number;
  /** Minimum and maximum corner of each plane. They are equal on the split axis. */
  readonly boxes: Float32Array;
  /** Level of the split node. */
  readonly levels: Uint8Array;
}

type SplitRule = 'cells' | 'median' | 'middle' | 'gap';

const splitRules: Readonly<Record<string, SplitRule>> = {
  octree: 'cells',
  'loose-octree': 'cells',
  'kd-tree': 'median',
  quadtree: 'middle',
  'cluster-split': 'gap',
};

export function hasSplitPlanes(structure: string): boolean {
  return structure in splitRules;
}

class PlaneList {
  private readonly boxes: number[] = [];
  private readonly levels: number[] = [];

  constructor(private readonly dimensions: Dimensions) {}

  /**
   * Adds a plane at coordinate `place` on `axis`, with the extents of the node box at `box[at]`.
   */
  add(box: ArrayLike<number>, at: number, axis: number, place: number, level: number): void {
    const { dimensions } = this;
    const from = this.boxes.length;
    for (let i = 0; i < 2 * dimensions; i++) this.boxes.push(box[at + i]);
    this.boxes[from + axis] = this.boxes[from + dimensions + axis] = place;
    this.levels.push(Math.min(level, 255));
  }

  finish(): SplitPlanes {
    return {
      count: this.levels.length,
      boxes: Float32Array.from(this.boxes),
      levels: Uint8Array.from(this.levels),
    };
  }
}

function middleOf(box: ArrayLike<number>, at: number, axis: number, dimensions: number): number {
  return Math.fround((box[at + axis] + box[at + dimensions + axis]) / 2);
}

function cellPlanes({ dump, childCount }: NodeLinks, dimensions: Dimensions): SplitPlanes {
  const list = new PlaneList(dimensions);
  const cells = dump.cells ?? dump.bounds;
  for (let node = 0; node < dump.count; node++) {
    if (childCount[node] === 0) continue;
    const at = 2 * dimensions * node;
    for (let axis = 0; axis < dimensions; axis++) {
      list.add(cells, at, axis, middleOf(cells, at, axis, dimensions), dump.level[node]);
    }
  }
  return list.finish();
}

/** Returns the smallest upper edge of all items in each node's subtree, on each axis. */
function minUpperEdges(dump: NodeDump, items: Float32Array, dimensions: Dimensions) {
  const { count, firstItem, itemCount, parent } = dump;
  const min = new Float32Array(count * dimensions).fill(Infinity);
  for (let node = count - 1; node >= 0; node--) {
    for (let axis = 0; axis < dimensions; axis++) {
      let edge = min[node * dimensions + axis];
      for (let i = firstItem[node]; i < firstItem[node] + itemCount[node]; i++) {
        edge = Math.min(edge, items[(2 * dump.items[i] + 1) * dimensions + axis]);
      }
      min[node * dimensions + axis] = edge;
      const above = parent[node] * dimensions + axis;
      if (parent[node] >= 0) min[above] = Math.min(min[above], edge);
    }
  }
  return min;
}

function medianPlanes(links: NodeLinks, items: Float32Array, dimensions: Dimensions): SplitPlanes {
  const list = new PlaneList(dimensions);
  const { bounds, count, level } = links.dump;
  const min = minUpperEdges(links.dump, items, dimensions);
  for (let node = 0; node < count; node++) {
    const [lower, upper] = links.childrenOf(node);
    if (upper === undefined) continue;
    // if items are pending, the dump has an additional root above the tree; so the split axis may
    // also be the axis of the previous level
    const turns = [level[node], level[node] + dimensions - 1].map((turn) => turn % dimensions);
    const edgeOf = (axis: number) => bounds[(2 * lower + 1) * dimensions + axis];
    const axis = turns.find((turn) => edgeOf(turn) <= min[upper * dimensions + turn]);
    if (axis === undefined) continue;
    list.add(bounds, 2 * dimensions * node, axis, edgeOf(axis), level[node]);
  }
  return list.finish();
}

/**
 * Returns the cell of a child: the parent's cell, halved on each axis. Returns null if the child
 * crosses the center.
 */
function childSpace(space: readonly number[], dump: NodeDump, child: number): number[] | null {
  const dimensions = space.length / 2;
  const inside = [...space];
  for (let axis = 0; axis < dimensions; axis++) {
    const middle = middleOf(space, 0, axis, dimensions);
    const at = 2 * dimensions * child + axis;
    const low = dump.bounds[at + dimensions] <= middle;
    if (!low && dump.bounds[at] < middle) return null;
    inside[low ? dimensions + axis : axis] = middle;
  }
  return inside;
}

function middlePlanes(links: NodeLinks, dimensions: Dimensions): SplitPlanes {
  const list = new PlaneList(dimensions);
  const { dump } = links;
  if (dump.count === 0) return list.finish();
  const open: [node: number, space: number[]][] = [
    [0, [...dump.bounds.subarray(0, 2 * dimensions)]],
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, space] = next;
    const children = links.childrenOf(node);
    const spaces = children.map((child) => childSpace(space, dump, child));
    if (children.length === 0 || spaces.includes(null)) continue;
    for (let axis = 0; axis < dimensions; axis++) {
      list.add(space, 0, axis, middleOf(space, 0, axis, dimensions), dump.level[node]);
    }
    children.forEach((child, i) => {
      open.push([child, spaces[i] as number[]]);
    });
  }
  return list.finish();
}

/** For each node with two separate children, returns the plane in the middle of the widest gap. */
function gapPlanes(links: NodeLinks, dimensions: Dimensions): SplitPlanes {
  const list = new PlaneList(dimensions);
  const { bounds, count, level } = links.dump;
  for (let node = 0; node < count; node++) {
    const [one, two] = links.childrenOf(node);
    if (two === undefined) continue;
    let widest = 0;
    let cut: [axis: number, place: number] | null = null;
    for (let axis = 0; axis < dimensions; axis++) {
      for (const [lower, upper] of [
        [one, two],
        [two, one],
      ]) {
        const end = bounds[(2 * lower + 1) * dimensions + axis];
        const start = bounds[2 * upper * dimensions + axis];
        if (start - end <= widest) continue;
        widest = start - end;
        cut = [axis, (start + end) / 2];
      }
    }
    if (cut) list.add(bounds, 2 * dimensions * node, cut[0], cut[1], level[node]);
  }
  return list.finish();
}

/** Returns the split planes of a structure. `items` are the boxes of its items. */
export function splitPlanes(
  structure: string,
  links: NodeLinks,
  items: Float32Array,
  dimensions: Dimensions,
): SplitPlanes {
  const rule = splitRules[structure];
  if (rule === 'cells') return cellPlanes(links, dimensions);
  if (rule === 'median') return medianPlanes(links, items, dimensions);
  if (rule === 'middle') return middlePlanes(links, dimensions);
  return rule === 'gap' ? gapPlanes(links, dimensions) : new PlaneList(dimensions).finish();
}
