import { init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { playInput } from './fuzz-input.js';
import { operationOfByte, operations } from './operations.js';
import { unmatchedPlays } from './play-tape.js';
import { GeneratedBytes } from './tape-reader.js';

beforeAll(() => init());

test('every operation of the description is played, and its weights fill a byte', () => {
  expect(unmatchedPlays(operations)).toEqual([]);
  expect(operationOfByte.length).toBe(256);
});

test('pseudo-random inputs equal the oracle', () => {
  for (let seed = 0; seed < 300; seed++) {
    const source = new GeneratedBytes(seed);
    const input = Uint8Array.from({ length: 20 + (seed % 400) }, () => source.byte());
    try {
      playInput(input);
    } catch (error) {
      throw new Error(`seed ${seed}: ${error}`, { cause: error });
    }
  }
});
