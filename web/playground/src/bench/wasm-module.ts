/** WebAssembly module of the library, compiled once by the page for all workers. */

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
  /** Reason why the module is missing, otherwise empty. */
  readonly lack: string;
}

/** Never rejects, because other libraries can be measured without the module. */
export async function compileModule(): Promise<OurModule> {
  if (!isSupported())
    return { module: null, lack: 'this browser does not support WebAssembly SIMD' };
  try {
    pending ??= compile();
    return { module: await pending, lack: '' };
  } catch (error) {
    // allow the next run to retry
    pending = undefined;
    return { module: null, lack: error instanceof Error ? error.message : String(error) };
  }
}
