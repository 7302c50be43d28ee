/** Where a world leaves its lists, and the views on them. */

import type { Core } from '../core.js';
import type { RawCalls, WorldCalls } from '../raw.js';

/** The exports of a module that has worlds. */
export function worldCalls(core: Core): WorldCalls {
  return core.calls as RawCalls & WorldCalls;
}

/** 32-bit words of what a world tells: an address, and for lists of pairs a count behind it. */
export const WORLD_BLOCK = {
  facetBytes: 0,
  bounds: 1,
  bodies: 2,
  pairs: 3,
  begins: 5,
  ends: 7,
  snapshot: 9,
} as const;

/** So many lengths of one list have a view each that is kept. */
const KEPT = 256;

/** Views that begin at one address, by how many pairs they have. */
interface Place {
  readonly address: number;
  readonly short: (Uint32Array | undefined)[];
  long: Uint32Array | undefined;
}

/**
 * A list of pairs of a world as views on its memory. A view is made when its place or its length is
 * a new one; short ones are kept, so that frames that go up and down make none. A list changes
 * between two places.
 */
export class PairViews {
  readonly #core: Core;
  readonly #word: number;
  #memory: Uint32Array | undefined;
  #here: Place = { address: -1, short: [], long: undefined };
  #there: Place = this.#here;

  constructor(core: Core, word: number) {
    this.#core = core;
    this.#word = word;
  }

  /** The list as it is now. */
  get(): Uint32Array {
    const core = this.#core;
    core.refresh();
    const address = core.u32[this.#word];
    const count = core.u32[this.#word + 1];
    const grown = this.#memory !== core.u32;
    if (grown || this.#here.address !== address) {
      const before = this.#here;
      const known = !grown && this.#there.address === address;
      this.#here = known ? this.#there : { address, short: [], long: undefined };
      this.#there = grown ? this.#here : before;
      this.#memory = core.u32;
    }
    return this.#view(this.#here, count);
  }

  #view(place: Place, count: number): Uint32Array {
    const kept = count < KEPT ? place.short[count] : place.long;
    if (kept?.length === 2 * count) return kept;
    const start = place.address >>> 2;
    const view = this.#core.u32.subarray(start, start + 2 * count);
    if (count < KEPT) place.short[count] = view;
    else place.long = view;
    return view;
  }
}

const PIECE = 4096;

/** Copies bytes of a memory to an array of the caller's, by views that are kept. */
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
