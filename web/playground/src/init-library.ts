/** Loads the library with the module that traces queries. */

import { init } from 'sapwood/all';

export interface SentModule {
  readonly address: string;
  /** Pending response. */
  readonly response: Promise<Response>;
}

/** If the request failed, `init` retries and reports the error. */
export async function initFrom({ address, response }: SentModule): Promise<void> {
  await init({ wasm: await response.catch(() => address) });
}
