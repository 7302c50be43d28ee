/** Our module, compiled once by the page and handed to every worker that wants it. */

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
  /** Why there is none. */
  readonly lack: string;
}

/** Never rejects: others can be measured without our module. */
export async function compileModule(): Promise<OurModule> {
  if (!isSupported())
    return { module: null, lack: 'this browser does not support WebAssembly SIMD' };
  try {
    pending ??= compile();
    return { module: await pending, lack: '' };
  } catch (error) {
    // the next run tries again
    pending = undefined;
    return { module: null, lack: error instanceof Error ? error.message : String(error) };
  }
}
