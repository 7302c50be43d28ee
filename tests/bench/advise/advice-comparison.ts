/** Compares a recommendation of `advise` with the best candidate in the same benchmark scene. */

import { labelOf } from 'measuring/schema';
import { type Advice, advise } from 'sapwood/all';
import { type AdviseCase, nextOf, sceneOf } from './cases';
import { measuredCost, type Purpose, type WeightTable } from './cost';
import type { RecordedCell } from './record';
import { costsIn, type WorldKind } from './rules';

export interface AdviceComparison {
  /** Label of the advised structure with its options and its update policy. */
  readonly advised: string;
  readonly cheapest: string;
  /**
   * Cost of the advised candidate divided by the least cost, both estimated from weights and
   * counters.
   */
  readonly ratio: number;
  /**
   * Measured time of the advised candidate divided by the least measured time. NaN in scenes that
   * were not timed.
   */
  readonly timed: number;
}

export function adviceFor(one: AdviseCase) {
  const scene = sceneOf(one);
  const { boxes, dimensions } = scene;
  const next = nextOf(one, scene);
  return advise({ boxes, dimensions, ...(next && { next }) });
}

export function keyOfAdvice({ structure, options, policy }: Advice): string {
  return `${labelOf({ structure, options })} | ${policy}`;
}

export function compareAdvice(
  weights: WeightTable,
  purpose: Purpose,
  kind: WorldKind,
  cells: readonly RecordedCell[],
  advice: Advice,
): AdviceComparison {
  const costs = [...costsIn(weights, purpose, kind, cells)];
  const advised = keyOfAdvice(advice);
  const [cheapest, minCost] = costs.reduce((a, b) => (b[1] < a[1] ? b : a));
  const cost = costs.find(([key]) => key === advised)?.[1];
  if (cost === undefined) throw new Error(`${advised} is no candidate here`);
  return {
    advised,
    cheapest,
    ratio: cost / minCost,
    timed: timedRatio(purpose, kind, cells, advised),
  };
}

function timedRatio(
  purpose: Purpose,
  { motion }: WorldKind,
  cells: readonly RecordedCell[],
  advised: string,
): number {
  const times = cells.map((cell) => measuredCost(purpose, cell, motion === 'moving'));
  const mine = cells.findIndex(({ structure, policy }) => `${structure} | ${policy}` === advised);
  return times[mine] / Math.min(...times);
}
