/**
 * Computes the size and number of the cells of one level of the plain grid.
 *
 * A box is stored only in the cell of its minimum corner. No box is wider than the cells of its
 * level, so two overlapping boxes are in the same cell or in adjacent cells.
 */

const SAMPLE = 512;
/**
 * Distance between consecutive samples as a fraction of the list length, with wraparound. A regular
 * distance could coincide with a pattern of large boxes; the golden ratio avoids this.
 */
const STEP = 0.6180339887498949;
/** Quantile of the sampled sizes. Larger boxes are moved to a coarser level. */
const SIZE_QUANTILE = 0.98;
/** Maximum number of boxes for which a single level is used. */
const MAX_SINGLE_LEVEL = 16;
/**
 * Maximum number of cells per box. With more cells, visits of empty cells cost more than the saved
 * overlap tests.
 */
const CELLS_PER_BOX = 2;
/**
 * Ratio of the cell size to the widest box. It ensures that rounding does not place overlapping
 * boxes two cells apart.
 */
const SLACK = 1 + 1e-6;

export interface Axis {
  readonly origin: number;
  readonly cells: number;
  readonly side: number;
  /** Number of cells per unit of length. */
  readonly scale: number;
  /** Maximum width of the boxes in this level; Infinity if the axis has only one cell. */
  readonly widest: number;
}

/** Array of boxes, and the indices of the boxes that the level must store. */
export interface Selection {
  readonly boxes: Float32Array;
  readonly items: Uint32Array;
  /** Number of valid elements of `items`, at least one. */
  readonly count: number;
}

function usualExtent({ boxes, items, count }: Selection, dimensions: number, axis: number) {
  const extents = new Float64Array(Math.min(count, SAMPLE));
  for (let k = 0; k < extents.length; k++) {
    const place = count > SAMPLE ? Math.floor(((k * STEP) % 1) * count) : k;
    const at = items[place] * 2 * dimensions + axis;
    extents[k] = boxes[at + dimensions] - boxes[at];
  }
  extents.sort();
  const last = extents.length - 1;
  return extents[count <= MAX_SINGLE_LEVEL ? last : Math.floor(SIZE_QUANTILE * last)];
}

/**
 * Returns the start and the length of the range of the boxes' minimum corners on an axis.
 */
function rangeOf({ boxes, items, count }: Selection, dimensions: number, axis: number) {
  const stride = 2 * dimensions;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const value = boxes[items[k] * stride + axis];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { origin: low, span: high - low };
}

const cellsOf = (span: number, side: number) =>
  span > 0 && side > 0 ? Math.floor(span * (1 / side)) + 1 : 1;

export function layAxes(selection: Selection, dimensions: number): Axis[] {
  const maxCells = CELLS_PER_BOX * selection.count + 16;
  const ranges = Array.from({ length: dimensions }, (_, axis) =>
    rangeOf(selection, dimensions, axis),
  );
  const sides = ranges.map(({ span }, axis) =>
    Math.max(usualExtent(selection, dimensions, axis) * SLACK, span / maxCells),
  );
  const product = () => ranges.reduce((all, { span }, axis) => all * cellsOf(span, sides[axis]), 1);
  while (product() > maxCells) {
    for (let axis = 0; axis < dimensions; axis++) sides[axis] *= 1.1;
  }
  return ranges.map(({ origin, span }, axis) => {
    const side = sides[axis];
    const cells = cellsOf(span, side);
    if (cells === 1) return { origin, cells, side: 0, scale: 0, widest: Number.POSITIVE_INFINITY };
    return { origin, cells, side, scale: 1 / side, widest: side / SLACK };
  });
}

/**
 * Returns the cell of a coordinate, clamped to the grid. The result increases monotonically with
 * `value`.
 */
export function cellAt({ origin, scale, cells }: Axis, value: number): number {
  const cell = (value - origin) * scale;
  if (!(cell > 0)) return 0;
  return cell < cells ? Math.floor(cell) : cells - 1;
}
