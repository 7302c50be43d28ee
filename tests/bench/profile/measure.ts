/**
 * Measures the profiles of all structures in 2D or 3D. The structures take turns, and each round
 * starts with a different structure.
 */

import type { StructureEntry } from 'sapwood/all';
import { notSensible } from '../node/contenders';
import { inTurns } from '../node/sampling';
import { BatchProfile } from './batch';
import { FloorProfile } from './floor';
import { FrameProfile } from './frame';
import { Agreement, type Inputs } from './inputs';
import type { BatchCell, Floor, FrameCell } from './record';

/**
 * Maximum number of rounds that measure the time to write results. These rounds are slow, because
 * they set the filters of all items.
 */
const WRITING_ROUNDS = 5;

const isProfiled = (entry: StructureEntry, { n, dimensions }: Inputs) =>
  entry.dimensions.includes(dimensions) &&
  notSensible({ entry, options: {}, label: entry.id }, n) === undefined;

export interface Profile {
  readonly frames: readonly FrameCell[];
  readonly batches: readonly BatchCell[];
  readonly floor: Floor;
}

function pairsOf(entry: StructureEntry, { dimensions, boxes }: Inputs): Uint32Array {
  const index = entry.create({ dimensions });
  index.build(boxes);
  const pairs = index.pairs();
  index.dispose();
  return pairs;
}

export async function profileAll(
  entries: readonly StructureEntry[],
  inputs: Inputs,
  rounds: number,
): Promise<Profile> {
  const agreement = new Agreement();
  const mine = entries.filter((entry) => isProfiled(entry, inputs));
  const frames = mine.map((entry) => new FrameProfile(entry, inputs, agreement));
  const batches = mine.map((entry) => new BatchProfile(entry, inputs, agreement));
  const floor = new FloorProfile(inputs, pairsOf(mine[0], inputs), batches[0].hits);
  const writing = Math.min(rounds, WRITING_ROUNDS);
  try {
    await inTurns([floor], rounds, () => floor.round());
    await inTurns(frames, rounds, (frame) => frame.round());
    await inTurns(frames, writing, (frame) => frame.roundOfWriting());
    await inTurns(batches, rounds, (batch) => batch.round(() => floor.room()));
    await inTurns(batches, writing, (batch) => batch.roundOfWriting());
    return {
      frames: frames.map((frame) => frame.cell()),
      batches: batches.map((batch) => batch.cell()),
      floor: floor.floor(),
    };
  } finally {
    for (const one of [...frames, ...batches, floor]) one.dispose();
  }
}
