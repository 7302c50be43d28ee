/** Loads the library for pages that draw what queries do: with the module that traces walks. */

import { init } from 'sapwood/all';

/** The module's bytes may be on the way; where that fails, `init` asks again, and says what is wrong. */
export async function initFrom(module: Promise<Response>, address: string): Promise<void> {
  await init({ wasm: await module.catch(() => new URL(address, document.baseURI)) });
}
