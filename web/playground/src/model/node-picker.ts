/**
 * The node under a pointer, found by the library itself: a tree over the nodes' volumes is asked along the pointer's
 * ray, or at its point in the plane. Nodes lie inside each other, so that a ray that meets a leaf meets all of its
 * parents before: what is meant are the deepest ones that are drawn, and of these the nearest.
 */

import { type NodeDump, type SpatialIndex, structures } from 'sapwood/all';
import type { Dimensions } from '../state/settings.js';
import { shownVolumes } from './node-volumes.js';

export interface PointerRay {
  readonly origin: readonly number[];
  readonly direction: readonly number[];
}

export class NodePicker {
  private index: SpatialIndex | null = null;
  private over: NodeDump | null = null;

  constructor(private readonly dimensions: Dimensions) {}

  /** Null where there is none; `drawn` says which nodes count. */
  pick(dump: NodeDump, ray: PointerRay, drawn: (node: number) => boolean): number | null {
    if (dump.count === 0) return null;
    const index = this.indexOver(dump);
    const met = this.nodesMet(index, ray).filter(drawn);
    const parents = new Set<number>();
    for (const node of met) {
      for (let at = dump.parent[node]; at >= 0 && !parents.has(at); at = dump.parent[at]) {
        parents.add(at);
      }
    }
    const deepest = met.filter((node) => !parents.has(node));
    return deepest.at(0) ?? null;
  }

  dispose(): void {
    this.index?.dispose();
    this.index = null;
    this.over = null;
  }

  /** By distance along the ray; in the plane the smallest first. */
  private nodesMet(index: SpatialIndex, { origin, direction }: PointerRay): number[] {
    if (this.dimensions === 3) return [...index.raycastAll(origin, direction).ids];
    const found = [...index.queryPoint(origin.slice(0, 2))];
    const area = new Map(
      found.map((node) => {
        const [left, bottom, right, top] = index.box(node);
        return [node, (right - left) * (top - bottom)];
      }),
    );
    return found.sort((a, b) => (area.get(a) ?? 0) - (area.get(b) ?? 0) || a - b);
  }

  private indexOver(dump: NodeDump): SpatialIndex {
    if (!this.index) {
      const entry = structures.find(({ id }) => id === 'static-tree') ?? structures[0];
      this.index = entry.create({ dimensions: this.dimensions });
    }
    if (this.over !== dump) this.index.build(shownVolumes(dump, this.dimensions));
    this.over = dump;
    return this.index;
  }
}
