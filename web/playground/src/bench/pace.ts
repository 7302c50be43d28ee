/**
 * How much time a run has left: the estimate of the plan, corrected by what measuring really took. Waiting for the browser
 * takes as long as it takes, however fast the machine is. Within a part the time goes down until the part should be over.
 */

type Clock = () => number;

export class Pace {
  private readonly began: number;
  private passed = 0;
  private waited = 0;
  private tookWaiting = 0;
  private measured = 0;
  private took = 0;
  /** The part that goes on: since when, and how long it may take. */
  private since: number;
  private part = 0;

  constructor(
    private readonly measuringMs: number,
    private readonly waitingMs = 0,
    private readonly clock: Clock = () => performance.now(),
    /** Against the estimate, before anything was measured: what earlier runs took. */
    private readonly first = 1,
  ) {
    this.began = this.since = clock();
  }

  get elapsedMs(): number {
    return this.clock() - this.began;
  }

  get leftMs(): number {
    const measuring = Math.max(0, this.measuringMs - this.passed) * this.ratio;
    const waiting = Math.max(0, this.waitingMs - this.waited);
    const within = Math.min(this.clock() - this.since, this.part);
    return Math.max(0, measuring + waiting - within);
  }

  /** All that was done against its estimate, with what lies between the parts; NaN before the first one is over. */
  get overall(): number {
    return this.passed > 0 ? (this.elapsedMs - this.tookWaiting) / this.passed : Number.NaN;
  }

  /** Something that was estimated like this is measured now. */
  begin(estimatedMs: number): void {
    this.since = this.clock();
    this.part = estimatedMs * this.ratio;
  }

  /** A part of the plan that was estimated like this is over, measured or not. */
  pass(estimatedMs: number): void {
    this.passed += estimatedMs;
    this.part = 0;
  }

  /** It was measured, which took so long. */
  note(estimatedMs: number, tookMs: number): void {
    this.measured += estimatedMs;
    this.took += tookMs;
  }

  /** The browser is waited for. */
  wait(estimatedMs: number): void {
    this.since = this.clock();
    this.part = estimatedMs;
  }

  passWaiting(estimatedMs: number): void {
    if (estimatedMs > 0) this.tookWaiting += this.clock() - this.since;
    this.waited += estimatedMs;
    this.part = 0;
  }

  private get ratio(): number {
    if (this.measured === 0) return this.first;
    return Math.max(this.took / this.measured, this.passed > 0 ? this.overall : 0);
  }
}

/** Ratio of measured to estimated times on this machine, stored for the next estimate. */
const KEY = 'sapwood-bench-pace';
/** What lies beyond is no pace of a machine. */
const LEAST = 0.2;
const MOST = 20;

/**
 * Before the first run. Most of a short run is the start of workers, which takes longer on a machine with few cores; with
 * this factor the first estimate of "Quick" is about what it took there.
 */
export const FIRST_PACE = 2.5;

export function learnedPace(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? FIRST_PACE);
    return kept >= LEAST && kept <= MOST ? kept : FIRST_PACE;
  } catch {
    // a visitor who lets nothing be stored
    return FIRST_PACE;
  }
}

export function learnPace(ratio: number): void {
  if (!(ratio >= LEAST && ratio <= MOST)) return;
  try {
    localStorage.setItem(KEY, ratio.toPrecision(3));
  } catch {
    // the next estimate is as good as the first one
  }
}

/** What a plan takes here. */
export function timeHere(plan: {
  readonly estimatedMs: number;
  readonly waitingMs: number;
}): number {
  return (plan.estimatedMs - plan.waitingMs) * learnedPace() + plan.waitingMs;
}
