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
import { game } from './game.js';

export * from './common.js';
export type { DynamicTreeOptions, SweepAndPruneOptions, WideTreeOptions };

/** {@inheritDoc SweepAndPruneInAll} */
export class SweepAndPrune extends SweepAndPruneInAll {
  static override readonly home: EntryPoint = game;
}

/** {@inheritDoc WideTreeInAll} */
export class WideTree extends WideTreeInAll {
  static override readonly home: EntryPoint = game;
}

/** {@inheritDoc DynamicTreeInAll} */
export class DynamicTree extends DynamicTreeInAll {
  static override readonly home: EntryPoint = game;
}

export interface GameInitOptions {
  /** 2 or 3: loads that half only. Both when left out. */
  dimensions?: Dimensions;
}

/**
 * Loads the modules; await it once before the first index is made. Each dimension has a module,
 * inlined in a file of its own that is imported when it is wanted: a bundler that splits makes
 * a page download one of them. Call it again for the other dimension.
 *
 * Rejects with a `SapwoodError`: `unsupported` (no SIMD, or a Content-Security-Policy forbids it),
 * `invalid-argument` (bad options). Whatever failed is in `cause`.
 */
export async function init(options: GameInitOptions = {}): Promise<void> {
  const dimensions = readDimensions(options);
  const wanted = [];
  if (dimensions !== 3) wanted.push(import('../generated/2d.js'));
  if (dimensions !== 2) wanted.push(import('../generated/3d.js'));
  const halves = await Promise.all(wanted);
  await Promise.all(halves.map((half) => half.init()));
}

function readDimensions(options: GameInitOptions): Dimensions | undefined {
  return reading('invalid-argument', 'init options', () => {
    if (typeof options !== 'object' || options === null) {
      throw expected('invalid-argument', 'init options', 'an object', options);
    }
    const unknown = Object.keys(options).find((key) => key !== 'dimensions');
    if (unknown !== undefined) {
      throw expected('invalid-argument', 'init options', 'only dimensions', unknown);
    }
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

/** Bytes of WASM memory that are in use, of all indices and buffers. */
export const heapInUse = (): number => heapOf(game);
