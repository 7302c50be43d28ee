/**
 * Tapes: random bytes, read as operations and played on the index and on the model side by side. Content and answers
 * after each step, invariants where the tape asks for them and at its end.
 */

import type { Check } from '../support/checks.js';
import type { Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';
import { playTape } from '../tapes/play-tape.js';
import { GeneratedBytes } from '../tapes/tape-reader.js';

const SEEDS = [11, 12, 13];
const VARIANT_SEEDS = [11];
const BYTES = 700;
const VARIANT_BYTES = volume(BYTES, 350);

function randomTape(seed: number, length: number): Uint8Array {
  const source = new GeneratedBytes(seed);
  return Uint8Array.from({ length }, () => source.byte());
}

export function tapeChecks(subject: Subject): Check[] {
  const { id: structure, dimensions } = subject;
  const choice = { structure, dimensions, options: {} };
  const bytes = subject.isVariant ? VARIANT_BYTES : BYTES;
  const seeds = subject.isVariant ? volume(SEEDS, VARIANT_SEEDS) : SEEDS;
  return seeds.map((seed) => ({
    name: `random changes keep every invariant and answer (seed ${seed})`,
    run: () => playTape(choice, randomTape(seed, bytes), { create: () => subject.create() }),
  }));
}
