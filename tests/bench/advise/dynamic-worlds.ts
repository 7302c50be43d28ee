/**
 * Compares the result of `advise` with the record of the dynamic benchmark, which simulates ten
 * seconds and times every frame.
 */

import { advise } from 'sapwood/all';
import { RECORD as DYNAMIC, readRecord } from '../dynamic/record';
import { motionKinds, PlayedWorld } from '../dynamic/worlds';
import { readFile } from '../report/document';

export interface DynamicComparison {
  readonly world: string;
  readonly n: number;
  readonly advised: string;
  /**
   * Median frame time of the advised structure, divided by the least median of all structures. Both
   * are times of the dynamic benchmark.
   */
  readonly timed: number;
}

/** Maximum number of boxes of a world. Larger worlds take too long to generate. */
const LARGEST = 10_000;
/**
 * Policies of the dynamic benchmark that `advise` can return. They update the structure in each
 * frame and then query all pairs.
 */
const policies = ['rebuild', 'refit', 'incremental'];

/**
 * Compares the advised structure with the fastest structure in each recorded world. Ignores the
 * advised options, because the record has only default options.
 */
export function compareDynamic(): DynamicComparison[] {
  const { worlds, cells } = readRecord(readFile(DYNAMIC));
  return worlds
    .filter(({ n }) => n <= LARGEST)
    .map(({ motion, dimensions, n }) => {
      const kind = motionKinds.find(({ id }) => id === motion)!;
      const world = new PlayedWorld(kind, dimensions, n);
      const boxes = world.start;
      const { pairs } = advise({ boxes, next: world.next().boxes, dimensions });
      const here = cells.filter(
        (cell) =>
          cell.motion === motion &&
          cell.dimensions === dimensions &&
          cell.n === n &&
          policies.includes(cell.policy),
      );
      const minMedian = Math.min(...here.map(({ total }) => total.p50));
      const mine = here.find(
        ({ structure, policy }) => structure === pairs.structure && policy === pairs.policy,
      );
      return {
        world: `${motion}, ${dimensions}D`,
        n,
        advised: `${pairs.structure}, ${pairs.policy}`,
        timed: (mine?.total.p50 ?? Number.NaN) / minMedian,
      };
    });
}
