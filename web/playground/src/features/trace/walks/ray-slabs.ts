/** The parts of a ray within slabs of cells, across one axis after the other. */

import type { QueryShape } from '../../../model/query-shape.js';
import { roundedDown } from './lattice.js';
import { rayNumbers } from './query-tests.js';
import type { Row, RowLevel } from './row-grid.js';

/** 450 times the rounding of a number in double precision. */
const SLACK = 1e-13;

/** Distances along the ray. */
interface RayPart {
  readonly enter: number;
  readonly leave: number;
}

export class RaySlabs {
  private readonly unit: readonly number[];
  private readonly origin: readonly number[];
  private readonly whole: RayPart | null;
  private readonly padded: number;

  constructor(
    shape: QueryShape,
    private readonly level: RowLevel,
  ) {
    const { unit, limit, padded } = rayNumbers(shape);
    this.unit = unit;
    this.origin = [...shape.origin];
    this.padded = padded;
    let whole: RayPart | null = { enter: 0, leave: limit };
    for (let axis = 0; whole && axis < unit.length; axis++) {
      whole = this.cut(whole, axis, 0, level.last[axis]);
    }
    this.whole = whole;
  }

  /** The cells of an axis whose items a part may meet. */
  cells({ enter, leave }: RayPart, axis: number): readonly [low: number, high: number] {
    const from = this.origin[axis] + this.unit[axis] * enter;
    const to = this.origin[axis] + this.unit[axis] * leave;
    const slack = (Math.abs(this.origin[axis]) + leave) * SLACK;
    return this.level.cellsWithin(axis, Math.min(from, to) - slack, Math.max(from, to) + slack);
  }

  /** Rows that the ray may meet, in the order in which it does; where they are far between, in their own. */
  *rowsAlong(): Generator<{ row: Row; part: RayPart }> {
    if (!this.whole) return;
    if (this.level.isDense) {
      yield* this.cross(this.whole, this.unit.length - 1, this.level.rows);
      return;
    }
    for (const row of this.level.rows) {
      let part: RayPart | null = this.whole;
      for (let axis = this.unit.length - 1; part && axis > 0; axis--) {
        part = this.cut(part, axis, row.at[axis], row.at[axis]);
      }
      if (part && this.inReach(part)) yield { row, part };
    }
  }

  private *cross(
    part: RayPart,
    axis: number,
    rows: readonly Row[],
  ): Generator<{ row: Row; part: RayPart }> {
    const [low, high] = this.cells(part, axis);
    const forward = this.unit[axis] >= 0;
    for (let i = 0; i <= high - low; i++) {
      const cell = forward ? low + i : high - i;
      const inside = this.cut(part, axis, cell, cell);
      if (!inside) continue;
      if (!this.inReach(inside)) return;
      const here = rows.filter(({ at }) => at[axis] === cell);
      if (axis > 1) yield* this.cross(inside, axis - 1, here);
      else for (const row of here) yield { row, part: inside };
    }
  }

  private inReach({ enter }: RayPart): boolean {
    return roundedDown(Math.max(0, enter) * (1 - 1e-6)) <= this.padded;
  }

  /** What is left of a part within slabs of cells. */
  private cut({ enter, leave }: RayPart, axis: number, first: number, last: number) {
    const from = this.origin[axis];
    const unit = this.unit[axis];
    const slack = Math.abs(from) * SLACK;
    const low = this.level.lower(axis, first) - slack - from;
    const high = this.level.upper(axis, last) + slack - from;
    if (unit === 0) return low <= 0 && high >= 0 ? { enter, leave } : null;
    const near = (unit > 0 ? low : high) / unit;
    const far = (unit > 0 ? high : low) / unit;
    const part = {
      enter: Math.max(enter, near - Math.abs(near) * SLACK),
      leave: Math.min(leave, far + Math.abs(far) * SLACK),
    };
    return part.enter <= part.leave ? part : null;
  }
}
