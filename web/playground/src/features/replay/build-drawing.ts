/** Changes of a build step: new, refitted, moved and removed nodes, each with its own stroke. */

import { type BuildReplayStep, Mark } from '../../model/build-step.js';
import { shownVolumes } from '../../model/node-volumes.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Drawing } from '../../stage/drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions } from '../../state/settings.js';

const NEW_LOOK = { width: 2.2, halo: 4, glow: 0, dash: 0 };
const REFITTED_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 7 };
const MOVED_LOOK = { width: 2, halo: 0, glow: 0, dash: 0 };
const REMOVED_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 3 };

export class BuildDrawing implements Drawing {
  private readonly made: BoxLines;
  private readonly refitted: BoxLines;
  private readonly moved: BoxLines;
  private readonly removed: BoxLines;
  private drawn: BuildReplayStep | null = null;

  constructor(
    private readonly dimensions: Dimensions,
    round: boolean,
  ) {
    const shape = round ? 'rings' : 'box';
    const lines = (look: typeof NEW_LOOK) => new BoxLines(dimensions, look, shape);
    this.made = lines(NEW_LOOK);
    this.refitted = lines(REFITTED_LOOK);
    this.moved = lines(MOVED_LOOK);
    this.removed = lines(REMOVED_LOOK);
    this.parts.forEach((part, i) => {
      part.setOrder(3 + i);
      part.visible = false;
    });
  }

  get parts(): readonly BoxLines[] {
    return [this.refitted, this.moved, this.removed, this.made];
  }

  setTheme({ fresh, query, stuck, visited }: StageTheme): void {
    this.made.setEveryColor(fresh, 1);
    this.refitted.setEveryColor(query, 0.75);
    this.moved.setEveryColor(visited, 0.95);
    this.removed.setEveryColor(stuck, 0.95);
  }

  refresh(frame: BuildReplayStep | null): void {
    if (frame === this.drawn) return;
    this.drawn = frame;
    for (const part of this.parts) part.visible = frame !== null;
    if (!frame) return;
    const { changes, dump, before } = frame;
    const volumes = shownVolumes(dump, this.dimensions);
    const marked = (...marks: number[]) =>
      [...changes.marks.keys()].filter((node) => marks.includes(changes.marks[node]));
    this.made.write(volumes, marked(Mark.New));
    this.refitted.write(volumes, marked(Mark.Refitted));
    this.moved.write(volumes, marked(Mark.Moved, Mark.Split));
    this.removed.write(shownVolumes(before, this.dimensions), [...changes.removed]);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
