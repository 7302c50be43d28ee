/**
 * Walks of the hash grid, level by level. A box looks into the cells that it covers, a ray into those along it, a
 * sphere and a search for neighbours into rings around the cell of the point. Where that would be more cells than are
 * populated, those are scanned instead. An item in several cells is compared in the one nearest to where the walk began.
 */

import { Step, type Trace } from '../trace.js';
import { type CellGrid, cellGrid, type GridCell } from './cell-grid.js';
import { type CellRange, cellsOf, clipped, nearestCell, rangeCount, sameCell } from './lattice.js';
import type { NearestSearch } from './nearest-search.js';
import { rayNumbers } from './query-tests.js';
import { RaySlices } from './ray-slices.js';
import { enterNode, type NearestReplay, strideOf, type WalkInput } from './walk-input.js';

/** Cells that may be looked up in vain before a scan is the better choice. */
const LOOKUPS_IN_VAIN = 16;

type Counts = (id: number) => boolean;

class GridWalk {
  private readonly grid: CellGrid;
  private readonly scanned = new Set<number>();

  constructor(
    private readonly input: WalkInput,
    private readonly trace: Trace,
    private readonly search: NearestSearch | null,
  ) {
    this.grid = cellGrid(input.index, input.links.dump, input.boxes);
  }

  run(): void {
    const { kind } = this.input.shape;
    this.grid.levels.forEach((_, level) => {
      if (kind === 'box') this.walkBox(level);
      else if (kind === 'ray') this.walkRay(level);
      else if (kind === 'frustum') this.scanned.add(level);
      else this.walkRings(level);
    });
    if (this.scanned.size > 0) this.scan();
  }

  private budget(level: number): number {
    return this.grid.levels[level].cells + LOOKUPS_IN_VAIN;
  }

  private walkBox(level: number): void {
    const { shape } = this.input;
    const { lattice } = this.grid;
    const range = clipped(lattice.coverAt(shape.box, 0, level), this.grid.levels[level].bounds);
    if (!range) return;
    if (rangeCount(range) > this.budget(level)) {
      this.scanned.add(level);
      return;
    }
    for (const at of cellsOf(range)) {
      this.look(level, at, (id) => {
        const { lo } = this.grid.rangeOf(id);
        return at.every((place, axis) => place === range.lo[axis] || place === lo[axis]);
      });
    }
  }

  private walkRay(level: number): void {
    const { shape } = this.input;
    const { lattice, levels } = this.grid;
    const slices = new RaySlices(shape, lattice, levels[level].bounds);
    if (slices.misses) return;
    if (slices.mostCells > this.budget(level)) {
      this.scanned.add(level);
      return;
    }
    const { padded } = rayNumbers(shape);
    let last: CellRange | null = null;
    for (const { cells, distance } of slices) {
      if (distance > padded) return;
      const before = last;
      for (const at of cellsOf(cells)) {
        this.look(level, at, (id) => {
          const range = this.grid.rangeOf(id);
          return !(before && clipped(range, before)) && sameCell(nearestCell(range, cells.lo), at);
        });
      }
      last = cells;
    }
  }

  private walkRings(level: number): void {
    const { lattice, levels } = this.grid;
    const { bounds } = levels[level];
    const point = this.input.shape.centre;
    const cell = Array.from(point, (value) => lattice.cell(value, lattice.inverse(level)));
    const centre = nearestCell(bounds, cell);
    this.walkBlock({ level, lo: centre, hi: centre }, centre);
    let walked = 1;
    for (let radius = 1; ; radius++) {
      const sides = this.sidesInReach(level, centre, radius);
      if (sides.length === 0) return;
      for (const side of sides) walked += rangeCount(side);
      if (walked > this.budget(level)) {
        this.scanFrom(level, centre, radius);
        return;
      }
      for (const side of sides) this.walkBlock(side, centre);
    }
  }

