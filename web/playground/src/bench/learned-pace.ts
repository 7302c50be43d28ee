/**
 * How long runs take here against their estimates, which are made for a machine of middling speed: kept from run to run,
 * so that the next estimate is this machine's.
 */

const KEY = 'sapwood-bench-pace';
/** What lies beyond is no pace of a machine. */
const LEAST = 0.2;
const MOST = 20;

/** 1 before the first run. */
export function learnedPace(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? 1);
    return kept >= LEAST && kept <= MOST ? kept : 1;
  } catch {
    // a visitor who lets nothing be stored
    return 1;
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
