/** What the library's own `advise` says of boxes as the question has them: those of the page's uniform scene. */

import { type Advice, advise } from 'sapwood/all';
import type { Question } from './question.js';

/** As on the page. */
const DRIFT = { kind: 'drift', seed: 1, speed: 0.04 };

/** Null for what it has no rules for. */
export async function adviceFor({
  ask,
  count,
  dimensions,
  share,
}: Question): Promise<Advice | null> {
  if (ask === 'camera') return null;
  const { sceneSource } = await import('../../model/scene-source.js');
  const moves = share > 0;
  const request = { dimensions, count, seed: 1, motion: 'drift', moving: share };
  const source = sceneSource({ kind: 'uniform' }, request, moves ? DRIFT : null);
  try {
    const boxes = new Float32Array(2 * dimensions * count);
    source.writeBoxes(boxes);
    const next = boxes.slice();
    source.step();
    source.writeBoxes(next);
    const { pairs, queries } = advise({ boxes, dimensions, ...(moves && { next }) });
    return ask === 'collisions' ? pairs : queries;
  } finally {
    source.dispose();
  }
}
