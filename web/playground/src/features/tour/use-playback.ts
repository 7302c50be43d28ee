/**
 * Plays the query at a stop of an example once: step by step in a tree, box by box in brute force.
 */

import { useEffect } from 'preact/hooks';
import { ALL_STEPS, type Place } from '../../model/examples.js';
import { type Playground, usePage } from '../../session/page.js';
import type { Session } from '../../session/session.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Stage } from '../../stage/stage.js';
import { prefersStillness } from '../../state/stillness.js';

const PLAYED_MS = 2000;

/**
 * Calls `show` in each frame with the fraction of `PLAYED_MS` that has passed. Returns a function
 * that stops the calls.
 */
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

const LOOK = { width: 1.8, halo: 4, glow: 0.4, dash: 0 };
/** Fraction of the boxes that are highlighted at the same time. */
const LIT_SHARE = 0.06;

/** Highlights the boxes one after another, as brute force tests them. */
class TestWave {
  private readonly lines: BoxLines;
  private readonly ids: Uint32Array;

  constructor(
    private readonly stage: Stage,
    private readonly session: Session,
  ) {
    const { boxes, source } = session;
    const stride = 2 * source.dimensions;
    // sorted by position, which is easier to follow than by id
    this.ids = Uint32Array.from({ length: source.count }, (_, id) => id).sort(
      (a, b) => boxes[a * stride] - boxes[b * stride],
    );
    this.lines = new BoxLines(source.dimensions, LOOK);
    this.lines.setOrder(5);
    this.lines.setEveryColor(stage.theme.visited, 1);
    stage.add(this.lines);
  }

  /**
   * Highlights the boxes that brute force tests when the fraction `share` of the duration has
   * passed.
   */
  show(share: number): void {
    const { ids, lines, session, stage } = this;
    const last = Math.round(share * ids.length);
    const first = Math.max(0, last - Math.ceil(LIT_SHARE * ids.length));
    lines.uniforms.viewport.value.copy(stage.size);
    lines.write(session.boxes, ids.subarray(first, last));
  }

  dispose(): void {
    this.stage.remove(this.lines);
    this.lines.dispose();
  }
}
