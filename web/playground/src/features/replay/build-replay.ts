/**
 * A build, step by step, in an index of its own: items come one after the other, or all are there and go again; the
 * library does it, and what a step did is read from its dumps. Structures that are built in one go are told from the
 * top down as well: the finished nodes, one parted after the other.
 */

import type { NodeDump } from 'sapwood/all';
import type { BuildChoice, BuildMode } from '../../state/settings.js';
import type { BuildReplayStep, Replay } from './build-frame.js';
import { ItemReplay, type Material } from './item-replay.js';
import { SplitReplay } from './split-replay.js';

/** All items that a scene may have; of a larger file the first ones. */
const MOST_REPLAYED = 100_000;

/** One side's build, in the mode that was asked for last. */
export class BuildReplay {
  private replay: Replay | null = null;
  private mode: BuildMode | null = null;
  private last: BuildReplayStep | null = null;

  constructor(
    /** The boxes are those of the frame in which the build was asked for; they are kept as they are. */
    private readonly material: Material,
    private readonly finished: NodeDump,
  ) {}

  /** Steps beyond the end are the end. */
  frame({ mode, at }: BuildChoice): BuildReplayStep {
    if (this.mode !== mode) {
      this.dispose();
      this.replay = this.begin(mode);
      this.mode = mode;
    }
    const replay = this.replay as Replay;
    const step = Math.min(at, replay.length);
    if (this.last?.at !== step || this.last.mode !== mode) this.last = replay.frame(step);
    return this.last;
  }

  dispose(): void {
    this.replay?.dispose();
    this.replay = this.last = this.mode = null;
  }

  private begin(mode: BuildMode): Replay {
    const { material, finished } = this;
    const total = material.boxes.length / (2 * material.dimensions);
    if (mode === 'split') return new SplitReplay(finished, total);
    return new ItemReplay(material, mode, Math.min(total, MOST_REPLAYED));
  }
}
