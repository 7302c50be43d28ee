/** Flashes leaves for two frames after they were re-inserted, refitted or refilled. */

import { NodeKind } from 'sapwood/all';
import { shownVolumes } from '../model/node-volumes.js';
import type { Side } from '../session/side.js';
import { BoxLines } from '../stage/box-lines.js';
import { LinesDrawing } from '../stage/drawing.js';
import type { StageTheme } from '../stage/theme.js';
import type { Dimensions, Settings } from '../state/settings.js';

const LOOK = { width: 2.2, halo: 4, glow: 0, dash: 0 };
const FLASH_FRAMES = 2;

export class ChangeDrawing extends LinesDrawing {
  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    const round = side.dump.spheres !== undefined;
    super(new BoxLines(dimensions, LOOK, round ? 'rings' : 'box'), 4);
  }

  setTheme({ fresh }: StageTheme): void {
    for (let age = 0; age < FLASH_FRAMES; age++) {
      this.lines.setColor(age, fresh, (1 - age / FLASH_FRAMES) ** 2);
    }
  }

  refresh(): void {
    if (!this.isShown) return;
    const { dimensions, lines, side } = this;
    const { dump } = side;
    const volumes = shownVolumes(dump, dimensions);
    const { buffer } = lines;
    const flashing: number[] = [];
    for (let node = 0; node < dump.count; node++) {
      // nodes created in the first frame of the scene do not count as changes
      const fresh = side.createdIn(node) > 0 && side.ageOf(node) < FLASH_FRAMES;
      if (fresh && dump.kind[node] !== NodeKind.Branch) flashing.push(node);
    }
    buffer.resize(flashing.length);
    flashing.forEach((node, place) => {
      buffer.copyBox(place, volumes, 2 * dimensions * node);
      buffer.setMark(place, Math.max(side.ageOf(node), 0));
    });
    lines.finish();
  }

  protected showsIn({ show }: Settings): boolean {
    return show.has('problems');
  }
}
