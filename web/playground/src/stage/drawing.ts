/** Drawing that a feature adds to the stage. */

import type { Object3D } from 'three';
import type { Settings } from '../state/settings.js';
import type { BoxLines } from './box-lines.js';
import type { StageTheme } from './theme.js';

export interface Drawing {
  /** Objects that are added to the stage. The list never changes. */
  readonly parts: readonly Object3D[];
  setTheme(theme: StageTheme): void;
  /**
   * Updates visibility and appearance without uploading data. Omitted if the settings do not affect
   * the drawing.
   */
  setSettings?(settings: Settings): void;
  dispose(): void;
}

export abstract class LinesDrawing implements Drawing {
  protected isShown = false;

  constructor(
    readonly lines: BoxLines,
    order: number,
  ) {
    lines.setOrder(order);
  }

  get parts(): readonly Object3D[] {
    return [this.lines];
  }

  get count(): number {
    return this.isShown ? this.lines.buffer.count : 0;
  }

  abstract setTheme(theme: StageTheme): void;

  setSettings(settings: Settings): void {
    this.isShown = this.showsIn(settings);
    for (const part of this.parts) part.visible = this.isShown;
  }

  dispose(): void {
    this.lines.dispose();
  }

  protected abstract showsIn(settings: Settings): boolean;
}
