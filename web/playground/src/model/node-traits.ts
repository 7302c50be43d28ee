/**
 * Values for coloring nodes: the position of a node in the order of query visits, and its overlap
 * with siblings. Each value is a color index from 0 to 63, or `NO_TRAIT`.
 */

import type { NodeDump } from 'sapwood/all';
import type { Coloring } from '../state/settings.js';

export const RAMP_STEPS = 64;
export const NO_TRAIT = 255;

/** Properties that nodes are colored by, in the order in which `writeTraits` writes them. */
export const traitKinds = ['visits', 'overlap'] as const;
export type TraitKind = (typeof traitKinds)[number];

export interface TraitSource {
  readonly dump: NodeDump;
  /** Overlap of each node with its siblings; null if the overlap is not shown. */
  readonly overlaps: Float32Array | null;
  /**
   * Position of each node in the order of visits: 1 for the first visited node, and 0 for nodes
   * that are not visited. Null if the order is unknown.
   */
  readonly visitOrder: Uint32Array | null;
}

export function isTrait(color: Coloring): color is TraitKind {
  return color !== 'level';
}

/**
 * Returns the highest visit position over all views. The last color of the ramp stands for this
 * position.
 */
export function lastVisit(sources: readonly TraitSource[]): number {
  let last = 0;
  for (const { dump, visitOrder } of sources) {
    for (let node = 0; visitOrder && node < dump.count; node++) {
      last = Math.max(last, visitOrder[node]);
    }
  }
  return last;
}

function step(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * (RAMP_STEPS - 1));
}

/**
 * Writes two color indices per node, one for each property. `visits` is the visit position that
 * gets the last color.
 */
export function writeTraits(source: TraitSource, visits: number, target: Uint8Array): void {
  const { dump, overlaps, visitOrder } = source;
  for (let node = 0; node < dump.count; node++) {
    const overlap = overlaps ? overlaps[node] : -1;
    const visit = visitOrder ? visitOrder[node] : 0;
    target[2 * node] = visit === 0 ? NO_TRAIT : step((visit - 1) / Math.max(visits - 1, 1));
    target[2 * node + 1] = overlap < 0 ? NO_TRAIT : step(overlap);
  }
}

/** Returns the numbers at the start, middle and end of the color legend. */
export function traitTicks(kind: TraitKind, visits: number): readonly [number, number, number] {
  if (kind === 'overlap') return [0, 50, 100];
  return [1, Math.max(1, visits / 2), Math.max(1, visits)];
}
