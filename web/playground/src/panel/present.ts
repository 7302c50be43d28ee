/**
 * Presentation mode for lectures: full screen, a large caption, and arrow keys that step through a
 * query or a build.
 */

import { useEffect } from 'preact/hooks';
import type { Playground } from '../session/page.js';
import { presenting } from '../ui/visibility.js';

export function present(): void {
  presenting.value = true;
  // presenting also works in the window if full screen is rejected
  document.documentElement.requestFullscreen?.().catch(() => {});
}

export function endPresenting(): void {
  presenting.value = false;
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** Ends presenting when full screen is left, or on Escape if full screen is not supported. */
export function usePresenting(): void {
  useEffect(() => {
    const change = () => {
      if (!document.fullscreenElement) presenting.value = false;
    };
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && presenting.peek()) endPresenting();
    };
    document.addEventListener('fullscreenchange', change);
    window.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('fullscreenchange', change);
      window.removeEventListener('keydown', press);
    };
  }, []);
}

/** Steps the shown build or traversal by an arrow key; returns false if neither is shown. */
export function stepByArrow(playground: Playground, key: string): boolean {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const { build, step, tour } = playground.settings;
  // examples handle arrow keys themselves
  if (by === undefined || tour !== null || (build === null && step === null)) return false;
  if (build) playground.moveBuild(by);
  else playground.moveTrace(by);
  return true;
}
