/**
 * Tests the package with random tapes of fast-check, in Node and in a page. A tape is a list of
 * steps: an operation, chosen by its weight, and the bytes of its arguments. fast-check can remove
 * and simplify steps.
 */

import fc from 'fast-check';
import { choiceOf, playInput } from '../../web/tapes/fuzz-input.js';
import { operations, worlds } from '../../web/tapes/operations.js';
import { inputFrom, stepFrom } from '../../web/tapes/tape-steps.js';

export interface FuzzRequest {
  readonly seed: number;
  readonly seconds: number;
}

export interface FuzzFailure {
  /** The failing input after shrinking by fast-check. */
  readonly input: readonly number[];
  readonly message: string;
  readonly seed: number;
}

export interface FuzzResult {
  readonly tapes: number;
  readonly operations: number;
  readonly pairs: number;
  readonly bytes: number;
  readonly failure?: FuzzFailure;
}

const MAX_STEPS = 300;
const STEP_BYTES = 40;
/** Number of inputs that are tested between two checks of the time. */
const PORTION = 40;
/**
 * Maximum time in milliseconds for PORTION inputs, including the shrinking by fast-check. The
 * shrinker in shrink-input.ts runs afterwards.
 */
const MAX_TIME = 20_000;

const byte = fc.nat(255);
const operation = fc.oneof(
  ...operations.map(({ name, weight }) => ({ weight, arbitrary: fc.constant(name) })),
);
const step = fc.tuple(operation, fc.uint8Array({ minLength: STEP_BYTES, maxLength: STEP_BYTES }));

const inputs = fc
  .tuple(
    byte,
    byte,
    byte,
    fc.nat(worlds.length - 1),
    fc.array(step, { maxLength: MAX_STEPS, size: 'max' }),
  )
  .map(([kind, option, value, world, steps]) => {
    const head = Uint8Array.of(kind, option, value, world);
    const { dimensions } = choiceOf(head);
    const parts = steps.map(([name, bytes]) => stepFrom(name, world, dimensions, bytes));
    return inputFrom({ head, steps: parts });
  });

export async function runFuzz({ seed, seconds }: FuzzRequest): Promise<FuzzResult> {
  const end = performance.now() + 1000 * seconds;
  const sum = { tapes: 0, operations: 0, pairs: 0, bytes: 0 };
  const property = fc.property(inputs, (input) => {
    const played = playInput(input);
    sum.tapes += 1;
    sum.operations += played?.tally.operations ?? 0;
    sum.pairs += played?.tally.pairsCompared ?? 0;
    sum.bytes += played?.tally.bytesDamaged ?? 0;
  });
  for (let portion = seed; performance.now() < end; portion = (portion + 1) | 0) {
    const limits = { numRuns: PORTION, interruptAfterTimeLimit: MAX_TIME };
    const run = fc.check(property, { seed: portion, ...limits });
    if (run.failed) {
      const [input] = run.counterexample!;
      const message = String(run.errorInstance);
      return { ...sum, failure: { input: [...input], message, seed: portion } };
    }
    // a pause keeps the page responsive and lets its engine run deferred work
    await new Promise((resume) => setTimeout(resume));
  }
  return sum;
}
