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
import type { EntryPoint } from '../entry-point.js';
import { expected } from '../errors.js';
import { reading } from '../foreign.js';
import { heapInUse as heapOf } from '../home.js';
import { importError } from '../load-errors.js';
import { refuseUnknown } from '../option-names.js';
import type { Dimensions } from '../options.js';
import type { SpatialIndex } from '../spatial-index.js';
import {
  DynamicTree as DynamicTreeInAll,
  type DynamicTreeOptions,
} from '../structures/bvh/dynamic-tree.js';
import { WideTree as WideTreeInAll, type WideTreeOptions } from '../structures/bvh/wide-tree.js';
import {
  SweepAndPrune as SweepAndPruneInAll,
  type SweepAndPruneOptions,
} from '../structures/sweep/sweep-and-prune.js';
import {
  type BodyOptions,
  type RestoreOptions,
  World as WorldInAll,
  type WorldOptions,
} from '../world/world.js';
import { game } from './game.js';

export * from './common.js';
export type {
  BodyOptions,
  DynamicTreeOptions,
  RestoreOptions,
  SweepAndPruneOptions,
  WideTreeOptions,
  WorldOptions,
};

/**
 * Boxes sorted by their lower edge on one axis; each is compared with those that follow until one
 * starts behind its upper edge. A grid over the other axes keeps the lists short: the fastest way
 * to all pairs when everything moves.
 */
export class SweepAndPrune extends SweepAndPruneInAll {
  /** The modules of this entry point, one for each dimension, where its indices live. */
  static override readonly home: EntryPoint = game;
}

/**
 * A tree of nodes with four children each, which one SIMD test answers for: the fastest for
 * queries. Built in bulk, refitted when items move; pending items wait beside the tree until it is
 * built anew.
 */
export class WideTree extends WideTreeInAll {
  /** The modules of this entry point, one for each dimension, where its indices live. */
  static override readonly home: EntryPoint = game;
}

/**
 * A binary tree of fat boxes. Each insertion, removal or move repairs one path of the tree, so that
 * calls take about the same time. Inserts by the surface-area heuristic and balances by rotations.
 */
export class DynamicTree extends DynamicTreeInAll {
  /** The modules of this entry point, one for each dimension, where its indices live. */
  static override readonly home: EntryPoint = game;
}

/**
 * Bodies that come, go, move, sleep and meet: what a game asks of a physics engine that needs no
 * physics.
 *
 * Two bodies meet when their boxes overlap (touching counts), each one's category is in the other's
 * mask, and not both are static. `step()` finds the pairs that meet and which of them began and ended
 * since the last step. All queries of an index are here, ids ascending; they see the present boxes,
 * and a filter may name layers. Nothing that is found depends on the broad phase.
 *
 * Errors are those of an index, and leave the world as it was.
 */
export class World<T = unknown> extends WorldInAll<T> {
  /** The modules of this entry point, one for each dimension, where its worlds live. */
  static override readonly home: EntryPoint = game;
}

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
 * import), `not-initialised` (the import failed), `invalid-argument` (bad options). Whatever failed
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
 * of another entry point; `not-initialised` before `init()`.
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(game, [SweepAndPrune, WideTree, DynamicTree]);

/**
 * Bytes of WASM memory that are in use, of all indices and buffers. Error: `not-initialised` before
 * `init()`.
 */
export const heapInUse = (): number => heapOf(game);
