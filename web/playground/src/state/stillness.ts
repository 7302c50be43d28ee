/** Whether the visitor asked the system for less motion: nothing then moves before it is told to. */

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
