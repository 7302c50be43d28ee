/**
 * Initializes the library with the WebAssembly module that can trace queries. The page has already
 * requested this module.
 */

import { init } from 'sapwood/all';

export interface SentModule {
  readonly address: string;
  /** Pending response. */
  readonly response: Promise<Response>;
}

/** Initializes the library. If the pending request failed, `init` requests the module again. */
export async function initFrom({ address, response }: SentModule): Promise<void> {
  await init({ wasm: await response.catch(() => address) });
}
