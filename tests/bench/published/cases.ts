/** Scenes and numbers of boxes of the published benchmark, and additional larger numbers. */

import { type PublishedName, publishedBoxes, publishedNames, publishedScene } from 'scenes';
import type { Counts } from './record';

export interface Case {
  readonly scene: PublishedName;
  readonly n: number;
}

export const publishedCounts = [10, 100, 500, 1000, 2000] as const;
export const largerCounts = [5000, 10_000, 50_000] as const;
/** Largest number of boxes in the charts of the publication. */
export const LARGEST_PUBLISHED = 2000;

export const cases: readonly Case[] = publishedNames.flatMap((scene) =>
  [...publishedCounts, ...largerCounts].map((n) => ({ scene, n })),
);

/**
 * Returns the number of generated scenes for n boxes. The publication generates five. At 50,000
 * boxes, one scene has up to 67 million pairs, so a single scene is used.
 */
export function iterationsOf(n: number): number {
  return n <= 10_000 ? 5 : 1;
}

/**
 * Returns boxes that overlap, including contact, if and only if they overlap in the publication. In
 * the publication, the last pixel is outside of a box, and boxes that only touch do not overlap.
 */
export function boxesOf({ scene, n }: Case, iteration: number): Float32Array {
  const convention = { touching: false, lastPixelOutside: true };
  return publishedBoxes(publishedScene(scene, n, iteration), convention);
}

export function mean(counts: readonly Counts[]): Counts {
  const of = (pick: (one: Counts) => number) =>
    counts.reduce((sum, one) => sum + pick(one), 0) / counts.length;
  return {
    tests: of(({ tests }) => tests),
    visits: of(({ visits }) => visits),
    found: of(({ found }) => found),
    missed: of(({ missed }) => missed),
    duplicated: of(({ duplicated }) => duplicated),
  };
}
