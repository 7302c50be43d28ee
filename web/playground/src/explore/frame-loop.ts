/** Schedules frames: every display frame while something moves, none otherwise. */

import { Recent } from '../model/recent.js';

const REMEMBERED_FRAMES = 240;
/** A longer interval means that the page was hidden, not that the frame was slow. */
const MAX_FRAME_MS = 4000;

/**
 * After a frame longer than this, the loop pauses for the duration of the frame, so that the
 * controls respond. The pause is at most `MAX_REST_MS`.
 */
const HEAVY_FRAME_MS = 500;
const MAX_REST_MS = 1000;

export class FrameLoop {
  /** Milliseconds between frames while running. */
  readonly intervals = new Recent(REMEMBERED_FRAMES);
  private scheduled = false;
  /** Whether the loop is paused at the moment, after a slow frame. */
  private rests = false;
  private previous = Number.NaN;

  private isRequested = false;

  /** `draw` receives whether something has changed, and returns whether it needs another frame. */
  constructor(private readonly draw: (hasChanged: boolean) => boolean) {}

  get isIdle(): boolean {
    return !this.scheduled && !this.rests;
  }

  request(): void {
    this.isRequested = true;
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
    if (interval > 0 && interval < MAX_FRAME_MS) this.intervals.add(interval);
    const { isRequested } = this;
    this.isRequested = false;
    const needsFrame = this.draw(isRequested);
    this.previous = needsFrame ? time : Number.NaN;
    if (!needsFrame) return;
    if (interval > HEAVY_FRAME_MS) this.rest(Math.min(interval, MAX_REST_MS));
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
