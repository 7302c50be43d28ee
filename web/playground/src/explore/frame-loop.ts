/**
 * When to draw: every display frame while something moves, not at all while nothing does.
 */

import { Recent } from '../model/recent.js';

const REMEMBERED_FRAMES = 240;
/** A longer pause between two frames is the page having been away, not a slow frame. */
const LONGEST_FRAME_MS = 4000;

/** After a frame as long as this the page rests as long again, so that its controls stay usable. */
const HEAVY_FRAME_MS = 500;
const LONGEST_REST_MS = 1000;

export class FrameLoop {
  /** Milliseconds from frame to frame while running. */
  readonly intervals = new Recent(REMEMBERED_FRAMES);
  private scheduled = false;
  /** Between two frames of motion that take long. */
  private rests = false;
  private previous = Number.NaN;

  /** Since the last frame. */
  private asked = false;

  /** `draw` is told whether something has changed, and answers whether the next frame is wanted too. */
  constructor(private readonly draw: (hasChanged: boolean) => boolean) {}

  /** No frame is to come until something changes. */
  get isIdle(): boolean {
    return !this.scheduled && !this.rests;
  }

  /** Something changed: one frame, soon. */
  request(): void {
    this.asked = true;
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(this.run);
  }

  private readonly run = (time: number): void => {
    this.scheduled = false;
    const interval = time - this.previous;
    if (interval > 0 && interval < LONGEST_FRAME_MS) this.intervals.add(interval);
    const { asked } = this;
    this.asked = false;
    const wanted = this.draw(asked);
    this.previous = wanted ? time : Number.NaN;
    if (!wanted) return;
    if (interval > HEAVY_FRAME_MS) this.rest(Math.min(interval, LONGEST_REST_MS));
    else this.schedule();
  };

  private rest(ms: number): void {
    this.rests = true;
    setTimeout(() => {
      this.rests = false;
      this.schedule();
    }, ms);
  }
}
