/**
 * Splits a tape into steps (an operation and its arguments) and joins steps to a tape. This way, a
 * failing tape can be shortened step by step.
 */

import { Model } from '../support/model.js';
import { CHOICE_BYTES, choiceOf } from './fuzz-input.js';
import { byteOf, type Operation, operationOfByte, operations } from './operations.js';
import { TapeReader } from './tape-reader.js';

export interface TapeStep {
  readonly operation: Operation;
  /** Bytes of the arguments. The byte before them, which encodes the operation, is omitted. */
  readonly bytes: Uint8Array;
}

export interface TapeParts {
  /**
   * Bytes that choose the structure, one of its options and the world, from which coordinates come.
   */
  readonly head: Uint8Array;
  readonly steps: readonly TapeStep[];
}

const HEAD_BYTES = CHOICE_BYTES + 1;

export function partsOf(input: Uint8Array): TapeParts {
  const tape = input.subarray(CHOICE_BYTES);
  const reader = new TapeReader(tape, new Model(choiceOf(input).dimensions));
  const steps: TapeStep[] = [];
  while (!reader.done) {
    const operation = operationOfByte[tape[reader.position]];
    const start = reader.position + 1;
    reader.operation();
    for (const spec of operation.arguments) reader.read(spec);
    steps.push({ operation, bytes: tape.slice(start, reader.position) });
  }
  return { head: input.slice(0, HEAD_BYTES), steps };
}

export function inputFrom({ head, steps }: TapeParts): Uint8Array {
  return Uint8Array.from([
    ...head,
    ...steps.flatMap(({ operation, bytes }) => [byteOf(operation), ...bytes]),
  ]);
}

/** Returns a step of the operation with this name. Removes bytes that its arguments do not use. */
export function stepFrom(
  name: string,
  world: number,
  dimensions: 2 | 3,
  bytes: Uint8Array,
): TapeStep {
  const operation = operations.find((operation) => operation.name === name)!;
  const reader = new TapeReader(Uint8Array.from([world, ...bytes]), new Model(dimensions));
  for (const spec of operation.arguments) reader.read(spec);
  return { operation, bytes: bytes.slice(0, reader.position - 1) };
}
