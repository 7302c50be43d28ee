/**
 * What one structure adds to the picture: its nodes, the query's way through them, the items stuck high, and those
 * that came in since the last rebuild.
 */

import { isBackground } from '../model/gradual-verbs.js';
import type { Side } from '../model/side.js';
import type { Dimensions, Settings } from '../state/settings.js';
import { BoxBuffer } from './box-buffer.js';
import { BoxLines } from './box-lines.js';
import { NodeDrawing } from './node-drawing.js';
import type { StageTheme } from './theme.js';
import { WalkDrawing } from './walk-drawing.js';

const NEWCOMER_LOOK = { width: 2.4, halo: 3, glow: 0, dash: 0 };
const STUCK_LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };

export class SideDrawing {
  readonly nodes: NodeDrawing;
  readonly walk: WalkDrawing;
  /** Crossed out, so that colour is not all that tells them. */
  readonly stuck: BoxLines;
  private readonly newcomers: BoxLines;

  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    const round = side.dump.spheres !== undefined;
    this.nodes = new NodeDrawing(dimensions, { round, newcomers: isBackground(side.index) });
    this.walk = new WalkDrawing(dimensions, round);
    this.stuck = new BoxLines(new BoxBuffer(dimensions), STUCK_LOOK, 'crossed');
    this.newcomers = new BoxLines(new BoxBuffer(dimensions), NEWCOMER_LOOK);
    for (const lines of [this.stuck, this.newcomers]) lines.setOrder(4);
  }

  get parts(): readonly BoxLines[] {
    return [...this.nodes.parts, ...this.walk.parts, this.stuck, this.newcomers];
  }

  setTheme(theme: StageTheme): void {
    this.nodes.setTheme(theme);
    this.walk.setTheme(theme);
    this.stuck.setEveryColour(theme.stuck, 0.9);
    this.newcomers.setEveryColour(theme.fresh, 1);
  }

  setSettings(settings: Settings): void {
    this.nodes.setSettings(settings);
    this.walk.setSettings(settings);
    this.stuck.visible = settings.show.has('stuck');
    this.newcomers.visible = settings.show.has('hierarchy');
  }

  refresh(boxes: Float32Array): void {
    const { dump, gradual, levels, walk } = this.side;
    if (gradual?.growth) this.nodes.refreshGrowth(gradual.growth);
    else this.nodes.refresh(dump);
    this.walk.refresh(dump, walk);
    this.writeItems(this.stuck, levels.stuck, boxes);
    this.writeItems(this.newcomers, this.nodes.newcomers, boxes);
  }

  dispose(): void {
    for (const drawing of [this.nodes, this.walk, this.stuck, this.newcomers]) drawing.dispose();
  }

  private writeItems(lines: BoxLines, ids: Uint32Array, boxes: Float32Array): void {
    const { buffer } = lines;
    buffer.resize(ids.length);
    ids.forEach((id, place) => {
      buffer.copyBox(place, boxes, id * 2 * this.dimensions);
    });
    lines.prepare();
    buffer.upload();
  }
}
