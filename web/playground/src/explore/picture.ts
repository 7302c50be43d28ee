/**
 * Drawing of one session: the items and the query in every view, and in each view the hierarchy of
 * the view's structure.
 */

import type { Object3D } from 'three';
import type { HeatMap } from '../features/heat/heat-map.js';
import type { FocusStyle } from '../features/node/focus-drawing.js';
import type { BuildReplayStep } from '../model/build-step.js';
import { lastVisit } from '../model/node-traits.js';
import type { Session } from '../session/session.js';
import { BoxLines } from '../stage/box-lines.js';
import { ItemDrawing } from '../stage/item-drawing.js';
import type { PointMarks } from '../stage/point-marks.js';
import { QueryDrawing } from '../stage/query-drawing.js';
import { type Stage, viewLayer } from '../stage/stage.js';
import type { StageTheme } from '../stage/theme.js';
import type { Settings } from '../state/settings.js';
import { SideDrawing } from './side-drawing.js';

interface PictureOptions {
  readonly markPairs: boolean;
  readonly withOverlap: boolean;
  /** Number of traced query steps to show; null for all. */
  readonly step: number | null;
}

const nothing = new Uint32Array(0);

/** Returns a predicate for items that are not in the index at a build step. */
function outsideOf({ firstItem, endItem }: BuildReplayStep): (id: number) => boolean {
  return (id) => id < firstItem || id >= endItem;
}

export class Picture {
  readonly items: ItemDrawing;
  readonly query: QueryDrawing;
  readonly sides: readonly SideDrawing[];
  /** Highest visit position of a node in any view. The last color of the ramp stands for it. */
  lastVisit = 0;
  /** Heat map. Its code loads on first use. */
  heat: HeatMap | null = null;
  private marks: PointMarks | null = null;
  /** Hits of a camera query in result order; empty for other queries. */
  inOrder: Uint32Array = nothing;
  private settings: Settings | null = null;
  private disposed = false;
  private readonly lines: readonly BoxLines[];
  private readonly parts: readonly Object3D[];
  private readonly applyTheme = (theme: StageTheme) => this.setTheme(theme);

  constructor(
    private readonly stage: Stage,
    private readonly session: Session,
  ) {
    const { source, sides } = session;
    this.items = new ItemDrawing(source);
    this.query = new QueryDrawing(source.dimensions);
    this.sides = sides.map((side) => new SideDrawing(side, source.dimensions, source.sceneBounds));
    const ofSides = this.sides.flatMap(({ parts }) => parts);
    this.parts = [...this.items.parts, ...ofSides, ...this.query.parts];
    this.lines = this.parts.filter((part) => part instanceof BoxLines);
    this.sides.forEach(({ parts }, view) => {
      for (const part of parts) part.traverse(({ layers }) => layers.set(viewLayer(view)));
    });
    for (const part of this.parts) stage.add(part);
    this.setTheme(stage.theme);
    stage.themeListeners.push(this.applyTheme);
    if (source.hasPoints) void this.openMarks();
  }

  /** Updates visibility without uploading data. */
  setSettings(settings: Settings): void {
    this.items.setSettings(settings);
    for (const side of this.sides) side.setSettings(settings);
    if (settings.show.has('heat') && !this.settings?.show.has('heat')) void this.openHeat();
    this.heat?.setSettings(settings);
    this.marks?.setSettings(settings);
    this.settings = settings;
  }

  private async openMarks(): Promise<void> {
    const { PointMarks } = await import('../stage/point-marks.js');
    if (this.disposed) return;
    const { session, settings, stage } = this;
    this.marks = new PointMarks(stage, this.items, session.source.count);
    if (settings) this.marks.setSettings(settings);
    stage.redraw();
  }

  private async openHeat(): Promise<void> {
    const { HeatMap } = await import('../features/heat/heat-map.js');
    if (this.heat || this.disposed) return;
    const { session, sides, stage } = this;
    const volumes = sides.map(({ nodes: { reach, tree } }, view) => {
      const { cells, spheres } = session.sides[view].dump;
      return { buffer: (cells ? reach : tree).buffer, round: spheres !== undefined };
    });
    this.heat = new HeatMap(stage, volumes);
    this.heat.setTheme(stage.theme);
    if (this.settings) this.heat.setSettings(this.settings);
    stage.redraw();
  }

  refresh({ markPairs, withOverlap, step }: PictureOptions): void {
    const { boxes, main, shape, sides } = this.session;
    const { building, paired, swept } = main;
    const found = this.found(step);
    const inOrder = shape.kind === 'frustum' && !building;
    this.items.refresh(boxes, {
      paired: markPairs ? paired : null,
      hits: found,
      inOrder,
      faint: building ? outsideOf(building) : inOrder ? () => true : null,
      swept: swept?.active ?? nothing,
    });
    this.query.refresh(building ? { ...shape, kind: 'none' } : shape, boxes, found);
    this.inOrder = inOrder ? found : nothing;
    const traits = sides.map((side) => side.traits(withOverlap));
    this.lastVisit = lastVisit(traits);
    this.sides.forEach((side, view) => {
      side.refresh(boxes, traits[view], this.lastVisit);
    });
  }

  /**
   * Returns the hits up to a query step, in result order. During a build, returns the item that the
   * current step inserts.
   */
  private found(step: number | null): Uint32Array {
    const { building, hits, hitCount, trace } = this.session.main;
    if (building) {
      const stays = building.mode === 'insert' && building.item !== null;
      return stays ? Uint32Array.of(building.item as number) : nothing;
    }
    if (step === null || !trace) return hits.subarray(0, hitCount);
    return Uint32Array.from(trace.hits.slice(0, trace.hitsUpTo(step)));
  }

  refreshFocus(nodes: readonly (number | null)[], style: FocusStyle): void {
    this.sides.forEach((side, view) => {
      side.refreshFocus(nodes[view] ?? null, this.session.boxes, style);
    });
  }

  /** Updates line widths, which are in CSS pixels. Call before each rendering. */
  fit(): void {
    const [begin, end] = this.stage.cameras.fade;
    for (const { uniforms } of this.lines) {
      uniforms.viewport.value.copy(this.stage.size);
      uniforms.fade.value.set(begin, end);
    }
  }

  dispose(): void {
    this.disposed = true;
    this.heat?.dispose();
    this.marks?.dispose();
    const { themeListeners } = this.stage;
    themeListeners.splice(themeListeners.indexOf(this.applyTheme), 1);
    for (const part of this.parts) this.stage.remove(part);
    for (const drawing of [this.items, this.query, ...this.sides]) drawing.dispose();
  }

  private setTheme(theme: StageTheme): void {
    for (const drawing of [this.items, this.query, ...this.sides]) drawing.setTheme(theme);
    this.heat?.setTheme(theme);
  }
}
