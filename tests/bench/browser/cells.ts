/** Groups the results of a run for tables and charts. */

import type { LoadedRun, PhaseId, Result } from '../../../web/playground/src/bench/model';

/** Results of one phase and one scene in 2D or 3D, for all sizes and contenders. */
export interface Block {
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly phase: PhaseId;
  /** Numbers of boxes in ascending order. */
  readonly sizes: readonly number[];
  /** Keys of the contenders, in the order of their first result. */
  readonly contenders: readonly string[];
  readonly results: readonly Result[];
}

const keyOf = ({ scene, dimensions, phase }: Pick<Block, 'scene' | 'dimensions' | 'phase'>) =>
  `${scene} ${dimensions} ${phase}`;

export function blocksOf({ results }: LoadedRun): Block[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const group = groups.get(keyOf(result));
    if (group) group.push(result);
    else groups.set(keyOf(result), [result]);
  }
  return [...groups.values()].map((own) => {
    const { scene, dimensions, phase } = own[0];
    return {
      ...{ scene, dimensions, phase, results: own },
      sizes: [...new Set(own.map(({ n }) => n))].sort((a, b) => a - b),
      contenders: [...new Set(own.map(({ contender }) => contender))],
    };
  });
}

export function resultOf({ results }: Block, contender: string, n: number): Result | undefined {
  return results.find((result) => result.contender === contender && result.n === n);
}

/** Returns the results of one size that have a time, the fastest first. */
export function ranked({ results }: Block, n: number): Result[] {
  return results
    .filter((result) => result.n === n && result.ms !== null)
    .sort((a, b) => a.ms!.median - b.ms!.median);
}

/** Returns the fastest result of one size and all results whose quartiles overlap its quartiles. */
export function fastest(block: Block, n: number): ReadonlySet<Result> {
  const [best, ...others] = ranked(block, n);
  if (!best || others.length === 0) return new Set();
  return new Set([best, ...others.filter(({ ms }) => ms!.p25 <= best.ms!.p75)]);
}

export const isOurs = (contender: string) => contender.startsWith('sapwood:');
