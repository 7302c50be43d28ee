import type { Core } from '../core.js';
import type { OwnedUint32Array } from '../owned.js';
import { isDetached } from '../views.js';

/** Views of lists with fewer pairs than this number are cached by length. */
const CACHED_VIEWS = 256;
/**
 * Maximum count of numbers that a loop copies. Unlike `set`, a loop needs no new view of the
 * source.
 */
const MAX_LOOP_COPY = 1024;
/** The buffer shrinks when its length exceeds four times the content plus this number. */
const MAX_SPARE = 1024;

/**
 * List of pairs that is copied from WASM memory when it is first read after a step. The array does
 * not change until the list is read after the next step. The buffer and views of common lengths are
 * reused, so that usual frames do not allocate memory.
 */
export class PairList {
  readonly #core: Core;
  /** Word index of the address of the list in WASM memory. The next word is the number of pairs. */
  readonly #word: number;
  #buffer: OwnedUint32Array = new Uint32Array(0);
  #views: (OwnedUint32Array | undefined)[] = [];
  #current: OwnedUint32Array = this.#buffer;
  #isStale = true;

  constructor(core: Core, word: number) {
    this.#core = core;
    this.#word = word;
  }

  invalidate(): void {
    this.#isStale = true;
  }

  get(): OwnedUint32Array {
    // copies the list again if the caller transferred the buffer
    const isDetached = this.#current.length === 0 && this.#buffer.length === 0;
    if (this.#isStale || isDetached) this.#copy();
    return this.#current;
  }

  #copy(): void {
    const core = this.#core;
    core.refresh();
    const start = core.u32[this.#word] >>> 2;
    const pairs = core.u32[this.#word + 1];
    const length = 2 * pairs;
    const { length: capacity } = this.#buffer;
    const isUnusable = capacity === 0 && isDetached(this.#buffer);
    if (isUnusable || capacity < length || capacity > 4 * length + MAX_SPARE) {
      this.#buffer = new Uint32Array(length + (length >> 2));
      this.#views = [];
      this.#current = this.#buffer;
    }
    const source = core.u32;
    const buffer = this.#buffer;
    if (length > MAX_LOOP_COPY) buffer.set(source.subarray(start, start + length));
    else for (let i = 0; i < length; i += 1) buffer[i] = source[start + i];
    this.#current = this.#view(pairs);
    this.#isStale = false;
  }

  #view(pairs: number): OwnedUint32Array {
    const length = 2 * pairs;
    const cached = pairs < CACHED_VIEWS ? this.#views[pairs] : this.#current;
    if (cached?.length === length) return cached;
    const view = this.#buffer.subarray(0, length);
    if (pairs < CACHED_VIEWS) this.#views[pairs] = view;
    return view;
  }
}
