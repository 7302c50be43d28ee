/** How much time a run has left: the estimate of the plan, corrected by what measuring really took. */

export class Pace {
  private readonly began = performance.now();
  private done = 0;
  private measured = 0;
  private took = 0;

  constructor(private readonly estimatedMs: number) {}

  get elapsedMs(): number {
    return performance.now() - this.began;
  }

  get leftMs(): number {
    const ratio = this.measured > 0 ? this.took / this.measured : 1;
    return Math.max(0, this.estimatedMs - this.done) * ratio;
  }

  /** A part of the plan that was estimated like this is over, measured or not. */
  pass(estimatedMs: number): void {
    this.done += estimatedMs;
  }

  /** It was measured, which took so long. */
  note(estimatedMs: number, tookMs: number): void {
    this.measured += estimatedMs;
    this.took += tookMs;
  }
}
