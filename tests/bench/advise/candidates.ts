/** Who could be advised: every structure with its sensible options, by every way to follow a world that moves. */

import { labelOf } from 'measuring/schema';
import { type SpatialIndex, structures } from 'sapwood/all';
import { type Contender, createIndex, notSensible, variantsOf } from '../node/contenders';

export type PolicyId = 'rebuild' | 'refit' | 'incremental';

/** One step of a world that moves. */
export interface Change {
  /** All boxes, flat. */
  readonly boxes: Float32Array;
  /** What has moved, ascending, and its boxes. */
  readonly ids: Uint32Array;
  readonly moved: Float32Array;
}

/** Brings an index up to date; returns how many items changed their place. */
export const follow: Readonly<Record<PolicyId, (index: SpatialIndex, change: Change) => number>> = {
  rebuild: (index, { boxes }) => {
    index.build(boxes);
    return index.size;
  },
  refit: (index, { boxes }) => index.update(boxes),
  incremental: (index, { ids, moved }) => index.moveMany(ids, moved),
};

export interface Candidate {
  readonly contender: Contender;
  readonly policy: PolicyId;
}

/**
 * Options that are left alone: the automatic axis is the best one or next to it, and the others give the same tree by
 * another way, or matter to items that are inserted one by one.
 */
const leftAlone = [
  'axis',
  'axes',
  'build',
  'measure',
  'levels',
  'balance',
  'insertion',
  'noneBelow',
  'spheres',
];

/** Choices that no world has ever asked for, and one whose work its counters do not tell (it remembers its pairs). */
const leftOut = ['linear', 'quadratic', 'exhaustive', 'morton', 'persistent'];

/** Options that are tried in addition to the defaults. */
const tuned: readonly (readonly [structure: string, options: Contender['options']])[] = [
  ['loose-octree', { looseness: 1.25 }],
];

function sensible({ options }: Contender): boolean {
  return Object.entries(options).every(
    ([name, value]) => !leftAlone.includes(name) && !leftOut.includes(String(value)),
  );
}

export function contendersIn(dimensions: 2 | 3): readonly Contender[] {
  return structures
    .filter((entry) => entry.dimensions.includes(dimensions))
    .flatMap((entry) => [
      ...variantsOf(entry, dimensions).filter(sensible),
      ...tuned
        .filter(([id]) => id === entry.id)
        .map(([structure, options]) => ({
          entry,
          options,
          label: labelOf({ structure, options }),
        })),
    ]);
}

/** Where nobody would take it and a run would mostly wait for it. */
const SLOW_CLUSTERS = 30_000;

function hopeless(contender: Contender, n: number): boolean {
  if (notSensible(contender, n)) return true;
  return contender.entry.id === 'cluster-split' && n > SLOW_CLUSTERS;
}

function fitting({ entry: { capabilities } }: Contender): readonly PolicyId[] {
  return [
    'rebuild',
    ...(capabilities.has('refit') ? (['refit'] as const) : []),
    ...(capabilities.has('dynamic') ? (['incremental'] as const) : []),
  ];
}

/** A world that stands still is built; one that moves is followed in every way that there is. */
export function candidatesIn(dimensions: 2 | 3, n: number, moves: boolean): readonly Candidate[] {
  return contendersIn(dimensions)
    .filter((contender) => !hopeless(contender, n))
    .flatMap((contender) =>
      (moves ? fitting(contender) : (['rebuild'] as const)).map((policy) => ({
        contender,
        policy,
      })),
    );
}

export function indexOf({ contender }: Candidate, dimensions: 2 | 3): SpatialIndex {
  return createIndex(contender, dimensions);
}
