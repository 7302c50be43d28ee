/**
 * The glue of the modules whose border only numbers cross: all but that of `sapwood/all`.
 *
 * What the compiler writes for a module is four times as large: it finds and fetches files, and
 * wraps each export. The names of the imports are those of the pinned release (`emsdk-config`).
 */
import type { RawCalls, RawIndexClass } from '../raw.js';
import { visitItem } from '../visitor.js';
import { embind } from './embind.js';
import type { Glue } from './glue.js';

const PAGE = 65_536;
/** `MAXIMUM_MEMORY` of the link. */
const MOST_BYTES = 3 * 2 ** 30;
/** Room that is asked for beyond what is needed, at most. */
const MOST_SPARE = 96 * 2 ** 20;

/** Makes room for `needed` bytes; with a fifth, a tenth or a twentieth of the memory to spare. */
function grow(memory: WebAssembly.Memory, needed: number): boolean {
  const size = memory.buffer.byteLength;
  for (let part = 5; part <= 20 && needed <= MOST_BYTES; part *= 2) {
    const wanted = Math.max(needed, Math.min(size + size / part, needed + MOST_SPARE));
    try {
      memory.grow(Math.ceil((Math.min(wanted, MOST_BYTES) - size) / PAGE));
      return true;
    } catch {
      // less, then
    }
  }
  return false;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  /** Runs the constructors, which register the classes. */
  __wasm_call_ctors(): void;
}

/**
 * `names` are those of the verbs, in the order of the exports; `emsdk-config/own-glue.mjs` writes
 * them.
 */
export const ownGlue =
  (names: string): Glue =>
  () => {
    let own: Exports;
    let bytes = new Uint8Array(0);
    const memory = (): Uint8Array => {
      if (bytes.length === 0) bytes = new Uint8Array(own.memory.buffer);
      return bytes;
    };
    const calls: Record<string, unknown> = {};
    const classes: Record<string, RawIndexClass> = {};
    return {
      imports: {
        env: {
          sapwood_visit: visitItem,
          // detaches all views, so that none of them writes to freed memory
          sapwood_detach_views: () => own.memory.grow(0),
          _abort_js() {
            throw new WebAssembly.RuntimeError('aborted');
          },
          emscripten_resize_heap: (needed: number) => grow(own.memory, needed >>> 0),
          _emscripten_memcpy_js(to: number, from: number, count: number) {
            memory().copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (count >>> 0));
          },
          ...embind(classes, memory, (at) => own.__indirect_function_table.get(at)),
        },
      },
      start({ exports }) {
        const { memory, __indirect_function_table, __wasm_call_ctors, ...verbs } =
          exports as unknown as Exports;
        own = { memory, __indirect_function_table, __wasm_call_ctors };
        const functions = Object.values(verbs);
        for (const [i, name] of names.split(' ').entries()) calls[`sapwood_${name}`] = functions[i];
        __wasm_call_ctors();
      },
      core: () => ({ calls: calls as unknown as RawCalls, classes, memory: own.memory }),
    };
  };
