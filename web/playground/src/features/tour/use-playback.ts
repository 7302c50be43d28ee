/** Plays the query of a stop once: step by step in a tree, box by box in brute force. */

import { useEffect } from 'preact/hooks';
import { ALL_STEPS, type Place } from '../../model/examples.js';
import { type Playground, usePage } from '../../session/page.js';
import type { Session } from '../../session/session.js';
import { prefersStillness } from '../../state/stillness.js';
import { TestWave } from './test-wave.js';

const PLAYED_MS = 2000;

/** Calls `show` in each frame with the share of the time that has passed. Returns a function that stops it. */
function animate(show: (share: number) => void): () => void {
  let start: number | null = null;
  let frame = requestAnimationFrame(function next(now) {
    start ??= now;
    const share = Math.min((now - start) / PLAYED_MS, 1);
    show(share);
    if (share < 1) frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}

function playWave(playground: Playground, session: Session): () => void {
  const wave = new TestWave(playground.stage, session);
  const stop = animate((share) => {
    wave.show(share < 1 ? share : 0);
    playground.invalidate();
  });
  return () => {
    stop();
    wave.dispose();
  };
}

function playSteps({ store }: Playground, { main }: Session): () => void {
  store.tune({ step: 0 });
  return animate((share) => {
    const length = main.trace?.length ?? 0;
    store.tune({ step: share < 1 ? Math.round(share * length) : ALL_STEPS });
  });
}

export function usePlayback(place: Place | null): void {
  const { playground, store } = usePage();
  const { session } = playground;
  const plays = place?.stop.plays === true;
  useEffect(() => {
    if (!plays || !session) return;
    const isTree = session.main.entry.id !== 'brute-force';
    if (prefersStillness()) {
      if (isTree) store.tune({ step: ALL_STEPS });
      return;
    }
    return isTree ? playSteps(playground, session) : playWave(playground, session);
  }, [plays, place?.at, session]);
}
