/** Preview of edits: a dashed box for a new item, a strong outline for the held item. */

import { BoxLines } from '../../stage/box-lines.js';
import type { Stage } from '../../stage/stage.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions } from '../../state/settings.js';

const GHOST_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 5 };
const HELD_LOOK = { width: 2.4, halo: 4, glow: 0, dash: 0 };
const MEANT_LOOK = { width: 1.6, halo: 3, glow: 0, dash: 0 };

interface EditMarks {
  /** Preview of a new box. */
  readonly ghost: Float32Array | null;
  /** Item moved by keys and pointer. */
  readonly held: Float32Array | null;
  /** Item under the pointer, and whether a press would erase it. */
  readonly meant: Float32Array | null;
  readonly erases: boolean;
}

export class EditDrawing {
  private readonly ghost: BoxLines;
  private readonly held: BoxLines;
  private readonly meant: BoxLines;
  /**
   * The item that a press would erase. It is crossed out, so that it does not differ by color
   * alone.
   */
  private readonly doomed: BoxLines;
  private readonly applyTheme = (theme: StageTheme) => this.setTheme(theme);

  constructor(
    private readonly stage: Stage,
    readonly dimensions: Dimensions,
  ) {
    this.ghost = new BoxLines(dimensions, GHOST_LOOK);
    this.held = new BoxLines(dimensions, HELD_LOOK);
    this.meant = new BoxLines(dimensions, MEANT_LOOK);
    this.doomed = new BoxLines(dimensions, MEANT_LOOK, 'crossed');
    for (const lines of this.parts) {
      lines.setOrder(7);
      lines.setOnTop();
      lines.visible = false;
      stage.add(lines);
    }
    this.setTheme(stage.theme);
    stage.themeListeners.push(this.applyTheme);
  }

  show({ ghost, held, meant, erases }: EditMarks): void {
    this.write(this.ghost, ghost);
    this.write(this.held, held);
    this.write(this.meant, erases ? null : meant);
    this.write(this.doomed, erases ? meant : null);
    this.fit();
  }

  /** Updates line widths, which are in CSS pixels. Call after the size of the stage has changed. */
  fit(): void {
    for (const { uniforms } of this.parts) uniforms.viewport.value.copy(this.stage.size);
  }

  dispose(): void {
    const { themeListeners } = this.stage;
    themeListeners.splice(themeListeners.indexOf(this.applyTheme), 1);
    for (const lines of this.parts) {
      this.stage.remove(lines);
      lines.dispose();
    }
  }

  private get parts(): readonly BoxLines[] {
    return [this.ghost, this.held, this.meant, this.doomed];
  }

  private setTheme({ focus, query, stuck }: StageTheme): void {
    this.ghost.setEveryColor(query, 0.9);
    this.held.setEveryColor(focus, 1);
    this.meant.setEveryColor(focus, 0.9);
    this.doomed.setEveryColor(stuck, 1);
  }

  private write(lines: BoxLines, box: Float32Array | null): void {
    lines.visible = box !== null;
    if (box) lines.write(box, [0]);
  }
}
