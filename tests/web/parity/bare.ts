/**
 * Direct access to the WASM module: its exported functions and classes without the checks of the
 * package.
 */

import type { RawCalls, RawIndex, RawIndexClass } from '../../../web/sapwood/src/raw.js';
import { loadModule } from './module.js';

type Exports = { [Name in keyof RawCalls as `_${Name}`]: RawCalls[Name] };
export type Bare = Exports &
  Readonly<Record<string, RawIndexClass>> & { readonly HEAPF32: Float32Array };

export const ERROR_CODES = {
  INVALID_BOX: -1,
  INVALID_ID: -2,
  INVALID_ARGUMENT: -3,
  OUT_OF_MEMORY: -5,
} as const;

export const loadBare = async () => (await loadModule()) as unknown as Bare;

export function fillScratch(core: Bare, numbers: readonly number[]): void {
  core.HEAPF32.set(numbers, core._sapwood_scratch(4 * numbers.length) >>> 2);
}

/** Creates an index of two boxes. `name` is the name of the class followed by the dimensions. */
export function createIndex(core: Bare, name: string): RawIndex {
  core._sapwood_scratch(8);
  const fresh = core[name]?.create(0);
  if (!fresh) throw new Error(`no ${name}`);
  const address = fresh.address();
  const at = core._sapwood_staging(address, 2) >>> 2;
  core.HEAPF32.set(name.endsWith('2') ? [0, 0, 1, 1, 2, 2, 3, 3] : new Array(12).fill(0), at);
  if (core._sapwood_build(address, 2) !== 0) throw new Error(`${name}: the build failed`);
  return fresh;
}
