/**
 * Measures the share of the broad phase in a simulation of 5,000 rigid bodies. The simulation is
 * the pile of the playground, which uses the physics engine Rapier. Rapier reports the time of a
 * step and of its broad phase. A dynamic tree receives the same boxes in the same frames. The share
 * of the tree is computed for a step in which the tree replaces the broad phase of Rapier.
 */

import { DynamicTree, SweepAndPrune } from 'sapwood/all';
import { createPile, type Pile } from 'scenes/pile';
import { medianOf } from './samples';

const BODIES = 5000;
/**
 * Number of frames before the measurement, in which most bodies fall into the bowl, and number of
 * measured frames.
 */
const SETTLING = 300;
const FRAMES = 300;

/** Times and shares are medians over the measured frames. */
export interface RigidBodyTimes {
  /** Milliseconds per step of the engine. */
  readonly step: number;
  /** Share of the step time that the engine's broad phase takes. */
  readonly own: number;
  /**
   * Milliseconds in which the dynamic tree moves the awake bodies and reports the pairs that begin
   * and end.
   */
  readonly tree: number;
  /** Share of the step time that the tree takes if it replaces the engine's broad phase. */
  readonly share: number;
  /** Awake bodies per frame, and overlapping pairs at the end. */
  readonly awake: number;
  readonly pairs: number;
}

interface Frame {
  readonly step: number;
  readonly broadPhase: number;
  readonly tree: number;
  readonly awake: number;
  /** Number of pairs that begin minus number of pairs that end. */
  readonly morePairs: number;
}

/**
 * Returns the margin of the tree: 5 % of the mean size of the bodies, as in the text of the claim.
 */
function marginFor({ halfExtents }: Pile): number {
  const sum = halfExtents.reduce((all, half) => all + half, 0);
  return 0.05 * ((2 * sum) / halfExtents.length);
}

function playFrame(pile: Pile, tree: DynamicTree): Frame {
  pile.step();
  const ids = pile.movedIds.slice(0, pile.movedCount);
  const boxes = new Float32Array(6 * ids.length);
  ids.forEach((id, i) => {
    boxes.set(pile.boxes.subarray(6 * id, 6 * id + 6), 6 * i);
  });
  const start = performance.now();
  tree.moveMany(ids, boxes);
  const { begins, ends } = tree.updatePairs();
  const time = performance.now() - start;
  const morePairs = (begins.length - ends.length) / 2;
  return { ...pile.engineTimes!, tree: time, awake: ids.length, morePairs };
}

function requirePairs(known: number, boxes: Float32Array): void {
  const sweep = new SweepAndPrune();
  try {
    sweep.build(boxes);
    const pairs = sweep.pairsView().length / 2;
    if (pairs !== known) {
      throw new Error(`the tree reported ${known} pairs, expected ${pairs}`);
    }
  } finally {
    sweep.dispose();
  }
}

export async function measureRigidBodies(): Promise<RigidBodyTimes> {
  const pile = await createPile(BODIES, { profiled: true });
  const tree = new DynamicTree({ margin: marginFor(pile) });
  try {
    for (let frame = 0; frame < SETTLING; frame++) pile.step();
    tree.build(pile.boxes);
    const first = tree.updatePairs().begins.length / 2;
    const frames = Array.from({ length: FRAMES }, () => playFrame(pile, tree));
    const pairs = frames.reduce((sum, { morePairs }) => sum + morePairs, first);
    requirePairs(pairs, pile.boxes);
    const median = (of: (frame: Frame) => number) => medianOf(frames.map(of));
    return {
      step: median(({ step }) => step),
      own: median(({ step, broadPhase }) => broadPhase / step),
      tree: median((one) => one.tree),
      share: median((one) => one.tree / (one.step - one.broadPhase + one.tree)),
      awake: median(({ awake }) => awake),
      pairs,
    };
  } finally {
    tree.dispose();
    pile.dispose();
  }
}
