/**
 * Mutation tapes: lists of steps that are data, independent of the state they meet, so that any part of a tape is a
 * tape. A failing tape is shrunk before it is shown.
 */

import type { Dimensions } from 'sapwood';
import { Mulberry32 } from 'scenes';

/** `at` in [0, 1) chooses among what is there; `seed` makes boxes. */
export interface Step {
  readonly kind: StepKind;
  readonly at: number;
  readonly seed: number;
}

export const stepKinds = [
  'insert',
  'insertMany',
  'move',
  'moveFar',
  'moveMany',
  'remove',
  'setFilter',
  'update',
  'updateStaged',
  'build',
  'buildStaged',
  'clear',
] as const;
export type StepKind = (typeof stepKinds)[number];

export type Tape = readonly Step[];

/** How often each kind comes; inserts outweigh removes a little, so that contents grow between builds. */
const WEIGHTS: Readonly<Record<StepKind, number>> = {
  insert: 30,
  insertMany: 4,
  move: 25,
  moveFar: 8,
  moveMany: 4,
  remove: 22,
  setFilter: 4,
  update: 3,
  updateStaged: 2,
  build: 1,
  buildStaged: 1,
  clear: 0.3,
};

const RARE_KINDS: readonly StepKind[] = ['update', 'updateStaged', 'build', 'buildStaged', 'clear'];

/** A tape for structures with or without the capability 'dynamic'. */
export function makeTape(seed: number, length: number, dynamic: boolean): Tape {
  const random = new Mulberry32(seed);
  const kinds = dynamic ? stepKinds : RARE_KINDS;
  const ends = kinds.map((_, i) =>
    kinds.slice(0, i + 1).reduce((sum, one) => sum + WEIGHTS[one], 0),
  );
  return Array.from({ length }, () => {
    const drawn = random.unit() * ends[ends.length - 1];
    const kind = kinds[ends.findIndex((end) => drawn < end)];
    return { kind, at: random.unit(), seed: random.next() };
  });
}

/**
 * Boxes on a coarse lattice, so that faces touch, sides are zero and boxes coincide often; one in sixteen is anywhere
 * and may be large.
 */
export function latticeBoxes(seed: number, count: number, dimensions: Dimensions): Float32Array {
  const random = new Mulberry32(seed);
  const boxes = new Float32Array(count * 2 * dimensions);
  for (let i = 0; i < count; i++) {
    const anywhere = random.below(16) === 0;
    for (let d = 0; d < dimensions; d++) {
      const low = anywhere ? (random.unit() - 0.5) * 100 : random.below(24) - 12;
      const side = anywhere ? random.unit() * 40 : random.below(4) * 0.5;
      boxes[2 * i * dimensions + d] = low;
      boxes[(2 * i + 1) * dimensions + d] = Math.fround(low) + side;
    }
  }
  return boxes;
}

/** The smallest part of the tape that still fails, found by leaving out ever shorter runs (Zeller's ddmin). */
export function shrinkTape(tape: Tape, fails: (part: Tape) => boolean): Tape {
  let smallest = tape;
  for (let run = Math.ceil(tape.length / 2); run >= 1; run = run === 1 ? 0 : Math.ceil(run / 2)) {
    for (let from = 0; from < smallest.length; ) {
      const part = [...smallest.slice(0, from), ...smallest.slice(from + run)];
      if (fails(part)) smallest = part;
      else from += run;
    }
  }
  return smallest;
}
