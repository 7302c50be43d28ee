/** Plays the shown query traversal. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usePage } from '../../session/page.js';

const VISITS_PER_SECOND = 20;

export const walkPlays = signal(false);

/** Advances the traversal while it plays. Stops at the end, or when the controls are closed. */
export function useWalkPlayer(isOpen: boolean, isAtEnd: boolean): void {
  const { playground } = usePage();
  const plays = walkPlays.value;
  useEffect(() => {
    if (!isOpen || isAtEnd) walkPlays.value = false;
    if (!plays || !isOpen || isAtEnd) return;
    const timer = setInterval(() => playground.moveTrace(1), 1000 / VISITS_PER_SECOND);
    return () => clearInterval(timer);
  }, [plays, isOpen, isAtEnd]);
}
