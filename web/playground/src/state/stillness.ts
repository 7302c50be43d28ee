/** Whether the system setting for reduced motion is on; motion then starts only on request. */

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
