/**
 * The share of the broad phase in a simulation of 5,000 rigid bodies: the bowl of boxes and balls of the playground, by
 * the physics engine Rapier. The engine says what its step takes and what of it is its own broad phase; a dynamic tree
 * beside it gets the same boxes in the same frames. The share is what the tree would take of the step in place of the
 * engine's own broad phase.
 */

import { DynamicTree, SweepAndPrune } from 'sapwood/all';
import { createPile, type Pile } from 'scenes/pile';
import { medianOf } from './samples';

const BODIES = 5000;
/** Frames until most bodies have fallen into the bowl, and frames that are measured. */
const SETTLING = 300;
const FRAMES = 300;

/** Medians over frames. */
export interface RigidBodyTimes {
  /** Milliseconds of a step of the engine, all of it. */
  readonly step: number;
  /** Share of the engine's own broad phase in it. */
  readonly own: number;
  /** Milliseconds of the dynamic tree: boxes of the bodies that are awake, pairs that begin and end. */
  readonly tree: number;
  /** Share of the tree in a step that has it in place of the engine's own broad phase. */
  readonly share: number;
  /** Bodies awake a frame, and overlapping pairs at the end. */
  readonly awake: number;
  readonly pairs: number;
}

interface Frame {
  readonly step: number;
  readonly broadPhase: number;
  readonly tree: number;
  readonly awake: number;
  /** Pairs that began less those that ended. */
  readonly morePairs: number;
}

/** About 5 % of the average size, as the claim's text has it. */
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

/** The pairs that the tree has told of must be those of the boxes as they are. */
function demandPairs(known: number, boxes: Float32Array): void {
  const sweep = new SweepAndPrune();
  try {
    sweep.build(boxes);
    const pairs = sweep.pairsView().length / 2;
    if (pairs !== known) {
      throw new Error(`the tree told of ${known} pairs, there are ${pairs}`);
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
    demandPairs(pairs, pile.boxes);
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
