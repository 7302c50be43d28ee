/** Where the cells of the hash grid lie: the library's arithmetic, from coordinates to cells and back. */

/** Largest cell coordinate. */
const FAR = 2 ** 29;
/** Of an edge, for the rounding of its cell. */
const EDGE_SLACK = 2 ** -50;

/** A block of cells of one level, both ends included. */
export interface CellRange {
  readonly level: number;
  readonly lo: number[];
  readonly hi: number[];
}

export function rangeCount({ lo, hi }: CellRange): number {
  return lo.reduce((cells, low, axis) => cells * (1 + hi[axis] - low), 1);
}

/** The cells of a block, the first axis fastest. */
export function* cellsOf({ lo, hi }: CellRange): Generator<number[]> {
  const at = [...lo];
  for (;;) {
    yield [...at];
    const axis = at.findIndex((value, i) => value < hi[i]);
    if (axis < 0) return;
    at[axis]++;
    for (let i = 0; i < axis; i++) at[i] = lo[i];
  }
}

/** Null when nothing is left. */
export function clipped(range: CellRange, to: CellRange): CellRange | null {
  const lo = range.lo.map((low, axis) => Math.max(low, to.lo[axis]));
  const hi = range.hi.map((high, axis) => Math.min(high, to.hi[axis]));
  return lo.every((low, axis) => low <= hi[axis]) ? { level: range.level, lo, hi } : null;
}

/** The cell of a block that is nearest to another one. */
export function nearestCell({ lo, hi }: CellRange, to: readonly number[]): number[] {
  return to.map((at, axis) => Math.min(Math.max(at, lo[axis]), hi[axis]));
}

export function sameCell(a: readonly number[], b: readonly number[]): boolean {
  return a.every((at, axis) => at === b[axis]);
}

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** Nearest number in single precision that is not above. */
export function roundedDown(value: number): number {
  const near = Math.fround(value);
  if (!(near > value)) return near;
  single[0] = near;
  if (near === 0) bits[0] = 0x80000001 | 0;
  else bits[0] += near > 0 ? -1 : 1;
  return single[0];
}

export function roundedUp(value: number): number {
  return -roundedDown(-value);
}

export class Lattice {
  constructor(
    readonly dimensions: number,
    private readonly base: number,
  ) {}

  size(level: number): number {
    return this.base * 4 ** level;
  }

  inverse(level: number): number {
    return 1 / this.base / 4 ** level;
  }

  cell(value: number, inverse: number): number {
    return Math.min(Math.max(Math.floor(value * inverse), -FAR), FAR);
  }

  coverAt(boxes: Float32Array, place: number, level: number): CellRange {
    const scale = this.inverse(level);
    const ends = Array.from({ length: 2 * this.dimensions }, (_, i) =>
      this.cell(boxes[place + i], scale),
    );
    return { level, lo: ends.slice(0, this.dimensions), hi: ends.slice(this.dimensions) };
  }

  /** The level of an item: the finest one on which it covers few cells. */
  levelOf(boxes: Float32Array, place: number): number {
    const most = this.dimensions === 2 ? 16 : 27;
    for (let level = 0; ; level++) {
      const scale = this.inverse(level);
      let cells = 1;
      for (let axis = place; axis < place + this.dimensions; axis++) {
        const low = this.cell(boxes[axis], scale);
        const high = this.cell(boxes[axis + this.dimensions], scale);
        cells *= low > -FAR && high < FAR ? 1 + high - low : Infinity;
      }
      if (cells <= most) return level;
    }
  }

  lowerEdge(at: number, level: number): number {
    const edge = at * this.size(level);
    return roundedDown(edge - Math.abs(edge) * EDGE_SLACK);
  }

  upperEdge(at: number, level: number): number {
    const edge = (1 + at) * this.size(level);
    return roundedUp(edge + Math.abs(edge) * EDGE_SLACK);
  }

  /** Holds every point of the cells, rounded outwards. */
  boxOf({ level, lo, hi }: CellRange): Float32Array {
    return Float32Array.from([
      ...lo.map((at) => this.lowerEdge(at, level)),
      ...hi.map((at) => this.upperEdge(at, level)),
    ]);
  }
}
