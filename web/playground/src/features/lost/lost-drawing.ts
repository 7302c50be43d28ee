/** Crossed out: items in pairs that a grid of corners would lose. */

import { keepsLists } from '../../model/grid-storage.js';
import type { Side } from '../../session/side.js';
import { BoxLines } from '../../stage/box-lines.js';
import { LinesDrawing } from '../../stage/lines-drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions, Settings } from '../../state/settings.js';
import { type LostPairs, pairsLostByCorners } from './lost-pairs.js';

const LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };

export class LostDrawing extends LinesDrawing {
  /** Null while it is not shown, and where there are too many pairs to look at. */
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
    this.found = this.wanted && !tooManyPairs ? pairsLostByCorners(index, boxes) : null;
    if (this.wanted) this.lines.write(boxes, this.found?.items ?? []);
  }

  protected isWanted({ show }: Settings): boolean {
    return show.has('lost') && keepsLists(this.side.index);
  }
}
