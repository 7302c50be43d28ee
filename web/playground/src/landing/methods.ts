/** Search methods of the landing page: brute force, grid and tree. */

import gameModule from 'sapwood/2d/core.wasm?url';
import { DynamicTree, init, isSupported } from 'sapwood/2d/slim';
import { CheckAll } from './check-all.js';
import { CELL } from './swarm.js';

declare global {
  interface Window {
    /** Requested by the inline script of the built page, before other scripts. */
    figureOnItsWay?: Promise<Response>;
  }
}

export const methods = ['all', 'grid', 'tree'] as const;
export type Method = (typeof methods)[number];

export { isSupported };

/** Index methods used by the pictures. */
export interface Finder {
  build(boxes: Float32Array): void;
  counters(): { readonly itemTests: number; readonly nodeVisits: number };
  pairs(): Uint32Array;
  querySphereInto(center: readonly [number, number], radius: number, out: Uint32Array): number;
}

const creates = new Map<Method, () => Finder>([['all', () => new CheckAll()]]);

/** Loads the tree. */
export async function loadMethods(): Promise<void> {
  const response = await window.figureOnItsWay?.catch(() => undefined);
  await init({ wasm: response ?? new URL(gameModule, document.baseURI) });
  // without margin, the tree's boxes are the drawn ones
  creates.set('tree', () => new DynamicTree({ margin: 0 }));
}

let grid: Promise<void> | undefined;

/** Loads the grid, which is needed after the first seconds. */
export function loadGrid(): Promise<void> {
  grid ??= import('sapwood/2d/spatial-hash').then(async ({ init: initGrid, SpatialHash }) => {
    await initGrid();
    creates.set('grid', () => new SpatialHash({ cellSize: CELL }));
  });
  return grid;
}

/** One finder per method, created when loaded. */
export class Finders {
  readonly #made = new Map<Method, Finder>();

  /** Returns null until the method is loaded. */
  of(method: Method): Finder | null {
    let finder = this.#made.get(method);
    if (!finder) {
      finder = creates.get(method)?.();
      if (!finder) return null;
      this.#made.set(method, finder);
    }
    return finder;
  }
}

/** Returns the tests of the last query: node or cell visits plus item tests. */
export function testsOf(finder: Finder): number {
  const { itemTests, nodeVisits } = finder.counters();
  return itemTests + nodeVisits;
}
