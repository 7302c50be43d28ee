/**
 * Walks of a hash grid of rows, level by level: one run of slots a row, which counts as one visit. A box looks into the
 * block of cells that it may reach into; a sphere, and a search for neighbours, into the part of each row that is in
 * reach, a search first into as many cells around its point as hold what it wants; a ray into slabs of cells, one axis
 * after the other; a camera halves the block of all cells.
 */

import { Step, type Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import { searchBeside } from './nearest-walks.js';
import { RaySlabs } from './ray-slabs.js';
import { type Block, type Row, type RowCell, type RowLevel, rowGrid, slotsOf } from './row-grid.js';
import {
  compareBeside,
  itemsOf,
  type NearestReplay,
  strideOf,
  takeItems,
  type WalkInput,
} from './walk-input.js';

/** Slots that are not worth another test of their bounds. */
const SHORT = 16;
/** Slots that are compared at once. */
const LANES = 4;

class RowWalk {
  constructor(
    private readonly input: WalkInput,
    private readonly trace: Trace,
    private readonly search: NearestSearch | null,
  ) {}

  run(): void {
    const { links, shape } = this.input;
    const { levels, list } = rowGrid(links.dump, shape.dimensions);
    const withList = { ...this.input, beside: list };
    if (this.search) searchBeside(withList, this.trace, this.search);
    else compareBeside(withList, this.trace);
    for (const level of levels) this.walk(level);
  }

  private walk(level: RowLevel): void {
    const { dimensions, box, kind } = this.input.shape;
    if (kind === 'frustum') this.halve(level, level.all);
    else if (kind === 'ray') this.walkRay(level);
    else if (kind !== 'box') this.walkAround(level);
    else {
      const block = level.around(box.subarray(0, dimensions), box.subarray(dimensions));
      if (!block) return;
      for (const row of level.rowsIn(block)) this.visit(row, block.lo[0], block.hi[0]);
    }
  }

  // --- around a point

  private get limit(): number {
    const radius = Math.fround(this.input.shape.radius);
    return this.search ? this.search.limit : radius * radius;
  }

  private walkAround(level: RowLevel): void {
    let seen: Block | null = null;
    if (this.search && this.limit === Infinity) {
      seen = this.blockWith(level, this.search.wanted);
      this.visitAround(level, seen, null);
    }
    for (;;) {
      const bounded = this.limit < Infinity;
      let block: Block | null = level.all;
      if (bounded) block = this.blockInReach(level);
      else if (seen && !sameBlock(seen, level.all)) block = grown(level, seen);
      if (!block) return;
      this.visitAround(level, block, seen);
      if (bounded || sameBlock(block, level.all)) return;
      seen = block;
    }
  }

  private blockInReach(level: RowLevel): Block | null {
    const reach = Math.sqrt(this.limit) * (1 + 1e-12);
    const { centre } = this.input.shape;
    return level.around(
      Float32Array.from(centre, (at) => at - reach),
      Float32Array.from(centre, (at) => at + reach),
    );
  }

  /** The least block around the point that has so many slots, or all cells. */
  private blockWith(level: RowLevel, wanted: number): Block {
    const centre = [...this.input.shape.centre];
    let block: Block = {
      lo: centre.map((at, axis) => level.cell(axis, Math.fround(at - level.reach[axis]))),
      hi: centre.map((at, axis) => level.cell(axis, at)),
    };
    while (!sameBlock(block, level.all) && level.count(block) < wanted) block = grown(level, block);
    return block;
  }

  /** What is in reach of a block, without the cells that were seen. */
  private visitAround(level: RowLevel, block: Block, seen: Block | null): void {
    for (const row of level.rowsIn(block)) {
      let low = block.lo[0];
      let high = block.hi[0];
      if (this.limit < Infinity) {
        const part = this.partInReach(level, row);
        if (!part) continue;
        low = Math.max(low, part[0]);
        high = Math.min(high, part[1]);
        if (low > high) continue;
      }
      if (!seen || !isWithin(row, seen)) this.visit(row, low, high);
      else {
        this.visit(row, low, Math.min(high, seen.lo[0] - 1));
        this.visit(row, Math.max(low, seen.hi[0] + 1), high);
      }
    }
  }

  /** The cells of a row that are in reach. */
  private partInReach(level: RowLevel, row: Row): readonly [number, number] | null {
    const { centre } = this.input.shape;
    let left = this.limit * (1 + 1e-12);
    for (let axis = 1; axis < centre.length; axis++) {
      const apart = level.apart(axis, row.at[axis], centre[axis]) * (1 - 1e-12);
      left -= apart * apart;
    }
    if (left < 0) return null;
    const reach = Math.sqrt(left) * (1 + 1e-12);
    return level.cellsWithin(0, centre[0] - reach, centre[0] + reach);
  }

  // --- along a ray

  private walkRay(level: RowLevel): void {
    const slabs = new RaySlabs(this.input.shape, level);
    for (const { row, part } of slabs.rowsAlong()) {
      const [low, high] = slabs.cells(part, 0);
      this.visit(row, low, high);
    }
  }

  // --- any volume

  private halve(level: RowLevel, block: Block): void {
    const { tests } = this.input;
    const bounds = level.bounds(block);
    if (!tests.touches(bounds, 0)) {
      this.trace.visitCells(Step.Missed);
      return;
    }
    const widths = block.lo.map((low, axis) => block.hi[axis] - low + 1);
    const widest = widths.indexOf(Math.max(...widths));
    const certain = tests.covers?.(bounds, 0) ?? false;
    if (certain || widths[widest] === 1 || level.count(block) <= SHORT) {
      for (const row of level.rowsIn(block)) {
        if (certain) this.take(row, block);
        else this.visit(row, block.lo[0], block.hi[0]);
      }
      return;
    }
    this.trace.visitCells(Step.Opened);
    const middle = block.lo[widest] + Math.floor((block.hi[widest] - block.lo[widest]) / 2);
    this.halve(level, { lo: block.lo, hi: replaced(block.hi, widest, middle) });
    this.halve(level, { lo: replaced(block.lo, widest, middle + 1), hi: block.hi });
  }

  // --- runs of slots

  private visit(row: Row, low: number, high: number): void {
    const cells = row.cells.filter(({ at }) => low <= at && at <= high);
    const slots = slotsOf(cells);
    if (slots === 0) return;
    const populated = cells.filter(({ node }) => node >= 0);
    this.trace.visit(populated[0]?.node ?? -1, Step.Reached, slots);
    for (const { node } of populated.slice(1)) this.trace.passOn(node);
    if (this.search) this.offer(populated, this.search);
    for (const cell of cells) this.compare(cell);
  }

  private compare({ begin, end, node }: RowCell): void {
    const { boxes, links, tests } = this.input;
    const ids = node < 0 ? [] : itemsOf(links.dump, node);
    const stride = strideOf(this.input);
    const found = this.search ? ids : ids.filter((id) => tests.hits(boxes, id * stride));
    if (ids.length === end - begin) this.trace.compare(node, ids.length, found);
    else this.trace.comparePlaces(node, end - begin, found);
  }

  /** Packet by packet. */
  private offer(cells: readonly RowCell[], search: NearestSearch): void {
    const packets = new Map<number, number[]>();
    for (const { taken, node } of cells) {
      for (const [i, id] of itemsOf(this.input.links.dump, node).entries()) {
        const packet = Math.floor(taken[i] / LANES);
        const ids = packets.get(packet) ?? [];
        packets.set(packet, ids);
        ids.push(id);
      }
    }
    for (const ids of packets.values()) search.offerPacket(ids);
  }

  private take({ cells }: Row, { lo, hi }: Block): void {
    for (const { at, node } of cells) {
      if (lo[0] <= at && at <= hi[0] && node >= 0) takeItems(this.input, this.trace, node);
    }
  }
}

function sameBlock(a: Block, b: Block): boolean {
  const same = (of: readonly number[], to: readonly number[]) =>
    of.every((at, axis) => at === to[axis]);
  return same(a.lo, b.lo) && same(a.hi, b.hi);
}

function replaced(cells: readonly number[], axis: number, cell: number): number[] {
  return cells.map((at, i) => (i === axis ? cell : at));
}

/** Half as wide again, by one cell on each side at least. */
function grown({ last }: RowLevel, { lo, hi }: Block): Block {
  const by = lo.map((low, axis) => 1 + Math.floor((hi[axis] - low) / 4));
  return {
    lo: lo.map((low, axis) => Math.max(low - by[axis], 0)),
    hi: hi.map((high, axis) => Math.min(high + by[axis], last[axis])),
  };
}

function isWithin({ at }: Row, { lo, hi }: Block): boolean {
  return at.every((cell, axis) => axis === 0 || (lo[axis] <= cell && cell <= hi[axis]));
}

export function rowWalk(input: WalkInput, trace: Trace): void {
  new RowWalk(input, trace, null).run();
}

export const rowNearest: NearestReplay = (input, trace, search) => {
  new RowWalk(input, trace, search).run();
};
