/**
 * One session on the stage: items and query in every view, and in each view the hierarchy of its own structure.
 */

import type { Object3D } from 'three';
import type { Session } from '../model/session.js';
import type { Settings } from '../state/settings.js';
import type { BoxLines } from './box-lines.js';
import { ItemDrawing } from './item-drawing.js';
import { QueryDrawing } from './query-drawing.js';
import { SideDrawing } from './side-drawing.js';
import { type Stage, viewLayer } from './stage.js';
import type { StageTheme } from './theme.js';

export class Picture {
  readonly items: ItemDrawing;
  readonly query: QueryDrawing;
  readonly sides: readonly SideDrawing[];
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
    this.sides = sides.map((side) => new SideDrawing(side, source.dimensions));
    const ofSides = this.sides.flatMap(({ parts }) => parts);
    this.lines = [...this.items.lineParts, ...ofSides, ...this.query.parts];
    this.parts = [...this.items.parts, ...ofSides, ...this.query.parts];
    this.sides.forEach(({ parts }, view) => {
      for (const part of parts) part.traverse(({ layers }) => layers.set(viewLayer(view)));
    });
    for (const part of this.parts) stage.add(part);
    this.setTheme(stage.theme);
    stage.themeListeners.push(this.applyTheme);
  }

  /** What is shown; moves no data. */
  setSettings(settings: Settings): void {
    this.items.setSettings(settings);
    for (const side of this.sides) side.setSettings(settings);
  }

  refresh(markPairs: boolean): void {
    const { boxes, shape } = this.session;
    const { hits, hitCount, paired } = this.session.main;
    const found = hits.subarray(0, hitCount);
    this.items.refresh(boxes, { paired: markPairs ? paired : null, hits: found });
    this.query.refresh(shape, boxes, found);
    for (const side of this.sides) side.refresh(boxes);
  }

  /** To be called before each rendering: line widths are in CSS pixels. */
  fit(): void {
    const [begin, end] = this.stage.cameras.fade;
    for (const { uniforms } of this.lines) {
      uniforms.viewport.value.copy(this.stage.size);
      uniforms.fade.value.set(begin, end);
    }
  }

  dispose(): void {
    const { themeListeners } = this.stage;
    themeListeners.splice(themeListeners.indexOf(this.applyTheme), 1);
    for (const part of this.parts) this.stage.remove(part);
    for (const drawing of [this.items, this.query, ...this.sides]) drawing.dispose();
  }

  private setTheme(theme: StageTheme): void {
    for (const drawing of [this.items, this.query, ...this.sides]) drawing.setTheme(theme);
  }
}
