/**
 * All structures in 2D and 3D, with inspection, for tools, tests and comparisons. Begin with `await
 * init()`, which loads the file `sapwood/all/core.wasm`.
 *
 * @module sapwood/all
 */
import { deserializerOf } from '../deserialize.js';
import { allModule, heapInUse as heapOf } from '../entry-modules.js';
import { classes } from '../generated/classes.js';
import type { SpatialIndex } from '../generated/structures.js';
import { loaderOf } from '../init.js';
import type { InitOptions, InitSyncOptions } from '../init-options.js';
import { loadError, withHint } from '../load-errors.js';
import { inspection } from '../methods/inside.js';
import glue from '../wasm/all/core.mjs';
import { files } from '../wasm-file.js';

export { type Advice, advise, type SceneAdvice } from '../advice/advise.js';
export type { SceneFigures } from '../advice/figures.js';
export type { SceneMotion } from '../advice/motion.js';
export type { UpdatePolicy } from '../advice/rules.js';
export type { SceneSample } from '../advice/scene-sample.js';
export { type TuneRequest, type Tuning, tune } from '../advice/tune.js';
export { type CoreInfo, coreInfo } from '../entry-modules.js';
export * from '../generated/structures.js';
export { SpatialIndex, type SpatialQueries } from '../generated/structures.js';
export {
  type PairWork,
  type RebuildOptions,
  strategiesOf,
  type TreeStrategies,
} from '../methods/strategies.js';
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
} from '../methods/trace.js';
export { type StructureEntry, structures } from '../registry.js';
export * from './common.js';

/**
 * Returns a new index from bytes of `serialize()`, with the same structure, dimensions, options,
 * items, ids and filters.
 * @param bytes - Result of `serialize()`.
 * @returns New index. Dispose of it after use.
 * @throws SapwoodError `bad-data` if the bytes are damaged or `serialize()` did not write them
 * @throws SapwoodError `not-initialized` before `init()`
 * @throws SapwoodError `out-of-memory`
 * @example
 * ```ts
 * const index = new Quadtree({ dimensions: 2 });
 * index.build([0, 0, 1, 1]);
 * const copy = deserialize(index.serialize());
 * console.log(copy.id, copy.size); // quadtree 1
 * ```
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(allModule, classes) as (
    bytes: Uint8Array | ArrayBuffer,
  ) => SpatialIndex;

/**
 * Returns the number of bytes of WASM memory that all indices and buffers of this entry point use.
 * @returns Number of bytes.
 * @throws SapwoodError `not-initialized` before `init()`
 */
export const heapInUse = (): number => heapOf(allModule);

function ownFile(): URL {
  try {
    // bundlers recognize this expression, copy the file and insert its URL
    return new URL('../wasm/all/core.wasm', import.meta.url);
  } catch (cause) {
    // a script that is not a module has no `import.meta.url`
    throw loadError('core.wasm', 'this script has no URL to resolve it against', cause);
  }
}
const loader = /* @__PURE__ */ loaderOf({
  module: allModule,
  glue,
  own: ownFile,
  explain: withHint,
  files,
  inspection,
});

/**
 * Loads the WebAssembly module. Await this call before you create the first index. Concurrent and
 * later calls share one load; their options are validated and otherwise ignored. After a failure,
 * the next call tries again.
 * @param options - `wasm`: a URL, a `Response`, bytes, or a compiled module. Default: the file
 * `sapwood/all/core.wasm`, which bundlers copy. `traceOf` requires `sapwood/all/trace.wasm`.
 * @returns Promise that resolves when the module is loaded.
 * @throws SapwoodError `unsupported` if the host lacks SIMD or forbids compilation
 * @throws SapwoodError `bad-data` if the bytes are not the module of this entry point
 * @throws SapwoodError `not-initialized` if the module could not be fetched or read
 * @throws SapwoodError `invalid-argument` for invalid options
 * @example
 * ```ts
 * import { init, structures } from 'sapwood/all';
 *
 * await init();
 * console.log(structures[0].create({ dimensions: 2 }).id); // brute-force
 * ```
 */
export const init: (options?: InitOptions) => Promise<void> = loader.init;

/**
 * Loads the WebAssembly module synchronously. Some browsers forbid this on the main thread.
 * @param options - `wasm`: bytes or a compiled module. Default in Node: the file of the package.
 * @throws SapwoodError with the same codes as `init`
 */
export const initSync: (options?: InitSyncOptions) => void = loader.initSync;
