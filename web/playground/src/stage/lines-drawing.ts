/** A drawing of lines of one kind, shown while it is wanted. */

import type { Object3D } from 'three';
import type { Settings } from '../state/settings.js';
import type { BoxLines } from './box-lines.js';
import type { Drawing } from './drawing.js';
import type { StageTheme } from './theme.js';

export abstract class LinesDrawing implements Drawing {
  protected wanted = false;

  constructor(
    readonly lines: BoxLines,
    order: number,
  ) {
    lines.setOrder(order);
  }

  get parts(): readonly Object3D[] {
    return [this.lines];
  }

  /** Boxes, or lines, on the stage. */
  get count(): number {
    return this.wanted ? this.lines.buffer.count : 0;
  }

  abstract setTheme(theme: StageTheme): void;

  setSettings(settings: Settings): void {
    this.wanted = this.isWanted(settings);
    for (const part of this.parts) part.visible = this.wanted;
  }

  dispose(): void {
    this.lines.dispose();
  }

  protected abstract isWanted(settings: Settings): boolean;
}
