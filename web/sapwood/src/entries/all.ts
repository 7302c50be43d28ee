/**
 * Everything in both dimensions, with a look inside: for tools, teaching and comparing.
 * Begin with `await init()`; the module is the file `sapwood/all/core.wasm`. Whoever draws walks
 * (`traceOf`) hands over the address of `sapwood/all/trace.wasm` instead, which is larger.
 *
 * @module sapwood/all
 */
import { deserializerOf } from '../deserialize.js';
import { classes } from '../generated/classes.js';
import type { SpatialIndex } from '../generated/structures.js';
import { heapInUse as heapOf, laboratory } from '../home.js';
import { loaderOf } from '../init.js';
import type { InitOptions, InitSyncOptions } from '../init-options.js';
import { loadError, withRemedy } from '../load-errors.js';
import { inspection } from '../verbs/inside.js';
import glue from '../wasm/all/core.mjs';
import { files } from '../wasm-file.js';

export { type Advice, advise, type SceneAdvice } from '../advice/advise.js';
export type { SceneFigures } from '../advice/figures.js';
export type { SceneMotion } from '../advice/motion.js';
export type { UpdatePolicy } from '../advice/rules.js';
export type { SceneSample } from '../advice/scene-sample.js';
export * from '../generated/structures.js';
export { SpatialIndex, type SpatialQueries } from '../generated/structures.js';
export { type StructureEntry, structures } from '../registry.js';
export { type CoreInfo, coreInfo } from '../state.js';
export {
  type PairWork,
  type RebuildOptions,
  strategiesOf,
  type TreeStrategies,
} from '../verbs/strategies.js';
export {
  type TracedBox,
  type TracedFrustum,
  type TracedNearest,
  type TracedQuery,
  type TracedRay,
  type TracedSphere,
  traceOf,
  WalkStep,
  type WalkTrace,
} from '../verbs/trace.js';
export * from './common.js';

/**
 * An index as `serialize()` wrote it: the same structure, dimension, options, items and ids.
 * Errors: `bad-data` for anything else, be it one changed bit; `not-initialized` before `init()`.
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(laboratory, classes) as (
    bytes: Uint8Array | ArrayBuffer,
  ) => SpatialIndex;

/**
 * Bytes that the allocator of the WASM module has handed out, of all indices and buffers. Error:
 * `not-initialized` before `init()`.
 */
export const heapInUse = (): number => heapOf(laboratory);

function ownFile(): URL {
  try {
    // bundlers know this form, copy the file and put its new address here
    return new URL('../wasm/all/core.wasm', import.meta.url);
  } catch (cause) {
    // a script that is no module has no URL
    throw loadError('core.wasm', 'this script has no URL to resolve it against', cause);
  }
}
const loader = /* @__PURE__ */ loaderOf({
  module: laboratory,
  glue,
  own: ownFile,
  explain: withRemedy,
  files,
  inspection,
});

/**
 * Loads the module; await it once before the first index is made. Idempotent: concurrent and later
 * calls share one load and ignore their options; after a failure the next call tries again.
 *
 * Rejects with a `SapwoodError`: `unsupported` (no SIMD, or the host forbids compilation),
 * `bad-data` (the bytes are not this package's module), `not-initialized` (could not be fetched or
 * read), `invalid-argument` (bad options). Whatever failed is in `cause`.
 */
export const init: (options?: InitOptions) => Promise<void> = loader.init;

/**
 * Like `init`, without waiting: with bytes or a compiled module, in Node also without options.
 * Browsers may forbid synchronous compilation of bytes on the page's main thread.
 */
export const initSync: (options?: InitSyncOptions) => void = loader.initSync;
