/** The scenes and sizes of the published benchmark, and the larger sizes that it lacks. */

import { type PublishedName, publishedBoxes, publishedNames, publishedScene } from 'scenes';
import type { Counts } from './record';

export interface Case {
  readonly scene: PublishedName;
  readonly n: number;
}

export const publishedCounts = [10, 100, 500, 1000, 2000] as const;
export const largerCounts = [5000, 10_000, 50_000] as const;
/** The size that the publication's charts end with. */
export const LARGEST_PUBLISHED = 2000;

export const cases: readonly Case[] = publishedNames.flatMap((scene) =>
  [...publishedCounts, ...largerCounts].map((n) => ({ scene, n })),
);

/** The publication generates each scene five times; the largest size, of up to 67 million pairs, once. */
export function iterationsOf(n: number): number {
  return n <= 10_000 ? 5 : 1;
}

/**
 * Flat boxes whose closed overlaps are the overlaps of the publication: the last pixel belongs to no box, and touching
 * does not count.
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
