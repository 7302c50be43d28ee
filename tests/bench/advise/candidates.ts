/**
 * Candidates from which `advise` can choose: every structure with its useful options and every
 * update policy.
 */

import { labelOf } from 'measuring/schema';
import { type SpatialIndex, structures } from 'sapwood/all';
import { type Contender, createIndex, notSensible, variantsOf } from '../node/contenders';

export type PolicyId = 'rebuild' | 'refit' | 'incremental';

export interface Change {
  readonly boxes: Float32Array;
  /** Ids of the moved items in ascending order, and their boxes. */
  readonly ids: Uint32Array;
  readonly moved: Float32Array;
}

/**
 * Updates an index and returns the number of items that changed their position in the structure.
 */
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
 * Options that are measured only with their default value. For `axis`, the automatic choice is the
 * best or second best value. The other options build the same tree in a different way, or affect
 * only single insertions.
 */
const fixedOptions = [
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

/**
 * Option values that are excluded. With `persistent`, the structure keeps its pairs between
 * queries, so the counters miss work. The other values were never the best.
 */
const excludedChoices = ['linear', 'quadratic', 'exhaustive', 'morton', 'persistent'];

const tuned: readonly (readonly [structure: string, options: Contender['options']])[] = [
  ['loose-octree', { looseness: 1.25 }],
];

function sensible({ options }: Contender): boolean {
  return Object.entries(options).every(
    ([name, value]) => !fixedOptions.includes(name) && !excludedChoices.includes(String(value)),
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

const SLOW_CLUSTERS = 30_000;

function isTooSlow(contender: Contender, n: number): boolean {
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

/**
 * Returns the candidates for a world. In a static world, every candidate is only built. In a moving
 * world, each update policy of a structure is a separate candidate.
 */
export function candidatesIn(dimensions: 2 | 3, n: number, moves: boolean): readonly Candidate[] {
  return contendersIn(dimensions)
    .filter((contender) => !isTooSlow(contender, n))
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
