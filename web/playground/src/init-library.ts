/** Loads the library for pages that draw what queries do: with the module that traces walks. */

import { init } from 'sapwood/all';

export interface SentModule {
  readonly address: string;
  /** The bytes, which are on the way. */
  readonly response: Promise<Response>;
}

/** Where the request fails, `init` asks again, and says what is wrong. */
export async function initFrom({ address, response }: SentModule): Promise<void> {
  await init({ wasm: await response.catch(() => address) });
}
