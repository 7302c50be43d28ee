/**
 * Spatial data structures for web games: broad-phase pairs and spatial queries in 2D and 3D, with a
 * C++ core in WebAssembly SIMD. Begin with `await init()`.
 *
 * This entry point contains `SweepAndPrune`, `WideTree`, `DynamicTree` and `World`. `sapwood/2d`
 * and `sapwood/3d` contain the same classes for 2D or 3D only. Other structures have entry points
 * such as `sapwood/2d/quadtree`. `sapwood/all` contains everything.
 *
 * @module sapwood
 */
import { deserializerOf } from '../deserialize.js';
import { heapInUse as heapOf } from '../entry-modules.js';
import { expected } from '../errors.js';
import { DynamicTree, type SpatialIndex, SweepAndPrune, WideTree } from '../generated/game.js';
import { type Dimensions, reading } from '../inputs.js';
import { importError } from '../load-errors.js';
import { rejectUnknown } from '../option-names.js';
import { game } from './game.js';

export * from '../generated/game.js';
export { SpatialIndex, type SpatialQueries } from '../generated/game.js';
export * from './common.js';

/** Options of `init()` of `sapwood`. */
export interface GameInitOptions {
  /** Number of dimensions of the module to load. Default: both modules. */
  dimensions?: Dimensions;
}

/**
 * Loads the WebAssembly modules. Await this call before you create the first index. The modules of
 * 2D and 3D are imported dynamically. With code splitting, a page downloads only the requested
 * modules. Call `init` again to load the other module later.
 *
 * Service workers and worklets forbid dynamic imports; use `sapwood/2d` or `sapwood/3d` there.
 * @param options - `dimensions`: 2 or 3, to load one module.
 * @returns Promise that resolves when the modules are loaded.
 * @throws SapwoodError `unsupported` if the host lacks SIMD, or forbids compilation or dynamic
 * import
 * @throws SapwoodError `not-initialized` if the import failed
 * @throws SapwoodError `invalid-argument` for invalid options
 * @example
 * ```ts
 * import { init, WideTree } from 'sapwood';
 *
 * await init({ dimensions: 2 });
 * console.log(new WideTree({ dimensions: 2 }).size); // 0
 * ```
 */
export async function init(options: GameInitOptions = {}): Promise<void> {
  const dimensions = readDimensions(options);
  // imports the modules one after the other, because some hosts cannot import two modules with
  // common dependencies concurrently
  const halves = [];
  try {
    if (dimensions !== 3) halves.push(await import('../generated/2d.js'));
    if (dimensions !== 2) halves.push(await import('../generated/3d.js'));
  } catch (cause) {
    throw importError(cause);
  }
  await Promise.all(halves.map((half) => half.init()));
}

function readDimensions(options: GameInitOptions): Dimensions | undefined {
  return reading('invalid-argument', 'init options', () => {
    if (typeof options !== 'object' || options === null) {
      throw expected('invalid-argument', 'init options', 'an object', options);
    }
    rejectUnknown('init options', options, ['dimensions']);
    const { dimensions } = options;
    if (dimensions === undefined || dimensions === 2 || dimensions === 3) return dimensions;
    throw expected('invalid-argument', 'init options.dimensions', '2 or 3', dimensions);
  });
}

/**
 * Returns a new index from bytes of `serialize()`, with the same structure, dimensions, options,
 * items, ids and filters.
 * @param bytes - Result of `serialize()`.
 * @returns New index. Dispose of it after use.
 * @throws SapwoodError `bad-data` if the bytes are damaged or `serialize()` did not write them
 * @throws SapwoodError `unsupported` for an index of another entry point
 * @throws SapwoodError `not-initialized` before `init()`
 * @throws SapwoodError `out-of-memory`
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(game, [SweepAndPrune, WideTree, DynamicTree]) as (
    bytes: Uint8Array | ArrayBuffer,
  ) => SpatialIndex;

/**
 * Returns the number of bytes of WASM memory that all indices and buffers of this entry point use.
 * @returns Number of bytes.
 * @throws SapwoodError `not-initialized` before `init()`
 */
export const heapInUse = (): number => heapOf(game);
