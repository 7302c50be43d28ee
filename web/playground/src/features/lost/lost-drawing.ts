/** Crosses out the items of pairs that a grid would miss if it stored only the corners of boxes. */

import type { SpatialIndex } from 'sapwood/all';
import type { Side } from '../../session/side.js';
import { BoxLines } from '../../stage/box-lines.js';
import { LinesDrawing } from '../../stage/drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions, Settings } from '../../state/settings.js';

const LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };

export class LostDrawing extends LinesDrawing {
  /**
   * Pairs that the grid would miss; null if they are hidden or if there are too many pairs to
   * check.
   */
  found: LostPairs | null = null;

  constructor(
    private readonly side: Side,
    dimensions: Dimensions,
  ) {
    super(new BoxLines(dimensions, LOOK, 'crossed'), 4);
  }

  setTheme({ stuck }: StageTheme): void {
    this.lines.setEveryColor(stuck, 0.9);
  }

  refresh(boxes: Float32Array): void {
    const { index, tooManyPairs } = this.side;
    this.found = this.isShown && !tooManyPairs ? pairsLostByCorners(index, boxes) : null;
    if (this.isShown) this.lines.write(boxes, this.found?.items ?? []);
  }

  protected showsIn({ show }: Settings): boolean {
    return show.has('problems') && this.side.index.id === 'spatial-hash';
  }
}

export interface LostPairs {
  /** Items in at least one missed pair, ascending. */
  readonly items: Uint32Array;
  readonly lost: number;
  /** All overlapping pairs. */
  readonly all: number;
}

/** Returns the cells that contain the corners of an item's box, `dimensions` numbers per cell. */
function cornerCells(boxes: Float32Array, id: number, sides: readonly number[]): number[] {
  const dimensions = sides.length;
  const at = 2 * dimensions * id;
  const cells: number[] = [];
  for (let corner = 0; corner < 1 << dimensions; corner++) {
    for (let axis = 0; axis < dimensions; axis++) {
      const end = (corner >> axis) & 1;
      cells.push(Math.floor(boxes[at + end * dimensions + axis] / sides[axis]));
    }
  }
  return cells;
}

function shareCell(a: readonly number[], b: readonly number[], dimensions: number): boolean {
  for (let i = 0; i < a.length; i += dimensions) {
    for (let j = 0; j < b.length; j += dimensions) {
      let same = true;
      for (let axis = 0; axis < dimensions; axis++) same &&= a[i + axis] === b[j + axis];
      if (same) return true;
    }
  }
  return false;
}

/**
 * Finds the pairs that a grid would miss if it stored a box only in the cells of its corners.
 * `boxes` are the boxes of the index.
 */
export function pairsLostByCorners(index: SpatialIndex, boxes: Float32Array): LostPairs {
  const { dimensions } = index;
  const { cellSides: sides } = index.stats();
  if (sides === undefined) return { items: new Uint32Array(0), lost: 0, all: 0 };
  const pairs = index.pairsView();
  const items = new Set<number>();
  let lost = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const [a, b] = [pairs[i], pairs[i + 1]];
    const cells = cornerCells(boxes, a, sides);
    if (shareCell(cells, cornerCells(boxes, b, sides), dimensions)) continue;
    items.add(a).add(b);
    lost++;
  }
  return { items: Uint32Array.from(items).sort(), lost, all: pairs.length / 2 };
}
