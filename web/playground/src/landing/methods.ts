/** Search methods of the landing page: brute force, grid and tree. */

import gameModule from 'sapwood/2d/core.wasm?url';
import { DynamicTree, init, isSupported } from 'sapwood/2d/slim';
import { CELL } from './swarm.js';

declare global {
  interface Window {
    /**
     * Pending response with the library's WebAssembly module. The inline script of the built page
     * starts this request.
     */
    figureResponse?: Promise<Response>;
  }
}

export const methods = ['all', 'grid', 'tree'] as const;
export type Method = (typeof methods)[number];

export { isSupported };

/** Index or brute-force search, with the functions that the figure and the game call. */
export interface Finder {
  build(boxes: Float32Array): void;
  counters(): { readonly itemTests: number; readonly nodeVisits: number };
  pairs(): Uint32Array;
  querySphereInto(center: readonly [number, number], radius: number, out: Uint32Array): number;
}

const creates = new Map<Method, () => Finder>([['all', () => new CheckAll()]]);

export async function loadMethods(): Promise<void> {
  const response = await window.figureResponse?.catch(() => undefined);
  await init({ wasm: response ?? new URL(gameModule, document.baseURI) });
  // without a margin, the leaf boxes of the tree equal the drawn boxes
  creates.set('tree', () => new DynamicTree({ margin: 0 }));
}

let grid: Promise<void> | undefined;

/** The grid is loaded later than the tree, because the initial animation does not show it. */
export function loadGrid(): Promise<void> {
  grid ??= import('sapwood/2d/spatial-hash').then(async ({ init: initGrid, SpatialHash }) => {
    await initGrid();
    creates.set('grid', () => new SpatialHash({ cellSize: CELL }));
  });
  return grid;
}

/** A finder is created when it is first requested. */
export class Finders {
  readonly #made = new Map<Method, Finder>();

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

export function testsOf(finder: Finder): number {
  const { itemTests, nodeVisits } = finder.counters();
  return itemTests + nodeVisits;
}

/** Brute force: tests all boxes, and counts the tests in the same way as an index. */
class CheckAll {
  #boxes: Float32Array = new Float32Array(0);
  #tests = 0;

  build(boxes: Float32Array): void {
    this.#boxes = boxes;
  }

  counters() {
    return { nodeVisits: 0, itemTests: this.#tests };
  }

  querySphereInto([x, y]: readonly [number, number], radius: number, out: Uint32Array): number {
    const boxes = this.#boxes;
    let found = 0;
    let tests = 0;
    for (let at = 0; at < boxes.length; at += 4) {
      tests++;
      const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 2]);
      const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 3]);
      if (dx * dx + dy * dy <= radius * radius) out[found++] = at / 4;
    }
    this.#tests = tests;
    return found;
  }

  pairs(): Uint32Array {
    const boxes = this.#boxes;
    const { length } = boxes;
    const found: number[] = [];
    let tests = 0;
    for (let a = 0; a < length; a += 4) {
      const x0 = boxes[a];
      const y0 = boxes[a + 1];
      const x1 = boxes[a + 2];
      const y1 = boxes[a + 3];
      for (let b = a + 4; b < length; b += 4) {
        tests++;
        if (boxes[b] > x1 || boxes[b + 2] < x0 || boxes[b + 1] > y1 || boxes[b + 3] < y0) continue;
        found.push(a / 4, b / 4);
      }
    }
    this.#tests = tests;
    return new Uint32Array(found);
  }
}
