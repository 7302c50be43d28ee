/** WebAssembly module of Sapwood. The page compiles it once for all workers. */

import { isSupported } from 'sapwood/all';
import address from 'sapwood/all/core.wasm?url';

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the module could not be loaded: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

let pending: Promise<WebAssembly.Module> | undefined;

export interface OurModule {
  readonly module: WebAssembly.Module | null;
  /** Reason why the module is not available; empty if it is available. */
  readonly lack: string;
}

/**
 * Errors are returned instead of thrown, because other libraries can be measured without the
 * module.
 */
export async function compileModule(): Promise<OurModule> {
  if (!isSupported())
    return { module: null, lack: 'this browser does not support WebAssembly SIMD' };
  try {
    pending ??= compile();
    return { module: await pending, lack: '' };
  } catch (error) {
    // the next run loads the module again
    pending = undefined;
    return { module: null, lack: error instanceof Error ? error.message : String(error) };
  }
}
