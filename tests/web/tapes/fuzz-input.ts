/**
 * Input of a fuzzer: three bytes choose the structure and one of its options, and the other bytes
 * are the tape (encoded operations). tests/cpp/fuzz/fuzz_tape.hpp reads inputs in the same way.
 */

import { type OptionSpec, SapwoodError, structures } from 'sapwood/all';
import { type Choice, createIndex } from './checked-queries.js';
import { optionShares } from './operations.js';
import { type Played, type PlaySettings, playTape } from './play-tape.js';

export const CHOICE_BYTES = 3;

function optionValue(spec: OptionSpec, dimensions: 2 | 3, byte: number): unknown {
  if (spec.choices) {
    const { choices, only3D = [] } = spec;
    const offered = choices.filter((choice) => dimensions === 3 || !only3D.includes(choice));
    return offered[byte % offered.length];
  }
  if (spec.kind === 'boolean') return byte % 2 === 1;
  const { min = 0, max = 0 } = spec;
  const value = min + (max - min) * optionShares[byte % optionShares.length];
  return spec.kind === 'integer' ? Math.floor(value) : value;
}

function fits(choice: Choice): boolean {
  try {
    createIndex(choice).dispose();
    return true;
  } catch (error) {
    if (error instanceof SapwoodError) return false;
    throw error;
  }
}

export function choiceOf(input: Uint8Array): Choice {
  const [kind, option, value] = input;
  const dimensions = kind % 2 === 0 ? 2 : 3;
  const offered = structures.filter((entry) => entry.dimensions.includes(dimensions));
  const { id: structure, options: specs } = offered[(kind >> 1) % offered.length];
  const usual: Choice = { structure, dimensions, options: {} };
  if (option < 128 || specs.length === 0) return usual;
  const spec = specs[(option - 128) % specs.length];
  const changed = { ...usual, options: { [spec.name]: optionValue(spec, dimensions, value) } };
  return fits(changed) ? changed : usual;
}

export function playInput(input: Uint8Array, settings: PlaySettings = {}): Played | undefined {
  if (input.length <= CHOICE_BYTES) return undefined;
  return playTape(choiceOf(input), input.subarray(CHOICE_BYTES), settings);
}
