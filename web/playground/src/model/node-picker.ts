/**
 * Finds the node under the pointer, with an index over the boxes of the nodes. In 3D, the index is
 * queried by a ray, and in 2D by a point. Nodes are nested, so only the innermost drawn nodes are
 * candidates. The result is the nearest candidate in 3D, and the smallest in 2D.
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

  /** Only nodes for which `drawn` returns true are considered. */
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

  /**
   * Returns the nodes under the pointer: in 3D, in order of distance along the ray; in 2D, in order
   * of area, smallest first.
   */
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
