/**
 * The hash grid as its walks see it, made from its picture: cells in the order of the library's table, by level and
 * place, and what is known of each level.
 */

import type { NodeDump, SpatialIndex } from 'sapwood/all';
import { type CellRange, Lattice, roundedUp, sameCell } from './lattice.js';
import { itemsOf } from './walk-input.js';

export interface GridCell {
  readonly node: number;
  readonly level: number;
  readonly at: readonly number[];
}

export interface GridLevel {
  cells: number;
  readonly bounds: CellRange;
  /** Of the largest items, by axis. */
  readonly extent: Float32Array;
}

export class CellGrid {
  readonly lattice: Lattice;
  readonly cells: readonly GridCell[];
  /** By level; undefined where nothing is. */
  readonly levels: GridLevel[] = [];
  private readonly places = new Map<string, GridCell>();
  /** Level of each item. */
  private readonly itemLevels: Uint8Array;

  constructor(
    index: SpatialIndex,
    private readonly dump: NodeDump,
    private readonly boxes: Float32Array,
  ) {
    this.lattice = new Lattice(index.dimensions, index.stats().cellSize ?? 1);
    this.readLevels();
    this.itemLevels = new Uint8Array(boxes.length / this.stride);
    for (let id = 0; id < this.itemLevels.length; id++) {
      this.itemLevels[id] = this.lattice.levelOf(boxes, id * this.stride);
    }
    this.cells = Array.from({ length: Math.max(dump.count - 1, 0) }, (_, i) => this.cellOf(i + 1));
    for (const cell of this.cells) {
      this.levels[cell.level].cells++;
      this.places.set(`${cell.level}:${cell.at}`, cell);
    }
  }

  find(level: number, at: readonly number[]): GridCell | undefined {
    return this.places.get(`${level}:${at}`);
  }

  /** An item is at home in the first of its cells. */
  isHome({ at }: GridCell, id: number): boolean {
    return sameCell(this.rangeOf(id).lo, at);
  }

  /** The cells of an item. */
  rangeOf(id: number): CellRange {
    return this.lattice.coverAt(this.boxes, id * this.stride, this.itemLevels[id]);
  }

  idsOf({ node }: GridCell): number[] {
    return itemsOf(this.dump, node);
  }

  /** Holds the boxes of all items that are at home in the cell. */
  homeBox({ level, at }: GridCell): Float32Array {
    const box = this.lattice.boxOf({ level, lo: [...at], hi: [...at] });
    const { dimensions } = this.lattice;
    for (let axis = 0; axis < dimensions; axis++) {
      const extent = this.levels[level].extent[axis] * (1 + 1e-6);
      box[dimensions + axis] = roundedUp(box[dimensions + axis] + extent);
    }
    return box;
  }

  private get stride(): number {
    return 2 * this.lattice.dimensions;
  }

  /** A level after the other: its number, its least and its greatest cell, the extents of its largest item. */
  private readLevels(): void {
    const { dimensions } = this.lattice;
    const numbers = this.dump.walk ?? [];
    for (let at = 0; at < numbers.length; at += 1 + 3 * dimensions) {
      const part = (i: number) => [
        ...numbers.slice(at + 1 + i * dimensions, at + 1 + (i + 1) * dimensions),
      ];
      const level = numbers[at];
      const bounds = { level, lo: part(0), hi: part(1) };
      this.levels[level] = { cells: 0, bounds, extent: Float32Array.from(part(2)) };
    }
  }

  /** Cells are drawn cut to the bounds of all items: their place is that of the edges that are left. */
  private cellOf(node: number): GridCell {
    const { bounds } = this.dump;
    const { dimensions } = this.lattice;
    const { level, lo, hi } = this.rangeOf(this.dump.items[this.dump.firstItem[node]]);
    const at = lo.map((low, axis) => {
      const from = bounds[node * this.stride + axis];
      const to = bounds[node * this.stride + dimensions + axis];
      for (let place = low; place < hi[axis]; place++) {
        const drawnFrom = Math.max(this.lattice.lowerEdge(place, level), bounds[axis]);
        const drawnTo = Math.min(this.lattice.upperEdge(place, level), bounds[dimensions + axis]);
        if (drawnFrom === from && drawnTo === to) return place;
      }
      return hi[axis];
    });
    return { node, level, at };
  }
}

const grids = new WeakMap<NodeDump, CellGrid>();

/** Of the present picture. */
export function cellGrid(index: SpatialIndex, dump: NodeDump, boxes: Float32Array): CellGrid {
  const grid = grids.get(dump) ?? new CellGrid(index, dump, boxes);
  grids.set(dump, grid);
  return grid;
}
