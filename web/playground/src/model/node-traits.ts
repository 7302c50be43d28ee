/**
 * What a node's color can tell besides its level, as places on a ramp of 64 steps: how many items it holds, how much
 * its siblings overlap it, when the query came to it, how long it has been as it is.
 */

import type { NodeDump } from 'sapwood/all';
import type { Coloring } from '../state/settings.js';

export const RAMP_STEPS = 64;
/** The place of a node to which the trait does not apply. */
export const NO_TRAIT = 255;

/** In this order behind each other for each node. */
export const traitKinds = ['occupancy', 'overlap', 'visits', 'age'] as const;
export type TraitKind = (typeof traitKinds)[number];

/** The largest values on the page: where the ramp ends, the same in both views. */
export interface TraitScale {
  readonly occupancy: number;
  readonly visits: number;
  readonly age: number;
}

export interface TraitSource {
  readonly dump: NodeDump;
  /** Frame of the dump. */
  readonly frame: number;
  readonly bornAt: Int32Array;
  /** Null while nobody asked for it. */
  readonly overlaps: Float32Array | null;
  /** 1 for the first node that the query came to, 0 for those that it did not; null where that is not known. */
  readonly visitOrder: Uint32Array | null;
}

export function isTrait(color: Coloring): color is TraitKind {
  return color !== 'level' && color !== 'published';
}

/** Of one view; the page's is the larger of two. */
export function traitScale({ dump, frame, bornAt, visitOrder }: TraitSource): TraitScale {
  let occupancy = 1;
  let age = 0;
  let visits = 0;
  for (let node = 0; node < dump.count; node++) {
    occupancy = Math.max(occupancy, dump.itemCount[node]);
    age = Math.max(age, frame - bornAt[node]);
    if (visitOrder) visits = Math.max(visits, visitOrder[node]);
  }
  return { occupancy, age, visits };
}

export function largerScale(a: TraitScale, b: TraitScale): TraitScale {
  return {
    occupancy: Math.max(a.occupancy, b.occupancy),
    visits: Math.max(a.visits, b.visits),
    age: Math.max(a.age, b.age),
  };
}

/** Place of a value from 0 to 1. */
function step(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * (RAMP_STEPS - 1));
}

function occupancyStep(items: number, { occupancy }: TraitScale): number {
  if (items === 0) return NO_TRAIT;
  return step(occupancy > 1 ? Math.log(items) / Math.log(occupancy) : 1);
}

/** Writes four places a node. */
export function writeTraits(source: TraitSource, scale: TraitScale, target: Uint8Array): void {
  const { dump, frame, bornAt, overlaps, visitOrder } = source;
  for (let node = 0; node < dump.count; node++) {
    const at = 4 * node;
    const overlap = overlaps ? overlaps[node] : -1;
    const visit = visitOrder ? visitOrder[node] : 0;
    target[at] = occupancyStep(dump.itemCount[node], scale);
    target[at + 1] = overlap < 0 ? NO_TRAIT : step(overlap);
    target[at + 2] = visit === 0 ? NO_TRAIT : step((visit - 1) / Math.max(scale.visits - 1, 1));
    target[at + 3] = step(
      scale.age > 0 ? Math.log1p(frame - bornAt[node]) / Math.log1p(scale.age) : 0,
    );
  }
}

/** Numbers below the ramp, at 0, one half and 1 of its length. */
export function traitTicks(kind: TraitKind, scale: TraitScale): readonly [number, number, number] {
  switch (kind) {
    case 'occupancy':
      return [1, Math.sqrt(scale.occupancy), scale.occupancy];
    case 'overlap':
      return [0, 50, 100];
    case 'visits':
      return [1, Math.max(1, scale.visits / 2), Math.max(1, scale.visits)];
    case 'age':
      return [0, Math.expm1(Math.log1p(scale.age) / 2), scale.age];
  }
}
