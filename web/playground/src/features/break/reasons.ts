/** Explanations of a high cost, with measurements of the structure. */

import type { NodeDump, SpatialIndex } from 'sapwood/all';
import { count } from '../../ui/format.js';

const percent = (share: number) => {
  const value = 100 * share;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
};

/** Counts pairs with overlapping closed intervals on an axis. */
export function overlapsOnAxis(boxes: Float32Array, dimensions: number, axis: number): number {
  const items = boxes.length / (2 * dimensions);
  const lows = new Float32Array(items);
  for (let i = 0; i < items; i++) lows[i] = boxes[2 * dimensions * i + axis];
  lows.sort();
  let apart = 0;
  for (let i = 0; i < items; i++) {
    const high = boxes[2 * dimensions * i + dimensions + axis];
    let from = 0;
    let to = items;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (lows[middle] <= high) from = middle + 1;
      else to = middle;
    }
    // counts each disjoint pair once, when `i` is the box with the lower interval
    apart += items - from;
  }
  return (items * (items - 1)) / 2 - apart;
}

function sweepReason(index: SpatialIndex, boxes: Float32Array, axis: number): string {
  const { dimensions, size } = index;
  const all = (size * (size - 1)) / 2 || 1;
  const names = ['x', 'y', 'z'];
  const shareOn = (d: number) => percent(overlapsOnAxis(boxes, dimensions, d) / all);
  const others = names.slice(0, dimensions).flatMap((name, d) => (d === axis ? [] : [[name, d]]));
  const elsewhere = others.map(([name, d]) => `${shareOn(Number(d))} on ${name}`).join(', ');
  const met = percent(index.pairsView().length / 2 / all);
  return `It sweeps along ${names[axis]}, where ${shareOn(axis)} of all pairs overlap (${elsewhere}). Only ${met} overlap on all axes. A sweep along one axis cannot exclude the others.`;
}

function itemsInBranches({ count: nodes, itemCount, parent }: NodeDump): number {
  const inner = new Set(parent.subarray(0, nodes));
  let held = 0;
  for (let node = 0; node < nodes; node++) if (inner.has(node)) held += itemCount[node];
  return held;
}

const fullest = ({ itemCount }: NodeDump) => itemCount.reduce((a, b) => Math.max(a, b), 0);

function treeReason(index: SpatialIndex): string {
  const dump = index.nodes();
  const { size } = index;
  const root = dump.itemCount[0] ?? 0;
  const held = itemsInBranches(dump);
  if (held > 0) {
    return `${count(root)} of ${count(size)} boxes (${percent(root / size)}) lie across a line through the middle and stay in the root; ${count(held)} lie across a border of cells. Each of these is tested against all boxes below it.`;
  }
  const filed = dump.itemCount.reduce((a, b) => a + b, 0);
  return `A box is stored in every cell that it touches: ${count(filed)} entries for ${count(size)} boxes, up to ${count(fullest(dump))} in one cell. Two boxes that share several cells are tested in each of them.`;
}

function sides(boxes: Float32Array, dimensions: number): readonly [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (let at = 0; at < boxes.length; at += 2 * dimensions) {
    let longest = 0;
    for (let d = 0; d < dimensions; d++) {
      longest = Math.max(longest, boxes[at + dimensions + d] - boxes[at + d]);
    }
    min = Math.min(min, longest);
    max = Math.max(max, longest);
  }
  return [min, max];
}

function gridReason(index: SpatialIndex, boxes: Float32Array, cellSize: number): string {
  const { dimensions, size } = index;
  const [min, max] = sides(boxes, dimensions);
  const times = count(max / Math.max(min, 1e-30));
  const cell = Number(cellSize.toPrecision(2));
  const full = fullest(index.nodes());
  return `Its smallest cells (${cell} wide) are large enough for three quarters of the boxes. Larger boxes are stored in wider cells, but smaller boxes get no smaller cells. The largest box is ${times} times as large as the smallest. The fullest cell stores ${count(full)} of ${count(size)} boxes, which are all tested against each other.`;
}

export function reasonFor(
  { tests, visits }: { readonly tests: number; readonly visits: number },
  index: SpatialIndex,
  boxes: Float32Array,
): string {
  const { axis, cellSize } = index.stats();
  if (axis !== undefined) return sweepReason(index, boxes, axis);
  if (cellSize !== undefined) return gridReason(index, boxes, cellSize);
  if (index.id === 'octree' || index.id === 'quadtree') return treeReason(index);
  return `It visited ${count(visits)} nodes and tested ${count(tests)} pairs of boxes.`;
}
