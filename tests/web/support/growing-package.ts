/**
 * Loads a package in which every call of the core detaches all views, as if the memory grew in each
 * call.
 */

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

/**
 * Exported functions after which the package creates a view. Calls of these functions do not detach
 * views.
 */
const EXPOSING = /^(world_)?expose_/;

/**
 * Returns the full names of a module's exports, in the order of the exports. The module itself
 * contains shortened names.
 */
function exportNames(module: string): string[] {
  const file = new URL(`../../../web/sapwood/dist/wasm/${module}/core.mjs`, import.meta.url);
  const [, names] = /ownGlue\('([^']*)'\)/.exec(readFileSync(file, 'utf8')) ?? [];
  if (names === undefined) throw new Error(`${module}: no names of exports`);
  return names.split(' ');
}

type Call = (...values: unknown[]) => unknown;

function withGrowth(exports: WebAssembly.Exports, names: readonly string[]): WebAssembly.Exports {
  const { memory } = exports as { memory: WebAssembly.Memory };
  const wrapped: Record<string, WebAssembly.ExportValue> = {};
  let count = 0;
  for (const [key, value] of Object.entries(exports)) {
    wrapped[key] = value;
    if (typeof value !== 'function' || key.startsWith('__')) continue;
    const name = names[count++];
    if (EXPOSING.test(name)) continue;
    wrapped[key] = (...values: unknown[]) => {
      const result = (value as Call)(...values);
      memory.grow(0);
      return result;
    };
  }
  return wrapped;
}

export async function growingPackage<Entry extends { init: () => Promise<void> }>(
  module: string,
  load: () => Promise<Entry>,
): Promise<Entry> {
  vi.resetModules();
  const { instantiate } = WebAssembly;
  const names = exportNames(module);
  try {
    WebAssembly.instantiate = (async (compiled: WebAssembly.Module, imports) => {
      const { exports } = await instantiate(compiled, imports);
      return { exports: withGrowth(exports, names) };
    }) as typeof instantiate;
    const entry = await load();
    await entry.init();
    return entry;
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
