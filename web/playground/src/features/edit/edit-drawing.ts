/** Preview of edits: a dashed box for a new item, a strong outline for the held item. */

import { BoxLines } from '../../stage/box-lines.js';
import type { Stage } from '../../stage/stage.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions } from '../../state/settings.js';

const PREVIEW_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 5 };
const HELD_LOOK = { width: 2.4, halo: 4, glow: 0, dash: 0 };
const HOVERED_LOOK = { width: 1.6, halo: 3, glow: 0, dash: 0 };

interface EditMarks {
  readonly preview: Float32Array | null;
  /** Item that the user is moving with keys or pointer. */
  readonly held: Float32Array | null;
  /** Item under the pointer, and whether a press would erase it. */
  readonly hovered: Float32Array | null;
  readonly erases: boolean;
}

export class EditDrawing {
  private readonly preview: BoxLines;
  private readonly held: BoxLines;
  private readonly hovered: BoxLines;
  /**
   * The item that a press would erase. It is crossed out, so that it does not differ by color
   * alone.
   */
  private readonly erased: BoxLines;
  private readonly applyTheme = (theme: StageTheme) => this.setTheme(theme);

  constructor(
    private readonly stage: Stage,
    readonly dimensions: Dimensions,
  ) {
    this.preview = new BoxLines(dimensions, PREVIEW_LOOK);
    this.held = new BoxLines(dimensions, HELD_LOOK);
    this.hovered = new BoxLines(dimensions, HOVERED_LOOK);
    this.erased = new BoxLines(dimensions, HOVERED_LOOK, 'crossed');
    for (const lines of this.parts) {
      lines.setOrder(7);
      lines.setOnTop();
      lines.visible = false;
      stage.add(lines);
    }
    this.setTheme(stage.theme);
    stage.themeListeners.push(this.applyTheme);
  }

  show({ preview, held, hovered, erases }: EditMarks): void {
    this.write(this.preview, preview);
    this.write(this.held, held);
    this.write(this.hovered, erases ? null : hovered);
    this.write(this.erased, erases ? hovered : null);
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
    return [this.preview, this.held, this.hovered, this.erased];
  }

  private setTheme({ focus, query, stuck }: StageTheme): void {
    this.preview.setEveryColor(query, 0.9);
    this.held.setEveryColor(focus, 1);
    this.hovered.setEveryColor(focus, 0.9);
    this.erased.setEveryColor(stuck, 1);
  }

  private write(lines: BoxLines, box: Float32Array | null): void {
    lines.visible = box !== null;
    if (box) lines.write(box, [0]);
  }
}
