/**
 * Drawing of one structure: its nodes, the visited nodes, items stored far above the level that
 * fits their size, and items added since the last rebuild.
 */

import type { Object3D } from 'three';
import { LostDrawing } from '../features/lost/lost-drawing.js';
import { FocusDrawing, type FocusStyle } from '../features/node/focus-drawing.js';
import { OrderDrawing } from '../features/order/order-drawing.js';
import { SplitDrawing } from '../features/planes/split-drawing.js';
import { BuildDrawing } from '../features/replay/build-drawing.js';
import { SweepDrawing } from '../features/sweep/sweep-drawing.js';
import { WalkDrawing } from '../features/trace/walk-drawing.js';
import type { TraitSource } from '../model/node-traits.js';
import { isBackground } from '../model/update-methods.js';
import type { Side } from '../session/side.js';
import { BoxLines } from '../stage/box-lines.js';
import type { Drawing } from '../stage/drawing.js';
import { NodeDrawing } from '../stage/node-drawing.js';
import type { StageTheme } from '../stage/theme.js';
import type { Dimensions, Settings } from '../state/settings.js';
import { ChangeDrawing } from './change-drawing.js';

const PENDING_LOOK = { width: 2.4, halo: 3, glow: 0, dash: 0 };
const STUCK_LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };

export class SideDrawing implements Drawing {
  readonly nodes: NodeDrawing;
  readonly walk: WalkDrawing;
  readonly splits: SplitDrawing;
  readonly sweep: SweepDrawing;
  readonly order: OrderDrawing;
  readonly changes: ChangeDrawing;
  readonly lost: LostDrawing;
  readonly build: BuildDrawing;
  /**
   * Items stored far above the level that fits their size. They are crossed out, so that they do
   * not differ by color alone.
   */
  readonly stuck: BoxLines;
  private readonly pending: BoxLines;
  private readonly focus: FocusDrawing;

  constructor(
    private readonly side: Side,
    dimensions: Dimensions,
    sceneBounds: Float32Array,
  ) {
    const round = side.dump.spheres !== undefined;
    this.nodes = new NodeDrawing(dimensions, { round, pending: isBackground(side.index) });
    this.walk = new WalkDrawing(dimensions, round);
    this.splits = new SplitDrawing(side, dimensions);
    this.sweep = new SweepDrawing(side, sceneBounds, dimensions);
    this.order = new OrderDrawing(side, dimensions);
    this.changes = new ChangeDrawing(side, dimensions);
    this.lost = new LostDrawing(side, dimensions);
    this.build = new BuildDrawing(dimensions, round);
    this.focus = new FocusDrawing(dimensions, round);
    this.stuck = new BoxLines(dimensions, STUCK_LOOK, 'crossed');
    this.pending = new BoxLines(dimensions, PENDING_LOOK);
    for (const lines of [this.stuck, this.pending]) lines.setOrder(4);
  }

  get parts(): readonly Object3D[] {
    const drawn = this.drawings.flatMap(({ parts }) => parts);
    return [...drawn, this.stuck, this.pending];
  }

  private get drawings(): readonly Drawing[] {
    const { build, changes, focus, lost, nodes, order, splits, sweep, walk } = this;
    return [nodes, walk, focus, splits, sweep, order, changes, lost, build];
  }

  setTheme(theme: StageTheme): void {
    for (const drawing of this.drawings) drawing.setTheme(theme);
    this.stuck.setEveryColor(theme.stuck, 0.9);
    this.pending.setEveryColor(theme.fresh, 1);
  }

  setSettings(settings: Settings): void {
    for (const drawing of this.drawings) drawing.setSettings?.(settings);
    this.stuck.visible = settings.show.has('problems');
    this.pending.visible = settings.show.has('hierarchy');
  }

  refresh(boxes: Float32Array, traits: TraitSource, visits: number): void {
    const { dump, gradual, levels, walk } = this.side;
    if (gradual?.growth && !this.side.building) this.nodes.refreshGrowth(gradual.growth);
    else {
      this.nodes.refresh(dump);
      this.nodes.refreshTraits(traits, visits);
    }
    this.walk.refresh(dump, walk);
    this.splits.refresh(boxes);
    this.sweep.refresh(boxes);
    this.order.refresh();
    this.changes.refresh();
    this.lost.refresh(boxes);
    this.build.refresh(this.side.building);
    this.stuck.write(boxes, levels.stuck);
    this.pending.write(boxes, this.nodes.pending);
  }

  /** Highlights the focused node of this view; null clears it. */
  refreshFocus(node: number | null, boxes: Float32Array, style: FocusStyle): void {
    if (node === null) this.focus.clear();
    else this.focus.refresh(this.side.links, node, boxes, style);
  }

  dispose(): void {
    for (const drawing of [...this.drawings, this.stuck, this.pending]) drawing.dispose();
  }
}
