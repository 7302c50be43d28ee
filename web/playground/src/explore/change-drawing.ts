/** Leaves that have just changed: what was re-inserted, refitted or filled anew flashes, and fades in a few frames. */

import { NodeKind } from 'sapwood/all';
import { volumesOf } from '../model/node-volumes.js';
import { BoxBuffer } from '../stage/box-buffer.js';
import { BoxLines } from '../stage/box-lines.js';
import type { Drawing } from '../stage/drawing.js';
import type { StageTheme } from '../stage/theme.js';
import type { Dimensions, Settings } from '../state/settings.js';
import type { Side } from './side.js';

const LOOK = { width: 2.2, halo: 4, glow: 0, dash: 0 };
/** Frames until a flash is gone. */
const FLASH_FRAMES = 8;

export class ChangeDrawing implements Drawing {
  readonly lines: BoxLines;
  private wanted = false;

  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    const round = side.dump.spheres !== undefined;
    this.lines = new BoxLines(new BoxBuffer(dimensions), LOOK, round ? 'rings' : 'box');
    this.lines.setOrder(4);
  }

  get parts(): readonly BoxLines[] {
    return [this.lines];
  }

  /** Leaves that flash. */
  get count(): number {
    return this.wanted ? this.lines.buffer.count : 0;
  }

  setTheme({ fresh }: StageTheme): void {
    for (let age = 0; age < FLASH_FRAMES; age++) {
      this.lines.setColour(age, fresh, (1 - age / FLASH_FRAMES) ** 2);
    }
  }

  setSettings({ show }: Settings): void {
    this.wanted = show.has('changed');
    this.lines.visible = this.wanted;
  }

  refresh(): void {
    if (!this.wanted) return;
    const { dimensions, lines, side } = this;
    const { dump } = side;
    const volumes = dump.cells ?? volumesOf(dump, dimensions);
    const { buffer } = lines;
    const flashing: number[] = [];
    for (let node = 0; node < dump.count; node++) {
      // what is as old as the scene did not change
      const fresh = side.bornIn(node) > 0 && side.ageOf(node) < FLASH_FRAMES;
      if (fresh && dump.kind[node] !== NodeKind.Branch) flashing.push(node);
    }
    buffer.resize(flashing.length);
    flashing.forEach((node, place) => {
      buffer.copyBox(place, volumes, 2 * dimensions * node);
      buffer.setMark(place, Math.max(side.ageOf(node), 0), 1);
    });
    lines.prepare();
    buffer.upload();
  }

  dispose(): void {
    this.lines.dispose();
  }
}
