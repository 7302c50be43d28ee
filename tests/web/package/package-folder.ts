import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Package } from '../support/fresh-package.js';

export const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../../web/sapwood', import.meta.url));

export const entryFile = join(packageFolder, 'dist/entries/all.js');
export const entryUrl = pathToFileURL(entryFile).href;
export const wasmFile = join(packageFolder, 'dist/wasm/all/core.wasm');
export const wasmUrl = pathToFileURL(wasmFile);

export function wasmBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(wasmFile));
}

export function works({ DynamicTree }: Package): boolean {
  const index = new DynamicTree();
  index.build([0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
  const found = Array.from(index.pairs());
  index.dispose();
  return found.length === 2 && found[0] === 0 && found[1] === 1;
}
