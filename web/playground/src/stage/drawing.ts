/** What a feature adds to the picture. */

import type { Object3D } from 'three';
import type { Settings } from '../state/settings.js';
import type { BoxLines } from './box-lines.js';
import type { StageTheme } from './theme.js';

export interface Drawing {
  /** What goes on the stage; the same objects all the time. */
  readonly parts: readonly Object3D[];
  setTheme(theme: StageTheme): void;
  /** What is shown and how; moves no data. Without it, what is drawn depends on its data alone. */
  setSettings?(settings: Settings): void;
  /** Gives back what it has on the graphics card. */
  dispose(): void;
}

/** A drawing of lines of one kind. */
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
