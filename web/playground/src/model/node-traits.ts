/**
 * Properties of nodes that are shown as colors: the order in which the query visits the nodes, and
 * the overlap with siblings. Values are steps 0 to 63 of a color ramp.
 */

import type { NodeDump } from 'sapwood/all';
import type { Coloring } from '../state/settings.js';

export const RAMP_STEPS = 64;
/** Value of nodes that do not have the property. */
export const NO_TRAIT = 255;

/** Properties in the order in which `writeTraits` writes them. */
export const traitKinds = ['visits', 'overlap'] as const;
export type TraitKind = (typeof traitKinds)[number];

export interface TraitSource {
  readonly dump: NodeDump;
  /** Overlap of each node; null if it is not required. */
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
 * Returns the highest position in the order of visits over all views. The color ramp ends at this
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

/** Converts a fraction between 0 and 1 to a step of the color ramp. */
function step(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * (RAMP_STEPS - 1));
}

/**
 * Writes two steps of the color ramp per node, one for each property. `visits` is the position at
 * which the ramp ends.
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

/** Returns the numbers at the start, middle and end of the legend. */
export function traitTicks(kind: TraitKind, visits: number): readonly [number, number, number] {
  if (kind === 'overlap') return [0, 50, 100];
  return [1, Math.max(1, visits / 2), Math.max(1, visits)];
}
