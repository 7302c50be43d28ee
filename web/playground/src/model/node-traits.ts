/**
 * What a node's color can show besides its level, as places on a ramp of 64 steps: when the query visited the node,
 * and how much its siblings overlap it.
 */

import type { NodeDump } from 'sapwood/all';
import type { Coloring } from '../state/settings.js';

export const RAMP_STEPS = 64;
/** The place of a node to which the trait does not apply. */
export const NO_TRAIT = 255;

/** In the order in which they are stored for each node. */
export const traitKinds = ['visits', 'overlap'] as const;
export type TraitKind = (typeof traitKinds)[number];

export interface TraitSource {
  readonly dump: NodeDump;
  /** Null while nobody asked for it. */
  readonly overlaps: Float32Array | null;
  /** 1 for the first node that the query came to, 0 for those that it did not; null where that is not known. */
  readonly visitOrder: Uint32Array | null;
}

export function isTrait(color: Coloring): color is TraitKind {
  return color !== 'level';
}

/** The last visit, where the ramp of visits ends: the same number for both views of the page. */
export function lastVisit(sources: readonly TraitSource[]): number {
  let last = 0;
  for (const { dump, visitOrder } of sources) {
    for (let node = 0; visitOrder && node < dump.count; node++) {
      last = Math.max(last, visitOrder[node]);
    }
  }
  return last;
}

/** Place of a value from 0 to 1. */
function step(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * (RAMP_STEPS - 1));
}

/** Writes two places a node. */
export function writeTraits(source: TraitSource, visits: number, target: Uint8Array): void {
  const { dump, overlaps, visitOrder } = source;
  for (let node = 0; node < dump.count; node++) {
    const overlap = overlaps ? overlaps[node] : -1;
    const visit = visitOrder ? visitOrder[node] : 0;
    target[2 * node] = visit === 0 ? NO_TRAIT : step((visit - 1) / Math.max(visits - 1, 1));
    target[2 * node + 1] = overlap < 0 ? NO_TRAIT : step(overlap);
  }
}

/** Numbers below the ramp, at 0, one half and 1 of its length. */
export function traitTicks(kind: TraitKind, visits: number): readonly [number, number, number] {
  if (kind === 'overlap') return [0, 50, 100];
  return [1, Math.max(1, visits / 2), Math.max(1, visits)];
}