  /** The sides of a ring, without what lies beyond the bounds or out of reach. */
  private sidesInReach(level: number, centre: readonly number[], radius: number): CellRange[] {
    const { lattice, levels } = this.grid;
    const { bounds } = levels[level];
    return centre.flatMap((middle, across) =>
      [middle - radius, middle + radius].flatMap((at) => {
        if (at < bounds.lo[across] || at > bounds.hi[across]) return [];
        const beyond = { level, lo: [...bounds.lo], hi: [...bounds.hi] };
        (at < middle ? beyond.hi : beyond.lo)[across] = at;
        if (!this.inReach(lattice.boxOf(beyond))) return [];
        // an edge belongs to the earlier axis
        const wide = centre.map((_, axis) => (axis < across ? radius - 1 : radius));
        const lo = centre.map((place, axis) => Math.max(bounds.lo[axis], place - wide[axis]));
        const hi = centre.map((place, axis) => Math.min(bounds.hi[axis], place + wide[axis]));
        lo[across] = hi[across] = at;
        return [{ level, lo, hi }];
      }),
    );
  }

  private walkBlock(block: CellRange, centre: readonly number[]): void {
    for (const at of cellsOf(block)) {
      this.look(block.level, at, (id) => sameCell(nearestCell(this.grid.rangeOf(id), centre), at));
    }
  }

  /** What the rings below `radius` have left over. */
  private scanFrom(level: number, centre: readonly number[], radius: number): void {
    for (const cell of this.grid.cells) {
      if (cell.level !== level || ring(cell.at, centre) < radius) continue;
      if (!this.enter(cell, this.inReach(this.grid.homeBox(cell)))) continue;
      this.compare(cell, (id) => {
        if (!this.grid.isHome(cell, id)) return false;
        return ring(nearestCell(this.grid.rangeOf(id), centre), centre) >= radius;
      });
    }
  }

  /** All cells of the levels that are left to it, and in each the items that are at home there. */
  private scan(): void {
    const { tests } = this.input;
    for (const cell of this.grid.cells) {
      if (!this.scanned.has(cell.level)) continue;
      const box = this.grid.homeBox(cell);
      if (!tests.touches(box, 0)) this.trace.visit(cell.node, Step.Missed, 0);
      else if (tests.covers?.(box, 0)) {
        this.trace.visit(cell.node, Step.Covered, 0);
        const certain = this.grid.idsOf(cell).filter((id) => this.grid.isHome(cell, id));
        this.trace.take(cell.node, certain);
      } else {
        enterNode(this.input, this.trace, cell.node);
        this.compare(cell, (id) => this.grid.isHome(cell, id));
      }
    }
  }

  /** A cell where the walk comes by, if it is populated. */
  private look(level: number, at: readonly number[], counts: Counts): void {
    const cell = this.grid.find(level, at);
    if (!cell) {
      this.trace.emptyLookups++;
      return;
    }
    const round = this.input.shape.kind === 'sphere' || this.search !== null;
    const range = { level, lo: [...at], hi: [...at] };
    if (this.enter(cell, !round || this.inReach(this.grid.lattice.boxOf(range)))) {
      this.compare(cell, counts);
    }
  }

  private enter({ node }: GridCell, inReach: boolean): boolean {
    if (inReach) enterNode(this.input, this.trace, node);
    else this.trace.visit(node, this.search ? Step.Far : Step.Missed, 0);
    return inReach;
  }

  private inReach(box: Float32Array): boolean {
    const { search } = this;
    return search ? search.inReach(search.bound(box, 0)) : this.input.tests.touches(box, 0);
  }

  private compare(cell: GridCell, counts: Counts): void {
    const { boxes, tests } = this.input;
    const tested = this.grid.idsOf(cell).filter(counts);
    if (this.search) for (const id of tested) this.search.offer(id);
    const hits = tested.filter((id) => tests.hits(boxes, id * strideOf(this.input)));
    this.trace.compare(cell.node, tested.length, hits);
  }
}

/** How many rings a cell lies from another one. */
function ring(at: readonly number[], centre: readonly number[]): number {
  return Math.max(...at.map((place, axis) => Math.abs(place - centre[axis])));
}

export function gridWalk(input: WalkInput, trace: Trace): void {
  new GridWalk(input, trace, null).run();
}

export const gridNearest: NearestReplay = (input, trace, search) => {
  new GridWalk(input, trace, search).run();
};
