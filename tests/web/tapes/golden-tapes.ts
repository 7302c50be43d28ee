/**
 * Tapes (random operations, encoded as bytes) with recorded hashes of their results. The hashes are
 * equal on every host and for every build of the WASM module. tests/cpp/fuzz/golden_test.cpp plays
 * the same tapes.
 */

import { structures } from 'sapwood/all';
import golden from '../../soak/golden-tapes.json';
import { worlds } from './operations.js';
import { playTape } from './play-tape.js';
import { GeneratedBytes } from './tape-reader.js';

/**
 * Hashes for one structure. There is one tape for each "world", a set of coordinates such as a
 * lattice.
 */
export interface GoldenRow {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly hashes: readonly string[];
}

export const goldenRows = golden.rows as unknown as readonly GoldenRow[];

/** Returns a tape: the number of the world from which its coordinates come, then random bytes. */
export function goldenTape(world: number): Uint8Array {
  const source = new GeneratedBytes(world);
  return Uint8Array.from([world, ...Array.from({ length: golden.bytes }, () => source.byte())]);
}

export function playGoldens(
  structure: string,
  dimensions: 2 | 3,
  isSelected: (world: number) => boolean = () => true,
): string[] {
  const choice = { structure, dimensions, options: {} };
  return [...worlds.keys()]
    .filter(isSelected)
    .map((world) => playTape(choice, goldenTape(world)).hash);
}

/** Returns the content for golden-tapes.json. */
export function recordGoldens(): object {
  const rows = structures.flatMap(({ id: structure, dimensions: all }) =>
    all.map((dimensions) => ({
      structure,
      dimensions,
      hashes: playGoldens(structure, dimensions),
    })),
  );
  return { bytes: golden.bytes, rows };
}
