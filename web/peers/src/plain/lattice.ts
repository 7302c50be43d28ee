/**
 * Size and number of the cells of one level of a plain grid.
 *
 * A box is in one cell only, that of its minimum corner. No box is wider than a cell of its level,
 * so overlapping boxes are in the same cell or in neighbors.
 */

/** Number of boxes whose sizes are sampled. */
const SAMPLE = 512;
/**
 * Step of the sample as a fraction of the list: the golden section, because an even step could
 * match a regular pattern of large boxes.
 */
const STEP = 0.6180339887498949;
/** Quantile of the sampled sizes above which boxes go to a coarser level. */
const SIZE_QUANTILE = 0.98;
/** Number of boxes up to which all of them are on one level. */
const MAX_SINGLE_LEVEL = 16;
/** Maximum number of cells per box; with more, empty cells cost more than tests of neighbors. */
const CELLS_PER_BOX = 2;
/** Prevents rounding from moving a neighbor two cells away. */
const SLACK = 1 + 1e-6;

export interface Axis {
  readonly origin: number;
  readonly cells: number;
  readonly side: number;
  /** Cells per unit of length. */
  readonly scale: number;
  /** Maximum width of a box of the level; Infinity if there is one cell. */
  readonly widest: number;
}

/** Boxes, and indices of the selected ones. */
export interface Selection {
  readonly boxes: Float32Array;
  readonly items: Uint32Array;
  /** Number of `items`, at least one. */
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

/** Returns the smallest minimum corner, and the range of all. */
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
  const most = CELLS_PER_BOX * selection.count + 16;
  const ranges = Array.from({ length: dimensions }, (_, axis) =>
    rangeOf(selection, dimensions, axis),
  );
  const sides = ranges.map(({ span }, axis) =>
    Math.max(usualExtent(selection, dimensions, axis) * SLACK, span / most),
  );
  const product = () => ranges.reduce((all, { span }, axis) => all * cellsOf(span, sides[axis]), 1);
  while (product() > most) {
    for (let axis = 0; axis < dimensions; axis++) sides[axis] *= 1.1;
  }
  return ranges.map(({ origin, span }, axis) => {
    const side = sides[axis];
    const cells = cellsOf(span, side);
    if (cells === 1) return { origin, cells, side: 0, scale: 0, widest: Number.POSITIVE_INFINITY };
    return { origin, cells, side, scale: 1 / side, widest: side / SLACK };
  });
}

/** Returns the cell of any coordinate, clamped; monotonic. */
export function cellAt({ origin, scale, cells }: Axis, value: number): number {
  const cell = (value - origin) * scale;
  if (!(cell > 0)) return 0;
  return cell < cells ? Math.floor(cell) : cells - 1;
}
