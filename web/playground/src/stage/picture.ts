/**
 * One session on the stage: items, hierarchy and query, refreshed part by part.
 */

import type { Object3D } from 'three';
import type { Session } from '../model/session.js';
import type { Settings } from '../state/settings.js';
import type { BoxLines } from './box-lines.js';
import { ItemDrawing } from './item-drawing.js';
import { NodeDrawing } from './node-drawing.js';
import { QueryDrawing } from './query-drawing.js';
import type { Stage } from './stage.js';
import type { StageTheme } from './theme.js';

export class Picture {
  readonly items: ItemDrawing;
  readonly nodes: NodeDrawing;
  readonly query: QueryDrawing;
  private readonly lines: readonly BoxLines[];
  private readonly parts: readonly Object3D[];
  private readonly applyTheme = (theme: StageTheme) => this.setTheme(theme);

  constructor(
    private readonly stage: Stage,
    private readonly session: Session,
  ) {
    const { source } = session;
    this.items = new ItemDrawing(source);
    this.nodes = new NodeDrawing(source.dimensions);
    this.query = new QueryDrawing(source.dimensions);
    this.lines = [...this.items.lineParts, ...this.nodes.parts, ...this.query.parts];
    this.parts = [...this.items.parts, ...this.nodes.parts, ...this.query.parts];
    for (const part of this.parts) stage.add(part);
    this.setTheme(stage.theme);
    stage.themeListeners.push(this.applyTheme);
  }

  /** What is shown; moves no data. */
  setSettings(settings: Settings): void {
    this.items.setSettings(settings);
    this.nodes.setSettings(settings);
  }

  refreshItems(markPairs: boolean): void {
    const { boxes, hits, hitCount, paired } = this.session;
    const found = hits.subarray(0, hitCount);
    this.items.refresh(boxes, { paired: markPairs ? paired : null, hits: found });
    this.query.refresh(this.session.shape, boxes, found);
  }

  refreshTree(): void {
    if (this.session.dump) this.nodes.refreshTree(this.session.dump);
  }

  refreshWalk(): void {
    const { dump, walk } = this.session;
    if (dump) this.nodes.refreshWalk(dump, walk);
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
    for (const drawing of [this.items, this.nodes, this.query]) drawing.dispose();
  }

  private setTheme(theme: StageTheme): void {
    for (const drawing of [this.items, this.nodes, this.query]) drawing.setTheme(theme);
  }
}
