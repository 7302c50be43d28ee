/**
 * The cells of a grid along a ray: slice by slice of the axis along which it runs fastest, each a block of the cells
 * that the ray touches there.
 */

import type { QueryShape } from '../../../model/query-shape.js';
import { type CellRange, type Lattice, roundedDown } from './lattice.js';
import { rayNumbers } from './query-tests.js';

const SLACK = 1e-14;

export interface RaySlice {
  readonly cells: CellRange;
  /** Lower bound of the distance to everything in this slice and behind it. */
  readonly distance: number;
}

export class RaySlices {
  readonly misses: boolean;
  private readonly unit: readonly number[];
  private readonly axis: number;
  private readonly step: number;
  private enter = 0;
  private leave: number;
  private readonly slack: number;
  private readonly first: number;
  private readonly last: number;

  /** Through the cells of `bounds` only. */
  constructor(
    private readonly shape: QueryShape,
    private readonly lattice: Lattice,
    private readonly bounds: CellRange,
  ) {
    const { unit, limit } = rayNumbers(shape);
    this.unit = unit;
    this.leave = limit;
    const steepest = Math.max(...unit.map(Math.abs));
    this.axis = unit.findIndex((part) => Math.abs(part) === steepest);
    this.step = unit[this.axis] < 0 ? -1 : 1;
    const within = this.cutToBounds();
    const farthest = Math.max(...Array.from(shape.origin, Math.abs));
    this.slack = SLACK * (farthest + this.leave);
    this.first = this.clampedCell(this.axis, this.enter, -this.step * this.slack);
    this.last = this.clampedCell(this.axis, this.leave, this.step * this.slack);
    this.misses = !within || (this.last - this.first) * this.step < 0;
  }

  /** Upper estimate of the cells of all slices. */
  get mostCells(): number {
    const { axis, bounds, unit } = this;
    return unit.reduce(
      (cells, part, other) => {
        if (other === axis) return cells;
        const slope = Math.abs(part / unit[axis]);
        const wide = slope + 2 * this.slack * this.lattice.inverse(bounds.level) + 2;
        return cells * Math.min(wide, 1 + bounds.hi[other] - bounds.lo[other]);
      },
      Math.abs(this.last - this.first) + 1,
    );
  }

  *[Symbol.iterator](): Generator<RaySlice> {
    for (let at = this.first; ; at += this.step) {
      yield this.cut(at);
      if (at === this.last) return;
    }
  }

  private cutToBounds(): boolean {
    const { lattice, shape, unit } = this;
    const box = lattice.boxOf(this.bounds);
    let within = true;
    for (let axis = 0; axis < shape.dimensions; axis++) {
      const low = box[axis] - shape.origin[axis];
      const high = box[shape.dimensions + axis] - shape.origin[axis];
      if (unit[axis] === 0) {
        within &&= low <= 0 && high >= 0;
        continue;
      }
      const near = Math.min(low / unit[axis], high / unit[axis]);
      const far = Math.max(low / unit[axis], high / unit[axis]);
      this.enter = Math.max(this.enter, near - Math.abs(near) * SLACK);
      this.leave = Math.min(this.leave, far + Math.abs(far) * SLACK);
    }
    return within && this.enter <= this.leave;
  }

  private clampedCell(axis: number, distance: number, shift: number): number {
    const { bounds, lattice, shape, unit } = this;
    const along = shape.origin[axis] + unit[axis] * distance + shift;
    const at = lattice.cell(along, lattice.inverse(bounds.level));
    return Math.min(Math.max(at, bounds.lo[axis]), bounds.hi[axis]);
  }

  private cut(at: number): RaySlice {
    const { axis, bounds, enter, lattice, leave, shape, slack, step, unit } = this;
    const side = lattice.size(bounds.level);
    const edges = step > 0 ? [at * side, at * side + side] : [at * side + side, at * side];
    const [from, to] = edges.map((edge) => {
      const distance = (edge - shape.origin[axis]) / unit[axis];
      return Math.min(Math.max(distance, enter), leave);
    });
    const lo = unit.map((part, i) => this.clampedCell(i, part < 0 ? to : from, -slack));
    const hi = unit.map((part, i) => this.clampedCell(i, part < 0 ? from : to, slack));
    lo[axis] = hi[axis] = at;
    return {
      cells: { level: bounds.level, lo, hi },
      distance: roundedDown(Math.max(0, from - slack) * (1 - 1e-6)),
    };
  }
}
