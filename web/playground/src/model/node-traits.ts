/**
 * Node traits for colors, as steps 0 to 63 of a ramp: visit order of the query, and overlap with
 * siblings.
 */

import type { NodeDump } from 'sapwood/all';
import type { Coloring } from '../state/settings.js';

export const RAMP_STEPS = 64;
/** Ramp value of nodes without the trait. */
export const NO_TRAIT = 255;

/** Traits in the order in which `writeTraits` stores them. */
export const traitKinds = ['visits', 'overlap'] as const;
export type TraitKind = (typeof traitKinds)[number];

export interface TraitSource {
  readonly dump: NodeDump;
  /** Null if not requested. */
  readonly overlaps: Float32Array | null;
  /** 1 for the first visited node, 0 for unvisited nodes; null if unknown. */
  readonly visitOrder: Uint32Array | null;
}

export function isTrait(color: Coloring): color is TraitKind {
  return color !== 'level';
}

/** Returns the last visit in any view, at which the ramp ends. */
export function lastVisit(sources: readonly TraitSource[]): number {
  let last = 0;
  for (const { dump, visitOrder } of sources) {
    for (let node = 0; visitOrder && node < dump.count; node++) {
      last = Math.max(last, visitOrder[node]);
    }
  }
  return last;
}

/** Returns the ramp step of a share from 0 to 1. */
function step(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * (RAMP_STEPS - 1));
}

/** Writes two ramp steps per node. */
export function writeTraits(source: TraitSource, visits: number, target: Uint8Array): void {
  const { dump, overlaps, visitOrder } = source;
  for (let node = 0; node < dump.count; node++) {
    const overlap = overlaps ? overlaps[node] : -1;
    const visit = visitOrder ? visitOrder[node] : 0;
    target[2 * node] = visit === 0 ? NO_TRAIT : step((visit - 1) / Math.max(visits - 1, 1));
    target[2 * node + 1] = overlap < 0 ? NO_TRAIT : step(overlap);
  }
}

/** Returns labels for the start, middle and end of the ramp. */
export function traitTicks(kind: TraitKind, visits: number): readonly [number, number, number] {
  if (kind === 'overlap') return [0, 50, 100];
  return [1, Math.max(1, visits / 2), Math.max(1, visits)];
}
