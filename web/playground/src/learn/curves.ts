/** Orders the cells of a square along space-filling curves. */

import { curveKey, peanoKey } from 'published';
import { PackedRTree } from 'sapwood/all';

export const curves = {
  hilbert: 'Hilbert',
  peano: 'Peano',
  morton: 'Morton',
  published: 'Hilbert with a mistake',
} as const;
export type Curve = keyof typeof curves;

export const sideOf = (curve: Curve, subdivisions: number): number =>
  (curve === 'peano' ? 3 : 2) ** subdivisions;

/** Returns the maximum number of subdivisions. It results in about 1,000 cells. */
export const maxSubdivisions = (curve: Curve): number => (curve === 'peano' ? 3 : 5);

/**
 * Returns the cells in the library's packing order. Packs unit boxes at the cells into a tree, and
 * reads the leaves in order.
 */
function packedOrder(packing: 'hilbert' | 'morton', side: number): Uint32Array {
  const cells = Array.from({ length: side * side }, (_, cell) => {
    const [x, y] = [cell % side, Math.floor(cell / side)];
    return [x, y, x + 1, y + 1];
  });
  const index = new PackedRTree({ dimensions: 2, packing });
  index.build(cells.flat());
  const order = index.nodes().items;
  index.dispose();
  return order;
}

function keyOrder(side: number, key: (x: number, y: number) => number): Uint32Array {
  const cells = Array.from({ length: side * side }, (_, cell) => cell);
  const keys = cells.map((cell) => key(cell % side, Math.floor(cell / side)));
  return Uint32Array.from(cells.sort((a, b) => keys[a] - keys[b]));
}

/**
 * Returns the cells in the order of a curve. Cell (x, y) has the index y · side + x. The package
 * `published` computes the curves that `sapwood` does not have: the Peano curve, and a published
 * curve that is faulty.
 */
export function cellsAlong(curve: Curve, subdivisions: number): Uint32Array {
  const side = sideOf(curve, subdivisions);
  if (curve === 'peano') return keyOrder(side, (x, y) => peanoKey(x, y, subdivisions));
  if (curve === 'published') {
    return keyOrder(side, (x, y) => curveKey(x, y, subdivisions, 'published'));
  }
  return packedOrder(curve, side);
}

export type Cell = readonly [number, number];

export const cellAt = (order: Uint32Array, place: number, side: number): Cell => [
  order[place] % side,
  Math.floor(order[place] / side),
];

/**
 * Returns the Manhattan distance between each pair of consecutive cells. Adjacent cells have
 * distance 1.
 */
function stepsAlong(order: Uint32Array, side: number): number[] {
  return Array.from({ length: order.length - 1 }, (_, i) => {
    const [[x, y], [nextX, nextY]] = [cellAt(order, i, side), cellAt(order, i + 1, side)];
    return Math.abs(nextX - x) + Math.abs(nextY - y);
  });
}

/** Returns the steps of a curve, and the number of steps between cells that are not adjacent. */
export function along(curve: Curve, subdivisions: number) {
  const side = sideOf(curve, subdivisions);
  const order = cellsAlong(curve, subdivisions);
  const steps = stepsAlong(order, side);
  return { side, order, steps, jumps: steps.filter((step) => step > 1).length };
}

/**
 * Returns the mean size (width plus height) of the bounds of `cells` consecutive cells. Returns NaN
 * if the curve has fewer cells.
 */
export function meanSpan(order: Uint32Array, side: number, cells: number): number {
  let sum = 0;
  const runs = order.length - cells + 1;
  for (let first = 0; first < runs; first++) {
    const [left, low, right, high] = boundsOfRun(order, side, first, cells);
    sum += right - left + high - low;
  }
  return runs > 0 ? sum / runs : Number.NaN;
}

export function boundsOfRun(order: Uint32Array, side: number, first: number, cells: number) {
  const run = Array.from({ length: cells }, (_, i) => cellAt(order, first + i, side));
  const xs = run.map(([x]) => x);
  const ys = run.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1] as const;
}
