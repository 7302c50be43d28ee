/** Conclusions from a run. Two times tie if their ranges from p25 to p75 overlap. */

import { groupBy } from 'measuring/group-by';
import type { Cell, Result, Spread, Winner } from './model.js';

type Timed = Result & { readonly ms: Spread };

const isTimed = (result: Result): result is Timed => result.status === 'ok' && result.ms !== null;

type Band = Pick<Spread, 'p25' | 'p75'>;

/** Returns whether two times tie: their ranges from p25 to p75 overlap. */
export function isTied(a: Band, b: Band): boolean {
  return a.p25 <= b.p75 && b.p25 <= a.p75;
}

const cellKey = ({ scene, dimensions, phase, n }: Cell) => [scene, dimensions, phase, n].join(' ');

function winnerOf(results: readonly Timed[]): Winner {
  const [best, ...others] = [...results].sort((a, b) => a.ms.median - b.ms.median);
  const { scene, dimensions, n, phase } = best;
  const slower = others.find((other) => !isTied(best.ms, other.ms));
  return {
    ...{ scene, dimensions, n, phase, best: best.contender, ms: best.ms.median },
    among: results.length,
    tied: others.filter((other) => isTied(best.ms, other.ms)).map(({ contender }) => contender),
    next: slower ? { contender: slower.contender, ratio: slower.ms.median / best.ms.median } : null,
  };
}

/**
 * Returns the fastest contender of each cell, that is, each combination of scene, dimensions, phase
 * and size.
 */
export function winnersOf(results: readonly Result[]): Winner[] {
  return [...groupBy(results.filter(isTimed), cellKey).values()].map(winnerOf);
}
