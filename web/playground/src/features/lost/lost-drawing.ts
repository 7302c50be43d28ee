/** Crossed out: items in pairs that a grid of corners would lose. */

import type { Side } from '../../explore/side.js';
import { keepsLists } from '../../model/grid-storage.js';
import { BoxBuffer } from '../../stage/box-buffer.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Drawing } from '../../stage/drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions, Settings } from '../../state/settings.js';
import { type LostPairs, pairsLostByCorners } from './lost-pairs.js';

const LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };

export class LostDrawing implements Drawing {
  /** Null while it is not shown, and where there are too many pairs to look at. */
  found: LostPairs | null = null;
  private readonly lines: BoxLines;
  private wanted = false;

  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    this.lines = new BoxLines(new BoxBuffer(dimensions), LOOK, 'crossed');
    this.lines.setOrder(4);
  }

  get parts(): readonly BoxLines[] {
    return [this.lines];
  }

  setTheme({ stuck }: StageTheme): void {
    this.lines.setEveryColour(stuck, 0.9);
  }

  setSettings({ show }: Settings): void {
    this.wanted = show.has('lost') && keepsLists(this.side.index);
    this.lines.visible = this.wanted;
  }

  refresh(boxes: Float32Array): void {
    const { index, tooManyPairs } = this.side;
    this.found = this.wanted && !tooManyPairs ? pairsLostByCorners(index, boxes) : null;
    if (this.wanted) this.write(this.found?.items ?? new Uint32Array(0), boxes);
  }

  dispose(): void {
    this.lines.dispose();
  }

  private write(items: Uint32Array, boxes: Float32Array): void {
    const { buffer } = this.lines;
    buffer.resize(items.length);
    items.forEach((id, place) => {
      buffer.copyBox(place, boxes, id * 2 * this.dimensions);
    });
    this.lines.prepare();
    buffer.upload();
  }
}
