/** WASM functions of worlds, the layout of their result block, and a copier for snapshots. */

import type { Core } from '../core.js';
import type { RawCalls, WorldCalls } from '../raw.js';

export function worldCalls(core: Core): WorldCalls {
  return core.calls as RawCalls & WorldCalls;
}

/**
 * Word offsets in the result block of a world. For a list of pairs, the address is followed by the
 * count.
 */
export const WORLD_BLOCK = {
  layerBytes: 0,
  bounds: 1,
  bodies: 2,
  pairs: 3,
  begins: 5,
  ends: 7,
  snapshot: 9,
} as const;

const PIECE = 4096;

/**
 * Copies bytes from WASM memory to an array of the caller. It caches views, so that repeated copies
 * do not allocate memory.
 */
export class ByteCopier {
  readonly #core: Core;
  #memory: Uint8Array | undefined;
  #address = 0;
  #pieces: Uint8Array[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  copy(out: Uint8Array, address: number, count: number): void {
    const { u8 } = this.#core;
    if (this.#memory !== u8 || this.#address !== address) {
      this.#memory = u8;
      this.#address = address;
      this.#pieces = [];
    }
    let done = 0;
    for (let i = 0; done + PIECE <= count; i += 1) {
      this.#pieces[i] ??= u8.subarray(address + done, address + done + PIECE);
      out.set(this.#pieces[i], done);
      done += PIECE;
    }
    for (; done < count; done += 1) out[done] = u8[address + done];
  }
}
