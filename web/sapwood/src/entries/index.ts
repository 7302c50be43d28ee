/**
 * Spatial data structures for web games: broad-phase pairs and spatial queries in 2D and 3D, a C++
 * core in WebAssembly SIMD. Begin with `await init()`.
 *
 * This is what a game needs, in both dimensions. `sapwood/2d` and `sapwood/3d` have one of them;
 * every other structure has an entry point of its own, and `sapwood/all` has everything.
 *
 * @module sapwood
 */
import { deserializerOf } from '../deserialize.js';
import { expected } from '../errors.js';
import { reading } from '../foreign.js';
import { DynamicTree, type SpatialIndex, SweepAndPrune, WideTree } from '../generated/game.js';
import { heapInUse as heapOf } from '../home.js';
import { importError } from '../load-errors.js';
import { refuseUnknown } from '../option-names.js';
import type { Dimensions } from '../options.js';
import { game } from './game.js';

export * from '../generated/game.js';
export { SpatialIndex, type SpatialQueries } from '../generated/game.js';
export * from './common.js';

/** Which of the two modules `init()` loads. Unknown names are `invalid-argument` errors. */
export interface GameInitOptions {
  /** 2 or 3: loads that half only. Both when left out. */
  dimensions?: Dimensions;
}

/**
 * Loads the modules; await it once before the first index is made. Each dimension has a module,
 * inlined in a file of its own that is imported when it is wanted: a bundler that splits makes
 * a page download one of them. Call it again for the other dimension.
 *
 * Service workers and worklets forbid imports at run time: use `sapwood/2d` or `sapwood/3d` there.
 *
 * Rejects with a `SapwoodError`: `unsupported` (no SIMD, or the host forbids compilation or the
 * import), `not-initialized` (the import failed), `invalid-argument` (bad options). Whatever failed
 * is in `cause`.
 */
export async function init(options: GameInitOptions = {}): Promise<void> {
  const dimensions = readDimensions(options);
  // one import after the other: not every host's loader bears two that share files
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
    refuseUnknown('init options', options, ['dimensions']);
    const { dimensions } = options;
    if (dimensions === undefined || dimensions === 2 || dimensions === 3) return dimensions;
    throw expected('invalid-argument', 'init options.dimensions', '2 or 3', dimensions);
  });
}

/**
 * An index as `serialize()` wrote it: the same structure, dimension, options, items and ids. Errors:
 * `bad-data` for what `serialize()` did not write, be it one changed bit; `unsupported` for an index
 * of another entry point; `not-initialized` before `init()`.
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(game, [SweepAndPrune, WideTree, DynamicTree]) as (
    bytes: Uint8Array | ArrayBuffer,
  ) => SpatialIndex;

/**
 * Bytes of WASM memory that are in use, of all indices and buffers. Error: `not-initialized` before
 * `init()`.
 */
export const heapInUse = (): number => heapOf(game);
